import { cleanText, visibleLength } from '../../protocol/values/clean-text.js';
import { digitsOf } from '../../protocol/values/card-number.js';
import { brandCode, CARD_BRANDS, cardBrand, type BrandCode } from '../../protocol/values/card-scheme.js';
import type { CardFieldName } from '../../protocol/adapter/card-frame-lists.js';
import type { Card } from '../../payment/backend-client/backend-client.js';
import { cardNumberText, groupedDigits, isCardNumber, isUsualLength, longestCardNumber } from './card-number-text.js';
import { hasExpired, isTooFar, parseExpiryDate } from './expiry-date.js';
import { exampleExpiry, expiryText, writtenExpiry } from './expiry-text.js';
import { securityCodeText } from './security-code-text.js';
import type { CaretText, TextEdit } from './text-edit.js';
import type { IconName } from '../icons/icons.js';
import type { MessageKey } from '../i18n/english.js';
import type { Language } from '../i18n/language.controller.js';
import { isCardField, type FieldError, type FieldName, type FieldTexts, type FormField } from '../fields/form-field.js';

/** Returns the name of the brand that the digits of the typed card identify. */
export function brandOf({ number }: FieldTexts): string | undefined {
  return cardBrand(digitsOf(number))?.name;
}

/**
 * True for a typed text that changes nothing besides its own input, so that nothing has to be rendered. The number
 * decides on the brand, and on the hint and example of the security code.
 */
export function changesNothingElse(name: FieldName, { number }: FieldTexts, text: string): boolean {
  if (name !== 'number') return isCardField(name);
  return (number === '') === (text === '') && cardBrand(digitsOf(number)) === cardBrand(digitsOf(text));
}

/** Returns the digits of the typed card number if it is complete and valid. */
export function validCardNumber(texts: FieldTexts, now: Date, brands?: readonly string[]): string | undefined {
  return cardField('number')?.check(texts, now, acceptedBrands(brands)) ? undefined : digitsOf(texts.number);
}

/** Returns the number of digits in the security code of the typed card. */
export function securityCodeLength(texts: FieldTexts): string {
  return String(cardBrand(digitsOf(texts.number))?.securityCodeLength ?? 3);
}

/**
 * Returns the example in an empty input that no language has a word for. A space makes an input without one
 * `:placeholder-shown`.
 */
export function exampleOf({ name, values }: FormField, texts: FieldTexts): string {
  return cardField(name)?.digits?.(texts) ?? values?.['example'] ?? ' ';
}

/** All brands, the most frequent first. The icon of a brand has its code as name. */
export const BRANDS = ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb'] as const satisfies BrandCode[];

/** Returns the brands that an order takes, in its order. Absent: all. */
export function acceptedBrands(codes: readonly string[] | undefined): readonly BrandCode[] {
  return codes?.flatMap((code) => BRANDS.find((brand) => brand === code) ?? []) ?? BRANDS;
}

function brandNames(brands: readonly string[] | undefined): readonly string[] {
  return acceptedBrands(brands).flatMap((code) => CARD_BRANDS.find((brand) => brandCode(brand) === code)?.name ?? []);
}

/**
 * The separators of lists in languages that have no `, ` (Unicode CLDR). The first `Intl.ListFormat` of a page loads
 * the browser's list of all languages, which takes a third of a start.
 */
const SEPARATORS: Readonly<Record<string, string>> = {
  ar: ' \u0648',
  fa: '\u060c\u200f ',
  ja: '、',
  th: ' ',
  'zh-Hans': '、',
  'zh-Hant': '、',
};

/** Returns the names of brands, separated as a list of the language. */
export function listedBrands(brands: readonly string[] | undefined, language: string): string {
  return brandNames(brands).join(SEPARATORS[language] ?? ', ');
}

/** Returns the text that names the accepted brands. */
export function acceptedText(
  { localize, tag }: Pick<Language, 'localize' | 'tag'>,
  brands?: readonly string[],
): string {
  return localize('accepted-cards', { brands: listedBrands(brands, tag) });
}

/** Returns the text of the error of a field; empty when there is none. */
export function errorTextOf(
  error: FieldError | undefined,
  { values }: FormField,
  { localize, tag }: Pick<Language, 'localize' | 'tag'>,
  brands?: readonly string[],
): string {
  return error ? localize(error.message, { brands: eitherBrand(brands, tag), ...error.values, ...values }) : '';
}

