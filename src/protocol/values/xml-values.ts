import { MAX_ANSWER_TEXT } from './answer-values.js';
import * as z from '../zod.js';
import { parseCompactTimestamp } from './timestamp.js';
import { limitedText, textLike } from './text.js';

/** The values of which the XML messages of both documents consist. */

/** A text of an answer or of a status message, of any form. */
export const xmlTextSchema = limitedText(MAX_ANSWER_TEXT);

/** A timestamp by its form only, because it is hashed as it came. The receiver of a request checks the time itself. */
export const timestampTextSchema = textLike(14, /^\d{14}$/, 'a date and time YYYYMMDDHHMMSS');

/** A date and time that exist. */
export const compactDateTimeSchema = limitedText(14, 'a date and time YYYYMMDDHHMMSS').check(
  z.refine((text) => parseCompactTimestamp(text) !== undefined, 'a date and time YYYYMMDDHHMMSS'),
);

export const hashSchema = textLike(64, /^([0-9a-f]{40}|[0-9a-f]{64})$/i, 'a SHA-1 or SHA-256 hash');

/** A merchant's order reference, unique for each attempt. */
export const orderIdSchema = textLike(50, /^[\w-]{1,50}$/, 'an order id');

/**
 * The fields that every answer of the XML interface has in common, as texts with their white space: the hash is
 * computed over exactly these (docs/reference/gateway.md#card-authorization-response). Errors are short documents of
 * timestamp, result, message and order id without a hash (docs/reference/gateway.md#unsigned-answers).
 */
export const xmlAnswerSchema = z.object({
  '@timestamp': timestampTextSchema,
  merchantid: z.optional(xmlTextSchema),
  account: z.optional(xmlTextSchema),
  orderid: z.optional(xmlTextSchema),
  authcode: z.optional(xmlTextSchema),
  result: textLike(50, /^\s*\d{2,3}\s*$/, 'a result code'),
  message: z.optional(xmlTextSchema),
  pasref: z.optional(xmlTextSchema),
  paymentmethod: z.optional(xmlTextSchema),
  // Of any form: a hash that is none is a wrong hash.
  sha1hash: z.optional(xmlTextSchema),
  sha256hash: z.optional(xmlTextSchema),
});
export type XmlAnswer = z.output<typeof xmlAnswerSchema>;
