import * as z from '../zod.js';

/**
 * Text of at most `most` characters. The length is the first check, and a text that is longer is not checked any
 * further, so that no other check sees more than `most` characters.
 */
export const limitedText = (most: number, expected = `text of at most ${most} characters`) =>
  z.string().check((context) => {
    const { value: input } = context;
    if (input.length > most)
      context.issues.push({ code: 'too_big', origin: 'string', maximum: most, input, message: expected });
  });

/** Text of at most `most` characters that matches a pattern. */
export const textLike = (most: number, pattern: RegExp, expected: string) =>
  limitedText(most, expected).check(z.regex(pattern, expected));
