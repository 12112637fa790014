import type * as z from '../zod.js';
import { textLike } from './text.js';

/** An amount in minor units without sign and separator (3D Secure 2 Authentication Interface, Resources and fields). */
export const minorUnitsSchema: z.ZodMiniString<string> = textLike(
  12,
  /^\d{1,12}$/,
  'an amount in minor units, such as 1999 for €19.99',
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
  return CURRENCIES.find(([, currencies]) => currencies.split(' ').includes(currency))?.[0] ?? 2;
}

/**
 * Formats an amount for a language, with the decimals of its exponent.
 * @param language BCP 47 tag. Default: the language of the platform.
 * @returns the amount with the symbol or code of the currency
 * @throws {RangeError} for a currency that is not three letters, or a language that is not a tag
 * @example
 * formatAmount({ amount: '1999', currency: 'EUR' }, 'de'); // 19,99 €
 */
export function formatAmount({ amount, currency, exponent = exponentOf(currency) }: Amount, language?: string): string {
  return currencyFormat(currency, exponent, language).format(decimalAmount(amount, exponent));
}

/** `1999` with two decimals is `19.99`; exact for every length. */
export function decimalAmount(minor: string, exponent: number): `${number}` {
  const padded = minor.padStart(exponent + 1, '0');
  const whole = padded.slice(0, padded.length - exponent);
  return (exponent ? `${whole}.${padded.slice(-exponent)}` : whole) as `${number}`;
}

interface CurrencyFormat {
  readonly key: string;
  readonly format: Intl.NumberFormat;
}

let last: CurrencyFormat | undefined;

/** A page formats the same currency at each rendering, and a new formatter takes a fifth of its start. */
function currencyFormat(currency: string, digits: number, language: string | undefined): Intl.NumberFormat {
  const key = [currency, digits, language].join();
  if (last?.key !== key) {
    const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    last = { key, format: new Intl.NumberFormat(language, { style: 'currency', currency, ...decimals }) };
  }
  return last.format;
}
