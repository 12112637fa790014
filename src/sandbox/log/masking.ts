import { cardBrand } from '../../protocol/values/card-scheme.js';
import { maskCardNumber, passesLuhn } from '../../protocol/values/card-number.js';

/**
 * Masks a message for the log. Card data is hidden twice: by the names of its fields, and wherever digits look like a
 * card number, because a shopper may type one into any field.
 */
const HASHES = new Set(['sha1hash', 'sha256hash', 'refundhash', 'securehash', 'authorization', 'secret']);
const SECURITY_CODES = new Set(['cvn', 'cvv', 'cvc', 'cvv2', 'security_code']);
const CARDHOLDERS = new Set(['chname', 'full_name', 'first_name', 'last_name']);
const AUTHENTICATION_VALUES = new Set(['authentication_value', 'cavv']);
const CARD_NUMBERS = new Set(['number', 'pan', 'card_number']);
/** Levels that are masked; deeper than any message. A deeply nested body must not exhaust the stack. */
const DEPTH = 32;
/** Characters that are kept of a text; more than any field has. */
const LENGTH = 4_096;

export function masked(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskedText(value.length > LENGTH ? `${value.slice(0, LENGTH)}…` : value);
  if (typeof value === 'number') {
    const text = String(value);
    const hidden = maskedText(text);
    return hidden === text ? value : hidden;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEPTH) return '…';
  if (Array.isArray(value)) return value.map((item) => masked(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !HASHES.has(key.toLowerCase()))
      .map(([key, inner]) => [maskedText(key), maskedField(key.toLowerCase(), inner, depth)]),
  );
}

function maskedField(key: string, value: unknown, depth: number): unknown {
  if (SECURITY_CODES.has(key)) {
    // The XML element has the code and an indicator of its presence, which is not secret.
    const presind =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['presind'] : undefined;
    return presind === undefined ? '***' : { number: '***', presind: masked(presind, depth + 1) };
  }
  if (CARD_NUMBERS.has(key) && (typeof value === 'string' || typeof value === 'number'))
    return maskedText(maskCardNumber(String(value).slice(0, 64)));
  if (CARDHOLDERS.has(key) || AUTHENTICATION_VALUES.has(key)) return value === '' || value === null ? value : '***';
  return masked(value, depth + 1);
}

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
/** Digits with at most one space or hyphen between them, as people write card numbers. */
const DIGIT_RUN = /\d(?:[ -]?\d){11,}/g;

/** Returns the text with every card number in it shortened to its first six and last four digits. */
export function maskedText(text: string): string {
  let copied = 0;
  let result = '';
  // An identifier of digits only, as tests use them, is no card number.
  for (const { 0: uuid, index } of text.matchAll(UUID)) {
    result += maskedRuns(text.slice(copied, index)) + uuid;
    copied = index + uuid.length;
  }
  return result + maskedRuns(text.slice(copied));
}

function maskedRuns(text: string): string {
  return text.replace(DIGIT_RUN, (run) => {
    const places = Array.from(run.matchAll(/\d/g), ({ index }) => index);
    const digits = run.replace(/\D/g, '');
    const hidden = new Set(cardNumbersIn(digits).flatMap(([start, end]) => places.slice(start + 6, end - 4)));
    return run.replace(/\d/g, (digit, place: number) => (hidden.has(place) ? '*' : digit));
  });
}

/** A payments reference is a time in milliseconds and four more digits. Some begin like a card of JCB. */
const REFERENCE = /^1[6-9]\d{15}$/;

/**
 * Finds the card numbers in a run of digits: the whole run with a right check digit, or a part that fits one of the
 * schemes. Of the numbers that begin with 0 or 1 only those of a scheme are bank cards (ISO/IEC 7812-1). A payments
 * reference and a compact timestamp of this century are no card numbers.
 */
function cardNumbersIn(digits: string): (readonly [start: number, end: number])[] {
  const found: (readonly [number, number])[] = [];
  if (REFERENCE.test(digits)) return found;
  if (digits.length <= 19 && /^[2-9]/.test(digits) && !/^20\d{12}$/.test(digits) && passesLuhn(digits))
    found.push([0, digits.length]);
  for (let start = 0; start + 12 <= digits.length; start++) {
    for (const length of cardBrand(digits.slice(start, start + 6))?.lengths ?? []) {
      const part = digits.slice(start, start + length);
      if (part.length === length && passesLuhn(part)) found.push([start, start + length]);
    }
  }
  return found;
}
