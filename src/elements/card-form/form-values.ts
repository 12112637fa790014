import type { ShopperField } from '../../protocol/adapter/adapter-answers.js';
import { digitsOf } from '../../protocol/values/card-number.js';
import { parsePhoneNumber } from '../../protocol/values/phone-number.js';
import type { Card, OrderMethod, PayerInput, RedirectInput } from '../../payment/backend-client/backend-client.js';
import { parseExpiryDate } from './expiry-date.js';
import type { FieldTexts } from './form-fields.js';

/** Returns the card of a form whose fields are all valid. */
export function cardOf(texts: FieldTexts): Card {
  const { month = '', year = '' } = parseExpiryDate(texts.expiry) ?? {};
  return {
    number: digitsOf(texts.number),
    expiryMonth: month,
    expiryYear: year,
    securityCode: digitsOf(texts['security-code']),
    fullName: texts.name.trim(),
  };
}

/** Returns the fields that the chosen redirect payment method asked for. */
export function redirectInputOf(texts: FieldTexts, { code, ask = [] }: OrderMethod): RedirectInput {
  return {
    method: code,
    ...(ask.includes('account_holder_name') ? { accountHolderName: texts.holder.trim() } : {}),
    ...(ask.includes('country') ? { country: texts.country } : {}),
  };
}

/** Returns the fields that the order asked for besides the card. */
export function payerOf(texts: FieldTexts, asked: readonly ShopperField[]): PayerInput {
  const phone = asked.includes('mobile_phone') ? parsePhoneNumber(texts.phone) : undefined;
  return {
    ...(asked.includes('email') ? { email: texts.email.trim() } : {}),
    ...(phone ? { mobilePhone: { countryCode: phone.country_code, subscriberNumber: phone.subscriber_number } } : {}),
    ...(asked.includes('billing_address')
      ? {
          billingAddress: {
            line1: texts.line1.trim(),
            city: texts.city.trim(),
            postalCode: texts.postcode.trim(),
            country: texts.country,
          },
        }
      : {}),
  };
}
