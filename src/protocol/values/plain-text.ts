import * as z from '../zod.js';
import { latinDigits } from './card-number.js';
import { cleanText, visibleLength } from './clean-text.js';
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
  return limitedText(most, expected).check(
    z.refine((text) => visibleLength(text) >= least && PLAIN.test(text), expected),
  );
};

/** Text that a person types or pastes: a name, a part of an address, a description. It is cleaned before the check. */
export const personText = (most: number, least = 1) => cleaned(cleanText, plainText(most, least));

/** Digits of a person, of any script: those of a card or of a phone number. */
export const personDigits = (schema: z.ZodMiniType<string, string>) =>
  cleaned((text) => cleanText(latinDigits(text)), schema);

/** Cleans a text before its check. Far longer texts are left to the check of their length. */
export function cleaned(clean: (text: string) => string, schema: z.ZodMiniType<string, string>) {
  const transform = z.transform((value: unknown) =>
    typeof value === 'string' && value.length <= MAX_CLEANED ? clean(value) : value,
  );
  return z.pipe(transform, schema) as unknown as z.ZodMiniType<string, string>;
}

const MAX_CLEANED = 10_000;
