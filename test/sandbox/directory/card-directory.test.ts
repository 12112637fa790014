import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CardDirectory, type CardRange } from '../../../src/sandbox/directory/card-directory.js';

const VERSIONS = ['2.1.0', '2.2.0', '2.3.1'] as const;
const padded = (digits: string, filling: string) => digits.padEnd(19, filling);

/** Ranges that do not overlap, in any order: cut points in pairs. */
const ranges = fc
  .uniqueArray(fc.bigInt({ min: 0n, max: 10n ** 19n - 1n }), { minLength: 2, maxLength: 60 })
  .map((cuts) => {
    const sorted = [...cuts].sort((one, other) => (one < other ? -1 : 1)).map((cut) => String(cut).padStart(19, '0'));
    return Array.from(
      { length: Math.floor(sorted.length / 2) },
      (_, place): CardRange => ({
        low: sorted[place * 2]!,
        high: sorted[place * 2 + 1]!,
        scheme: 'VISA',
        version: VERSIONS[place % 3]!,
        behaviour: 'success',
      }),
    );
  })
  .chain((list) => fc.shuffledSubarray(list, { minLength: list.length }));

describe('CardDirectory', () => {
  test('CardDirectory finds the same range as a scan of all ranges', () => {
    fc.assert(
      fc.property(ranges, fc.array(fc.stringMatching(/^\d{12,19}$/), { maxLength: 20 }), (list, numbers) => {
        const directory = new CardDirectory(list);
        // The bounds themselves and their neighbours are where a binary search goes wrong.
        const bounds = list.flatMap(({ low, high }) => [low, high, neighbour(low, -1n), neighbour(high, 1n)]);
        for (const number of [...numbers, ...bounds]) {
          const scanned = list.find(
            ({ low, high }) => padded(low, '0') <= padded(number, '0') && padded(number, '0') <= padded(high, '9'),
          );
          expect(directory.find(number)?.version).toBe(scanned?.version);
        }
      }),
      { seed: 1 },
    );
  });

  test('refuses ranges that overlap, whatever their order', () => {
    fc.assert(
      fc.property(ranges, fc.nat(), fc.nat(), (list, which, where) => {
        const { low, high } = list[which % list.length]!;
        const intruder = { ...list[0]!, low: which % 2 ? low : high, high };
        const together = [...list];
        together.splice(where % (list.length + 1), 0, intruder);
        expect(() => new CardDirectory(together)).toThrow(/overlap/);
      }),
      { seed: 1 },
    );
  });

  test('treats bounds of fewer digits as prefixes', () => {
    const directory = new CardDirectory([
      { low: '51', high: '55', scheme: 'MASTERCARD', version: '2.2.0', behaviour: 'success' },
    ]);
    expect(directory.find('5100000000000000')).toBeDefined();
    expect(directory.find('5599999999999999999')).toBeDefined();
    expect(directory.find('5099999999999999')).toBeUndefined();
    expect(directory.find('5600000000000000')).toBeUndefined();
  });

  test('names the ranges that overlap, without a card number', () => {
    const card = (number: string): CardRange => ({
      low: number,
      high: number,
      scheme: 'VISA',
      version: '2.2.0',
      behaviour: 'success',
    });
    expect(
      () => new CardDirectory([card('4222000006285344'), card('4000000000000010'), card('4222000006285344')]),
    ).toThrow('Card ranges 0 (422200…) and 2 (422200…) overlap.');
  });

  test.each([
    ['no digits', { low: '4x', high: '5' }],
    ['too many digits', { low: '4', high: '5'.repeat(20) }],
    ['nothing', { low: '', high: '5' }],
    ['an end before its beginning', { low: '55', high: '51' }],
  ])('CardDirectory refuses bounds of %s', (_, bounds) => {
    expect(() => new CardDirectory([{ ...bounds, scheme: 'VISA', version: '2.2.0', behaviour: 'success' }])).toThrow(
      RangeError,
    );
  });

  test('CardDirectory may have no ranges', () => {
    expect(new CardDirectory([]).find('4222000006285344')).toBeUndefined();
  });
});

function neighbour(digits: string, step: bigint): string {
  const number = BigInt(digits) + step;
  return number < 0n || number >= 10n ** 19n ? digits : String(number).padStart(19, '0');
}
