/** The decimal digits of a text in any script and form, and their places in it. */
export interface DigitsInText {
  /** As ASCII digits. */
  readonly digits: string;
  /** For each digit, the index of its character in the text. A character such as ⑫ holds two digits. */
  readonly starts: readonly number[];
  /** For each digit, the index after its character. */
  readonly ends: readonly number[];
}

/** Returns the positions of the digits to hide. */
type PlacesToHide = (text: string, found: DigitsInText) => ReadonlySet<number>;

/**
 * Returns the text with some of its digits replaced by `*`. Digits are those of all scripts, and other forms such as １,
 * ¹, ① and ❶ (Unicode NFKC and Numeric_Value). A text with character references, such as `&#52;`, is searched as it is
 * displayed and as it is written.
 */
export function withDigitsHidden(text: string, placesToHide: PlacesToHide): string {
  const hide = (one: string, found: DigitsInText) => replaced(one, found, placesToHide(one, found));
  const asWritten = hide(
    text,
    digitsInText(text, () => undefined),
  );
  return asWritten.includes('&') ? hide(asWritten, digitsInText(asWritten, referenceAt)) : asWritten;
}

/** The digits of a character reference, and the index after it. */
interface Reference {
  readonly digits: string;
  readonly end: number;
}

function digitsInText(text: string, referenceIn: (text: string, at: number) => Reference | undefined): DigitsInText {
  let digits = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const reference = code === AMPERSAND ? referenceIn(text, at) : undefined;
    const end = reference?.end ?? at + (code > 0xffff ? 2 : 1);
    for (const digit of reference?.digits ?? digitsOf(code)) {
      digits += digit;
      starts.push(at);
      ends.push(end);
    }
    at = end;
  }
  return { digits, starts, ends };
}

function replaced(text: string, { starts, ends }: DigitsInText, hidden: ReadonlySet<number>): string {
  if (hidden.size === 0) return text;
  let [result, copied] = ['', 0];
  for (const position of [...hidden].sort((one, other) => one - other)) {
    const start = starts[position] ?? copied;
    // The second digit of one character.
    if (start < copied) continue;
    result += `${text.slice(copied, start)}*`;
    copied = ends[position] ?? start;
  }
  return result + text.slice(copied);
}

const AMPERSAND = 0x26;

/**
 * A character reference of HTML or XML (HTML Standard, Character references): decimal, hexadecimal or named, and also
 * with an ampersand that is itself a reference. More digits than a code point has are no reference.
 */
const REFERENCE =
  /&(?:amp;|#0*38;|#x0*26;)*(?:#0*(?<decimal>[1-9]\d{0,6})(?!\d);?|#x0*(?<hex>[1-9a-f][\da-f]{0,5})(?![\da-f]);?|(?<name>[a-z][a-z\d]{1,31});)/iy;

function referenceAt(text: string, at: number): Reference | undefined {
  REFERENCE.lastIndex = at;
  const { decimal, hex, name } = REFERENCE.exec(text)?.groups ?? {};
  const end = REFERENCE.lastIndex;
  if (name !== undefined) return { digits: digitsOfName(name), end };
  const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? { digits: digitsOf(code), end } : undefined;
}

const ALL_REFERENCES = new RegExp(REFERENCE, 'gi');

/** The text with a space in place of each character reference. */
export function withoutReferences(text: string): string {
  return text.includes('&') ? text.replaceAll(ALL_REFERENCES, ' ') : text;
}

/** The named references of digits: `&sup2;`, `&frac12;` and `&half;`. */
function digitsOfName(name: string): string {
  if (name === 'half') return '12';
  return /^(?:sup|frac)(\d{1,2})$/.exec(name)?.[1] ?? '';
}

function digitsOf(code: number): string {
  return code < 0x80 ? asciiDigit(code) : otherDigits(code);
}

function asciiDigit(code: number): string {
  return code >= 0x30 && code <= 0x39 ? String.fromCodePoint(code) : '';
}

const known = new Map<number, string>();

/** Numbers, and the block CJK Compatibility, whose symbols of days, months and hours hold digits. */
const MAY_HOLD_DIGITS = /[\p{N}\u3200-\u33ff]/u;

function otherDigits(code: number): string {
  const seen = known.get(code);
  if (seen !== undefined) return seen;
  const character = String.fromCodePoint(code);
  if (!MAY_HOLD_DIGITS.test(character)) return '';
  const decimal = Array.from(character.normalize('NFKC'), (one) => valueOf(one.codePointAt(0) ?? 0)).join('');
  const digits = decimal === '' ? seriesValue(code) : decimal;
  known.set(code, digits);
  return digits;
}

/**
 * Series of numbers that are neither decimal digits nor equivalent to them: first code point, its value, length. The
 * Unicode Character Database (Numeric_Value) has them. The list has those in which a card number can be written.
 */
const SERIES = [
  // Ethiopic, Khmer, New Tai Lue.
  ...([
    [0x1369, 1, 10],
    [0x17f0, 0, 10],
    [0x19da, 1, 1],
  ] as const),
  // Circled, negative circled and double circled numbers, and dingbats.
  ...([
    [0x24eb, 11, 10],
    [0x24f5, 1, 10],
    [0x24ff, 0, 1],
    [0x2776, 1, 10],
    [0x2780, 1, 10],
    [0x278a, 1, 10],
  ] as const),
  // Ideographic zero, Hangzhou, ideographs in parentheses and in circles, Bamum.
  ...([
    [0x3007, 0, 1],
    [0x3021, 1, 9],
    [0x3220, 1, 10],
    [0x3280, 1, 10],
    [0xa6e6, 1, 9],
    [0xa6ef, 0, 1],
  ] as const),
  // Aegean, Coptic, Meroitic and Rumi; then Brahmi, Sinhala and Bhaiksuki.
  ...([
    [0x10107, 1, 10],
    [0x102e1, 1, 10],
    [0x109c0, 1, 10],
    [0x10e60, 1, 10],
    [0x11052, 1, 10],
  ] as const),
  ...([
    [0x111e1, 1, 10],
    [0x11c5a, 1, 10],
  ] as const),
  // Medefaidrin, Kaktovik, Mayan, counting rods, Mende Kikakui, Indic and Ottoman Siyaq.
  ...([
    [0x16e80, 0, 20],
    [0x1d2c0, 0, 20],
    [0x1d2e0, 0, 20],
    [0x1d360, 1, 9],
    [0x1e8c7, 1, 9],
  ] as const),
  ...([
    [0x1ec71, 1, 10],
    [0x1eca3, 1, 9],
    [0x1ed01, 1, 10],
  ] as const),
  // Zeros of the dingbats.
  ...([
    [0x1f10b, 0, 1],
    [0x1f10c, 0, 1],
  ] as const),
];

function seriesValue(code: number): string {
  const [first = 0, value = 0] = SERIES.find(([start, , length]) => code >= start && code < start + length) ?? [];
  return first === 0 ? '' : String(value + code - first);
}

/** The decimal digits of a script are ten consecutive code points from zero on (The Unicode Standard, 4.6). */
function valueOf(code: number): string {
  if (!isDecimal(code)) return '';
  let zero = code;
  while (isDecimal(zero - 1)) zero--;
  return String((code - zero) % 10);
}

function isDecimal(code: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(code));
}
