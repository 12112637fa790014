import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasExpired, isTooFar, parseExpiryDate } from '../../../src/elements/card-form/expiry-date.js';

describe('parseExpiryDate and hasExpired', () => {
  it.each([
    '4/27',
    '04/27',
    '04 / 27',
    '0427',
    '427',
    '04 2027',
    '04-2027',
    '04.2027',
    '4/2027',
    '042027',
    '2027-04',
    '2027/4',
    '202704',
    ' 04/27 ',
    'Apr 2027',
    '1 April 2027',
    '1Apr2027',
    '1Apr 2027',
    '30APR2027',
    '2027Apr',
    'Apr302027',
    'APR12027',
    'April 27',
    'APR. 2027',
    '2027 apr',
    '０４／２７',
    '٠٤/٢٧',
    '०४/२७',
    '০৪ / ২০২৭',
    '\u200e04/27\u200f',
    '2027-04-30',
    '2027/04/01',
    '2027.4.9',
    '2027 - 04 - 30',
    '20270430',
    '2027-04-30T00:00:00Z',
    '2027-04-30 23:59:59',
    '30/04/2027',
    '30.4.2027',
    '04/30/2027',
    '04/04/2027',
    '२०२७-०४-३०',
  ])('parseExpiryDate reads the format that people, browsers and password managers use: %s', (text) => {
    expect(parseExpiryDate(text)).toEqual({ month: '04', year: '27' });
  });

  it.each([
    '',
    '13/27',
    '00/27',
    '4',
    '04',
    '04/7',
    '04/1927',
    '4/27/1',
    '1 April 27',
    'Ap 27',
    'Aprilis 27',
    '29MAR',
    '1APR27',
    '2027',
    '12345678',
    '2027-W03',
    '2027W12',
    'W03/27',
    'KW 3 2027',
    'week 3, 2027',
    '２０２７-Ｗ０３',
    'Q1 2027',
    '2027-Q4',
    'H1/2027',
  ])('parseExpiryDate returns undefined for %j', (text) => {
    expect(parseExpiryDate(text)).toBeUndefined();
  });

  it('parseExpiryDate reads every format of every date, and throws for no text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 99 }), (month, year) => {
        const date = { month: String(month).padStart(2, '0'), year: String(year).padStart(2, '0') };
        for (const text of [
          `${month}/${date.year}`,
          `${date.month}${date.year}`,
          `20${date.year}-${date.month}`,
          `${date.month} 20${date.year}`,
        ])
          expect(parseExpiryDate(text), text).toEqual(date);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        const date = parseExpiryDate(text);
        if (date) expect([date.month, date.year].join('/')).toMatch(/^(0[1-9]|1[0-2])\/\d\d$/);
      }),
    );
  });

  it('hasExpired is false until the end of the card’s month', () => {
    const date = { month: '11', year: '26' };
    expect([new Date(2026, 10, 30, 23, 59), new Date(2026, 11, 1)].map((now) => hasExpired(date, now))).toEqual([
      false,
      true,
    ]);
  });

  it('isTooFar is true from 20 years and a month on', () => {
    const now = new Date(2026, 10, 21);
    const far = ['46-11', '46-12', '47-01', '76-11', '99-12'].map((date) => {
      const [year = '', month = ''] = date.split('-');
      return isTooFar({ month, year }, now);
    });
    expect(far).toEqual([false, true, true, true, true]);
  });
});
