import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADDRESS_LABELS } from '../scripts/data/address-labels.mjs';
import { ENGLISH_MESSAGES, OUTCOME_MESSAGES } from '../src/elements/i18n/english.js';
import { OUTCOMES, type OutcomeCode } from '../src/protocol/adapter/outcome-codes.js';
import { chooseLanguage, LANGUAGES } from '../src/elements/i18n/languages.js';
import { directionOf } from '../src/protocol/values/language-tag.js';

/** All messages that a language has. The labels of addresses are in the address data. */
const ENGLISH = { ...ENGLISH_MESSAGES, ...ADDRESS_LABELS };

const LOCALES = 'src/elements/i18n/locales';

/**
 * Reads the messages of the file itself, because a missing or wrong message is replaced by English when it is loaded.
 * test/late-data.test.ts checks the format of amounts.
 */
const fileOf = (language: string) => {
  const { amounts: _format, ...messages } = JSON.parse(readFileSync(`${LOCALES}/${language}.json`, 'utf8')) as Record<
    keyof typeof ENGLISH | 'amounts',
    string
  >;
  return messages;
};
/** American English has only the messages that differ. */
const messagesOf = (language: string) =>
  language === 'en-US' ? { ...ENGLISH, ...fileOf(language) } : fileOf(language);
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort();

it('LANGUAGES lists every file of a language, in alphabetical order', () => {
  expect(Object.keys(LANGUAGES)).toEqual(
    readdirSync(LOCALES)
      .map((file) => file.replace('.json', ''))
      .sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
  );
});

it('LANGUAGES loads each language from the file of its tag', () => {
  const source = readFileSync('src/elements/i18n/languages.ts', 'utf8');
  for (const language of Object.keys(LANGUAGES))
    expect(source).toMatch(new RegExp(`'?${language}'?: \\(\\) => new URL\\('\\./locales/${language}\\.json'`));
});

it('docs/languages.md lists English and the languages of LANGUAGES, and other documents have their number', () => {
  const listed = [...readFileSync('docs/languages.md', 'utf8').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, tag]) => tag);
  const tags = ['en', ...Object.keys(LANGUAGES)];
  expect(listed.sort()).toEqual(tags.sort());
  for (const document of ['README.md', 'docs/element.md', 'docs/comparison.md']) {
    expect(readFileSync(document, 'utf8'), document).toMatch(new RegExp(`\\b${tags.length}\\b`));
  }
});

/** The last sentence of a text. Thai has spaces between sentences. */
const lastSentence = (text: string) =>
  text
    .split(/(?<=[.。।])\s*|\s(?=กรุณา)/u)
    .filter((part) => part !== '')
    .at(-1);

describe.each(['en', ...Object.keys(LANGUAGES)])('the outcomes in %s', (language) => {
  const messages = language === 'en' ? ENGLISH : messagesOf(language);

  it('the text for a lost or stolen card is that of any decline', () => {
    expect(messages['card-blocked']).toBe(messages.declined);
  });

  it('only an outcome after which the same card may not be tried asks for another card', () => {
    const another = lastSentence(messages['card-not-supported']);
    const asking = (Object.keys(OUTCOMES) as OutcomeCode[]).filter((code) => lastSentence(messages[code]) === another);
    expect(asking).toEqual(['issuer-rejected', 'not-enrolled', 'card-not-supported']);
    expect(asking.filter((code) => OUTCOMES[code].sameCard)).toEqual([]);
  });
});

it('the errors of fields name no bank and no shop, which were not asked', () => {
  const errors = Object.entries(ENGLISH).filter(
    ([key]) => /-(missing|wrong|long|past|far|refused)$/.test(key) && !Object.hasOwn(OUTCOMES, key),
  );
  expect(errors.length).toBeGreaterThan(10);
  expect(errors.filter(([, text]) => /\b(bank|issuer|shop|store|gateway)/i.test(text))).toEqual([]);
});

it('each text is translated since its last change in English, as the digests of test/translated-texts.txt say', () => {
  const digests = Object.entries(ENGLISH).map(
    ([key, text]) => `${key} ${createHash('sha256').update(text).digest('hex').slice(0, 8)}`,
  );
  const recorded = readFileSync('test/translated-texts.txt', 'utf8').trim().split('\n');
  const advice = 'Translate each text that differs into every language. Then write its new line into the file.';
  expect(digests, advice).toEqual(recorded);
});

it('the file of American English has only messages that differ from English', () => {
  const messages = Object.entries(fileOf('en-US')) as [keyof typeof ENGLISH, string][];
  expect(messages.filter(([key, text]) => ENGLISH[key] === text)).toEqual([]);
});

it('American English has a store where British English has a shop', () => {
  const shops = Object.entries(messagesOf('en-US')).filter(([, text]) => /\bshop/i.test(text));
  expect(shops).toEqual([]);
});

