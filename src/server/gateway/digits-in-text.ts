/** The decimal digits of a text in any script and form, and their places in it. */
export interface DigitsInText {
  /** As ASCII digits. */
  readonly digits: string;
  /** For each digit, the index of its character in the text. A character such as ⑫ holds two digits. */
  readonly starts: readonly number[];
  /** For each digit, the index after its character. */
  readonly ends: readonly number[];
}

/** Finds the digits of a text: of all scripts, and compatibility forms such as １, ¹ and ① (Unicode NFKC). */
export function digitsInText(text: string): DigitsInText {
  let digits = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const end = at + (code > 0xffff ? 2 : 1);
    for (const digit of code < 0x80 ? asciiDigit(code) : otherDigits(code)) {
      digits += digit;
      starts.push(at);
      ends.push(end);
    }
    at = end;
  }
  return { digits, starts, ends };
}

/** Returns the text with the digits at these positions of `digits` replaced by `*`. */
export function withDigitsHidden(text: string, { starts, ends }: DigitsInText, hidden: ReadonlySet<number>): string {
  if (hidden.size === 0) return text;
  let [result, kept] = ['', 0];
  for (const position of [...hidden].sort((one, other) => one - other)) {
    const start = starts[position] ?? kept;
    // The second digit of one character.
    if (start < kept) continue;
    result += `${text.slice(kept, start)}*`;
    kept = ends[position] ?? start;
  }
  return result + text.slice(kept);
}

function asciiDigit(code: number): string {
  return code >= 0x30 && code <= 0x39 ? String.fromCodePoint(code) : '';
}

const known = new Map<number, string>();

function otherDigits(code: number): string {
  const seen = known.get(code);
  if (seen !== undefined) return seen;
  const character = String.fromCodePoint(code);
  if (!/\p{N}/u.test(character)) return '';
  const digits = Array.from(character.normalize('NFKC'), (one) => valueOf(one.codePointAt(0) ?? 0)).join('');
  known.set(code, digits);
  return digits;
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
