import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ADDRESS_LABELS } from '../scripts/data/address-labels.mjs';
import { languageFiles, lateData } from '../scripts/data.mjs';
import { listedBrands } from '../src/elements/card-form/form-fields.js';
import { amountsFrom } from '../src/elements/i18n/language-file.js';
import { LANGUAGES } from '../src/elements/i18n/languages.js';
import { CURRENCIES } from '../src/command/certify/currencies.js';
import { digitsOf, ISO_4217 } from './protocol/values/iso-4217.js';
import type { AddressData, StateList } from '../src/elements/payer-fields/address-format.js';
import { formatAmount } from '../src/protocol/values/amount.js';
import { NUMERIC_COUNTRY_CODES } from '../src/protocol/values/numeric-country.js';

const FOLDER = 'src/elements/late-data/data';
const text = (name: string) => readFileSync(`${FOLDER}/${name}.json`, 'utf8');
const { labels, countries } = JSON.parse(text('addresses')) as AddressData;
const states = JSON.parse(text('states')) as Record<string, StateList>;

it('the data that elements load are those of the libraries (npm run data)', () => {
  const files = readdirSync(FOLDER).map((name) => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')]);
  expect(Object.fromEntries(files)).toEqual(lateData());
});

const LOCALES = 'src/elements/i18n/locales';
const amountsOf = (language: string) =>
  language === 'en'
    ? undefined
    : amountsFrom((JSON.parse(readFileSync(`${LOCALES}/${language}.json`, 'utf8')) as { amounts: unknown }).amounts);

/** The locale data of the Node in .nvmrc. Other versions have other symbols for some currencies. */
const isPinned = process.versions.node.split('.')[0] === readFileSync('.nvmrc', 'utf8').trim();

it.runIf(isPinned)('the language files have the amount formats of the pinned Node (npm run data)', () => {
  const files = readdirSync(LOCALES).map((name) => [name, readFileSync(`${LOCALES}/${name}`, 'utf8')]);
  expect(Object.fromEntries(files)).toEqual(languageFiles());
});

describe.each(['en', ...Object.keys(LANGUAGES)])('amounts and lists in %s', (language) => {
  const amounts = amountsOf(language);

  it.runIf(isPinned)('each currency is written as the pinned Node writes it, in small and large amounts', () => {
    const currencies = new Set([...Intl.supportedValuesOf('currency'), ...CURRENCIES]);
    const wrong: string[] = [];
    for (const currency of currencies) {
      for (const exponent of [0, 2, 3]) {
        const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
        const runtime = new Intl.NumberFormat(language, { style: 'currency', currency, ...digits });
        for (const amount of ['0', '7', '1999', '0123456', '1234567', '123456789012']) {
          const expected = runtime.format(Number(amount) / 10 ** exponent);
          const written = formatAmount({ amount, currency, exponent }, language, amounts);
          if (written !== expected) wrong.push(`${currency} ${written} instead of ${expected}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it.runIf(isPinned)('brands are separated as the pinned Node separates a list', () => {
    const [, separator] = new Intl.ListFormat(language, { type: 'conjunction' }).formatToParts(['1', '2', '3']);
    expect(listedBrands(['visa', 'mastercard'], language)).toBe(`Visa${separator?.value}Mastercard`);
  });

  it('each code of ISO 4217 is written with its decimals', () => {
    for (const [currency, exponent] of ISO_4217) {
      const shown = digitsOf(formatAmount({ amount: '7', currency }, language, amounts));
      expect([currency, shown]).toEqual([currency, '7'.padStart(exponent + 1, '0')]);
    }
  });
});

it('the address data have all countries of ISO 3166-1', () => {
  expect(Object.keys(countries)).toEqual([...NUMERIC_COUNTRY_CODES.keys()]);
});

it('every label of an address field has an English text', () => {
  const used = Object.values(countries).flatMap(({ city, quarter, area, postcode }) => [city, quarter, area, postcode]);
  for (const label of used) if (label) expect(labels).toHaveProperty(label);
  expect(labels).toEqual(ADDRESS_LABELS);
});

it('the data have the states of each country whose format has a list of them', () => {
  expect(Object.keys(states)).toEqual(Object.keys(countries).filter((country) => countries[country]?.states));
});

it.each(Object.keys(states))('the states of %s differ in codes and names', (country) => {
  const list = states[country]!;
  expect(list.length).toBeGreaterThan(1);
  for (const index of [0, 1]) expect(new Set(list.map((state) => state[index])).size).toBe(list.length);
});

it.each<[string, string, string]>([
  ['US', 'CA', 'California'],
  ['CA', 'ON', 'Ontario'],
  ['AU', 'NSW', 'New South Wales'],
  ['JP', '13', '東京都'],
  ['CN', 'BJ', '北京市'],
  ['IN', 'LA', 'Ladakh'],
  ['IE', 'CO', 'Co. Cork'],
  ['ES', 'M', 'Madrid'],
  ['MX', 'JAL', 'Jalisco'],
])('the state %s-%s is %s', (country, code, name) => {
  expect(states[country]?.find(([one]) => one === code)?.[1]).toBe(name);
});
