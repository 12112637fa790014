import { expect, it } from 'vitest';
import { NUMERIC_COUNTRY_CODES } from '../../../src/protocol/values/numeric-country.js';

it('each country has one two-letter code and one three-digit code', () => {
  expect(NUMERIC_COUNTRY_CODES.size).toBe(249);
  expect([...NUMERIC_COUNTRY_CODES.keys()]).toEqual([...NUMERIC_COUNTRY_CODES.keys()].sort());
  expect(new Set(NUMERIC_COUNTRY_CODES.values()).size).toBe(249);
  for (const [letters, digits] of NUMERIC_COUNTRY_CODES) {
    expect(letters).toMatch(/^[A-Z]{2}$/);
    expect(digits).toMatch(/^\d{3}$/);
  }
  expect(['GB', 'US', 'DE', 'AF'].map((code) => NUMERIC_COUNTRY_CODES.get(code))).toEqual(['826', '840', '276', '004']);
});
