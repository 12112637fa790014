import { cleanText } from '../../protocol/values/clean-text.js';
import type { OrderMethod, RedirectInput } from '../../payment/backend-client/backend-client.js';
import { camelName } from '../../protocol/values/camel-case.js';
import { REDIRECT_FIELDS, type RedirectFields } from '../../protocol/redirect/redirect-fields.js';
import type { FieldName, FieldTexts } from '../fields/form-field.js';

/** Returns the fields that the chosen redirect payment method asked for. */
export function redirectInputOf(
  texts: FieldTexts,
  { code, ask = [] }: OrderMethod,
  fields: RedirectFields = REDIRECT_FIELDS,
): RedirectInput {
  const values = ask.map((name) => [camelName(name), cleanText(texts[fields[name]?.formField as FieldName])] as const);
  return { method: code, ...Object.fromEntries(values) };
}
