import { luhnDouble } from '../../protocol/values/card-number.js';
import { cardBrand } from '../../protocol/values/card-scheme.js';
import { withDigitsHidden, withoutReferences, type DigitsInText } from './digits-in-text.js';

/** The shortest and the longest card number (ISO/IEC 7812-1). */
const [SHORTEST, LONGEST] = [12, 19];

/**
 * Characters that may stand between two digits of a card number: no letters, and at most three. The digits of two
 * character references are the numbers of characters.
 */
const GAP = /^(?!.*&#)[^\p{L}\p{M}\p{N}]{0,3}$/u;

/**
 * Texts of digits that are not card numbers: UUIDs, timestamps, and payments references, which are a time in
 * milliseconds and four more digits.
 */
const REFERENCES = [
  /(?<![0-9a-f])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-f])/gi,
  /(?<!\d)(?:19|20)\d\d-[01]\d-[0-3]\d[T ][0-2]\d:[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?!\d)/g,
  /(?<!\d)20\d\d[01]\d[0-3]\d[0-2]\d[0-5]\d[0-5]\d(?!\d)/g,
  /(?<!\d)1[6-9]\d{15}(?!\d)/g,
];

/**
 * Masks card numbers in a text of the gateway to their first six and last four digits, because the text goes into
 * errors, reports and histories. Finds them in all scripts, with up to three characters between the digits, and beside
 * other digits. Leaves UUIDs, timestamps and payments references.
 */
export function withoutCardNumbers(text: string): string {
  return text.length < SHORTEST / 2 ? text : withDigitsHidden(text, placesIn);
}

/** The positions of the digits of card numbers that are hidden. */
function placesIn(text: string, found: DigitsInText): ReadonlySet<number> {
  const hidden = new Set<number>();
  if (found.digits.length < SHORTEST) return hidden;
  for (const [start, end] of runsOf(text, found)) {
    const run = found.digits.slice(start, end);
    for (const [from, to] of cardNumbersIn(run)) {
      for (let place = start + from + 6; place < start + to - 4; place++) hidden.add(place);
    }
  }
  return hidden;
}

type Range = readonly [start: number, end: number];

/** The runs of digits that stand close together, as positions in `digits`. */
function runsOf(text: string, { digits, starts, ends }: DigitsInText): Range[] {
  const isReference = referencesIn(text);
  const runs: Range[] = [];
  let start = 0;
  for (let place = 0; place <= digits.length; place++) {
    const at = starts[place] ?? text.length;
    const reference = place < digits.length && isReference(at);
    const before = ends[place - 1] ?? at;
    const joins = place < digits.length && !reference && isGap(text, before, at);
    if (place > start && !joins) {
      if (place - start >= SHORTEST) runs.push([start, place]);
      start = place;
    }
    if (reference) start = place + 1;
  }
  return runs;
}

/** Three character references. */
const LONGEST_GAP = 40;

function isGap(text: string, from: number, to: number): boolean {
  return to - from <= LONGEST_GAP && GAP.test(withoutReferences(text.slice(from, to)));
}

/** Returns a test, for ascending places, if a place is within a reference. */
function referencesIn(text: string): (at: number) => boolean {
  const ranges = REFERENCES.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: { length }, index }): Range => [index, index + length]),
  ).sort(([one], [other]) => one - other);
  let next = 0;
  return (at) => {
    while ((ranges[next]?.[1] ?? Infinity) <= at) next++;
    return (ranges[next]?.[0] ?? Infinity) <= at;
  };
}

/**
 * The card numbers in a run of digits: the whole run, if it has a correct check digit, and each part that has the first
 * digits, the length and the check digit of a scheme. Of the numbers that begin with 0 or 1 only those of a scheme are
 * bank cards (ISO/IEC 7812-1).
 */
function cardNumbersIn(run: string): Range[] {
  const found: Range[] = [];
  const passesLuhn = luhnTest(run);
  if (run.length <= LONGEST && /^[2-9]/.test(run) && passesLuhn(0, run.length)) found.push([0, run.length]);
  for (let start = 0; start + SHORTEST <= run.length; start++) {
    for (const length of cardBrand(run.slice(start, start + 6))?.lengths ?? []) {
      const end = start + length;
      if (end <= run.length && passesLuhn(start, end)) found.push([start, end]);
    }
  }
  return found;
}

/**
 * Returns a test of the check digit of each part of a run, which takes one step. The sums of all beginnings are known,
 * once with the digits at even places doubled, and once with the others.
 */
function luhnTest(run: string): (start: number, end: number) => boolean {
  const sums: readonly [number[], number[]] = [[0], [0]];
  for (const [place, character] of Array.from(run).entries()) {
    const digit = Number(character);
    for (const [doubled, known] of sums.entries())
      known.push((known[place] ?? 0) + (place % 2 === doubled ? luhnDouble(digit) : digit));
  }
  return (start, end) => {
    const known = sums[end % 2 === 0 ? 0 : 1];
    return ((known[end] ?? 0) - (known[start] ?? 0)) % 10 === 0;
  };
}
