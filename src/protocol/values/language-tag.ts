const MAX_LENGTH = 8;

/** A language of the 3-D Secure interface: at most 8 characters (EMV 3-D Secure, Browser Language). */
export const languageTag = /^(?=.{1,8}$)[a-z]+(-[a-z0-9]+)*$/i;

/** Other tags of a language, which people and browsers use. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  no: 'nb',
  nn: 'nb',
  iw: 'he',
  in: 'id',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
  'zh-mo': 'zh-hant',
  yue: 'zh-hant',
  zh: 'zh-hans',
  sr: 'sr-latn',
  tl: 'fil',
};

/** Regions whose Spanish is that of Spain (Unicode CLDR, parent locales). All others follow that of Latin America. */
const SPANISH_OF_SPAIN = ['es', 'ea', 'gq', 'ic'];

/**
 * Returns the first of the wanted languages that exists, as `known` writes it; undefined when none exists.
 *
 * @param wanted language tags of any form, in order of preference
 * @param known BCP 47 tags
 */
export function chooseTag(wanted: readonly string[], known: readonly string[]): string | undefined {
  const byName = new Map(known.map((language) => [language.toLowerCase(), language]));
  for (const tag of wanted) {
    // A page may have added a language by a name of its own.
    const own = byName.get(tag.toLowerCase());
    if (own) return own;
    // From the longest tag to the shortest: zh-Hant-TW, zh-Hant, zh.
    for (
      let rest = standardTag(tag).toLowerCase();
      rest !== '';
      rest = rest.slice(0, Math.max(0, rest.lastIndexOf('-')))
    ) {
      const found = byName.get(rest) ?? byName.get(OTHER_NAMES[rest] ?? '') ?? byName.get(latinAmerican(rest));
      if (found) return found;
    }
  }
  return undefined;
}

function latinAmerican(tag: string): string {
  const [language, region] = tag.split('-');
  return language === 'es' && region !== undefined && !SPANISH_OF_SPAIN.includes(region) ? 'es-419' : '';
}

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

/** Returns the direction in which a language is written. */
export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}

/** Regions that decide between languages of the package, by their code of three letters (ISO 3166-1 alpha-3). */
const REGIONS: Readonly<Record<string, string>> = {
  ARG: 'AR',
  BOL: 'BO',
  BRA: 'BR',
  CAN: 'CA',
  CHL: 'CL',
  CHN: 'CN',
  COL: 'CO',
  CRI: 'CR',
  CUB: 'CU',
  DOM: 'DO',
  ECU: 'EC',
  ESP: 'ES',
  GBR: 'GB',
  GTM: 'GT',
  HKG: 'HK',
  HND: 'HN',
  MAC: 'MO',
  MEX: 'MX',
  NIC: 'NI',
  PAN: 'PA',
  PER: 'PE',
  PRI: 'PR',
  PRT: 'PT',
  PRY: 'PY',
  SGP: 'SG',
  SLV: 'SV',
  TWN: 'TW',
  URY: 'UY',
  USA: 'US',
  VEN: 'VE',
};

/**
 * Returns the BCP 47 tag of a language that another system writes in its own form: `de_AT.UTF-8`, `ca@valencia`,
 * `pt BR`, `b+zh+Hant`, `deu`, `zh-TWN`. Drops parts from the end until the rest is a tag: `zh_TW_#Hant` becomes
 * `zh-TW`. Ignores invisible characters, and separators at the start.
 */
export function standardTag(text: string): string {
  const [first = ''] = text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/^[\s_/+-]+/, '')
    .split(/[@.,;:]/, 1);
  const parts = first
    // The language may be in the second part (RFC 5646, 2.2.2).
    .replace(/^(b\+|zh.(?=cmn|yue))/i, '')
    // Names of Windows, where a third part of three letters is no script.
    .replace(/^zh.cht$/i, 'zh-Hant')
    .replace(/^zh.chs$/i, 'zh-Hans')
    .split(/[\s_/+-]+/)
    .map((part, place) => (place > 0 && REGIONS[part.toUpperCase()]) || part);
  for (let count = parts.length; count > 0; count--) {
    const tag = parts.slice(0, count).join('-');
    try {
      return Intl.getCanonicalLocales(tag)[0] ?? tag;
    } catch {
      // Not a tag.
    }
  }
  return parts.join('-');
}

/**
 * Returns the whole subtags that fit into 8 characters: `en-GB-oxendict` becomes `en-GB`. Undefined for a tag that
 * names no language, such as `x-klingon`.
 */
export function shortLanguage(tag: string): string | undefined {
  // A subtag of one letter begins an extension. The ninth character decides whether the eighth ends a subtag.
  const start = tag.replace(/(^|-)[a-z0-9](-.*)?$/i, '').slice(0, MAX_LENGTH + 1);
  const short = start.length > MAX_LENGTH ? start.slice(0, Math.max(start.lastIndexOf('-'), 0)) : start;
  return languageTag.test(short) ? short : undefined;
}

/** More characters than the header of a browser has. */
const MAX_HEADER = 1_000;

/** Returns the tags of an `Accept-Language` header in any form, the most wanted first. */
export function acceptedLanguages(header: string): string[] {
  return header
    .slice(0, MAX_HEADER)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const quality = parameters.find((one) => /^q=/i.test(one))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality)
    .map(({ tag }) => tag);
}
