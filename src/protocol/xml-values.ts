import * as z from 'zod/mini';
import { parseCompactTimestamp } from './timestamp.js';

/** The values of which the XML messages of both documents consist. */

/** A timestamp by its form only, because it is hashed as it came. The receiver of a request checks the time itself. */
export const timestampText = z.string().check(z.regex(/^\d{14}$/, 'a date and time YYYYMMDDHHMMSS'));

/** A date and time that exist. */
export const compactDateTime = z
  .string()
  .check(z.refine((text) => parseCompactTimestamp(text) !== undefined, 'a date and time YYYYMMDDHHMMSS'));

export const hash = z.string().check(z.regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/i, 'a SHA-1 or SHA-256 hash'));

/** A merchant's order reference, unique for each attempt. */
export const orderId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,50}$/, 'an order id'));

/**
 * The fields that every answer of the XML interface has in common, as texts with their white space: the hash is
 * computed over exactly these (docs/reference/gateway.md#card-authorization-response). Errors are short documents of
 * timestamp, result, message and order id without a hash (docs/reference/gateway.md#unsigned-answers).
 */
export const xmlAnswer = z.object({
  '@timestamp': timestampText,
  merchantid: z.optional(z.string()),
  account: z.optional(z.string()),
  orderid: z.optional(z.string()),
  authcode: z.optional(z.string()),
  result: z.string().check(z.regex(/^\s*\d{2,3}\s*$/, 'a result code')),
  message: z.optional(z.string()),
  pasref: z.optional(z.string()),
  paymentmethod: z.optional(z.string()),
  // Of any form: a hash that is none is a wrong hash.
  sha1hash: z.optional(z.string()),
  sha256hash: z.optional(z.string()),
});
export type XmlAnswer = z.output<typeof xmlAnswer>;
