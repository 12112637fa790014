/**
 * The schemes that the gateway accepts. A card number belongs to one by the issuer ranges that the schemes publish
 * (ISO/IEC 7812).
 */
export type CardScheme = 'VISA' | 'MASTERCARD' | 'AMEX' | 'DINERS' | 'DISCOVER' | 'JCB';

/** The codes of the brands in the options of a shop and in an order: the schemes of the gateway, in lower case. */
export const BRAND_CODES = [
  'visa',
  'mastercard',
  'amex',
  'diners',
  'discover',
  'jcb',
] as const satisfies readonly Lowercase<CardScheme>[];
/** The code of a brand of cards. */
export type BrandCode = (typeof BRAND_CODES)[number];

export interface CardBrand {
  readonly scheme: CardScheme;
  /** The name on the card. */
  readonly name: string;
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
  readonly securityCodeLength: 3 | 4;
  /** The groups in which the digits are printed. Default: groups of four. */
  readonly groups?: readonly number[];
}

/** JCB is listed twice, because its ranges differ in length. */
export const CARD_BRANDS: readonly CardBrand[] = [
  { scheme: 'VISA', name: 'Visa', prefix: /^4/, lengths: [13, 16, 19], securityCodeLength: 3 },
  {
    scheme: 'MASTERCARD',
    name: 'Mastercard',
    prefix: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    securityCodeLength: 3,
  },
  {
    scheme: 'AMEX',
    name: 'American Express',
    prefix: /^3[47]/,
    lengths: [15],
    securityCodeLength: 4,
    groups: [4, 6, 5],
  },
  {
    scheme: 'DINERS',
    name: 'Diners Club',
    prefix: /^3(0[0-5]|095|[689])/,
    lengths: [14, 16, 19],
    securityCodeLength: 3,
    groups: [4, 6],
  },
  { scheme: 'JCB', name: 'JCB', prefix: /^35(2[89]|[3-8])/, lengths: [16, 17, 18, 19], securityCodeLength: 3 },
  { scheme: 'JCB', name: 'JCB', prefix: /^(2131|1800)/, lengths: [15, 16], securityCodeLength: 3 },
  { scheme: 'DISCOVER', name: 'Discover', prefix: /^(6011|64[4-9]|65)/, lengths: [16, 19], securityCodeLength: 3 },
];

/** Returns the brand of a card number as soon as its first digits determine it. */
export function cardBrand(digits: string): CardBrand | undefined {
  return CARD_BRANDS.find((brand) => brand.prefix.test(digits));
}

/** Returns the code of a brand. */
export function brandCode({ scheme }: Pick<CardBrand, 'scheme'>): BrandCode {
  return scheme.toLowerCase() as Lowercase<CardScheme>;
}
