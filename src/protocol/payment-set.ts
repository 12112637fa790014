import * as z from 'zod/mini';
import { currencyCode, minorUnits } from './amount.js';
import { accountHolderName, countryLetters, paymentMethodCode } from './payment-method.js';
import { accountId, merchantId } from './request-values.js';
import { compactTimestamp, hash, orderId, resultCode } from './xml-values.js';

/** `<comments><comment id="1">…</comment></comments>` */
export const comments = z.object({
  comment: z.union([
    z.object({ '@id': z.string(), '#text': z.optional(z.string()) }),
    z.array(z.object({ '@id': z.string(), '#text': z.optional(z.string()) })),
  ]),
});

/**
 * The initiate request (spec: Initiate request (XML)). Keys stand in the document's element order:
 * elements that are sent must appear in exactly that order. The document's "the service" is the
 * element `paymentmethod` (gateway facts 2.4).
 */
export const paymentSetRequest = z.object({
  '@type': z.literal('payment-set'),
  '@timestamp': compactTimestamp,
  merchantid: merchantId,
  account: z.optional(accountId),
  amount: z.object({ '@currency': currencyCode, '#text': minorUnits }),
  autosettle: z.object({ '@flag': z.enum(['1', '0', 'MULTI']) }),
  orderid: orderId,
  paymentmethod: paymentMethodCode,
  paymentmethoddetails: z.object({
    returnurl: z.string(),
    statusupdateurl: z.string(),
    /** What the customer sees on the proof of payment. */
    descriptor: z.optional(z.string()),
    country: z.optional(countryLetters),
    accountholdername: z.optional(accountHolderName),
  }),
  comments: z.optional(comments),
  accountholdername: z.optional(accountHolderName),
  sha1hash: z.optional(hash),
  sha256hash: z.optional(hash),
});
export type PaymentSetRequest = z.output<typeof paymentSetRequest>;

/**
 * The elements in the order that the document gives them. Of the two hashes either may stand at the
 * end; a `cancelurl` of the published clients passes where they put it (gateway facts 2.4).
 */
export const PAYMENT_SET_ORDER = [
  'merchantid',
  'account',
  'amount',
  'autosettle',
  'orderid',
  'paymentmethod',
  'paymentmethoddetails',
  'comments',
  'accountholdername',
  'sha1hash',
  'sha256hash',
] as const;
export const PAYMENT_SET_DETAILS_ORDER = [
  'returnurl',
  'statusupdateurl',
  'cancelurl',
  'descriptor',
  'country',
  'accountholdername',
] as const;

/**
 * The answer (gateway facts 2.4): result 01 or 00 with the redirect URL, or a short document with an
 * error and no hash. Everything with a redirect URL is signed, and believed only when verified.
 */
export const paymentSetResponse = z.object({
  '@timestamp': compactTimestamp,
  merchantid: z.optional(z.string()),
  account: z.optional(z.string()),
  orderid: z.optional(z.string()),
  result: resultCode,
  message: z.optional(z.string()),
  /** The payments reference. */
  pasref: z.optional(z.string()),
  paymentmethod: z.optional(z.string()),
  paymentmethoddetails: z.optional(z.object({ redirecturl: z.optional(z.string()) })),
  sha1hash: z.optional(hash),
  sha256hash: z.optional(hash),
});
export type PaymentSetResponse = z.output<typeof paymentSetResponse>;
