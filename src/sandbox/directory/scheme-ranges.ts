import type { CardScheme } from '../../protocol/values/card-scheme.js';
import type { CardRange } from './card-directory.js';

/** Ranges of the schemes by their first digits (ISO/IEC 7812), the same as in `protocol/values/card-scheme.ts`. */
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
  ['JCB', '2131'],
  ['JCB', '1800'],
  ['DISCOVER', '6011'],
  ['DISCOVER', '644', '649'],
  ['DISCOVER', '65'],
];

/**
 * Ranges for all other cards, which succeed without a challenge at 2.2.0. A sandbox that knew only its own numbers
 * would fail the fixtures of its users.
 */
export const SCHEME_RANGES: readonly CardRange[] = FIRST_DIGITS.map(([scheme, low, high = low]) => ({
  low,
  high,
  scheme,
  version: '2.2.0',
  behaviour: 'success',
}));
