/**
 * `npm run data` writes the data that the elements load late: icons, phone numbers, address formats, and states by
 * country (src/elements/late-data/data/). It writes the format of amounts into the file of each language, by the data
 * of the Node that runs it. test/late-data.test.ts compares all with their sources.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { addressData, statesOf } from './data/address-data.mjs';
import { amountFormat } from './data/amount-data.mjs';
import { countryCodes } from './data/country-codes.mjs';
import { iconData } from './data/icon-data.mjs';
import { phoneData } from './data/phone-data.mjs';

const folder = 'src/elements/late-data/data';
const languages = 'src/elements/i18n/locales';

/** @returns {Record<string, string>} the text of each file by its name */
export function lateData() {
  const countries = countryCodes();
  const states = countries.map((country) => [country, statesOf(country)]).filter(([, list]) => list.length > 0);
  const files = {
    addresses: addressData(countries),
    icons: iconData(),
    phones: phoneData(),
    states: Object.fromEntries(states),
  };
  return Object.fromEntries(Object.entries(files).map(([name, data]) => [`${name}.json`, linesOf(data)]));
}

/** @returns {Record<string, string>} the text of the file of each language, with the format of its amounts */
export function languageFiles() {
  return Object.fromEntries(
    readdirSync(languages).map((name) => {
      const { amounts: _before, ...messages } = JSON.parse(readFileSync(`${languages}/${name}`, 'utf8'));
      const amounts = amountFormat(name.replace('.json', ''));
      return [name, `${JSON.stringify({ ...messages, amounts }, undefined, 2)}\n`];
    }),
  );
}

/** One line for each entry, so that changes can be read. */
function linesOf(data) {
  const line = ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`;
  const { countries, ...rest } = data;
  if (!countries) return `{\n${Object.entries(data).map(line).join(',\n')}\n}\n`;
  return `{\n${Object.entries(rest).map(line).join(',\n')},\n"countries":{\n${Object.entries(countries).map(line).join(',\n')}\n}\n}\n`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(lateData())) writeFileSync(`${folder}/${name}`, text);
  for (const [name, text] of Object.entries(languageFiles())) writeFileSync(`${languages}/${name}`, text);
}
