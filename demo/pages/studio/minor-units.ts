import { exponentOf } from 'scudo-checkout/payment';

/**
 * Returns an amount such as `19.99` in minor units, as the shop's API has it; undefined for a text that is no amount
 * of the currency.
 */
export function minorUnits(text: string, currency: string): string | undefined {
  const digits = exponentOf(currency);
  const [, whole, , fraction = ''] = /^(\d{1,12})([.,](\d{1,4}))?$/.exec(text.trim()) ?? [];
  if (!/^[A-Z]{3}$/.test(currency) || whole === undefined || fraction.length > digits) return undefined;
  return String(BigInt(whole + fraction.padEnd(digits, '0')));
}
