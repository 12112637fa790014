import { latinDigits } from '../../protocol/values/card-number.js';
import { cleanText } from '../../protocol/values/clean-text.js';

/** Month and year with two digits each, as the interface requires. */
export interface ExpiryDate {
  readonly month: string;
  readonly year: string;
}

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** Year and month with the words for them in Chinese, Japanese and Korean, but no year of an era. */
const WITH_WORDS = /(?<!\d|[和成國国]\s?)(?:20)?(\d\d)\s?[年년]\s?(\d\d?)\s?[月월]\s?/g;

/** Weeks, quarters and halves of a year, whose number is no month: `2029-W03`, `Q1 2029`. */
const NO_MONTH = /(?<!\p{L})(?:[ck]?w(?:eek)?|q|h)\s?\d+/giu;

/** Writes digits, separators, words and years of more than four digits (`+002029`) in the usual way. */
function plainDate(text: string): string {
  return latinDigits(text)
    .replace(NO_MONTH, '?')
    .replace(/[\p{Pd}\u2212_]/gu, '-')
    .replace(/[\u2044\u2215\\|]/g, '/')
    .replace(/\+0+(?=20)/g, '')
    .replace(WITH_WORDS, '20$1/$2/');
}

/** Writes English names of months as numbers, with a mark behind and a space after a digit: `1Dec 28` is `1 12/ 28`. */
export function withMonthNumbers(text: string, mark = '/'): string {
  return cleanText(plainDate(text)).replace(/(\d?)(\p{L}{3,})\.?/gu, (found, digit: string, word: string) => {
    const name = word.toLowerCase();
    const month = MONTHS.findIndex((one) => one.startsWith(name)) + 1;
    return month > 0 ? `${digit && `${digit} `}${month}${mark}` : found;
  });
}

/**
 * Parses an expiry date in the formats that people, browsers and password managers use: `4/27`, `04 2027`, `0427`,
 * `2027-04`, `Apr 2027`. Returns undefined for any other text.
 */
export function parseExpiryDate(text: string): ExpiryDate | undefined {
  const full = fullDate(text);
  if (full) return full;
  const plain = withMonthNumbers(text);
  // The year of an era.
  if (/[年년]\s?\d{1,2}\s?[月월]/.test(plain)) return undefined;
  const parts = plain.split(/\D+/).filter((part) => part !== '');
  const [first = '', second = ''] = parts;
  if (parts.length === 1) {
    if (/^20\d\d\d\d$/.test(first) && !/^(0[1-9]|1[0-2])20\d\d$/.test(first))
      return monthAndYear(first.slice(4), first.slice(0, 4));
    const monthLength = first.length % 2 === 0 ? 2 : 1;
    return monthAndYear(first.slice(0, monthLength), first.slice(monthLength));
  }
  if (parts.length !== 2) return undefined;
  return first.length === 4 ? monthAndYear(second, first) : monthAndYear(first, second);
}

const YEAR_FIRST =
  /(?<!\d)(20\d\d)(?:(\s?[/.,:-]\s?|\s)(0?[1-9]|1[0-2])\2(?:0?[1-9]|[12]\d|3[01])|(0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)/g;
const YEAR_LAST = /(?<!\d)(\d\d?)(\s?[/.-]\s?|\s)(\d\d?)\2(20\d\d)(?!\d)/g;
/** A day beside a month that was a name: `3# 31, 2029`, `31-3#-2029`. */
const NAMED =
  /(?<!\d)(?:(\d\d?)#[\s/.-]?\d\d?(?:st|nd|rd|th)?|\d\d?(?:st|nd|rd|th)?[\s/.-]{1,2}(\d\d?)#)[\s/.,-]{0,2}(20\d\d)(?!\d)/g;

/**
 * Returns month and year of a full date, as password managers write it: `2029-03-31`, `20290331`, `31/03/2029`. It may
 * be `03/31/2029`, `Mar 31, 2029`, `31-Mar-2029` or `2029年3月31日`, and may have a time. Of several dates of one form
 * the latest counts. Undefined for another text, and for a date whose month may be its day.
 */
export function fullDate(text: string): ExpiryDate | undefined {
  const plain = plainDate(text);
  // A day, and a year of four digits.
  if (plain.replace(/\D/g, '').length < 5) return undefined;
  const yearFirst = Array.from(
    withMonthNumbers(plain, '').matchAll(YEAR_FIRST),
    ([, year = '', , month, compact = '']) => monthAndYear(month ?? compact, year),
  );
  const named = Array.from(withMonthNumbers(plain, '#').matchAll(NAMED), ([, before, after = '', year = '']) =>
    monthAndYear(before ?? after, year),
  );
  const yearLast = Array.from(plain.matchAll(YEAR_LAST), ([, first = '', , second = '', year = '']) => {
    if (Number(first) > 12 || first === second) return monthAndYear(second, year);
    return Number(second) > 12 ? monthAndYear(first, year) : undefined;
  });
  const dates = [yearFirst, named, yearLast].find(({ length }) => length > 0) ?? [];
  return dates.includes(undefined) ? undefined : latestDate(dates);
}

/** The latest of several dates: a text may also have the date from which the card is valid. */
export function latestDate(dates: readonly (ExpiryDate | undefined)[]): ExpiryDate | undefined {
  const order = (date: ExpiryDate) => date.year + date.month;
  return dates
    .filter((date) => date !== undefined)
    .reduce<ExpiryDate | undefined>((one, other) => (one && order(one) > order(other) ? one : other), undefined);
}

function monthAndYear(month: string, year: string): ExpiryDate | undefined {
  if (!/^(0?[1-9]|1[0-2])$/.test(month) || !/^(20)?\d\d$/.test(year)) return undefined;
  return { month: month.padStart(2, '0'), year: year.slice(-2) };
}

/** Returns true when the card has expired. A card is valid until the end of its month. */
export function hasExpired(date: ExpiryDate, now: Date): boolean {
  return monthsFrom(now, date) < 0;
}

/** The longest time for which a card is valid. */
const YEARS = 20;

/** Returns true for a date that no card has, because it is more than 20 years ahead. */
export function isTooFar(date: ExpiryDate, now: Date): boolean {
  return monthsFrom(now, date) > 12 * YEARS;
}

function monthsFrom(now: Date, { month, year }: ExpiryDate): number {
  return 12 * (2000 + Number(year) - now.getFullYear()) + Number(month) - 1 - now.getMonth();
}
