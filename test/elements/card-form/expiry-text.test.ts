import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExpiryDate } from '../../../src/elements/card-form/expiry-date.js';
import { expiryText } from '../../../src/elements/card-form/expiry-text.js';
import { insertedText, type CaretText } from '../../../src/elements/card-form/text-edit.js';
import { digitsOf } from '../../../src/protocol/values/card-number.js';
import { at, edit, edited, shown } from './typing.js';

/** Types each character at the caret. `<` is the backspace key, `>` the delete key. */
function typed(keys: string, from: CaretText = at('|')): CaretText {
  return Array.from(keys).reduce<CaretText>(({ text, caret }, key) => {
    const [start, end, inserted] =
      key === '<' ? [Math.max(caret - 1, 0), caret, ''] : key === '>' ? [caret, caret + 1, ''] : [caret, caret, key];
    return expiryText({
      before: text,
      text: text.slice(0, start) + inserted + text.slice(end),
      caret: start + inserted.length,
      forward: key === '>',
    });
  }, from);
}

const filled = (text: string, before = '') => expiryText({ text, caret: text.length, before }).text;

describe('expiryText', () => {
  it.each([
    ['1', '1|'],
    ['0', '0|'],
    ['12', '12 / |'],
    ['2', '02 / |'],
    ['9', '09 / |'],
    ['1/', '01 / |'],
    ['1 ', '01 / |'],
    ['1a', '1|'],
    ['0/', '0|'],
    ['1228', '12 / 28|'],
    ['428', '04 / 28|'],
    ['4/28', '04 / 28|'],
    ['04/28', '04 / 28|'],
    ['04 / 28', '04 / 28|'],
    ['04-28', '04 / 28|'],
    ['04.2028', '04 / 2028|'],
    ['122028', '12 / 2028|'],
    ['12289', '12 / 28|'],
    ['1220289', '12 / 2028|'],
    ['13', '01 / 3|'],
    ['130', '01 / 30|'],
    ['00', '0|'],
    ['005', '05 / |'],
    ['٠٤٢٨', '04 / 28|'],
    ['０４／２８', '04 / 28|'],
    ['x', '|'],
    ['/', '|'],
  ])('typing %s writes %s', (keys, becomes) => {
    expect(shown(typed(keys))).toBe(becomes);
  });

  it.each([
    ['12 / |', '<', '1|'],
    ['12 / |', '<<', '|'],
    ['12 / |', '<2', '12 / |'],
    ['12 / 2|', '<', '12 / |'],
    ['12 / 28|', '<<<', '1|'],
    ['02 / |', '<5', '05 / |'],
    ['12 / |28', '<', '1| / 28'],
    ['12| / 28', '>', '12| / 8'],
    ['12 / |28', '>', '12 / |8'],
    ['12 / 2|8', '<', '12 / |8'],
    ['12 / 2|8', '<9', '12 / 9|8'],
    ['1|2 / 28', '<', '|2 / 28'],
    ['|12 / 28', '>', '|2 / 28'],
    ['|2 / 28', '0', '0|2 / 28'],
    ['1| / 28', '1', '11 / |28'],
    ['1| / 28', '<', '| / 28'],
    ['| / 28', '3', '03 / |28'],
    ['| / 28', '1', '1| / 28'],
    ['| / 28', '11', '11 / |28'],
    ['|12 / 2', '0', '0|1 / 22'],
    ['|12 / 28', '0', '|12 / 28'],
    ['12 / |28', '7', '12 / |28'],
    ['12 / 2|8', '02', '12 / 202|8'],
    ['12 / 28|', '/', '12 / 28|'],
  ])('typing into %s with the keys %s writes %s', (from, keys, becomes) => {
    expect(shown(typed(keys, at(from)))).toBe(becomes);
  });

  it.each([
    '4/28',
    '04/28',
    '04 / 28',
    '0428',
    '428',
    '04 2028',
    '04-2028',
    '04.2028',
    '4/2028',
    '042028',
    '2028-04',
    '2028/4',
    '202804',
    ' 04/28 ',
    '０４／２８',
    '٠٤/٢٨',
    '०४/२८',
    '๐๔/๒๘',
    '2028-04-30',
    '2028/04/12',
    '20280430',
    '2028-04-30T00:00:00.000Z',
    '30/04/2028',
    '4/30/2028',
    'expires 2028-04-30.',
    'Exp. 04/28.',
    'Exp. 04/28',
    'Card: 4222 0000 0628 5344 exp 04/28 cvv 123',
    '4222000006285344 - 04/28 - 123',
    'Apr 30, 2028',
    '30 April 2028',
    'April 30th 2028',
    '1. Apr. 2028',
    '30-Apr-2028',
    '5/APR/2028',
    'Apr-5-2028',
    '2028-Apr-05',
    '2028\u201104\u201130',
    '２０２８／０４／３０',
    '2028年4月30日',
    '2028년 4월 30일',
    '28年4月30日',
    '28年4月1日',
    '２８年４月',
    '有効期限 28年04月末',
    '28년 4월',
    '2028. 4. 30.',
    '2028\u221204\u221230',
    '2028_04_30',
    '2028＿04＿30',
    '2028,4,30',
    '2028:04:30',
    '2028|04|30',
    '30\u221504\u22152028',
    '+002028-04-30',
    '+002028-04-30T00:00:00.000Z',
    'Card 4222000006285344 exp 04\u221228',
    'valid from 04/24 to 04/28',
    'expires 04/28, valid from 12/25',
    'from 2026-01-31 to 2028-04-30',
    '30/04/2028, valid from 31/12/2026',
    'Jan 31, 2026 until Apr 30, 2028',
  ])('filling in %s writes 04 / 28', (text) => {
    expect(filled(text)).toBe('04 / 28');
  });

  it.each([
    ['13/30', '13 / 30'],
    ['12', '12 / '],
    ['Soon 28', 'Soon 28'],
    // Day and month of these could be either, or the year has two digits.
    ['03/04/2029', '03/04/2029'],
    ['28-03-31', '28-03-31'],
    ['2029-13-01', '2029-13-01'],
    ['1.2.2029', '1.2.2029'],
    ['1/2/29', '1/2/29'],
    ['1 - 2 - 29', '1 - 2 - 29'],
    ['1–2–29', '1–2–29'],
    ['1 2 29', '1 2 29'],
    ['1, 2, 29', '1, 2, 29'],
    ['1\u20112\u201129', '1\u20112\u201129'],
    ['1／2／29', '1／2／29'],
    ['1年2月29日', '1年2月29日'],
    ['03 - 04 - 2029', '03 - 04 - 2029'],
    ['31/01/2026 to 05/03/2029', '31/01/2026 to 05/03/2029'],
    ['28 / 03 / 31', '28 / 03 / 31'],
    ['4222000006285344', '4222000006285344'],
    ['3/9', '3/9'],
    ['1/2', '1/2'],
    ['３／９', '３／９'],
    ['3/200', '3/200'],
    // Years of other calendars.
    ['2571-03-31', '2571-03-31'],
    ['118/03/31', '118/03/31'],
    ['令和11年3月', '令和11年3月'],
    ['令和 11年12月', '令和 11年12月'],
  ])('filling in %s, which is no date, writes %s', (text, becomes) => {
    expect(filled(text)).toBe(becomes);
  });

  it.each(['Dec 2028', 'DEC2028', '1DEC2028', 'December 28', '12-2028', '2028-12', 'valid until 12 Dec. 2028'])(
    'a date with other separators or the name of a month is written like a typed one: %s',
    (text) => {
      expect(filled(text)).toBe('12 / 28');
    },
  );

  it('a pasted year completes the date', () => {
    expect(filled('12 / 2028', '12 / ')).toBe('12 / 28');
    expect(filled('12 / 28', '12 / ')).toBe('12 / 28');
  });

  it('a month that replaces another keeps the year', () => {
    expect(shown(expiryText({ before: '12 / 28', text: '3 / 28', caret: 1 }))).toBe('03 / |28');
  });

  it('every date can be typed in every notation that begins with the month', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 21, max: 99 }), (month, year) => {
        const date = { month: String(month).padStart(2, '0'), year: String(year) };
        for (const keys of [
          `${month}/${year}`,
          `${date.month}${year}`,
          `${date.month} / ${year}`,
          `${date.month}-20${year}`,
        ])
          expect(parseExpiryDate(typed(keys).text), keys).toEqual(date);
      }),
    );
  });

  it('no sequence of edits loses or invents a digit, except for the zero of a month and digits beyond the year', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        edits.reduce<CaretText>((before, one) => {
          const raw = edited(before, one);
          const after = expiryText(raw);
          const digits = digitsOf(raw.text);
          const place = digitsOf(raw.text.slice(0, raw.caret)).length;
          const inserted = digitsOf(insertedText(raw));
          const without = (index: number) => digits.slice(0, index) + digits.slice(index + 1);
          const possible = [
            [digits, place],
            // The month is padded.
            [`0${digits}`, place + 1],
            // The year is full.
            ...(inserted.length === 1 ? [[without(place - 1), place - 1]] : []),
            // The separator was deleted.
            ...(insertedText(raw) === '' && raw.text.length < before.text.length
              ? [[without(raw.forward ? place : place - 1), raw.forward ? place : place - 1]]
              : []),
          ].map(([all, index]) => [all, Math.max(Number(index), 0)]);
          const date =
            parseExpiryDate(raw.text) ?? parseExpiryDate(/\d{1,2}\s?[/-]\s?\d+/.exec(insertedText(raw))?.[0] ?? '');
          if (inserted.length > 1 && date && after.text === `${date.month} / ${date.year}`)
            possible.push([date.month + date.year, 4]);
          expect(possible, shown(raw)).toContainEqual([
            digitsOf(after.text),
            digitsOf(after.text.slice(0, after.caret)).length,
          ]);
          if (inserted.length < 2) expect(after.text).toMatch(/^(?:|\d|\d\d \/ (?:\d*)|\d? \/ \d+|\d\d)$/);
          return after;
        }, at('|'));
      }),
      { numRuns: 500 },
    );
  });
});
