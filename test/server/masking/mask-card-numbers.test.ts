import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passesLuhn } from '../../../src/protocol/values/card-number.js';
import { withoutCardNumbers } from '../../../src/server/masking/mask-card-numbers.js';
import { digitsOfAnyScript, NOTATIONS } from '../card-spelling.js';

const NUMBERS = {
  Visa: '4111111111111111',
  Mastercard: '5555555555554444',
  'American Express': '378282246310005',
  Diners: '36227206271667',
  Discover: '6011111111111117',
  JCB: '3530111333300000',
  'JCB 2131': '213100000000001',
  'JCB 1800': '180000000000002',
};

describe.each(Object.entries(NUMBERS))('a %s number', (_scheme, number) => {
  it.each(NOTATIONS)('a card number %s is masked to its first six and last four digits', (_notation, write) => {
    const masked = withoutCardNumbers(`Refused: ${write(number)} (05)`);
    expect(digitsOfAnyScript(masked)).not.toContain(number);
    expect(digitsOfAnyScript(masked)).toContain(number.slice(0, 6) + number.slice(-4));
    expect(masked).toMatch(/^Refused: .* \(05\)$/);
  });
});

const checkDigit = (digits: string) =>
  Array.from({ length: 10 }, (_, digit) => String(digit)).find((last) => passesLuhn(digits + last)) ?? '';

/** Card numbers with the first digits and the length of a scheme. */
const cardNumber = fc
  .constantFrom(
    ...([
      ['4', 13],
      ['4', 16],
      ['4', 19],
      ['55', 16],
      ['2720', 16],
      ['37', 15],
      ['36', 14],
      ['3528', 16],
      ['65', 19],
    ] as const),
  )
  .chain(([prefix, length]) =>
    fc.stringMatching(new RegExp(`^\\d{${length - prefix.length - 1}}$`)).map((middle) => prefix + middle),
  )
  .map((digits) => digits + checkDigit(digits));

it('every number of a scheme is masked, with up to three characters between its digits and any text around it', () => {
  const separator = fc.constantFrom('', '', ' ', '-', '.', '/', '  ', '\u00a0', ' - ', '\t', '_', '–', '\u200b');
  const around = fc.oneof(fc.stringMatching(/^[A-Za-z _=:.-]{0,10}$/), fc.constantFrom('99', '0', '7', 'n°'));
  fc.assert(
    fc.property(
      cardNumber,
      fc.array(separator, { minLength: 19, maxLength: 19 }),
      around,
      around,
      (number, separators, before, after) => {
        const written = Array.from(
          number,
          (digit, place) => (place === 0 ? '' : (separators[place] ?? '')) + digit,
        ).join('');
        expect(digitsOfAnyScript(withoutCardNumbers(before + written + after))).not.toContain(number);
      },
    ),
    { seed: 20_261_121, numRuns: 2_000 },
  );
});

/** Texts of many digits that a merchant has to read, one of each kind. */
const reference = fc.oneof(
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  // A payments reference: a time in milliseconds and four digits.
  fc
    .tuple(fc.integer({ min: 1_600_000_000_000, max: 1_999_999_999_999 }), fc.integer({ min: 0, max: 9999 }))
    .map(([time, rest]) => `${time}${String(rest).padStart(4, '0')}`),
  fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().replace(/\D/g, '').slice(0, 14)),
  fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => `${date.toISOString().slice(0, 23).replace('T', ' ')}456`),
  fc.integer({ min: 0, max: 99_999_999 }).map((amount) => `${amount} EUR`),
);

it('identifiers, payments references, timestamps and amounts stay as they are', () => {
  const words = fc.constantFrom('order ', ' at ', 'ref=', ' (', '), ', '; see ', '\n');
  fc.assert(
    fc.property(fc.array(fc.tuple(words, reference), { minLength: 1, maxLength: 5 }), (parts) => {
      const text = parts.flat().join('');
      expect(withoutCardNumbers(text)).toBe(text);
    }),
    { seed: 20_261_121, numRuns: 2_000 },
  );
});

it('a number beside a reference is masked, and the reference stays', () => {
  const id = '42220000-0628-5344-8000-000000000018';
  expect(withoutCardNumbers(`${id} 4111111111111111 20261121120000 16898444372586159`)).toBe(
    `${id} 411111******1111 20261121120000 16898444372586159`,
  );
  expect(withoutCardNumbers('18000000000000000')).toBe('18000000000000000');
});

it.each([
  ['a telephone number', '+44 20 7946 0000'],
  ['a number with a wrong check digit', '4111 1111 1111 1112'],
  ['digits with letters between', '4111a1111b1111c1111'],
  ['digits with more than three characters between', '4111 ---- 1111 ---- 1111 ---- 1111'],
])('the text %s stays as it is', (_what, text) => {
  expect(withoutCardNumbers(text)).toBe(text);
});

it.each([
  ['digits', '4'],
  ['separators', ' '],
  ['full-width digits', '４'],
  ['circled digits', '①'],
  ['hexadecimal groups', '12345678-1234-'],
  ['dates', '2026-11-21 '],
  ['combining marks', '\u0301\u0323'],
])('a card number at the end of 256 kB of %s is masked', (_what, unit) => {
  const text = `${unit.repeat(262_144 / unit.length)} x 4111111111111111`;
  expect(withoutCardNumbers(text)).toMatch(/ x 411111\*{6}1111$/);
});
