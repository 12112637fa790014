import * as z from 'zod/mini';
import { compactTimestamp, hash, orderId } from './xml-values.js';

/** 00 = completed successfully and final; 101 = did not complete, no further status follows; 01 = pending (spec: States). */
export const PAYMENT_RESULTS = ['00', '101', '01'] as const;
export type PaymentResult = (typeof PAYMENT_RESULTS)[number];

export const FUND_STATUSES = ['NOT_EXPECTED', 'WAITING', 'RECEIVED', 'MISSING'] as const;
export type FundStatus = (typeof FUND_STATUSES)[number];

/**
 * The fields of return and status messages, in the document's order (spec: Return URL and status URL
 * messages): they are written in it, and cut off at its end.
 */
export const STATUS_FIELDS = [
  'sha1hash',
  'timestamp',
  'merchantid',
  'account',
  'merchanttransactionid',
  'orderid',
  'result',
  'amount',
  'message',
  'paymentpurpose',
  'paymentmethod',
  'fundstatus',
  'pasref',
  'country',
] as const;

/** The document writes `Amount`, and `fundstatus` where published clients read `fundsstatus` (gateway facts 3). */
const SPELLINGS: Readonly<Record<string, string>> = { Amount: 'amount', fundsstatus: 'fundstatus' };

/** The message to the return URL is limited to so many characters (spec: Limits). */
export const RETURN_MESSAGE_LIMIT = 2048;

/**
 * A return or status message, its pairs decoded. A field that was cut away by the limit is absent,
 * never empty; what says which order came to what is at the front and never cut.
 */
export const statusMessage = z.object({
  sha1hash: z.optional(hash),
  sha256hash: z.optional(hash),
  timestamp: compactTimestamp,
  merchantid: z.optional(z.string()),
  account: z.optional(z.string()),
  merchanttransactionid: z.optional(z.string()),
  orderid: orderId,
  result: z.enum(PAYMENT_RESULTS),
  amount: z.optional(z.string()),
  message: z.optional(z.string()),
  paymentpurpose: z.optional(z.string()),
  paymentmethod: z.optional(z.string()),
  fundstatus: z.optional(z.enum(FUND_STATUSES)),
  pasref: z.optional(z.string()),
  country: z.optional(z.string()),
});
export type StatusMessage = z.output<typeof statusMessage>;

/** The pairs of a message under one spelling each; of a pair that comes twice the first counts. */
export function statusFields(pairs: Iterable<readonly [string, string]>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of pairs) {
    const field = SPELLINGS[name] ?? name;
    if (!Object.hasOwn(fields, field)) fields[field] = value;
  }
  return fields;
}
