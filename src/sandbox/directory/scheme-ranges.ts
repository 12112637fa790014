import type { CardScheme } from '../../protocol/card-scheme.js';
import type { CardRange } from './card-directory.js';

/** The schemes' ranges by their first digits (ISO/IEC 7812), as `protocol/card-scheme.ts` has them. */
const FIRST_DIGITS: readonly (readonly [scheme: CardScheme, low: string, high?: string])[] = [
  ['VISA', '4'],
  ['MASTERCARD', '51', '55'],
  ['MASTERCARD', '2221', '2720'],
  ['AMEX', '34'],
  ['AMEX', '37'],
  ['DINERS', '300', '305'],
  ['DINERS', '3095'],
  ['DINERS', '36'],
  ['DINERS', '38', '39'],
  ['JCB', '3528', '3589'],
  ['DISCOVER', '6011'],
  ['DISCOVER', '644', '649'],
  ['DISCOVER', '65'],
];

/**
 * What every card gets that no test card and no range of the user's speaks for: frictionless
 * success at 2.2.0. A sandbox that takes only its own numbers would fail everybody's own fixtures.
 */
export const SCHEME_RANGES: readonly CardRange[] = FIRST_DIGITS.map(([scheme, low, high = low]) => ({
  low,
  high,
  scheme,
  version: '2.2.0',
  behaviour: 'success',
}));
