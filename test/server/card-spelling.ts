import fc from 'fast-check';

/**
 * Zeros of decimal digits: ASCII, Arabic, Persian, Devanagari and Thai. Others are full-width, mathematical bold,
 * Osmanya, and those with a comma.
 */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0xe50, 0xff10, 0x1d7ce, 0x104a0, 0x1f101];

/** Other forms of the digits 0 to 9, which Unicode maps to digits: circled and superscript. */
const FORMS = ['0①②③④⑤⑥⑦⑧⑨', '⁰¹²³⁴⁵⁶⁷⁸⁹'].map((forms) => [...forms]);

/** Character references of a digit. */
const REFERENCES: readonly DigitForm[] = [
  (digit) => `&#${48 + Number(digit)};`,
  (digit) => `&#x${(48 + Number(digit)).toString(16)};`,
  (digit) => `&#X00${(48 + Number(digit)).toString(16)};`,
  (digit) => `&amp;#0${48 + Number(digit)};`,
  (digit) => `&#${0x660 + Number(digit)};`,
  (digit) => `&#${48 + Number(digit)} `,
];

/** Texts that people and programs write between digits. */
const SEPARATORS = ['', '', '', ' ', '-', '.', '/', '  ', '\u00a0', '–', '\t', '_', ',', '\u200b', '·', ' - '];
const ODD_SEPARATORS = ['x', '🙂', '\u0301', 'ab', '<b>', '"', '\u202e', 'é'];

type DigitForm = (digit: string) => string;

const ascii: DigitForm = (digit) => digit;
const digitForm = fc.oneof(
  { weight: 3, arbitrary: fc.constant(ascii) },
  { weight: 2, arbitrary: fc.constantFrom(...ZEROS).map(fromZero) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(...FORMS).map(
      (forms): DigitForm =>
        (digit) =>
          forms[Number(digit)] ?? '',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(...REFERENCES) },
);

function fromZero(zero: number): DigitForm {
  return (digit) => String.fromCodePoint(zero + Number(digit));
}

/** A card number in one script or in several, with separators of any kind between its digits. */
export function spellingOf(number: string): fc.Arbitrary<string> {
  const separator = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...SEPARATORS) },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_SEPARATORS) },
  );
  const forms = fc.oneof(
    digitForm.map((form) => Array.from(number, () => form)),
    fc.array(digitForm, { minLength: number.length, maxLength: number.length }),
  );
  const separators = fc.oneof(
    separator.map((one) => Array.from(number, () => one)),
    fc.array(separator, { minLength: number.length, maxLength: number.length }),
  );
  return fc
    .tuple(forms, separators)
    .map(([form, between]) =>
      Array.from(
        number,
        (digit, place) => (place === 0 ? '' : (between[place] ?? '')) + (form[place] ?? ascii)(digit),
      ).join(''),
    );
}

/** Text around a card number: none, words that touch it, and other digits. */
export const surrounding = fc.oneof(
  fc.constantFrom('', 'PAN', 'card_', 'card-', 'X', '-', 'number=', 'Your card ', ' was refused.', '99', '0', '12/28 '),
  fc.stringMatching(/^[A-Za-z0-9 .,:;()-]{0,12}$/),
);

/** The digits of a text in ASCII, by the zeros and forms above, with character references decoded. */
export function digitsOfAnyScript(text: string): string {
  const decoded = text
    .replaceAll(/&[a-z]{2,8}13;|&nbsp;/g, ' ')
    .replaceAll(/&(?:amp;)*#(?:x([0-9a-f]{1,5})|(\d{1,6}));?/gi, (_all, hex?: string, decimal?: string) =>
      String.fromCodePoint(hex === undefined ? Number(decimal) : parseInt(hex, 16)),
    );
  return Array.from(decoded, (character) => {
    const position = Math.max(...FORMS.map((forms) => forms.indexOf(character)));
    if (position >= 0) return String(position);
    const code = character.codePointAt(0) ?? 0;
    const zero = ZEROS.find((one) => code >= one && code <= one + 9);
    return zero === undefined ? '' : String(code - zero);
  }).join('');
}

/** Notations of a card number, as gateways, forms and people write them. */
export const NOTATIONS: readonly (readonly [name: string, write: (number: string) => string])[] = [
  ['after a word', (number) => `PAN${number}`],
  ['after a word and an underscore', (number) => `card_${number}`],
  ['after a word and a hyphen', (number) => `card-${number}`],
  ['before a letter', (number) => `${number}X`],
  ['before a hyphen', (number) => `${number}-`],
  ['before an underscore', (number) => `card_number=${number}_`],
  ['with dots', (number) => grouped(number, '.')],
  ['with slashes', (number) => grouped(number, '/')],
  ['with two spaces', (number) => grouped(number, '  ')],
  ['with no-break spaces', (number) => grouped(number, '\u00a0')],
  ['with en dashes', (number) => grouped(number, '–')],
  ['with tabs', (number) => grouped(number, '\t')],
  ['in full-width digits', (number) => Array.from(number, fromZero(0xff10)).join('')],
  ['in Arabic digits', (number) => Array.from(number, fromZero(0x660)).join('')],
  ['in circled digits', (number) => Array.from(number, (digit) => FORMS[0]?.[Number(digit)]).join('')],
  ['in character references', (number) => Array.from(number, (digit) => `&#${48 + Number(digit)};`).join('')],
  ['in hexadecimal references', (number) => Array.from(number, (digit) => `&#x${30 + Number(digit)};`).join('')],
  ['with references of spaces', (number) => grouped(number, '&nbsp;')],
  ['with references that have digits', (number) => grouped(number, '&#8195;&emsp13;')],
  ['after two other digits', (number) => `99${number}`],
  ['alone', (number) => number],
  ['with spaces', (number) => grouped(number, ' ')],
  ['with hyphens', (number) => grouped(number, '-')],
];

function grouped(number: string, separator: string): string {
  return (number.match(/.{1,4}/g) ?? []).join(separator);
}
