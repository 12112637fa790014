import { describe, expect, it } from 'vitest';
import { cardField } from '../../../src/elements/card-form/form-fields.js';
import { EMPTY } from '../../../src/elements/fields/form-field.js';
import { methodField } from '../../../src/elements/payer-fields/payer-fields.js';
import { cardInputSchema, payerInputSchema } from '../../../src/protocol/adapter/adapter-requests.js';
import { digitsOf, latinDigits } from '../../../src/protocol/values/card-number.js';
import { cleanText, visibleLength, visibleText } from '../../../src/protocol/values/clean-text.js';
import { parsePhoneNumber } from '../../../src/protocol/values/phone-number.js';
import { personText } from '../../../src/protocol/values/plain-text.js';

describe('cleanText', () => {
  it.each([
    ['marks of direction', '\u200f\u202bعمر\u202c خیام\u200e', 'عمر خیام'],
    ['isolates', '\u2067רות\u2069', 'רות'],
    ['a soft hyphen and zero-width spaces', 'Do\u00adna\u200bld\u2060 Kn\ufeffuth', 'Donald Knuth'],
    ['the tags of a flag', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Ada', '🏴 Ada'],
    ['private characters', '\uf8ff Ada\u{f0000}', 'Ada'],
    ['half a pair', 'Ada\ud83d', 'Ada'],
    ['tabs and line ends', '\t1 Coin\r\nLane\u2028London\u0085\n', '1 Coin Lane London'],
    ['control characters', '\u0000A\u0007da\u009f', 'Ada'],
    ['fillers of Hangul', 'Ada\u3164\u115f\u1160 Lee\uffa0', 'Ada Lee'],
    ['a grapheme joiner and vowels of Khmer without a form', 'A\u034fd\u17b4a\u17b5', 'Ada'],
    ['a blank of Braille', '\u2800Ada\u2800Lee\u2800', 'Ada Lee'],
    ['no-break spaces at the ends', '\u00a0Ada\u3000', 'Ada'],
    ['accents beside their letters', 'Zoe\u0308', 'Zoë'],
    ['parts of 45 Hangul syllables', '강'.repeat(45).normalize('NFD'), '강'.repeat(45)],
  ])('cleanText removes %s', (_what, text, cleaned) => {
    expect(cleanText(text)).toBe(cleaned);
    expect(personText(100).safeParse(text)).toMatchObject({ success: true, data: cleaned });
  });

  it.each([
    'نیما\u200cیوشیج',
    'क्\u200dष',
    '👩\u200d🚀',
    'Zoë',
    'O’Brien',
    '山田',
    '& < > "',
    '❤\ufe0f',
    '葛\u{e0100}城',
    '이순신',
  ])('keeps %s as it is', (text) => {
    expect(cleanText(text)).toBe(text);
  });

  it.each([
    '\u200b\u00ad \ue000',
    '\u3164',
    '\u115f\u1160\uffa0',
    '\u2800\u2800',
    '\u034f',
    '\u{1d159}',
    '\u200d\u200c',
    '\ufe0f',
    '\u{e0100}',
    '\u180b',
    '\u0301',
  ])('leaves nothing of %j, which is invisible and counts as missing', (text) => {
    expect(cleanText(text)).toBe('');
    expect(personText(10).safeParse(text).success).toBe(false);
    expect(personText(10, 0).safeParse(text)).toMatchObject({ success: true, data: '' });
  });
});

it.each(['A\u200d', 'A\u200c\u200d', 'A \u200d', 'A\ufe0f', 'A\u{e0100}', 'A\u0301', 'A\u180b', '山\u200d'])(
  'counts one visible character in %j, so it is not a name',
  (text) => {
    expect(visibleLength(cleanText(text))).toBe(1);
    expect(personText(45, 2).safeParse(text).success).toBe(false);
    const texts = { ...EMPTY, name: text, holder: text };
    expect(cardField('name')!.check(texts, new Date(0), [])).toEqual({ message: 'name-missing' });
    const context = { countries: [], plans: undefined, addresses: undefined, states: [], language: 'en' };
    expect(methodField('account_holder_name', context).check(texts, new Date(0))).toEqual({
      message: 'holder-missing',
    });
  },
);

it.each(['Ng', 'नी', 'क्\u200dष', 'O\u200d’', '山田', '❤\ufe0f❤'])('takes %j as a name', (text) => {
  expect(personText(45, 2).safeParse(text)).toMatchObject({ success: true, data: text });
});

it('visibleText cuts at whole characters and shows spaces for what is invisible', () => {
  expect(visibleText(`a\tb${'x'.repeat(5)}😀`, 9)).toBe('a bxxxxx ');
});

describe('the digits of a script', () => {
  /** The first digits of scripts, from the Unicode Character Database. */
  it.each([
    ['Arabic-Indic', 0x660],
    ['Persian', 0x6f0],
    ['Devanagari', 0x966],
    ['Bengali', 0x9e6],
    ['Gujarati', 0xae6],
    ['Tamil', 0xbe6],
    ['Thai', 0xe50],
    ['Lao', 0xed0],
    ['Tibetan', 0xf20],
    ['Burmese', 0x1040],
    ['Khmer', 0x17e0],
    ['Full-width', 0xff10],
    ['Mathematical double-struck', 0x1d7d8],
    ['Mathematical monospace', 0x1d7f6],
    ['Adlam', 0x1e950],
  ])('%s digits are digits', (_script, zero) => {
    const written = (digits: string) => [...digits].map((digit) => String.fromCodePoint(zero + Number(digit))).join('');
    expect(digitsOf(written('0123456789'))).toBe('0123456789');
    expect(latinDigits(`a ${written('42')} b`)).toBe('a 42 b');
    const card = {
      number: '4222000006285344',
      expiry_month: '12',
      expiry_year: '29',
      security_code: '123',
      full_name: ' Ada\u200b ',
    };
    expect(
      cardInputSchema.parse({
        ...card,
        number: written(card.number),
        expiry_month: written('12'),
        expiry_year: written('29'),
        security_code: written('123'),
      }),
    ).toEqual({ ...card, full_name: 'Ada' });
    expect(
      payerInputSchema.parse({
        mobile_phone: { country_code: written('44'), subscriber_number: written('7700900123') },
      }),
    ).toEqual({ mobile_phone: { country_code: '44', subscriber_number: '7700900123' } });
    expect(parsePhoneNumber(`+${written('447700900123')}`)).toEqual({
      country_code: '44',
      subscriber_number: '7700900123',
    });
  });

  it('every decimal digit of Unicode has its value', () => {
    const digits = Array.from({ length: 0x1fffd }, (_, code) => code).filter(
      (code) => !(code >= 0xd800 && code <= 0xdfff) && /\p{Nd}/u.test(String.fromCodePoint(code)),
    );
    // The digits of a script are ten in a row.
    for (const [index, code] of digits.entries())
      expect(digitsOf(String.fromCodePoint(code)), code.toString(16)).toBe(String(index % 10));
  });
});
