import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseLanguage, directionOf, LANGUAGES } from '../src/elements/languages.js';
import type { Messages } from '../src/elements/messages.js';
import { ENGLISH, OUTCOME_WORDS } from '../src/elements/words.js';

const english: Messages = { ...ENGLISH, ...OUTCOME_WORDS };
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

it('the languages are the files that there are', () => {
  expect(Object.keys(LANGUAGES)).toEqual(
    readdirSync('src/elements/languages')
      .map((file) => file.replace('.ts', ''))
      .sort(),
  );
});

describe.each(Object.keys(LANGUAGES))('%s', (language) => {
  it('says everything, with the same values, and in words only', async () => {
    const { messages } = await LANGUAGES[language]!();
    expect(Object.keys(messages)).toEqual(Object.keys(english));
    for (const [key, text] of Object.entries(messages) as [keyof Messages, string][]) {
      expect(placeholders(text), key).toEqual(placeholders(english[key]));
      expect(text, key).toBe(text.trim());
      expect(text, key).not.toMatch(/[<>&\u200e\u200f\u202a-\u202e]|^$/);
      expect(text.length, key).toBeLessThan(english[key].length * 3 + 20);
    }
  });

  it('says “nothing was charged” exactly where English does', async () => {
    const { messages } = await LANGUAGES[language]!();
    // The words for it are those that most of the outcomes share.
    // Thai parts its sentences by spaces, and has none within one like this.
    const nothing = messages['challenge-failed']
      .split(language === 'th' ? /\s+/ : /[.。।]\s*/)
      .filter((part) => part !== '')
      .at(-1)!;
    for (const code of Object.keys(OUTCOME_WORDS) as (keyof typeof OUTCOME_WORDS)[]) {
      expect(messages[code].includes(nothing), code).toBe(english[code].includes('Nothing was charged'));
    }
  });
});

describe('the choice of a language', () => {
  it.each([
    [['de'], 'de'],
    [['de-AT'], 'de'],
    [['DE-at'], 'de'],
    [['xx', 'fr-CA', 'de'], 'fr'],
    [['en-GB', 'de'], 'en'],
    [[], 'en'],
    [['tlh'], 'en'],
    [['ar-EG'], 'ar'],
    [['es-419'], 'es'],
    [[''], 'en'],
  ])('%j is %s', (wanted, language) => {
    expect(chooseLanguage(wanted)).toBe(language);
  });

  it('is one that there is, whatever is wanted', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 5 }), (wanted) =>
        ['en', ...Object.keys(LANGUAGES)].includes(chooseLanguage(wanted)),
      ),
    );
  });

  it('knows a language that a page added, and which way it is written', () => {
    LANGUAGES['cy'] = () => Promise.resolve({ messages: english });
    expect(chooseLanguage(['cy-GB'])).toBe('cy');
    Reflect.deleteProperty(LANGUAGES, 'cy');
    expect([directionOf('ar'), directionOf('de'), directionOf('zh-Hans')]).toEqual(['rtl', 'ltr', 'ltr']);
  });
});
