import { expect, it } from 'vitest';
import { likelyCountry } from '../../../src/elements/i18n/likely-country.js';

it.each([
  ['de', ['de'], 'DE'],
  ['de', ['de', 'en-US'], 'DE'],
  ['de', ['de', 'de-AT'], 'AT'],
  ['de', ['de_AT'], 'AT'],
  ['en', ['en-GB', 'en'], 'GB'],
  ['en', [], 'US'],
  ['pt-BR', ['pt-PT'], 'BR'],
  ['es-419', ['es-419'], 'ES'],
  ['es-419', ['es-MX'], 'MX'],
  ['zh-Hant', ['zh-Hant'], 'TW'],
  ['nb', ['!'], 'NO'],
  ['!', [], undefined],
])('the likely country of texts in %s for the languages %j is %s', (language, wanted, country) => {
  expect(likelyCountry(language, wanted)).toBe(country);
});
