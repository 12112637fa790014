import { expect, it, vi } from 'vitest';
import { randomKey } from '../../src/payment/random-key.js';

it('a key of a page on http: has letters only, so that no part of it reads as a card number', () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const keys = Array.from({ length: 50 }, () => randomKey());
  expect(keys.filter((key) => !/^[a-p]{32}$/.test(key))).toEqual([]);
  expect(new Set(keys).size).toBe(50);
});
