import type { ShopperField } from '../../protocol/adapter-answers.js';
import { digitsOf } from '../../protocol/card-number.js';
import { parsePhoneNumber } from '../../protocol/phone-number.js';
import type { Card, OfferedMethod, Payer, RedirectInput } from '../../payment/backend-client/backend-client.js';
import { parseExpiryDate } from './expiry-date.js';
import type { FieldTexts } from './form-fields.js';

/** The card of a form whose fields were all found right. */
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

/** What a method that the shopper is sent to asked for. */
export function redirectInputOf(texts: FieldTexts, { code, ask = [] }: OfferedMethod): RedirectInput {
  return {
    method: code,
    ...(ask.includes('account_holder_name') ? { accountHolderName: texts.holder.trim() } : {}),
    ...(ask.includes('country') ? { country: texts.country } : {}),
  };
}

/** What the order asked of the shopper beside the card. */
export function payerOf(texts: FieldTexts, asked: readonly ShopperField[]): Payer {
  const phone = asked.includes('mobile_phone') ? parsePhoneNumber(texts.phone) : undefined;
  return {
    ...(asked.includes('email') ? { email: texts.email.trim() } : {}),
    ...(phone ? { mobilePhone: phone } : {}),
    ...(asked.includes('billing_address')
      ? {
          billingAddress: {
            line1: texts.line1.trim(),
            city: texts.city.trim(),
            postal_code: texts.postcode.trim(),
            country: texts.country,
          },
        }
      : {}),
  };
}
