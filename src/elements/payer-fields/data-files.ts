import type { AddressData, StateList } from './address-format.js';
import type { PhonePlans } from './phone-number.js';
import { dataFile } from '../late-data/data-file.js';

// `npm run data` writes the files. Each address is a literal, because bundlers find the files by it.

/** The numbering plans of all countries. */
export const PHONE_DATA = dataFile(
  'data/phones.json',
  () => new URL('../late-data/data/phones.json', import.meta.url),
  (data) => {
    requireCountry(data);
    return data as PhonePlans;
  },
);

/** The address formats of all countries. */
export const ADDRESS_DATA = dataFile(
  'data/addresses.json',
  () => new URL('../late-data/data/addresses.json', import.meta.url),
  (data) => {
    requireCountry((data as Partial<AddressData>).countries);
    return data as AddressData;
  },
);

/** The states or provinces of the countries that have a list of them. */
export const STATE_DATA = dataFile(
  'data/states.json',
  () => new URL('../late-data/data/states.json', import.meta.url),
  (data) => {
    if (!Array.isArray((data as Partial<Record<string, unknown>>)['US']))
      throw new TypeError('The data contain no states.');
    return data as Readonly<Record<string, StateList>>;
  },
);

function requireCountry(countries: unknown): void {
  if (!Object.hasOwn(Object(countries) as object, 'GB')) throw new TypeError('The data contain no country.');
}
