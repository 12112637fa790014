import type { ShopperField } from '../../protocol/adapter/adapter-answers.js';
import { REDIRECT_FIELDS, type MethodField, type RedirectField } from '../../protocol/redirect/redirect-fields.js';
import { cleanText, visibleLength } from '../../protocol/values/clean-text.js';
import { isEmailAddress } from '../../protocol/values/email-address.js';
import { parsePhoneNumber, type PhoneNumber } from '../../protocol/values/phone-number.js';
import { emailOf } from '../fields/email-text.js';
import type { FieldName, FieldTexts, FormField, Option } from '../fields/form-field.js';
import type { MessageKey } from '../i18n/english.js';
import { addressFields, type AddressContext } from './address-fields.js';
import { readPhoneNumber, type PhonePlans } from './phone-number.js';

/** The data of the fields besides the card, as far as they are loaded. */
export interface FieldContext extends AddressContext {
  readonly plans: PhonePlans | undefined;
  /** The countries to choose from. */
  readonly countries: readonly Option[];
}

function country({ countries }: FieldContext, autocomplete: AutoFill): FormField {
  return {
    name: 'country',
    label: 'country',
    autocomplete,
    type: 'select',
    inputMode: 'text',
    options: countries,
    placeholder: 'choose-country',
    wireNames: /(^|\.)country$/,
    check: (texts) => (countries.some(([code]) => code === texts.country) ? undefined : { message: 'field-missing' }),
  };
}

/** Returns a field that a redirect payment method asks for. */
export function methodField(
  asked: MethodField,
  context: FieldContext,
  fields: Readonly<Record<MethodField, RedirectField<FieldName & MessageKey, MessageKey>>> = REDIRECT_FIELDS,
): FormField {
  const { formField: name, check, ...field } = fields[asked];
  const autocomplete = field.autocomplete as AutoFill;
  if (check === 'country') return country(context, autocomplete);
  const { least, most, message } = check;
  return {
    name,
    label: name,
    autocomplete,
    type: 'text',
    inputMode: 'text',
    wireNames: new RegExp(`^${asked}$`),
    check(texts) {
      const text = cleanText(texts[name]);
      if (visibleLength(text) < least) return { message };
      return text.length > most ? { message: 'name-long', values: { most: String(most) } } : undefined;
    },
  };
}

const EMAIL: FormField = {
  name: 'email',
  label: 'email',
  autocomplete: 'email',
  type: 'email',
  inputMode: 'email',
  wireNames: /^payer\.email$/,
  check: ({ email }) => (isEmailAddress(emailOf(email)) ? undefined : { message: 'email-wrong' }),
};

/** Returns the phone number of the form, or undefined when it is none. Without data it has to be international. */
export function phoneOf(texts: FieldTexts, { plans }: FieldContext): PhoneNumber | undefined {
  return plans ? readPhoneNumber(texts.phone, texts['phone-country'], plans).number : parsePhoneNumber(texts.phone);
}

/** The example where the country is not known: a mobile number in the range that is reserved for examples (Ofcom). */
const EXAMPLE = '+44 7700 900123';

function phone(texts: FieldTexts, context: FieldContext): FormField {
  const values = { example: context.plans?.[texts['phone-country']]?.[3] ?? EXAMPLE };
  return {
    name: 'phone',
    label: 'phone',
    hint: 'phone-hint',
    values,
    // The calling code is a field of its own.
    autocomplete: context.plans ? 'tel-national' : 'tel',
    type: 'tel',
    inputMode: 'tel',
    wireNames: /^payer\.mobile_phone/,
    check: (present) => (phoneOf(present, context) ? undefined : { message: 'phone-wrong', values }),
  };
}

/** Returns the fields that an order asks for besides the card. */
export function askedFields(asked: ShopperField, texts: FieldTexts, context: FieldContext): readonly FormField[] {
  switch (asked) {
    case 'email':
      return [EMAIL];
    case 'mobile_phone':
      return [phone(texts, context)];
    case 'billing_address':
      return [country(context, 'billing country'), ...addressFields(texts, context)];
  }
}
