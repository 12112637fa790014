import * as z from 'zod/mini';
import { informational } from './answer-values.js';
import { paymentMethodCode } from './payment-method.js';
import { timestampText, hash, orderId } from './xml-values.js';

/**
 * 00: completed successfully and final; 101: did not complete, no further status follows; 01: pending
 * (Non-Card Payment Methods Interface, States and transitions).
 */
export const PAYMENT_RESULTS = ['00', '101', '01'] as const;
export type PaymentResult = (typeof PAYMENT_RESULTS)[number];

export const FUND_STATUSES = ['NOT_EXPECTED', 'WAITING', 'RECEIVED', 'MISSING'] as const;
export type FundStatus = (typeof FUND_STATUSES)[number];

/**
 * The fields in the order in which a message is written, and cut off at its end (Non-Card Payment Methods Interface,
 * Return URL and status URL messages).
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

/**
 * The document writes `Amount`, and `fundstatus` where published clients read `fundsstatus`
 * (docs/reference/gateway.md#return-and-status-messages).
 */
const SPELLINGS: Readonly<Record<string, string>> = { Amount: 'amount', fundsstatus: 'fundstatus' };

/** The most characters of a message to the return URL (Non-Card Payment Methods Interface, Limits). */
export const RETURN_MESSAGE_LIMIT = 2048;

/**
 * A return or status message with its pairs decoded. A field that the limit cut off is absent, never empty. The order
 * id and the result come early enough that they are never cut off.
 */
export const statusMessage = z.object({
  sha1hash: z.optional(hash),
  sha256hash: z.optional(hash),
  timestamp: timestampText,
  merchantid: z.optional(z.string()),
  account: z.optional(z.string()),
  merchanttransactionid: z.optional(z.string()),
  orderid: orderId,
  result: z.enum(PAYMENT_RESULTS),
  amount: z.optional(z.string()),
  message: z.optional(z.string()),
  paymentpurpose: z.optional(z.string()),
  paymentmethod: z.optional(z.union([z.literal(''), paymentMethodCode])),
  fundstatus: z.optional(informational(...FUND_STATUSES)),
  // The hash joins fields by dots: with these characters a message cannot be split in another place.
  pasref: z.optional(z.string().check(z.regex(/^([A-Za-z0-9][A-Za-z0-9 ]{0,49})?$/, 'a payments reference'))),
  country: z.optional(z.string()),
});
export type StatusMessage = z.output<typeof statusMessage>;

/** Returns the pairs under one spelling each. The first of two equal names counts. */
export function statusFields(pairs: Iterable<readonly [string, string]>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of pairs) {
    const field = SPELLINGS[name] ?? name;
    if (!Object.hasOwn(fields, field)) fields[field] = value;
  }
  return fields;
}
