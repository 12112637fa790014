import { describe, expect, test } from 'vitest';
import { cardBrand } from '../../../src/protocol/values/card-scheme.js';
import { passesLuhn } from '../../../src/protocol/values/card-number.js';
import { BEHAVIOURS } from '../../../src/sandbox/cards/behaviours.js';
import { CardDirectory } from '../../../src/sandbox/directory/card-directory.js';
import { SCHEME_RANGES } from '../../../src/sandbox/directory/scheme-ranges.js';
import { TEST_CARDS } from '../../../src/sandbox/cards/test-cards.js';

describe('test cards', () => {
  test.each(TEST_CARDS.map((card) => [card.label, card] as const))(
    'the number of the card %s passes the check digit and belongs to its scheme',
    (_, { number, scheme }) => {
      expect(passesLuhn(number)).toBe(true);
      expect(cardBrand(number)?.scheme).toBe(scheme);
    },
  );

  test('the test cards have each behaviour once', () => {
    expect(new Set(TEST_CARDS.map(({ behaviour }) => behaviour))).toEqual(new Set(Object.keys(BEHAVIOURS)));
    expect(new Set(TEST_CARDS.map(({ number }) => number)).size).toBe(TEST_CARDS.length);
  });
});

test('the range of a number has the scheme of its first digits', () => {
  const directory = new CardDirectory(SCHEME_RANGES);
  for (let digits = 1000; digits < 10_000; digits++) {
    const number = `${digits}0000000000`;
    expect([digits, directory.find(number)?.scheme]).toEqual([digits, cardBrand(number)?.scheme]);
  }
});
