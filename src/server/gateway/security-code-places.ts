import type { DigitsInText } from '../masking/digits-in-text.js';

/** Names of the fields of a security code, without separators. */
const CODE_NAMES = ['cvn', 'cvv', 'cvv2', 'cvc', 'cvc2', 'cid', 'csc', 'cav2', 'securitycode', 'cardsecuritycode'];

/** Fields whose values are codes, amounts and times of the interfaces, and can have the digits of a security code. */
const CODED = [
  ...['result', 'errorcode', 'amount', 'text', 'currency', 'eci', 'authcode', 'batchid', 'timetaken', 'timestamp'],
  ...['orderid', 'merchantid', 'account', 'messageversion'],
];

/**
 * Fields that are passed on unchanged (3D Secure 2 Authentication Interface, Version check and Authentication). They
 * are addresses and encoded values, which may have any letters and digits side by side.
 */
const PASSED_ON = ['methodurl', 'encodedmethoddata', 'challengerequesturl', 'encodedcreq', 'authenticationvalue'];

/** A label of a security code at the end of a text, before the digits. */
const LABEL =
  /(?:cv[nvc]2?|cid|csc|cav2|security[\s_-]?code)[^\p{N}\p{L}]{0,8}(?:(?:is|number|value)[^\p{N}\p{L}]{0,4})?$/iu;

/** Characters before a security code in which its label stands. */
const LABEL_LENGTH = 40;

/** A text of an answer, and where it stands. */
export interface PlacedText {
  readonly text: string;
  readonly found: DigitsInText;
  /** The name of its field, with those of the fields around it and dots. */
  readonly field: string;
  /** True when the text has the card number. */
  readonly hasNumber: boolean;
}

/**
 * Returns the positions of the digits of the security code. Three or four digits are also a result, an amount or a
 * year, so that digits that stand alone count as the code only where
 * - the field has the name of a security code,
 * - a label such as `cvn=` or `security code` precedes them,
 * - the text has the card number, too,
 * - or the text has nothing else, and its field is not one of codes, amounts and times.
 * The first two hold for any three or four digits, so that a later query, which does not know the code, finds it as
 * well. None is searched in addresses and encoded values that the page or a later request needs unchanged.
 */
export function securityCodePlaces({ text, found, field, hasNumber }: PlacedText, code: string | undefined): number[] {
  const names = field.split('.').map(plainName);
  if (names.some((name) => CODE_NAMES.includes(name))) return Array.from(found.digits, (_digit, place) => place);
  if (PASSED_ON.includes(names.at(-1) ?? '')) return [];
  const groups = groupsOf(found);
  const isAlone = groups.length === 1 && !CODED.includes(names.at(-1) ?? '') && !/\p{L}/u.test(text);
  return groups.flatMap(([from, to]) => {
    const isSent = found.digits.slice(from, to) === code;
    if (!isSent && (to - from < 3 || to - from > 4)) return [];
    const start = found.starts[from] ?? 0;
    const isLabelled = LABEL.test(text.slice(Math.max(0, start - LABEL_LENGTH), start));
    return isLabelled || (isSent && (hasNumber || isAlone))
      ? Array.from({ length: to - from }, (_none, offset) => from + offset)
      : [];
  });
}

/** The groups of digits with nothing between them, as positions in `digits`. */
function groupsOf({ digits, starts, ends }: DigitsInText): (readonly [from: number, to: number])[] {
  const groups: (readonly [number, number])[] = [];
  let from = 0;
  for (let place = 1; place <= digits.length; place++) {
    if (place < digits.length && ends[place - 1] === starts[place]) continue;
    groups.push([from, place]);
    from = place;
  }
  return groups;
}

/** `Card_Security-Code` becomes `cardsecuritycode`. */
function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase();
}
