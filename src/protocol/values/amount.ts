import type * as z from '../zod.js';
import { textLike } from './text.js';

/** An amount in minor units without sign and separator (3D Secure 2 Authentication Interface, Resources and fields). */
export const minorUnitsSchema: z.ZodMiniString<string> = textLike(
  12,
  /^\d{1,12}$/,
  'an amount in minor units, such as 1999 for €19.99',
);

/** An amount in minor units that a discount makes negative. */
export const signedMinorUnitsSchema: z.ZodMiniString<string> = textLike(
  13,
  /^(?:-(?!0+$))?\d{1,12}$/,
  'an amount in minor units, such as 1999, or -500 for a discount',
);

/**
 * An alphabetic currency code (ISO 4217), checked by its form only: the documents list no currencies, and the gateway
 * decides which ones the merchant has.
 */
export const currencyCodeSchema: z.ZodMiniString<string> = textLike(
  3,
  /^[A-Z]{3}$/,
  'an alphabetic currency code, such as EUR',
);

/** `0001999` becomes `1999`: amounts are sent without leading zeros. Zero stays `0`. */
export function withoutLeadingZeros(minor: string): string {
  return minor.replace(/^0+(?=\d)/, '');
}

/** An amount as messages have it. `Order` of the page, `OrderRecord` and `ShopView` are amounts, too. */
export interface Amount {
  /** Minor units, digits only. */
  readonly amount: string;
  /** Alphabetic code (ISO 4217). */
  readonly currency: string;
  /** Decimals of the amount. Default: those of ISO 4217. */
  readonly exponent?: number | undefined;
}

/** A part of the amount of an order. */
export interface OrderLine {
  /** The shop's text, such as the name of a product. */
  readonly text: string;
  /** The number of pieces; absent for a line that is no item, such as delivery or a discount. */
  readonly quantity?: number | undefined;
  /** The amount of the whole line in minor units, negative for a discount. */
  readonly amount: string;
}

/** The numbers of decimals that an amount can have. */
export const EXPONENTS: readonly number[] = [0, 1, 2, 3, 4];

export function isExponent(value: unknown): value is number {
  return EXPONENTS.includes(value as number);
}

/**
 * The currencies of ISO 4217 (list one) whose exponent is not 2, by their exponent. The locale data of browsers have
 * other decimals for some currencies, such as HUF (https://github.com/unicode-org/cldr/pull/4112).
 */
const CURRENCIES: readonly (readonly [exponent: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];

/**
 * Finds the number of decimals of amounts in a currency by ISO 4217.
 * @param currency code of three letters, such as `EUR`
 * @returns the number of decimals; 2 for a code that ISO 4217 does not list
 * @example
 * exponentOf('EUR'); // 2
 * exponentOf('JPY'); // 0
 */
export function exponentOf(currency: string): number {
  return CURRENCIES.find(([, currencies]) => currencies.split(' ').includes(currency.toUpperCase()))?.[0] ?? 2;
}

/** The way in which a language writes amounts. `npm run data` writes it into the file of each language. */
export interface AmountFormat {
  /** `¤` is the symbol of the currency, and `0` the number. */
  readonly pattern: string;
  readonly decimal: string;
  readonly group: string;
  /** The fewest digits of a number with groups. Default: 4. */
  readonly groupedFrom?: number | undefined;
  /** Digits of the groups above the thousand. Default: 3. */
  readonly upperGroup?: number | undefined;
  /** The ten digits of the language. Default: `0123456789`. */
  readonly digits?: string | undefined;
  /** Symbols by currency. A currency without one has its code. */
  readonly symbols: Readonly<Record<string, string>>;
}

/** English, which the elements have without a file. */
const ENGLISH: AmountFormat = {
  pattern: '¤0',
  decimal: '.',
  group: ',',
  symbols: {
    AUD: 'A$',
    BRL: 'R$',
    CAD: 'CA$',
    CNY: 'CN¥',
    EUR: '€',
    GBP: '£',
    HKD: 'HK$',
    ILS: '₪',
    INR: '₹',
    JPY: '¥',
    KRW: '₩',
    MXN: 'MX$',
    NZD: 'NZ$',
    PHP: '₱',
    TWD: 'NT$',
    USD: '$',
    VND: '₫',
    XAF: 'FCFA',
    XCD: 'EC$',
    XCG: 'Cg.',
    XOF: 'F\u202fCFA',
    XPF: 'CFPF',
  },
};

/**
 * Formats an amount for a language, with the decimals of its exponent.
 * @param language BCP 47 tag. Default: the language of the platform.
 * @param format The way in which the language writes amounts. Default: for `en` its own, otherwise that of the
 * platform. Without `format`, the first call loads the browser's locale data, which takes a third of the start time.
 * @returns the amount with the symbol or code of the currency
 * @throws {RangeError} for a currency that is not three letters, or a language that is not a tag
 * @example
 * formatAmount({ amount: '1999', currency: 'EUR' }, 'de'); // 19,99 €
 */
export function formatAmount(
  { amount, currency, exponent = exponentOf(currency) }: Amount,
  language?: string,
  format: AmountFormat | undefined = language === 'en' ? ENGLISH : undefined,
): string {
  const number = decimalAmount(amount, exponent);
  if (format) return written(number, currency.toUpperCase(), format);
  const decimals = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
  return new Intl.NumberFormat(language, { style: 'currency', currency, ...decimals }).format(number);
}

function written(number: string, currency: string, format: AmountFormat): string {
  const { pattern, decimal, digits, symbols } = format;
  if (!/^[A-Z]{3}$/.test(currency)) throw new RangeError(`Invalid currency code: ${currency}`);
  const [whole = '', fraction] = number.split('.');
  const plain = inGroups(withoutLeadingZeros(whole), format) + (fraction === undefined ? '' : decimal + fraction);
  const shown = digits ? plain.replace(/\d/g, (digit) => digits[Number(digit)] ?? digit) : plain;
  const symbol = (Object.hasOwn(symbols, currency) && symbols[currency]) || currency;
  // Letters before a number are apart from it (Unicode CLDR, currency spacing).
  const isApart = pattern.includes('¤0') && !/\p{S}$/u.test(symbol);
  return pattern.replace(/[¤0]/g, (part) => (part === '0' ? shown : isApart ? `${symbol}\u00a0` : symbol));
}

function inGroups(whole: string, { group, groupedFrom = 4, upperGroup = 3 }: AmountFormat): string {
  if (whole.length < groupedFrom) return whole;
  const groups = [whole.slice(-3)];
  for (let rest = whole.slice(0, -3); rest !== ''; rest = rest.slice(0, -upperGroup))
    groups.unshift(rest.slice(-upperGroup));
  return groups.join(group);
}

/** `1999` with two decimals is `19.99`; exact for every length. */
export function decimalAmount(minor: string, exponent: number): `${number}` {
  const padded = minor.padStart(exponent + 1, '0');
  const whole = padded.slice(0, padded.length - exponent);
  return (exponent ? `${whole}.${padded.slice(-exponent)}` : whole) as `${number}`;
}
