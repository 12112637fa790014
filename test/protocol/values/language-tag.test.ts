import { describe, expect, it } from 'vitest';
import { shortLanguage } from '../../../src/protocol/values/language-tag.js';

describe('languages', () => {
  it.each([
    ['en', 'en'],
    ['en-GB-oxendict', 'en-GB'],
    ['zh-Hant-TW', 'zh-Hant'],
    ['abcdefgh', 'abcdefgh'],
    ['abcdefgh-x', 'abcdefgh'],
    ['sl-rozaj-biske-1994', 'sl-rozaj'],
    ['-abcdefghi', undefined],
    ['d!', undefined],
    ['!d', undefined],
    ['abcdefghi', undefined],
    ['', undefined],
    ['de_DE', undefined],
  ])('language tag “%s” is sent as %s', (tag, short) => {
    expect(shortLanguage(tag)).toBe(short);
  });
});
