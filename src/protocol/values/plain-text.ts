import * as z from '../zod.js';
import { limitedText } from './text.js';

/**
 * No control, format, private or unassigned character and no lone surrogate: XML has no way to write some of them, and
 * others change how the text around them looks. The two zero-width joiners are parts of Persian and Indic names and of
 * emoji.
 */
const PLAIN = /^[\P{C}\u200C\u200D]*$/u;

/** Text from outside that is shown to people or sent to the gateway. */
export const plainText = (most: number, least = 1) => {
  const expected = `text of ${least === 0 ? 'at most' : `${least} to`} ${most} characters without control characters`;
  return limitedText(most, expected).check(z.refine((text) => text.length >= least && PLAIN.test(text), expected));
};
