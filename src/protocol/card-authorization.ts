import * as z from 'zod/mini';
import { currencyCode, minorUnits } from './amount.js';
import { exemptStatus } from './three-d-secure-values.js';
import { accountId, cardNumber, merchantId } from './request-values.js';
import { compactTimestamp, hash, orderId, resultCode } from './xml-values.js';

/** The XML's code for Mastercard is MC, where the JSON's is MASTERCARD (gateway facts 2.2). */
export const CARD_TYPES = {
  VISA: 'VISA',
  MASTERCARD: 'MC',
  AMEX: 'AMEX',
  DINERS: 'DINERS',
  DISCOVER: 'DISCOVER',
  JCB: 'JCB',
} as const;

/**
 * The card authorization (spec: Card authorization request (XML)). Elements as fast-xml-parser
 * has them: attributes begin with `@`, a text beside attributes is `#text`. Keys stand in the
 * document's element order, which is the order in which they are written.
 */
export const cardAuthorizationRequest = z.object({
  '@type': z.literal('auth'),
  '@timestamp': compactTimestamp,
  merchantid: merchantId,
  account: z.optional(accountId),
  /** Unique for each attempt. */
  orderid: orderId,
  amount: z.object({ '@currency': currencyCode, '#text': minorUnits }),
  card: z.object({
    number: cardNumber,
    /** MMYY. */
    expdate: z.string().check(z.regex(/^(0[1-9]|1[0-2])\d\d$/, 'MMYY')),
    chname: z.string().check(z.minLength(1), z.maxLength(100)),
    type: z.enum(['VISA', 'MC', 'MASTERCARD', 'AMEX', 'DINERS', 'DISCOVER', 'JCB']),
    /** presind: 1 present, 2 illegible, 3 not on the card, 4 not requested. */
    cvn: z.optional(
      z.object({
        number: z.optional(z.string().check(z.regex(/^(\d{3,4})?$/, '3 or 4 digits'))),
        presind: z.string().check(z.regex(/^[1-4]$/, '1 to 4')),
      }),
    ),
  }),
  /** flag: 1 settles by itself, 0 waits, MULTI settles in parts. */
  autosettle: z.object({ '@flag': z.enum(['1', '0', 'MULTI']) }),
  mpi: z.optional(
    z.object({
      eci: z.optional(z.string().check(z.regex(/^\d{0,2}$/, 'an ECI'))),
      ds_trans_id: z.optional(z.string()),
      authentication_value: z.optional(z.string()),
      message_version: z.optional(z.string()),
      exempt_status: z.optional(exemptStatus),
    }),
  ),
  sha1hash: z.optional(hash),
  sha256hash: z.optional(hash),
});
export type CardAuthorizationRequest = z.output<typeof cardAuthorizationRequest>;

/** What became of an order id: the type `query`, which the documents do not have (gateway facts 2.2). */
export const cardQueryRequest = z.object({
  '@type': z.literal('query'),
  '@timestamp': compactTimestamp,
  merchantid: merchantId,
  account: z.optional(accountId),
  orderid: orderId,
  sha1hash: z.optional(hash),
  sha256hash: z.optional(hash),
});

/**
 * The answer (gateway facts 2.3). An error in the 5xx range is a short document without hash;
 * everything else is signed and has to be verified before it is believed.
 */
export const cardAuthorizationResponse = z.object({
  '@timestamp': compactTimestamp,
  merchantid: z.optional(z.string()),
  account: z.optional(z.string()),
  orderid: z.optional(z.string()),
  authcode: z.optional(z.string()),
  result: resultCode,
  cvnresult: z.optional(z.string()),
  batchid: z.optional(z.string()),
  message: z.optional(z.string()),
  pasref: z.optional(z.string()),
  sha1hash: z.optional(hash),
  sha256hash: z.optional(hash),
});
export type CardAuthorizationResponse = z.output<typeof cardAuthorizationResponse>;