describe.each(Object.keys(LANGUAGES))('%s', (language) => {
  const messages = messagesOf(language);

  it('the locale has the keys and placeholders of English, and text only', () => {
    expect(Object.keys(messages).sort()).toEqual(Object.keys(ENGLISH).sort());
    for (const [key, text] of Object.entries(messages) as [keyof typeof ENGLISH, string][]) {
      expect(placeholders(text), key).toEqual(placeholders(ENGLISH[key]));
      expect(text, key).toBe(text.trim());
      expect(text, key).not.toMatch(/[<>&\u200e\u200f\u202a-\u202e]|^$/);
      expect(text.length, key).toBeLessThan(ENGLISH[key].length * 3 + 20);
    }
  });

  it('says “nothing was charged” exactly where English does', () => {
    // Most outcomes share the sentence. Thai separates sentences by spaces, and has no space inside this one.
    const nothing = messages['challenge-cancelled']
      .split(language === 'th' ? /\s+/ : /[.。।]\s*/)
      .filter((part) => part !== '')
      .at(-1)!;
    for (const code of Object.keys(OUTCOME_MESSAGES) as (keyof typeof OUTCOME_MESSAGES)[]) {
      expect(messages[code].includes(nothing), code).toBe(ENGLISH_MESSAGES[code].includes('Nothing was charged'));
    }
  });
});

it.each([
  // A backend that is busy, or that another process has stopped, answers with this outcome, too.
  ['backend-unavailable', /reached|connection/],
  // So does a gateway whose answer cannot be read.
  ['gateway-unavailable', /reached|connection/],
  // A shop may release the amount.
  ['reserved', /charged|later/],
] as const)('the message %s does not state what is not known', (code, unknown) => {
  expect(OUTCOME_MESSAGES[code].replace('Nothing was charged', '')).not.toMatch(unknown);
});

describe('chooseLanguage', () => {
  it.each([
    [['de'], 'de'],
    [['de-AT'], 'de'],
    [['DE-at'], 'de'],
    // The forms of other systems: ISO 639-2, POSIX, gettext, WordPress, and a header.
    [['deu'], 'de'],
    [['ger'], 'de'],
    [['fra-CA', 'de'], 'fr-CA'],
    [['fre_CA'], 'fr-CA'],
    [['por-BR'], 'pt-BR'],
    [['zho-TW'], 'zh-Hant'],
    [['cmn-Hant'], 'zh-Hant'],
    [['srp-Latn'], 'sr-Latn'],
    [['nob'], 'nb'],
    [['nor'], 'nb'],
    [['tgl'], 'fil'],
    [['heb'], 'he'],
    [['per'], 'fa'],
    [['de DE'], 'de'],
    [['pt BR'], 'pt-BR'],
    [['zh/TW'], 'zh-Hant'],
    [['ca@valencia'], 'ca'],
    [['ca_ES@valencia'], 'ca'],
    [['sr_RS@latin'], 'sr-Latn'],
    [['de_AT.UTF-8'], 'de'],
    [['fr_CA.UTF-8@euro'], 'fr-CA'],
    [[' it '], 'it'],
    [['nl-NL,nl;q=0.9,en;q=0.8'], 'nl'],
    [['pt_PT_ao90'], 'pt'],
    [['no-bok'], 'nb'],
    [['x-default', 'und', '*', '@', 'German!', 'cs'], 'cs'],
    [['xx', 'fr-CA', 'de'], 'fr-CA'],
    [['fr-CH'], 'fr'],
    [['en-GB', 'de'], 'en'],
    [[], 'en'],
    [['tlh'], 'en'],
    [['ar-EG'], 'ar'],
    [['es-419'], 'es-419'],
    [['es-MX'], 'es-419'],
    [['es-ES'], 'es'],
    [['es-GQ'], 'es'],
    [['pt-BR'], 'pt-BR'],
    [['pt-AO'], 'pt'],
    [['en-US'], 'en-US'],
    [['en-AU'], 'en'],
    [['sr'], 'sr-Latn'],
    [['sr-RS'], 'sr-Latn'],
    [['tl-PH'], 'fil'],
    [[''], 'en'],
  ])('chooseLanguage for %j returns %s', (wanted, language) => {
    expect(chooseLanguage(wanted)).toBe(language);
  });

  it('returns an existing language for any input', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 5 }), (wanted) =>
        ['en', ...Object.keys(LANGUAGES)].includes(chooseLanguage(wanted)),
      ),
    );
  });

  it('returns a language that a page added', () => {
    LANGUAGES['cy'] = () => Promise.resolve({ messages: ENGLISH_MESSAGES });
    expect(chooseLanguage(['cy-GB'])).toBe('cy');
    Reflect.deleteProperty(LANGUAGES, 'cy');
  });
});

it('directionOf returns the direction of writing', () => {
  expect([directionOf('ar'), directionOf('de'), directionOf('zh-Hans')]).toEqual(['rtl', 'ltr', 'ltr']);
});
