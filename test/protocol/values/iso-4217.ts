import { CURRENCIES } from '../../../src/command/certify/currencies.js';

/**
 * The exponents that are not 2, copied from list one of 1 January 2026 of the maintenance agency
 * (https://www.six-group.com/en/products-services/financial-information/data-standards.html).
 */
const EXPONENTS: Readonly<Record<string, number>> = Object.fromEntries([
  ...exponentOfAll(0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'),
  ...exponentOfAll(3, 'BHD IQD JOD KWD LYD OMR TND'),
  ...exponentOfAll(4, 'CLF UYW'),
]);

function exponentOfAll(exponent: number, codes: string) {
  return codes.split(' ').map((code) => [code, exponent] as const);
}

/** Codes that no longer are currencies, and codes without an exponent, such as gold. Amounts have two decimals. */
const OTHER_CODES =
  'ANG BGN BYR CUC HRK LTL LVL MRO SLL STD VEF ZMK ZWL XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX QQQ';

export const ISO_4217: readonly (readonly [code: string, exponent: number])[] = [
  ...CURRENCIES,
  ...OTHER_CODES.split(' '),
].map((code) => [code, EXPONENTS[code] ?? 2]);

/** The digits of a formatted amount, as ASCII. */
export function digitsOf(text: string): string {
  return [...text]
    .filter((sign) => /\p{Nd}/u.test(sign))
    .map((sign) => valueOf(sign))
    .join('');
}

/** Digits of a script follow each other in Unicode, and begin with zero. */
function valueOf(digit: string): number {
  let value = 0;
  for (let code = digit.codePointAt(0)! - 1; /\p{Nd}/u.test(String.fromCodePoint(code)) && value < 9; code--) value++;
  return value;
}
