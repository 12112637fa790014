import type { ShopperField } from '../../protocol/adapter/adapter-answers.js';
import type { OrderMethod, PayerInput, RedirectInput } from '../../payment/backend-client/backend-client.js';
import { REDIRECT_FIELDS, type RedirectFields } from '../../protocol/redirect/redirect-fields.js';
import { camelName } from '../../protocol/values/camel-case.js';
import { cleanText } from '../../protocol/values/clean-text.js';
import { emailOf } from '../fields/email-text.js';
import type { FieldName, FieldTexts } from '../fields/form-field.js';
import { billingAddressOf } from './address-fields.js';
import { phoneOf, type FieldContext } from './payer-fields.js';

/** Returns the fields that the order asked for besides the card. */
export function payerOf(texts: FieldTexts, asked: readonly ShopperField[], context: FieldContext): PayerInput {
  const phone = asked.includes('mobile_phone') ? phoneOf(texts, context) : undefined;
  return {
    ...(asked.includes('email') ? { email: emailOf(texts.email) } : {}),
    ...(phone ? { mobilePhone: { countryCode: phone.country_code, subscriberNumber: phone.subscriber_number } } : {}),
    ...(asked.includes('billing_address') ? { billingAddress: billingAddressOf(texts, context) } : {}),
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
