/**
 * Every code of ISO 4217 with its exponent, copied from list one of 1 January 2026 and list three of the maintenance
 * agency (https://www.six-group.com/en/products-services/financial-information/data-standards.html). It is independent
 * of the package and of the platform's locale data.
 */
const CODES: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY COP
    COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR
    JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN
    NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
    THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** Codes that no longer are currencies, and codes without an exponent, such as gold. Amounts have two decimals. */
const OTHER_CODES = `
  ANG BGN BYR CUC HRK LTL LVL MRO SLL STD VEF ZMK ZWL XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX QQQ`;

const pairsOf = (exponent: number, codes: string) =>
  codes
    .trim()
    .split(/\s+/)
    .map((code) => [code, exponent] as const);

/** The codes of currencies in use. */
export const CURRENCIES_IN_USE: readonly (readonly [code: string, exponent: number])[] = Object.entries(CODES).flatMap(
  ([exponent, codes]) => pairsOf(Number(exponent), codes),
);

export const ISO_4217: readonly (readonly [code: string, exponent: number])[] = [
  ...CURRENCIES_IN_USE,
  ...pairsOf(2, OTHER_CODES),
];

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
