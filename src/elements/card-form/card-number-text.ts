import { digitsOf, passesLuhn } from '../../protocol/values/card-number.js';
import { cardBrand } from '../../protocol/values/card-scheme.js';
import { capped, digitEdit, insertedText, type CaretText, type TextEdit } from './text-edit.js';

/** The longest card number of any brand (ISO/IEC 7812-1). */
const LONGEST = 19;

/** Returns the most digits that a card number with these first digits has. */
export function longestCardNumber(digits: string): number {
  return Math.max(...(cardBrand(digits)?.lengths ?? [LONGEST]));
}

/** The digits of most card numbers. Longer ones are valid, but rare. */
const USUAL = 16;

/** True for as many digits as most numbers of the brand have. */
export function isUsualLength(digits: string): boolean {
  return digits.length >= Math.min(USUAL, longestCardNumber(digits));
}

/** Returns the most digits that typing gives a number: no digit more, by mistake, than a valid one of usual length. */
function longestTyped(digits: string, before: string): number {
  const longest = longestCardNumber(digits);
  const isComplete = before.length === USUAL && isCardNumber(before) && cardBrand(before) === cardBrand(digits);
  return isComplete ? USUAL : longest;
}

/** Returns true for a number with the length of its brand and a correct check digit. */
export function isCardNumber(digits: string): boolean {
  return cardBrand(digits)?.lengths.includes(digits.length) === true && passesLuhn(digits);
}

/** Characters between the digits of one card number. */
const GAP = /^[\s.–-]{0,3}$/u;

/**
 * Finds the first valid card number in a text, such as `Card: 4222… exp 12/28 cvv 123`. If a number and the one that is
 * continued by the next digits are both valid, only a text without anything else has the longer one.
 */
export function cardNumberIn(text: string): string | undefined {
  const plain = text.normalize('NFKC');
  if (!/[^\p{Nd}\s.–-]/u.test(plain) && isCardNumber(digitsOf(plain))) return digitsOf(plain);
  const runs = Array.from(plain.matchAll(/\p{Nd}+/gu), ({ 0: run, index }) => ({
    run,
    index,
    end: index + run.length,
  }));
  for (const first of runs.keys()) {
    let digits = '';
    for (const [at, { run, index }] of runs.slice(first).entries()) {
      const isJoined = at === 0 || GAP.test(plain.slice(runs[first + at - 1]?.end, index));
      digits += digitsOf(run);
      if (!isJoined || digits.length > LONGEST) break;
      if (isCardNumber(digits)) return digits;
    }
  }
  return undefined;
}

/** Groups the digits of a card number as its brand prints them. */
export function groupedDigits(digits: string): string {
  const parts: string[] = [];
  for (let rest = digits, group = 0; rest !== ''; group++) {
    const size = cardBrand(digits)?.groups?.[group] ?? 4;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return parts.join(' ');
}

/**
 * Returns the text of the card number after an edit, in groups. A typed digit beyond the brand's longest length has no
 * effect, nor has one after 16 valid digits; a text of 19 can be inserted. Of a longer text that is inserted, the first
 * valid card number replaces the whole field; without one, all digits are inserted. A library for this (cleave-zen)
 * adds 1.4 kB to the page (docs/decisions/0010-own-card-number-formatting.md).
 */
export function cardNumberText(edit: TextEdit): CaretText {
  const typed = digitEdit(edit);
  const isTyped = typed.inserted.length < 2;
  const found = isTyped ? undefined : cardNumberIn(insertedText(edit));
  if (found !== undefined) return { text: groupedDigits(found), caret: groupedDigits(found).length };
  const { digits, place } = isTyped ? capped(typed, longestTyped(typed.digits, digitsOf(edit.before))) : typed;
  const text = groupedDigits(digits);
  let caret = 0;
  for (let passed = 0; passed < place; caret++) if (text[caret] !== ' ') passed++;
  return { text, caret };
}
