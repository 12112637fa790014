import * as z from '../zod.js';
import { merchantTransactionIdSchema } from '../values/merchant-transaction-id.js';
import { informational, MAX_ANSWER_TEXT, orAbsent } from '../values/answer-values.js';
import { paymentMethodCodeSchema } from './payment-method.js';
import { timestampTextSchema, hashSchema, orderIdSchema } from '../values/xml-values.js';
import { limitedText, textLike } from '../values/text.js';

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
const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['Amount', 'amount'],
  ['fundsstatus', 'fundstatus'],
]);

/** The most characters of a message to the return URL (Non-Card Payment Methods Interface, Limits). */
export const RETURN_MESSAGE_LIMIT = 2048;

/** A value of a pair, of any form. */
const textSchema = limitedText(MAX_ANSWER_TEXT);

/**
 * A return or status message with its pairs decoded. A field that the limit cut off is absent, never empty. The order
 * id and the result come early enough that they are never cut off.
 */
export const statusMessageSchema = z.object({
  sha1hash: z.optional(hashSchema),
  sha256hash: z.optional(hashSchema),
  timestamp: timestampTextSchema,
  merchantid: z.optional(textSchema),
  account: orAbsent(textSchema),
  /** Without this form no report can be asked for it. */
  merchanttransactionid: orAbsent(merchantTransactionIdSchema),
  orderid: orderIdSchema,
  result: z.enum(PAYMENT_RESULTS),
  amount: orAbsent(textSchema),
  message: z.optional(textSchema),
  paymentpurpose: orAbsent(textSchema),
  paymentmethod: z.optional(z.union([z.literal(''), paymentMethodCodeSchema])),
  fundstatus: orAbsent(informational(...FUND_STATUSES)),
  // The hash joins fields by dots: without one, a message cannot be split in another place.
  pasref: z.optional(textLike(100, /^(\w[\w :+/=-]*)?$/, 'a payments reference')),
  country: orAbsent(textSchema),
});
export type StatusMessage = z.output<typeof statusMessageSchema>;

/** Returns the pairs under one spelling each. The first of two equal names counts. */
export function statusFields(pairs: Iterable<readonly [string, string]>): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of pairs) {
    const field = SPELLINGS.get(name) ?? name;
    if (!Object.hasOwn(fields, field)) fields[field] = value;
  }
  return fields;
}
