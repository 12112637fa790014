/** Details of a card that is sent: its expiry date, in two digits each, and the names of its holder. */
export interface CardDetails {
  readonly expiryMonth?: string | undefined;
  readonly expiryYear?: string | undefined;
  readonly fullName?: string | undefined;
}

/** An escape of JSON or of an address, whose last letters and digits stand before a value. */
const ESCAPES = String.raw`%[\da-f]{2}|\\u[\da-f]{4}|\\[bfnrt]`;
/** The characters between two parts of a value. */
const GAP = String.raw`(?:${ESCAPES}|[^\p{L}\p{N}]){0,8}`;
/** The characters between a label and its value. Quotes of JSON in JSON have several backslashes each. */
const AFTER_LABEL = String.raw`(?:${ESCAPES}|[^\p{L}\p{N}]){0,30}`;
const AFTER_ESCAPE = `(?<=${ESCAPES})`;

/**
 * Removes expiry date and holder of a card from the text of an error. A `fetch` or a proxy may quote the request: as it
 * is, or escaped in JSON or in an address. Each word of the name is removed where it stands alone. Two digits are
 * removed where month and year stand together, or after a label such as `expiry_month`.
 */
export function withoutCardDetails(text: string, { expiryMonth, expiryYear, fullName = '' }: CardDetails): string {
  let cleaned = text;
  for (const pattern of namePatterns(fullName)) cleaned = cleaned.replaceAll(pattern, '***');
  if (!expiryMonth || !expiryYear) return cleaned;
  for (const pattern of expiryPatterns(expiryMonth, expiryYear)) {
    cleaned = cleaned.replaceAll(pattern, (found: string, label?: string) =>
      typeof label === 'string' ? `${label}**` : '*'.repeat(found.length),
    );
  }
  return cleaned;
}

function namePatterns(fullName: string): RegExp[] {
  const words = fullName.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  const [before, after] = [String.raw`(?:(?<![\p{L}\p{M}\p{N}])|${AFTER_ESCAPE})`, String.raw`(?![\p{L}\p{M}\p{N}])`];
  // A single letter is no name.
  const alone = words.filter((word) => word.length > 1).map((word) => before + spellingsOf(word) + after);
  const whole = words.length > 1 ? [words.map(spellingsOf).join(GAP)] : [];
  return [...whole, ...alone].map((pattern) => new RegExp(pattern, 'giu'));
}

/** The spellings of a word as text, in an address and in JSON that has ASCII only. */
function spellingsOf(word: string): string {
  const json = word.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const spellings = new Set([word, word.normalize('NFC'), word.normalize('NFD'), encodeURIComponent(word), json]);
  return `(?:${[...spellings].map((one) => one.replaceAll('\\', '\\\\')).join('|')})`;
}

function expiryPatterns(expiryMonth: string, expiryYear: string): RegExp[] {
  const month = `0?${Number(expiryMonth)}`;
  const year = String.raw`(?:20)?${expiryYear.slice(-2)}`;
  const before = String.raw`(?:(?<!\d)|${AFTER_ESCAPE})`;
  return [
    String.raw`((?:exp[a-z_-]{0,20}|month|year)${AFTER_LABEL})(?:${month}|${year})(?!\d)`,
    String.raw`${before}(?:${month}${GAP}${year}|${year}${GAP}${month})(?!\d)`,
  ].map((pattern) => new RegExp(pattern, 'giu'));
}
