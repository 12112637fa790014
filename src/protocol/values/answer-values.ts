import * as z from '../zod.js';
import { limitedText, textLike } from './text.js';

/** The most characters of a text in an answer of the gateway: far more than any field has. */
export const MAX_ANSWER_TEXT = 16_384;

/**
 * The gateway's answers are read more tolerantly than requests: a payment must not fail because of a field that no
 * decision depends on. `null`, empty text and white space count as absent, numbers and booleans pass where text is
 * expected, and unknown values of informational fields pass as text. An informational field of another shape counts as
 * absent (`orAbsent`).
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

/** True, false, and the spellings of both in texts and numbers. */
export const answeredBooleanSchema = z.pipe(
  answerTextSchema,
  z.pipe(
    textLike(5, /^(true|false|[yn01]|yes|no)$/i, 'true or false'),
    z.transform((text) => /^(true|y|yes|1)$/i.test(text)),
  ),
);

/** An optional field of an answer that decides nothing: a value of another shape counts as absent. */
export function orAbsent<Schema extends z.ZodMiniType>(schema: Schema): z.ZodMiniOptional<Schema> {
  return z.optional(z.catch(z.optional(schema), undefined)) as unknown as z.ZodMiniOptional<Schema>;
}

/** A value of an answer, also as a list of one. */
export function orListOfOne<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  const item = z.transform((value: unknown): unknown =>
    Array.isArray(value) && value.length === 1 ? value[0] : value,
  );
  return z.pipe(item, schema) as unknown as Schema;
}

/** A list of an answer. A single item counts as a list of one, and items of another shape are left out. */
export function answerList<Item extends z.ZodMiniType>(item: Item): z.ZodMiniType<z.output<Item>[], z.output<Item>[]> {
  return z.pipe(
    z.transform((value: unknown): unknown =>
      value === undefined ? value : [value].flat().filter((one) => item.safeParse(one).success),
    ),
    z.array(item),
  ) as unknown as z.ZodMiniType<z.output<Item>[], z.output<Item>[]>;
}

/** A text of an answer for people. A longer one is cut at a whole character. */
export const shownTextSchema = z.pipe(
  z.transform((value: unknown) =>
    typeof value === 'string' ? value.slice(0, MAX_ANSWER_TEXT).replace(/[\uD800-\uDBFF]$/, '') : value,
  ),
  answerTextSchema,
) as unknown as z.ZodMiniType<string, string>;

/** Base64url or base64 of an answer. A writer may wrap it into lines. */
export const answerBase64Schema = z.pipe(
  z.transform((value: unknown) => (typeof value === 'string' ? value.replaceAll(/\s/g, '') : value)),
  textLike(MAX_ANSWER_TEXT, /^[\w+/=-]+$/, 'base64url'),
) as unknown as z.ZodMiniType<string, string>;

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
 * A JSON answer without `null` and empty text, and without white space around its texts. The data of message extensions
 * belong to the schemes and stay as they are.
 */
export function withoutEmpty(value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.filter((item) => !isEmpty(item)).map(withoutEmpty);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => !isEmpty(inner))
      .map(([name, inner]) => [name, name === 'data' ? inner : withoutEmpty(inner)]),
  );
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '');
}
