import * as z from 'zod/mini';

/** An amount on the wire: a string of minor units, no sign, no separator (spec: Conventions). */
export const minorUnits = z.string().check(z.regex(/^\d{1,12}$/, 'an amount in minor units'));

/** An alphabetic currency code (ISO 4217). */
export const currencyCode = z.string().check(z.regex(/^[A-Z]{3}$/, 'an alphabetic currency code'));

/** How many digits of the minor unit a currency has: 2 for EUR, 0 for JPY, 3 for BHD. */
export function minorDigits(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** `1999` EUR is `19.99`, `1999` JPY is `1999`; exact, whatever the length. */
export function decimalAmount(minor: string, currency: string): `${number}` {
  const digits = minorDigits(currency);
  const padded = minor.padStart(digits + 1, '0');
  const whole = padded.slice(0, padded.length - digits);
  return (digits ? `${whole}.${padded.slice(-digits)}` : whole) as `${number}`;
}

/** The amount as people of that language write it: `€19.99`, `19,99 €`. */
export function formatAmount(minor: string, currency: string, language?: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(decimalAmount(minor, currency));
}
