import * as z from 'zod/mini';

/**
 * A closed enumeration of the wire. `aliases` maps spellings that real clients are known to send
 * to the documents' one: both are accepted on the way in, the documents' form is sent.
 */
export function enumeration<const Values extends readonly [string, ...string[]]>(
  values: Values,
  aliases: Readonly<Record<string, Values[number]>> = {},
) {
  const known = z.enum(values) as z.ZodMiniType<Values[number], Values[number]>;
  return Object.keys(aliases).length === 0
    ? known
    : (z.pipe(
        z.transform((value: unknown) =>
          typeof value === 'string' && Object.hasOwn(aliases, value) ? aliases[value] : value,
        ),
        known,
      ) as unknown as typeof known);
}

/**
 * An enumeration whose list is known to be incomplete (gateway facts 5): any name of the same form
 * passes, so that a payment does not fail over a reason that nobody has written down.
 */
export function openEnumeration<const Values extends readonly [string, ...string[]]>(..._known: Values) {
  return z.string().check(z.regex(/^[A-Z][A-Z0-9_]*$/, 'a name in upper case')) as unknown as z.ZodMiniType<
    Values[number] | (string & {}),
    Values[number] | (string & {})
  >;
}

/** A boolean as requests carry it, the string `true` or `false`; JSON booleans are accepted. */
export const stringBoolean = z.pipe(
  z.transform((value: unknown) => (typeof value === 'boolean' ? String(value) : value)),
  z.enum(['true', 'false']),
) as unknown as z.ZodMiniType<'true' | 'false', 'true' | 'false' | boolean>;

/** A number as requests carry it, a string of digits; JSON numbers are accepted. */
export function stringNumeric(pattern: RegExp, expected: string) {
  return z.pipe(
    z.transform((value: unknown) => (typeof value === 'number' ? String(value) : value)),
    z.string().check(z.regex(pattern, expected)),
  ) as unknown as z.ZodMiniType<string, string | number>;
}

/** A count of so many digits, padded with zeros; numbers and unpadded strings are accepted. */
export function paddedCount(digits: number) {
  return z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
        ? String(value).padStart(digits, '0')
        : value,
    ),
    z.string().check(z.regex(new RegExp(`^\\d{${digits}}$`), `a count of ${digits} digits`)),
  ) as unknown as z.ZodMiniType<string, string | number>;
}