/** Returns the names of brands of which one is to be chosen, such as `Visa or Mastercard`. */
function eitherBrand(brands: readonly string[] | undefined, language: string): string {
  return listFormat(language).format(brandNames(brands));
}

function listFormat(language: string): Intl.ListFormat {
  try {
    return new Intl.ListFormat(language, { type: 'disjunction' });
  } catch {
    // A page may name a language as it likes.
    return new Intl.ListFormat('en', { type: 'disjunction' });
  }
}

/** Returns the icon of a brand by its name. */
export function brandIcon(name: string | undefined): IconName | undefined {
  const brand = CARD_BRANDS.find((one) => one.name === name);
  return brand && brandCode(brand);
}

/** The most digits that a brand needs to be identified. */
const IDENTIFYING = 4;

/** True for the first digits of a number whose brand the next ones decide. */
function canBecomeBrand(digits: string): boolean {
  const missing = IDENTIFYING - digits.length;
  return (
    missing > 0 &&
    Array.from({ length: 10 ** missing }, (_, rest) => String(rest).padStart(missing, '0')).some((rest) =>
      cardBrand(digits + rest),
    )
  );
}

/** A card as the shopper knows it. */
export interface CardSummary {
  /** Such as `Visa •••• 5344`; only the brand when the digits are not known. */
  readonly name: string | undefined;
  readonly icon: IconName | undefined;
}

/** Returns a card as the shopper knows it. Its digits are not known when they are in the frame. */
export function cardSummary({
  brand,
  digits,
}: {
  brand: string | undefined;
  digits?: string | undefined;
}): CardSummary {
  const name = digits ? `${brand ?? ''} •••• ${digits.slice(-4)}`.trim() : brand;
  return { name, icon: brandIcon(brand) };
}

/** True for American Express, which prints the security code on the front. */
function isCodeOnFront({ number }: FieldTexts): boolean {
  return cardBrand(digitsOf(number))?.scheme === 'AMEX';
}

/** Returns the hint of a field. */
export function hintOf({ hint }: FormField, texts: FieldTexts): MessageKey | undefined {
  return hint === 'security-code-hint' && isCodeOnFront(texts) ? 'security-code-hint-front' : hint;
}

/** Returns the messages of hint and example, and their values. A code that was cleared is asked for once more. */
export function wordsOf(
  field: FormField,
  texts: FieldTexts,
  isCodeCleared: boolean,
): {
  readonly hintKey?: MessageKey;
  readonly exampleKey?: MessageKey;
  readonly values: Readonly<Record<string, string>>;
} {
  const values = field.values ?? { digits: securityCodeLength(texts) };
  if (isCodeCleared && field.name === 'security-code')
    return { hintKey: 'code-again', exampleKey: 'code-again', values };
  const hintKey = hintOf(field, texts);
  return { ...(hintKey && { hintKey }), ...(field.example && { exampleKey: field.example }), values };
}

/** A field of the card. */
export interface CardField extends FormField {
  readonly name: CardFieldName;
  /** The messages that it shows beside label, hint and example. */
  readonly messages: readonly MessageKey[];
  /** The icons that it shows, and the one for the present texts. */
  readonly icons?: readonly IconName[];
  readonly icon?: (texts: FieldTexts) => IconName | undefined;
  /** The digits in the empty input, which need no language. */
  readonly digits?: (texts: FieldTexts) => string;
  /** Returns the text after an edit. Absent for a field whose text stays as it is typed. */
  readonly write?: (edit: TextEdit, texts: FieldTexts) => CaretText;
  /** True for a valid text that needs no further digit. Absent for a field without an end. */
  readonly isFull?: (texts: FieldTexts) => boolean;
  /** Returns the text of a field that the shopper has left, in one notation. Default: `cleanText`. */
  readonly leave?: (text: string) => string;
  /** Returns the part of the card that a valid text has. */
  readonly read: (text: string) => Partial<Card>;
}

/** Returns the card field of a name; undefined for the name of another field. */
export function cardField(name: FieldName): CardField | undefined {
  return CARD_FIELDS.find((field) => field.name === name);
}

/**
 * The card fields, in the order of the form. The inline form and the frame of isolated card fields derive from this
 * table; the frame parts derive from the names (`CARD_FIELD_NAMES`).
 */
