import { digitsOf, latinDigits } from '../../protocol/values/card-number.js';
import { cleanText } from '../../protocol/values/clean-text.js';
import type { PhoneNumber } from '../../protocol/values/phone-number.js';
import type { FieldTexts } from '../fields/form-field.js';

/**
 * The numbering plan of a country. The trunk prefix is a pattern; it is empty where a leading zero is part of the
 * number. Lengths are those of numbers without calling code and trunk prefix. The replacement stands for a trunk prefix
 * with an area code in it (Argentina).
 */
export type PhonePlan = readonly [
  callingCode: string,
  trunkPrefix: string,
  lengths: readonly number[],
  example: string,
  replacement?: string,
];

/** Numbering plans by country. The owner of a calling code comes before countries that share it. */
export type PhonePlans = Readonly<Record<string, PhonePlan>>;

/** A phone number as typed. */
export interface TypedPhoneNumber {
  /** True when the text begins with a calling code. */
  readonly isInternational: boolean;
  /** The country of the calling code, or the chosen one; undefined when no country has the calling code. */
  readonly country: string | undefined;
  /** The text without its calling code. */
  readonly national: string;
  /** Undefined when this is no number of the country. */
  readonly number: PhoneNumber | undefined;
}

/**
 * Reads a phone number in the notations of people, browsers and address books. It may be national (`020 7946 0000`) or
 * an address (`tel:+44…`). International numbers are `+44 (0)20 …`, `(+44) 20 …` or `0044 …`, `011 44 …` in North
 * America, and `44 20 …` in the country itself. A text with an extension is no number.
 */
export function readPhoneNumber(text: string, chosen: string, plans: PhonePlans): TypedPhoneNumber {
  const written = cleanText(latinDigits(text)).replace(/^tel:/i, '');
  const [prefix] = /^[\s(]*(\+|00)/.exec(written) ?? [];
  if (prefix !== undefined) return internationalNumber(written.slice(prefix.length), chosen, plans);
  const plan = planOf(plans, chosen);
  const national = { isInternational: false, country: chosen, national: written, number: numberOf(written, plan) };
  if (national.number) return national;
  // Dialled from a country of the North American plan, or with the calling code of the country but without a plus.
  const rest = plan?.[0] === '1' && /^[\s(]*011/.test(written) ? written.replace(/^[\s(]*011/, '') : undefined;
  const isWithCode = rest === undefined && plan !== undefined && digitsOf(written).startsWith(plan[0]);
  const found = rest === undefined && !isWithCode ? undefined : internationalNumber(rest ?? written, chosen, plans);
  return found?.number && (!isWithCode || found.country === chosen) ? found : national;
}

/** Reads a number from its calling code on. */
function internationalNumber(rest: string, chosen: string, plans: PhonePlans): TypedPhoneNumber {
  const digits = digitsOf(rest);
  const country = [chosen, ...Object.keys(plans)].find((one) => digits.startsWith(planOf(plans, one)?.[0] ?? 'none'));
  const plan = planOf(plans, country ?? '');
  const national = plan ? rest.replace(new RegExp(`^(\\P{Nd}*\\p{Nd}){${plan[0].length}}[\\s)./-]*`, 'u'), '') : rest;
  return { isInternational: true, country, national, number: numberOf(national, plan) };
}

/**
 * Returns the country and the national form of a number that has its calling code in the text; nothing for any other
 * text.
 */
function separateCallingCode(
  { phone, 'phone-country': chosen }: Pick<FieldTexts, 'phone' | 'phone-country'>,
  plans: PhonePlans,
): Partial<FieldTexts> {
  const { isInternational, country, national, number } = readPhoneNumber(phone, chosen, plans);
  return isInternational && country && number ? { 'phone-country': country, phone: national } : {};
}

/** Returns the national form of a number that the shopper has left, and the country that its text named. */
export function leftPhone(texts: Pick<FieldTexts, 'phone' | 'phone-country'>, plans: PhonePlans): Partial<FieldTexts> {
  const separated = separateCallingCode(texts, plans);
  const { phone, 'phone-country': country } = { ...texts, ...separated };
  return { ...separated, phone: spaced(phone, country, plans) };
}

/** Returns digits with the separators of their country's example. Other texts and lengths stay as they are. */
function spaced(text: string, country: string, plans: PhonePlans): string {
  const example = planOf(plans, country)?.[3] ?? '';
  if (!/^\d+$/.test(text) || digitsOf(example).length !== text.length) return text;
  let place = 0;
  return example.replaceAll(/\d/g, () => text.charAt(place++));
}

/** Own properties only: a browser may fill in any text as the country. */
function planOf(plans: PhonePlans, country: string): PhonePlan | undefined {
  return Object.hasOwn(plans, country) ? plans[country] : undefined;
}

function numberOf(national: string, plan: PhonePlan | undefined): PhoneNumber | undefined {
  if (!plan || /[\p{L}#*,;+]/u.test(national)) return undefined;
  const [country_code, trunkPrefix, lengths, , replacement] = plan;
  const digits = digitsOf(national);
  const withoutTrunk = digits.replace(new RegExp(`^(?:${trunkPrefix})`), (_trunk, area?: string) =>
    replacement && area ? replacement.replace('$1', area) : '',
  );
  const subscriber_number = [withoutTrunk, digits].find(({ length }) => lengths.includes(length));
  return subscriber_number === undefined ? undefined : { country_code, subscriber_number };
}
