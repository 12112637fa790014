import * as z from 'zod/mini';
import { currencyCode, minorUnits } from './amount.js';
import { countryLetters, paymentMethodCode } from './payment-method.js';
import { comments } from './payment-set.js';
import { accountId, merchantId } from './request-values.js';
import { compactTimestamp, hash, orderId, resultCode } from './xml-values.js';

/**
 * The refund request (spec: Refund request (XML)), keys in the document's element order. The hash is
 * not in the document's list, but every known client sends it before `refundhash`, and no
 * `paymentmethoddetails` (gateway facts 2.5): both are accepted with and without.
 */
export const paymentCreditRequest = z.object({
  '@type': z.literal('payment-credit'),
  '@timestamp': compactTimestamp,
  merchantid: merchantId,
  account: z.optional(accountId),
  amount: z.object({ '@currency': currencyCode, '#text': minorUnits }),
  /** That of the original initiate. */
  orderid: orderId,
  /** The payments reference that the initiate was answered with. */
  pasref: z.string().check(z.regex(/^[A-Za-z0-9 ]{1,50}$/, 'a payments reference')),
  paymentmethod: paymentMethodCode,
  paymentmethoddetails: z.optional(
    z.object({
      returnurl: z.optional(z.string()),
      statusupdateurl: z.optional(z.string()),
      country: z.optional(countryLetters),
    }),
  ),
  comments: z.optional(comments),
  sha1hash: z.optional(hash),
  sha256hash: z.optional(hash),
  /** SHA-1 of the refund password, in one pass. */
  refundhash: z.string().check(z.regex(/^[0-9a-f]{40}$/i, 'a SHA-1 hash')),
});
export type PaymentCreditRequest = z.output<typeof paymentCreditRequest>;

/** The document's order; `authcode` is where published clients put it. */
export const PAYMENT_CREDIT_ORDER = [
  'merchantid',
  'account',
  'amount',
  'orderid',
  'pasref',
  'authcode',
  'paymentmethod',
  'paymentmethoddetails',
  'comments',
  'sha1hash',
  'sha256hash',
  'refundhash',
] as const;
export const PAYMENT_CREDIT_DETAILS_ORDER = ['returnurl', 'statusupdateurl', 'country'] as const;

/** The answer's form is not shown: assumed to be that of payment-set, without a redirect URL (gateway facts 2.5). */
export const paymentCreditResponse = z.object({
  '@timestamp': compactTimestamp,
  merchantid: z.optional(z.string()),
  account: z.optional(z.string()),
  orderid: z.optional(z.string()),
  result: resultCode,
  message: z.optional(z.string()),
  /** The refund's own reference. */
  pasref: z.optional(z.string()),
  paymentmethod: z.optional(z.string()),
  sha1hash: z.optional(hash),
  sha256hash: z.optional(hash),
});
export type PaymentCreditResponse = z.output<typeof paymentCreditResponse>;
