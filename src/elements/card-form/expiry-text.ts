import { digitsOf, latinDigits } from '../../protocol/values/card-number.js';
import { fullDate, latestDate, parseExpiryDate, withMonthNumbers, type ExpiryDate } from './expiry-date.js';
import { capped, digitEdit, insertedText, type CaretText, type DigitEdit, type TextEdit } from './text-edit.js';

const SEPARATOR = ' / ';

/** Dates inside of other text, which are no part of a longer one. */
const DATES =
  /(?<!\d|(?<!\d)(?:\d{1,6}[/.-]|(?:20)?\d{1,2}\s?[/.-]\s?))(?:0?[1-9]|1[0-2])\s?[/.-]\s?(?:20)?\d\d(?!\d|[/.-]\d|\s?[/.-]\s?(?:20)?\d{1,2}(?!\d))/g;

/** A full date, whose digits would look like month and year without their separators. */
const THREE_PARTS = /\d\D{1,3}\d{1,2}\D{1,3}\d/;

/** A month of one digit, and a year that is not complete. Without the separator, both would be the month. */
const SHORT_YEAR = /^\D*\d\D+\d+\D*$/;

/** Returns the text of a date: `12 / 28`. */
export function writtenExpiry({ month, year }: ExpiryDate): string {
  return `${month}${SEPARATOR}${year}`;
}

/** Returns a date that is valid for three years more, as an example. */
export function exampleExpiry(now: Date): string {
  return writtenExpiry({ month: '04', year: String(now.getFullYear() + 3).slice(-2) });
}

/**
 * Returns the text of the expiry date after an edit: `12 / 28`. The separator follows the month, and a first digit from
 * 2 to 9 is a month: `02 / `. Of two typed digits that are no month, the second begins the year. A year has two digits,
 * or four with `20`; a typed digit beyond them has no effect. Of a longer text that is inserted, the latest date is
 * written like a typed one, and a text without a date stays as it is.
 */
export function expiryText(edit: TextEdit): CaretText {
  const typed = digitEdit(edit);
  if (typed.inserted.length < 2) return monthAndYearDigit(typed) ?? laidOut(edit, typed);
  const inserted = insertedText(edit);
  const date =
    parseExpiryDate(edit.text) ??
    fullDate(inserted) ??
    latestDate((withMonthNumbers(inserted).match(DATES) ?? []).map(parseExpiryDate));
  if (date) return { text: writtenExpiry(date), caret: writtenExpiry(date).length };
  const latin = latinDigits(inserted);
  return THREE_PARTS.test(latin) ||
    SHORT_YEAR.test(latin) ||
    /\p{L}/u.test(inserted) ||
    typed.digits.length > longestExpiry(typed.digits, 2)
    ? edit
    : laidOut(edit, typed);
}

/** Returns the text after two digits that are no month: `1` and `3` begin `01 / 3`, and a second 0 has no effect. */
function monthAndYearDigit({ digits, place, inserted }: DigitEdit): CaretText | undefined {
  if (inserted === '' || place !== 2 || !/^(?:00|1[3-9])$/.test(digits)) return undefined;
  const text = digits === '00' ? '0' : writtenExpiry({ month: '01', year: digits.slice(1) });
  return { text, caret: text.length };
}

function laidOut(edit: TextEdit, typed: DigitEdit): CaretText {
  const inserted = insertedText(edit);
  const written = typed.crossed ? edit.before : withDigitsOnly(edit, inserted);
  const { digits, place } = capped(typed, longestExpiry(typed.digits, monthDigitsOf(written)));
  const removed = typed.digits.length - digits.length + (typed.crossed ? 1 : 0);
  const monthDigits = monthDigitsOf(written) - (place < monthDigitsOf(written) ? removed : 0);
  const typedMonth = digits.slice(0, Math.min(monthDigits, 2));
  const year = digits.slice(typedMonth.length);
  const isPadded = place === 1 && isWholeMonth(typedMonth, inserted);
  const month = isPadded ? `0${typedMonth}` : typedMonth;
  const isComplete = month.length === 2 && (inserted !== '' || year === '');
  const hasSeparator = year !== '' || (isComplete && (inserted !== '' || /\d\D/.test(latinDigits(written))));
  const at = place + (isPadded ? 1 : 0);
  const wasBehind = !typed.crossed && /\D/.test(latinDigits(edit.text.slice(0, edit.caret)));
  const isBehind = at > month.length || (at === month.length && (isComplete || wasBehind));
  return {
    text: month + (hasSeparator ? SEPARATOR : '') + year,
    caret: at + (hasSeparator && isBehind ? SEPARATOR.length : 0),
  };
}

/** Returns the edited text without the separators and letters that the edit inserted. The form writes its own. */
function withDigitsOnly({ text, caret }: TextEdit, inserted: string): string {
  return text.slice(0, caret - inserted.length) + digitsOf(inserted) + text.slice(caret);
}

/** Returns the number of digits before the separator. */
function monthDigitsOf(text: string): number {
  const [, month = ''] = /^(?!\s*\/)\D*(\d+)/.exec(latinDigits(text)) ?? [];
  return month.length;
}

/** Returns the most digits of a date: a year that begins with 20 may have all four. */
function longestExpiry(digits: string, monthDigits: number): number {
  const month = Math.min(monthDigits, 2);
  return month + (digits.startsWith('20', month) ? 4 : 2);
}

/** Returns true for a digit that no month continues, and for `1` with a separator behind it. */
function isWholeMonth(digits: string, inserted: string): boolean {
  if (/^[2-9]$/.test(digits)) return inserted !== '';
  return digits === '1' && /[\s/.-]/.test(inserted);
}
