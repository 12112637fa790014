import { COUNTRY_CODES } from '../../protocol/values/country.js';
import { digitsOf } from '../../protocol/values/card-number.js';
import { cardBrand } from '../../protocol/values/card-scheme.js';
import { isEmailAddress } from '../../protocol/values/email-address.js';
import { parsePhoneNumber } from '../../protocol/values/phone-number.js';
import type { MethodField, ShopperField } from '../../protocol/adapter/adapter-answers.js';
import { isCardNumber, longestCardNumber } from './card-number-text.js';
import { hasExpired, isTooFar, parseExpiryDate } from './expiry-date.js';
import type { MessageKey } from '../i18n/english.js';

export type FieldName =
  | 'number'
  | 'expiry'
  | 'security-code'
  | 'name'
  | 'holder'
  | 'email'
  | 'phone'
  | 'line1'
  | 'city'
  | 'postcode'
  | 'country';
export type FieldTexts = Readonly<Record<FieldName, string>>;

/** The error of a field: a message and its values. */
export interface FieldError {
  readonly message: MessageKey;
  readonly values?: Readonly<Record<string, string>>;
}

export interface FormField {
  readonly name: FieldName;
  readonly label: MessageKey;
  readonly hint?: MessageKey;
  /** The token by which browsers and password managers recognise the field (HTML, Autofill). */
  readonly autocomplete: AutoFill;
  readonly type: 'text' | 'tel' | 'email' | 'select';
  readonly inputMode: 'numeric' | 'tel' | 'email' | 'text';
  /** The wire names by which the backend refuses the field. */
  readonly wireNames: RegExp;
  readonly check: (texts: FieldTexts, now: Date) => FieldError | undefined;
}

/** A mobile number that is reserved for examples. */
export const PHONE_EXAMPLE = '+44 7700 900123';

const filled = (name: FieldName) => (texts: FieldTexts) =>
  texts[name].trim() === '' ? ({ message: 'field-missing' } as const) : undefined;

/** Returns the number of digits in the security code of the typed card. */
export function securityCodeLength(texts: FieldTexts): string {
  return String(cardBrand(digitsOf(texts.number))?.securityCodeLength ?? 3);
}

/** Returns the hint of a field. American Express prints the security code on the front. */
export function hintOf({ hint }: FormField, texts: FieldTexts): MessageKey | undefined {
  const isOnFront = hint === 'security-code-hint' && cardBrand(digitsOf(texts.number))?.scheme === 'AMEX';
  return isOnFront ? 'security-code-hint-front' : hint;
}

export const CARD_FIELDS: readonly FormField[] = [
  {
    name: 'number',
    label: 'number',
    autocomplete: 'cc-number',
    type: 'text',
    inputMode: 'numeric',
    wireNames: /^(card\.)?number$/,
    check({ number }) {
      const digits = digitsOf(number);
      if (digits === '') return { message: 'number-missing' };
      const brand = cardBrand(digits);
      if (!brand) return { message: 'number-unknown' };
      if (digits.length < Math.min(...brand.lengths)) return { message: 'number-incomplete' };
      if (digits.length > longestCardNumber(digits)) return { message: 'number-long' };
      return isCardNumber(digits) ? undefined : { message: 'number-wrong' };
    },
  },
  {
    name: 'expiry',
    label: 'expiry',
    hint: 'expiry-hint',
    autocomplete: 'cc-exp',
    type: 'text',
    inputMode: 'numeric',
    wireNames: /^card\.expiry/,
    check({ expiry }, now) {
      if (expiry.trim() === '') return { message: 'expiry-missing' };
      const date = parseExpiryDate(expiry);
      if (!date) return { message: 'expiry-wrong' };
      if (hasExpired(date, now)) return { message: 'expiry-past' };
      return isTooFar(date, now) ? { message: 'expiry-far' } : undefined;
    },
  },
  {
    name: 'security-code',
    label: 'security-code',
    hint: 'security-code-hint',
    autocomplete: 'cc-csc',
    type: 'text',
    inputMode: 'numeric',
    wireNames: /^card\.security_code$/,
    check(texts) {
      const digits = digitsOf(texts['security-code']);
      if (digits === '') return { message: 'code-missing' };
      const isUnknown = cardBrand(digitsOf(texts.number)) === undefined;
      if (String(digits.length) === securityCodeLength(texts) || (isUnknown && digits.length === 4)) return undefined;
      return { message: 'code-wrong', values: { digits: securityCodeLength(texts) } };
    },
  },
  {
    name: 'name',
    label: 'name',
    autocomplete: 'cc-name',
    type: 'text',
    inputMode: 'text',
    wireNames: /^card\.full_name$/,
    check({ name }) {
      if (name.trim().length < 2) return { message: 'name-missing' };
      return name.trim().length > 45 ? { message: 'name-long', values: { most: '45' } } : undefined;
    },
  },
];

const COUNTRY: Omit<FormField, 'autocomplete'> = {
  name: 'country',
  label: 'country',
  type: 'select',
  inputMode: 'text',
  wireNames: /(^|\.)country$/,
  check: ({ country }) => (COUNTRY_CODES.includes(country) ? undefined : { message: 'field-missing' }),
};

/** The fields that a redirect payment method may need. */
export const METHOD_FORM_FIELDS: Readonly<Record<MethodField, FormField>> = {
  account_holder_name: {
    name: 'holder',
    label: 'holder',
    autocomplete: 'name',
    type: 'text',
    inputMode: 'text',
    wireNames: /^account_holder_name$/,
    check: ({ holder }) =>
      holder.trim().length < 2
        ? { message: 'holder-missing' }
        : holder.trim().length > 100
          ? { message: 'name-long', values: { most: '100' } }
          : undefined,
  },
  country: { ...COUNTRY, autocomplete: 'country' },
};

/** The fields that an order may ask for besides the card. */
export const ASKED_FIELDS: Readonly<Record<ShopperField, readonly FormField[]>> = {
  email: [
    {
      name: 'email',
      label: 'email',
      autocomplete: 'email',
      type: 'email',
      inputMode: 'email',
      wireNames: /^payer\.email$/,
      check: ({ email }) => (isEmailAddress(email.trim()) ? undefined : { message: 'email-wrong' }),
    },
  ],
  mobile_phone: [
    {
      name: 'phone',
      label: 'phone',
      hint: 'phone-hint',
      autocomplete: 'tel',
      type: 'tel',
      inputMode: 'tel',
      wireNames: /^payer\.mobile_phone/,
      check: ({ phone }) =>
        parsePhoneNumber(phone) ? undefined : { message: 'phone-wrong', values: { example: PHONE_EXAMPLE } },
    },
  ],
  billing_address: [
    {
      name: 'line1',
      label: 'line1',
      autocomplete: 'billing address-line1',
      type: 'text',
      inputMode: 'text',
      wireNames: /^payer\.billing_address\.line1/,
      check: filled('line1'),
    },
    {
      name: 'city',
      label: 'city',
      autocomplete: 'billing address-level2',
      type: 'text',
      inputMode: 'text',
      wireNames: /^payer\.billing_address\.city/,
      check: filled('city'),
    },
    {
      name: 'postcode',
      label: 'postcode',
      autocomplete: 'billing postal-code',
      type: 'text',
      inputMode: 'text',
      wireNames: /^payer\.billing_address\.postal_code/,
      check: filled('postcode'),
    },
    { ...COUNTRY, autocomplete: 'billing country' },
  ],
};
