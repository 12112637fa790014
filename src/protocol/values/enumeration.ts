import * as z from '../zod.js';
import { textLike } from './text.js';

/** The most characters of a number that is sent as text. */
const MAX_NUMBER_LENGTH = 20;

/** The schema of an enumeration. As an interface it has a name in the declarations. */
export interface EnumerationSchema<Value extends string> extends z.ZodMiniType<Value, Value> {}

/**
 * A closed enumeration of the wire. `aliases` maps spellings that real clients send to the spelling of the documents:
 * both are accepted, the spelling of the documents is sent.
 */
export function enumeration<const Values extends readonly [string, ...string[]]>(
  values: Values,
  aliases: Readonly<Record<string, Values[number]>> = {},
): EnumerationSchema<Values[number]> {
  const knownSchema = z.enum(values) as EnumerationSchema<Values[number]>;
  return Object.keys(aliases).length === 0
    ? knownSchema
    : (z.pipe(
        z.transform((value: unknown) =>
          typeof value === 'string' && Object.hasOwn(aliases, value) ? aliases[value] : value,
        ),
        knownSchema,
      ) as unknown as typeof knownSchema);
}

/** A boolean as requests carry it, the string `true` or `false`; JSON booleans are accepted. */
export const stringBooleanSchema = z.pipe(
  z.transform((value: unknown) => (typeof value === 'boolean' ? String(value) : value)),
  z.enum(['true', 'false']),
) as unknown as z.ZodMiniType<'true' | 'false', 'true' | 'false' | boolean>;

/** A number as requests carry it, a string of digits; JSON numbers are accepted. */
export function stringNumeric(pattern: RegExp, expected: string) {
  return z.pipe(
    z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
    textLike(MAX_NUMBER_LENGTH, pattern, expected),
  ) as unknown as z.ZodMiniType<string, string | number>;
}

/** A count of exactly two digits; a single digit is padded with a zero. */
export const twoDigitCountSchema = count(2, /^\d{2}$/, /^\d$/, 'a count of two digits');

/**
 * A zero-padded count whose width the document does not give. A string travels as it is. A number is padded to the
 * length of the field in EMV 3-D Secure, which is also the most digits that it may have.
 */
export function paddedCount(digits: number) {
  return count(digits, new RegExp(`^\\d{1,${digits}}$`), undefined, `a count of at most ${digits} digits`);
}

function count(digits: number, form: RegExp, padded: RegExp | undefined, expected: string) {
  return z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'number' || (typeof value === 'string' && padded?.test(value))
        ? String(value).padStart(digits, '0')
        : value,
    ),
    textLike(MAX_NUMBER_LENGTH, form, expected),
  ) as unknown as z.ZodMiniType<string, string | number>;
}
