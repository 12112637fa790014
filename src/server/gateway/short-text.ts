import { withoutCardNumbers } from '../masking/mask-card-numbers.js';

/**
 * Characters after the cut that are searched for card numbers as well. A card number is at most 19 digits with three
 * characters between them, of two code units each. A digit has at most ten code units, as a character reference with
 * three leading zeros, of which a masked digit keeps one.
 */
const MARGIN = 500;
/** Characters of one text in a line of a log. */
const MAX_LOGGED = 300;

/** Text from outside without card numbers, and of limited length. */
export function shortText(text: string, maxLength: number): string {
  // Masked before the cut: the first digits of a number that is cut in two are not recognizable as a card number.
  const masked = withoutCardNumbers(text.slice(0, maxLength + MARGIN));
  return masked.length > maxLength ? `${masked.slice(0, maxLength)}…` : masked;
}

/** Text from outside for one line of a log: of limited length, and without line breaks and terminal commands. */
export function safeText(text: string): string {
  return shortText(text, MAX_LOGGED).replace(/[\p{C}\u2028\u2029]/gu, escaped);
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
