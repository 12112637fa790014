/**
 * Which scheme a card number belongs to, by the issuer ranges that the schemes publish
 * (ISO/IEC 7812). Only the schemes that the gateway takes: the version check wants one of them.
 */
export type CardScheme = 'VISA' | 'MASTERCARD' | 'AMEX' | 'DINERS' | 'DISCOVER' | 'JCB';

export interface CardBrand {
  readonly scheme: CardScheme;
  /** What the shopper reads on the card. */
  readonly name: string;
  readonly prefix: RegExp;
  readonly lengths: readonly number[];
  readonly securityCodeLength: 3 | 4;
  /** How the digits are printed in groups; fours where nothing is said. */
  readonly groups?: readonly number[];
}

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
  { scheme: 'DISCOVER', name: 'Discover', prefix: /^(6011|64[4-9]|65)/, lengths: [16, 19], securityCodeLength: 3 },
];

/** The brand of a card number, as soon as its first digits tell it. */
export function cardBrand(digits: string): CardBrand | undefined {
  return CARD_BRANDS.find((brand) => brand.prefix.test(digits));
}
