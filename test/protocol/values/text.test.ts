import { describe, expect, it } from 'vitest';
import { limitedText, textLike } from '../../../src/protocol/values/text.js';

const messagesOf = (schema: ReturnType<typeof limitedText>, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

describe('a text of limited length', () => {
  it('a text of limited length passes up to its limit, and an error names the limit', () => {
    expect(messagesOf(limitedText(3), '')).toBeUndefined();
    expect(messagesOf(limitedText(3), 'abc')).toBeUndefined();
    expect(messagesOf(limitedText(3), 'abcd')).toEqual(['text of at most 3 characters']);
    expect(messagesOf(limitedText(3, 'a code'), 'abcd')).toEqual(['a code']);
    expect(limitedText(3).safeParse('abcd').error?.issues).toMatchObject([
      { code: 'too_big', origin: 'string', maximum: 3 },
    ]);
    for (const wrong of [7, null, undefined, ['a'], {}]) expect(messagesOf(limitedText(3), wrong)).toHaveLength(1);
  });

  it('a text of limited length is compared with its pattern only when it is not too long', () => {
    const schema = textLike(3, /^a+$/, 'letters a');
    expect(messagesOf(schema, 'aaa')).toBeUndefined();
    expect(messagesOf(schema, 'ab')).toEqual(['letters a']);
    expect(messagesOf(schema, '')).toEqual(['letters a']);
    expect(messagesOf(schema, 'bbbb')).toEqual(['letters a']);
  });
});
