import { cleanText } from '../../protocol/values/clean-text.js';
import { digitsOf } from '../../protocol/values/card-number.js';
import type { Card, OrderMethod, RedirectInput } from '../../payment/backend-client/backend-client.js';
import { parseExpiryDate } from './expiry-date.js';
import { camelName } from '../../protocol/values/camel-case.js';
import { REDIRECT_FIELDS, type RedirectFields } from '../../protocol/redirect/redirect-fields.js';
import type { FieldName, FieldTexts } from '../fields/form-field.js';

/** Returns the card of a form whose fields are all valid. */
export function cardOf(texts: FieldTexts): Card {
  const { month = '', year = '' } = parseExpiryDate(texts.expiry) ?? {};
  return {
    number: digitsOf(texts.number),
    expiryMonth: month,
    expiryYear: year,
    securityCode: digitsOf(texts['security-code']),
    fullName: cleanText(texts.name),
  };
}

/** Returns the fields that the chosen redirect payment method asked for. */
export function redirectInputOf(
  texts: FieldTexts,
  { code, ask = [] }: OrderMethod,
  fields: RedirectFields = REDIRECT_FIELDS,
): RedirectInput {
  const values = ask.map((name) => [camelName(name), cleanText(texts[fields[name]?.formField as FieldName])] as const);
  return { method: code, ...Object.fromEntries(values) };
}
