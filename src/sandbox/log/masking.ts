import { cardBrand } from '../../protocol/card-scheme.js';
import { maskCardNumber, passesLuhn } from '../../protocol/card-number.js';

/**
 * What the log may keep of a message. Card data is hidden twice: by the names it travels under, and
 * wherever digits look like a card number, because a shopper types one into any field there is.
 */
const HASHES = new Set(['sha1hash', 'sha256hash', 'refundhash', 'securehash', 'authorization', 'secret']);
const SECURITY_CODES = new Set(['cvn', 'cvv', 'cvc', 'cvv2', 'security_code']);
const CARD_NUMBERS = new Set(['number', 'pan', 'card_number']);
/** Deeper than any message; a nest of brackets must not exhaust the stack. */
const DEPTH = 32;
/** Longer than any field; the log is bounded in entries, and so in bytes. */
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
    // The XML's element holds the code and says whether there is one: the second may be seen.
    const presind =
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)['presind'] : undefined;
    return presind === undefined ? '***' : { number: '***', presind: masked(presind, depth + 1) };
  }
  if (CARD_NUMBERS.has(key) && (typeof value === 'string' || typeof value === 'number'))
    return maskedText(maskCardNumber(String(value).slice(0, 64)));
  return masked(value, depth + 1);
}

const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi;
/** Digits, one space or hyphen between them at most, as people write card numbers. */
const DIGIT_RUN = /\d(?:[ -]?\d){11,}/g;

/** The text with every card number in it shortened to its first six and last four digits. */
export function maskedText(text: string): string {
  let kept = 0;
  let result = '';
  // Identifiers of test clocks are all digits, and no card number.
  for (const { 0: uuid, index } of text.matchAll(UUID)) {
    result += maskedRuns(text.slice(kept, index)) + uuid;
    kept = index + uuid.length;
  }
  return result + maskedRuns(text.slice(kept));
}

function maskedRuns(text: string): string {
  return text.replace(DIGIT_RUN, (run) => {
    const places = Array.from(run.matchAll(/\d/g), ({ index }) => index);
    const digits = run.replace(/\D/g, '');
    const hidden = new Set(cardNumbersIn(digits).flatMap(([start, end]) => places.slice(start + 6, end - 4)));
    return run.replace(/\d/g, (digit, place: number) => (hidden.has(place) ? '*' : digit));
  });
}

/**
 * Where in a run of digits card numbers may stand: the whole of it with a right check digit, or a
 * part that fits one of the schemes. Not what begins with 0 or 1, which no bank's card does
 * (ISO/IEC 7812-1), and not a compact time of this century.
 */
function cardNumbersIn(digits: string): (readonly [start: number, end: number])[] {
  const found: (readonly [number, number])[] = [];
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
