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

/** Returns the number of decimals of a currency: 2 for EUR, 0 for JPY, 3 for BHD. */
export function minorDigits(currency: string): number {
  return currencyFormat(currency, 'en').digits;
}

/** `1999` EUR is `19.99`, `1999` JPY is `1999`; exact for every length. */
export function decimalAmount(minor: string, currency: string): `${number}` {
  return withDecimals(minor, minorDigits(currency));
}

/** Formats an amount for a language: `€19.99`, `19,99 €`. */
export function formatAmount(minor: string, currency: string, language?: string): string {
  const { format, digits } = currencyFormat(currency, language);
  return format.format(withDecimals(minor, digits));
}

function withDecimals(minor: string, digits: number): `${number}` {
  const padded = minor.padStart(digits + 1, '0');
  const whole = padded.slice(0, padded.length - digits);
  return (digits ? `${whole}.${padded.slice(-digits)}` : whole) as `${number}`;
}

interface CurrencyFormat {
  readonly currency: string;
  readonly language: string | undefined;
  readonly format: Intl.NumberFormat;
  /** The decimals of the currency, which are the same in every language. */
  readonly digits: number;
}

let last: CurrencyFormat | undefined;

/** A page formats the same currency at each rendering, and a new formatter takes a fifth of its start. */
function currencyFormat(currency: string, language: string | undefined): CurrencyFormat {
  if (last?.currency === currency && last.language === language) return last;
  const format = new Intl.NumberFormat(language, { style: 'currency', currency });
  return (last = { currency, language, format, digits: format.resolvedOptions().maximumFractionDigits ?? 2 });
}
