import * as z from '../zod.js';
import { personText } from '../values/plain-text.js';
import { textLike } from '../values/text.js';
import {
  fieldsInDocument,
  REDIRECT_FIELDS,
  type MethodField,
  type RedirectField,
  type RedirectFields,
} from './redirect-fields.js';

/**
 * The code of a payment method. The document lists no codes, so any code passes. Codes are case-sensitive
 * (docs/reference/gateway.md#payment-set).
 */
export const paymentMethodCodeSchema: z.ZodMiniString<string> = textLike(50, /^[\w-]{1,50}$/, 'a payment method code');

/** A country by its two letters (ISO 3166-1 alpha-2). */
export const countryLettersSchema: z.ZodMiniString<string> = textLike(2, /^[A-Z]{2}$/, 'a two-letter country code');

/** A schema for each field of redirect payment methods. */
type FieldSchemas<Name extends string> = Readonly<Record<Name, z.ZodMiniOptional<z.ZodMiniType<string, string>>>>;

/**
 * Returns the schemas of the fields of redirect payment methods.
 * @param nameOf returns the name of a field in the message, such as its element
 * @param country the schema of a country
 */
export function fieldSchemas<Name extends string>(
  nameOf: (name: MethodField, field: RedirectField) => Name,
  country: z.ZodMiniType<string, string> = countryLettersSchema,
  fields: RedirectFields = REDIRECT_FIELDS,
): FieldSchemas<Name> {
  const schemas = fieldsInDocument(fields).map(([name, field]) => {
    const { check } = field;
    return [nameOf(name, field), z.optional(check === 'country' ? country : personText(check.most, check.least))];
  });
  return Object.fromEntries(schemas) as FieldSchemas<Name>;
}