export const CARD_FIELDS: readonly CardField[] = [
  {
    name: 'number',
    label: 'number',
    autocomplete: 'cc-number',
    type: 'text',
    inputMode: 'numeric',
    wireNames: /^(card\.)?number$/,
    messages: [
      ...(['number-missing', 'number-incomplete', 'number-wrong', 'number-long', 'number-unknown'] as const),
      ...(['brand-not-taken', 'accepted-cards'] as const),
    ],
    icons: BRANDS,
    icon: (texts) => brandIcon(brandOf(texts)),
    digits: () => '1234 1234 1234 1234',
    write: cardNumberText,
    isFull: ({ number }) => isUsualLength(digitsOf(number)),
    leave: (text) => groupedDigits(digitsOf(text)),
    read: (text) => ({ number: digitsOf(text) }),
    check({ number }, _now, brands = BRANDS) {
      const digits = digitsOf(number);
      if (digits === '') return { message: 'number-missing' };
      const brand = cardBrand(digits);
      if (!brand) return { message: canBecomeBrand(digits) ? 'number-incomplete' : 'number-unknown' };
      if (!brands.includes(brandCode(brand)))
        return brands.length === 0
          ? { message: 'number-unknown' }
          : { message: 'brand-not-taken', values: { brand: brand.name } };
      if (digits.length < Math.min(...brand.lengths)) return { message: 'number-incomplete' };
      if (digits.length > longestCardNumber(digits)) return { message: 'number-long' };
      return isCardNumber(digits) ? undefined : { message: 'number-wrong' };
    },
  },
  {
    name: 'expiry',
    label: 'expiry',
    hint: 'expiry-hint',
    example: 'expiry-hint',
    autocomplete: 'cc-exp',
    type: 'text',
    inputMode: 'numeric',
    wireNames: /^card\.expiry/,
    messages: ['expiry-missing', 'expiry-wrong', 'expiry-past', 'expiry-far'],
    write: expiryText,
    isFull: () => true,
    leave(text) {
      const date = parseExpiryDate(text);
      return date ? writtenExpiry(date) : cleanText(text);
    },
    read(text) {
      const { month = '', year = '' } = parseExpiryDate(text) ?? {};
      return { expiryMonth: month, expiryYear: year };
    },
    check({ expiry }, now) {
      if (expiry.trim() === '') return { message: 'expiry-missing' };
      const date = parseExpiryDate(expiry);
      if (!date) return { message: 'expiry-wrong', values: { example: exampleExpiry(now) } };
      if (hasExpired(date, now)) return { message: 'expiry-past' };
      return isTooFar(date, now) ? { message: 'expiry-far' } : undefined;
    },
  },
  {
    name: 'security-code',
    label: 'security-code',
    hint: 'security-code-hint',
    example: 'code-example',
    autocomplete: 'cc-csc',
    type: 'text',
    inputMode: 'numeric',
    wireNames: /^card\.security_code$/,
    messages: ['security-code-hint-front', 'code-again', 'code-missing', 'code-wrong'],
    icons: ['code-back', 'code-front'],
    icon: (texts) => (isCodeOnFront(texts) ? 'code-front' : 'code-back'),
    write: (edit, { number }) => securityCodeText(edit, number),
    isFull: (texts) => brandOf(texts) !== undefined,
    read: (text) => ({ securityCode: digitsOf(text) }),
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
    example: 'name-example',
    autocomplete: 'cc-name',
    type: 'text',
    inputMode: 'text',
    wireNames: /^card\.full_name$/,
    messages: ['name-missing', 'name-long'],
    read: (text) => ({ fullName: cleanText(text) }),
    check({ name }) {
      // Twelve digits are a card number in the wrong field.
      const text = cleanText(name);
      if (visibleLength(text) < 2 || digitsOf(name).length >= 12) return { message: 'name-missing' };
      return text.length > 45 ? { message: 'name-long', values: { most: '45' } } : undefined;
    },
  },
];

/** True when all card fields are valid. */
export function isCardComplete(texts: FieldTexts, now: Date, brands: readonly string[] | undefined): boolean {
  return CARD_FIELDS.every(({ check }) => check(texts, now, acceptedBrands(brands)) === undefined);
}

/** Returns the card of a form whose fields are all valid. */
export function cardOf(texts: FieldTexts): Card {
  return Object.assign({}, ...CARD_FIELDS.map(({ name, read }) => read(texts[name]))) as Card;
}
