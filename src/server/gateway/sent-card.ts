import { maskCardNumber } from '../../protocol/values/card-number.js';
import { withDigitsHidden } from '../masking/digits-in-text.js';
import { mapTexts } from './map-texts.js';
import { withoutCardNumbers } from '../masking/mask-card-numbers.js';
import { securityCodePlaces } from './security-code-places.js';

/** The card that a call is about, also where it is not sent. It is removed from everything that the gateway answers. */
export interface KnownCard {
  /** Digits; or the first six and the last four, and `*` for each digit between them. */
  readonly number: string;
  /** The security code, digits only. */
  readonly securityCode?: string | undefined;
}

/**
 * Removes the card from a parsed answer: from texts, numbers and names of fields, at all levels. The card number is
 * found by its digits, in all scripts, forms and character references, whatever stands between and beside them. Its
 * first six and last four digits stay. The security code is removed where it is recognizable (security-code-places.ts).
 * Runs in linear time.
 */
export function withoutSentCard<Answer>(answer: Answer, card: KnownCard | undefined): Answer {
  return card ? mapTexts(answer, (text, field) => cleaned(text, card, field)) : answer;
}

/** Removes the card that was sent, and other card numbers, from a text that is not a field of an answer. */
export function withoutCardData(text: string, card: KnownCard | undefined): string {
  return withoutCardNumbers(card ? cleaned(text, card, '') : text);
}

function cleaned(text: string, { number, securityCode }: KnownCard, field: string): string {
  // A number of JSON has lost the last digits of a card number of more than 15 digits.
  if (text.length >= number.length - 3 && text === String(Number(number))) return maskCardNumber(number);
  let hasNumber = false;
  return withDigitsHidden(text, (one, found) => {
    const hidden = new Set<number>();
    for (const at of placesOf(number, found.digits)) {
      for (let place = at + 6; place < at + number.length - 4; place++) hidden.add(place);
    }
    hasNumber ||= hidden.size > 0;
    for (const place of securityCodePlaces({ text: one, found, field, hasNumber }, securityCode)) hidden.add(place);
    return hidden;
  });
}

/** The shortest card number (ISO/IEC 7812-1). */
const SHORTEST = 12;

/** The positions at which the card number begins. Every `*` of the number stands for one digit. */
function placesOf(number: string, digits: string): number[] {
  if (number.length < SHORTEST) return [];
  const pattern = new RegExp(`(?=${number.replaceAll(/\D/g, '\\d')})`, 'g');
  return Array.from(digits.matchAll(pattern), ({ index }) => index);
}
