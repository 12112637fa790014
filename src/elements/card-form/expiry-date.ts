import { digitsOf } from '../../protocol/values/card-number.js';

/** Month and year with two digits each, as the interface requires. */
export interface ExpiryDate {
  readonly month: string;
  readonly year: string;
}

const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];

/** Writes English names of months as numbers: `Dec 2028` becomes `12/ 2028`. */
export function withMonthNumbers(text: string): string {
  return text.normalize('NFKC').replace(/\p{L}{3,}\.?/gu, (word) => {
    const name = word.toLowerCase().replace('.', '');
    const month = MONTHS.findIndex((one) => one.startsWith(name)) + 1;
    return month > 0 ? `${month}/` : word;
  });
}

/**
 * Parses an expiry date in the formats that people, browsers and password managers use: `4/27`, `04 2027`, `0427`,
 * `2027-04`, `Apr 2027`. Returns undefined for any other text.
 */
export function parseExpiryDate(text: string): ExpiryDate | undefined {
  const parts = withMonthNumbers(text)
    .split(/\P{Nd}+/u)
    .map(digitsOf)
    .filter((part) => part !== '');
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
