import type { ShopperField } from '../../protocol/adapter/adapter-answers.js';
import type { PayerInput } from '../../payment/backend-client/backend-client.js';
import { emailOf } from '../fields/email-text.js';
import type { FieldTexts } from '../fields/form-field.js';
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
