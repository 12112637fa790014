import { COUNTRY_CODES } from '../../protocol/country.js';
import { digitsOf, passesLuhn } from '../../protocol/card-number.js';
import { cardBrand } from '../../protocol/card-scheme.js';
import { isEmailAddress } from '../../protocol/email-address.js';
import { parsePhoneNumber } from '../../protocol/phone-number.js';
import type { MethodField, ShopperField } from '../../protocol/adapter-answers.js';
import { hasExpired, parseExpiryDate } from './expiry-date.js';
import type { Word } from '../i18n/english.js';

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

/** What is wrong with a field, in words, with the values they need. */
export interface FieldError {
  readonly word: Word;
  readonly values?: Readonly<Record<string, string>>;
}

export interface FormField {
  readonly name: FieldName;
  readonly label: Word;
  readonly hint?: Word;
  /** The token by which browsers and password managers know the field (HTML: autofill). */
  readonly autocomplete: AutoFill;
  readonly type: 'text' | 'tel' | 'email' | 'select';
  readonly inputMode: 'numeric' | 'tel' | 'email' | 'text';
  /** The backend's names for it, by which it refuses a field. */
  readonly wireNames: RegExp;
  readonly check: (texts: FieldTexts, now: Date) => FieldError | undefined;
}

const filled = (name: FieldName) => (texts: FieldTexts) =>
  texts[name].trim() === '' ? ({ word: 'field-missing' } as const) : undefined;

/** How many digits the security code of the typed card has. */
export function securityCodeLength(texts: FieldTexts): string {
  return String(cardBrand(digitsOf(texts.number))?.securityCodeLength ?? 3);
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
      if (digits === '') return { word: 'number-missing' };
      const brand = cardBrand(digits);
      if (!brand) return { word: 'number-unknown' };
      if (digits.length < Math.min(...brand.lengths)) return { word: 'number-incomplete' };
      return brand.lengths.includes(digits.length) && passesLuhn(digits) ? undefined : { word: 'number-wrong' };
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
      if (expiry.trim() === '') return { word: 'expiry-missing' };
      const date = parseExpiryDate(expiry);
      if (!date) return { word: 'expiry-wrong' };
      return hasExpired(date, now) ? { word: 'expiry-past' } : undefined;
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
      if (digits === '') return { word: 'code-missing' };
      return String(digits.length) === securityCodeLength(texts)
        ? undefined
        : { word: 'code-wrong', values: { digits: securityCodeLength(texts) } };
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
      if (name.trim().length < 2) return { word: 'name-missing' };
      return name.trim().length > 45 ? { word: 'name-long', values: { most: '45' } } : undefined;
    },
  },
];

const COUNTRY: Omit<FormField, 'autocomplete'> = {
  name: 'country',
  label: 'country',
  type: 'select',
  inputMode: 'text',
  wireNames: /(^|\.)country$/,
  check: ({ country }) => (COUNTRY_CODES.includes(country) ? undefined : { word: 'field-missing' }),
};

/** The fields for what a method that the shopper is sent to needs of them. */
export const METHOD_FIELDS: Readonly<Record<MethodField, FormField>> = {
  account_holder_name: {
    name: 'holder',
    label: 'holder',
    autocomplete: 'name',
    type: 'text',
    inputMode: 'text',
    wireNames: /^account_holder_name$/,
    check: ({ holder }) =>
      holder.trim().length < 2
        ? { word: 'holder-missing' }
        : holder.trim().length > 100
          ? { word: 'name-long', values: { most: '100' } }
          : undefined,
  },
  country: { ...COUNTRY, autocomplete: 'country' },
};

/** The fields for what an order may still ask of the shopper. */
export const ASKED_FIELDS: Readonly<Record<ShopperField, readonly FormField[]>> = {
  email: [
    {
      name: 'email',
      label: 'email',
      autocomplete: 'email',
      type: 'email',
      inputMode: 'email',
      wireNames: /^payer\.email$/,
      check: ({ email }) => (isEmailAddress(email.trim()) ? undefined : { word: 'email-wrong' }),
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
      check: ({ phone }) => (parsePhoneNumber(phone) ? undefined : { word: 'phone-wrong' }),
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
