import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ADDRESS_LABELS } from '../scripts/data/address-labels.mjs';
import { lateData } from '../scripts/data.mjs';
import type { AddressData, StateList } from '../src/elements/payer-fields/address-format.js';
import { NUMERIC_COUNTRY_CODES } from '../src/protocol/values/numeric-country.js';

const FOLDER = 'src/elements/late-data/data';
const text = (name: string) => readFileSync(`${FOLDER}/${name}.json`, 'utf8');
const { labels, countries } = JSON.parse(text('addresses')) as AddressData;
const states = JSON.parse(text('states')) as Record<string, StateList>;

it('the data that elements load are those of the libraries (npm run data)', () => {
  const files = readdirSync(FOLDER).map((name) => [name, readFileSync(`${FOLDER}/${name}`, 'utf8')]);
  expect(Object.fromEntries(files)).toEqual(lateData());
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
