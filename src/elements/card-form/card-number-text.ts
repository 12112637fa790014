import { digitsOf } from '../../protocol/card-number.js';
import { cardBrand } from '../../protocol/card-scheme.js';

/** A text in a field and where the caret stands in it. */
export interface Edited {
  readonly text: string;
  readonly caret: number;
}

const LONGEST = 19;

/**
 * A card number as its brand prints it, the caret staying behind the digit that it stood behind. A
 * library for this is 1.4 kB of the 24 (cleave-zen, measured), all of it is here in a quarter of that.
 * @param before the text before the edit: where only a blank was deleted, the digit beside it was meant.
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
