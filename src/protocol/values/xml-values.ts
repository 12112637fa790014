import { orAbsent } from './answer-values.js';
import * as z from '../zod.js';
import { parseCompactTimestamp } from './timestamp.js';
import { limitedText, textLike } from './text.js';

/** The values of which the XML messages of both documents consist. */

/** The most characters of a text of an XML answer: a hash covers the whole text. */
const MAX_XML_TEXT = 65_536;

/**
 * The text of an element, also of one with attributes, and of the first of several that is not empty. Undefined for an
 * element with other elements in it.
 */
export function elementText(value: unknown): unknown {
  const [element = value] = filledElements(value);
  return textOf(element);
}

/** The elements of this name without empty copies, which count as absent. */
function filledElements(value: unknown): readonly unknown[] {
  const elements: readonly unknown[] = [value].flat();
  const filled = elements.filter((element) => !isBlank(textOf(element)));
  return filled.length > 0 ? filled : elements.slice(0, 1);
}

function isBlank(text: unknown): boolean {
  return typeof text === 'string' && text.trim() === '';
}

function textOf(element: unknown): unknown {
  if (typeof element !== 'object' || element === null) return element;
  const { '#text': text, ...others } = element as Readonly<Record<string, unknown>>;
  return Object.keys(others).every((name) => name.startsWith('@')) ? (text ?? '') : undefined;
}

/** The text of an element of an answer, of any form. */
export const xmlTextSchema = z.pipe(z.transform(elementText), limitedText(MAX_XML_TEXT)) as unknown as z.ZodMiniType<
  string,
  string
>;

/** A timestamp by its form only, because it is hashed as it came. The receiver of a request checks the time itself. */
export const timestampTextSchema = textLike(14, /^\d{14}$/, 'a date and time YYYYMMDDHHMMSS');

/** A date and time that exist. */
export const compactDateTimeSchema = limitedText(14, 'a date and time YYYYMMDDHHMMSS').check(
  z.refine((text) => parseCompactTimestamp(text) !== undefined, 'a date and time YYYYMMDDHHMMSS'),
);

export const hashSchema = textLike(64, /^([0-9a-f]{40}|[0-9a-f]{64})$/i, 'a SHA-1 or SHA-256 hash');

/** The form of an id or a code of the gateway, as its answers have it and as later requests repeat it. */
export const REFERENCE = /^[\w .:+/=-]{1,100}$/;

/** A payments reference. */
export const paymentsReferenceSchema = textLike(100, REFERENCE, 'a payments reference');

/** A merchant's order reference, unique for each attempt. */
export const orderIdSchema = textLike(50, /^[\w-]{1,50}$/, 'an order id');

/** The text of a code. Elements with the same name and other codes contradict each other: there is no code. */
const resultSchema = z.pipe(
  z.transform((value: unknown) => {
    const texts = filledElements(value).map(textOf);
    return new Set(texts.map((text) => String(text).trim())).size === 1 ? texts[0] : value;
  }),
  textLike(50, /^\s*\d{2,3}\s*$/, 'a result code'),
) as unknown as z.ZodMiniType<string, string>;

/**
 * The fields that every answer of the XML interface has in common, as texts with their white space. The hash is
 * computed over exactly these (docs/reference/gateway.md#card-authorization-response). Errors are short documents of
 * timestamp, result, message and order id without a hash (docs/reference/gateway.md#unsigned-answers). Only the result
 * must be there. The hash decides about all other fields, so that one of another shape counts as absent.
 */
export const xmlAnswerSchema = z.object({
  '@timestamp': orAbsent(xmlTextSchema),
  merchantid: orAbsent(xmlTextSchema),
  account: orAbsent(xmlTextSchema),
  orderid: orAbsent(xmlTextSchema),
  authcode: orAbsent(xmlTextSchema),
  result: resultSchema,
  message: orAbsent(xmlTextSchema),
  pasref: orAbsent(xmlTextSchema),
  paymentmethod: orAbsent(xmlTextSchema),
  // Of any form: a hash that is none is a wrong hash.
  sha1hash: orAbsent(xmlTextSchema),
  sha256hash: orAbsent(xmlTextSchema),
});
export type XmlAnswer = z.output<typeof xmlAnswerSchema>;
