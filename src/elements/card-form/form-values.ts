import { cleanText } from '../../protocol/values/clean-text.js';
import { digitsOf } from '../../protocol/values/card-number.js';
import type { Card, OrderMethod, RedirectInput } from '../../payment/backend-client/backend-client.js';
import { parseExpiryDate } from './expiry-date.js';
import type { FieldTexts } from '../fields/form-field.js';

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
export function redirectInputOf(texts: FieldTexts, { code, ask = [] }: OrderMethod): RedirectInput {
  return {
    method: code,
    accountHolderName: ask.includes('account_holder_name') ? cleanText(texts.holder) : undefined,
    country: ask.includes('country') ? texts.country : undefined,
  };
}
