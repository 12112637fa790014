import * as z from '../zod.js';
import { limitedText } from './text.js';

/** The most characters of a text in an answer of the gateway: far more than any field has. */
export const MAX_ANSWER_TEXT = 16_384;

/**
 * The gateway's answers are read more tolerantly than requests: a payment must not fail because of a field that no
 * decision depends on. `null` and empty text count as absent, numbers and booleans pass where text is expected, and
 * unknown values of informational fields pass as text.
 */
export const answerTextSchema = z.pipe(
  z.transform((value: unknown) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value)),
  limitedText(MAX_ANSWER_TEXT),
) as unknown as z.ZodMiniType<string, string>;

/** A number, also as text. */
export const answerNumberSchema = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)),
  z.number(),
) as unknown as z.ZodMiniType<number, number>;

/** The schema of an informational field. As an interface it has a name in the declarations. */
export interface InformationalSchema<Known extends string>
  extends z.ZodMiniType<Known | (string & {}), Known | (string & {})> {}

/** An informational field: the known names are documentation, every other text passes. */
export function informational<const Known extends readonly [string, ...string[]]>(
  ..._known: Known
): InformationalSchema<Known[number]> {
  return answerTextSchema;
}

/**
 * A JSON answer without `null` and empty text. The data of message extensions belong to the schemes and stay as they
 * are.
 */
export function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => !isEmpty(item)).map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => !isEmpty(inner))
      .map(([name, inner]) => [name, name === 'data' ? inner : withoutEmpty(inner)]),
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || value === '';
}
