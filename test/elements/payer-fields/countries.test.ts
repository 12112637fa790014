import { expect, it } from 'vitest';
import { countryOptions } from '../../../src/elements/payer-fields/countries.js';
import { ADDRESS_DATA } from '../../../src/elements/payer-fields/data-files.js';

it('countryOptions names countries in the alphabetical order of the language', () => {
  expect(countryOptions('de', ['US', 'GB', 'AT'])).toEqual([
    ['AT', 'Österreich'],
    ['US', 'Vereinigte Staaten'],
    ['GB', 'Vereinigtes Königreich'],
  ]);
});

it('countryOptions without codes has the countries of ISO 3166-1, from the browser', async () => {
  const codes = Object.keys((await ADDRESS_DATA()).countries);
  expect(
    countryOptions('en')
      .map(([code]) => code)
      .sort(),
  ).toEqual(codes);
});
