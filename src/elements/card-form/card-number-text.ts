import { digitsOf } from '../../protocol/values/card-number.js';
import { cardBrand } from '../../protocol/values/card-scheme.js';

/** The text of a field and the position of its caret. */
export interface Edited {
  readonly text: string;
  readonly caret: number;
}

const LONGEST = 19;

/**
 * Groups a card number as its brand prints it. The caret stays behind the same digit. A library for this (cleave-zen) adds
 * 1.4 kB to the page, four times as much as this function.
 *
 * @param before The text before the edit. If only a space was deleted, the digit beside it is deleted.
 * @param forward True when the edit deleted forwards.
 */
export function grouped({ text, caret }: Edited, before = '', forward = false): Edited {
  let digits = digitsOf(text);
  let place = digitsOf(text.slice(0, caret)).length;
  if (before.length === text.length + 1 && digits === digitsOf(before)) {
    if (!forward) place -= 1;
    if (place >= 0) digits = digits.slice(0, place) + digits.slice(place + 1);
  }
  digits = digits.slice(0, LONGEST);
  place = Math.min(Math.max(place, 0), digits.length);
  const parts: string[] = [];
  for (let rest = digits, group = 0; rest !== ''; group++) {
    const size = cardBrand(digits)?.groups?.[group] ?? 4;
    parts.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  const written = parts.join(' ');
  let at = 0;
  for (let passed = 0; passed < place; at++) if (written[at] !== ' ') passed++;
  return { text: written, caret: at };
}
