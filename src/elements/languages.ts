import type { Messages } from './messages.js';

/**
 * Languages that are loaded when they are needed, each a file of its own. A page may add one:
 * `LANGUAGES.cy = async () => ({ messages })`.
 */
export const LANGUAGES: Record<string, () => Promise<{ readonly messages: Messages }>> = {
  ar: () => import('./languages/ar.js'),
  bg: () => import('./languages/bg.js'),
  cs: () => import('./languages/cs.js'),
  da: () => import('./languages/da.js'),
  de: () => import('./languages/de.js'),
  el: () => import('./languages/el.js'),
  es: () => import('./languages/es.js'),
  et: () => import('./languages/et.js'),
  fa: () => import('./languages/fa.js'),
  fi: () => import('./languages/fi.js'),
  fr: () => import('./languages/fr.js'),
  he: () => import('./languages/he.js'),
  hi: () => import('./languages/hi.js'),
  hr: () => import('./languages/hr.js'),
  hu: () => import('./languages/hu.js'),
  id: () => import('./languages/id.js'),
  it: () => import('./languages/it.js'),
  ja: () => import('./languages/ja.js'),
  ko: () => import('./languages/ko.js'),
  lt: () => import('./languages/lt.js'),
  lv: () => import('./languages/lv.js'),
  nb: () => import('./languages/nb.js'),
  nl: () => import('./languages/nl.js'),
  pl: () => import('./languages/pl.js'),
  pt: () => import('./languages/pt.js'),
  ro: () => import('./languages/ro.js'),
  ru: () => import('./languages/ru.js'),
  sk: () => import('./languages/sk.js'),
  sl: () => import('./languages/sl.js'),
  sv: () => import('./languages/sv.js'),
  th: () => import('./languages/th.js'),
  tr: () => import('./languages/tr.js'),
  uk: () => import('./languages/uk.js'),
  vi: () => import('./languages/vi.js'),
  'zh-Hans': () => import('./languages/zh-Hans.js'),
  'zh-Hant': () => import('./languages/zh-Hant.js'),
};

/** Languages that are written from right to left. */
const RIGHT_TO_LEFT = ['ar', 'fa', 'he', 'ur'];

/** What people and browsers call a language beside its own name. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  no: 'nb',
  nn: 'nb',
  iw: 'he',
  in: 'id',
  'zh-tw': 'zh-hant',
  'zh-hk': 'zh-hant',
  'zh-mo': 'zh-hant',
  zh: 'zh-hans',
};

/** The first of the wanted languages (BCP 47, in order of preference) that there is; English where there is none. */
export function chooseLanguage(wanted: readonly string[]): string {
  const known = new Map(['en', ...Object.keys(LANGUAGES)].map((language) => [language.toLowerCase(), language]));
  for (const tag of wanted) {
    // From the most to the least special: zh-Hant-TW, zh-Hant, zh.
    for (let rest = tag.toLowerCase(); rest !== ''; rest = rest.slice(0, Math.max(0, rest.lastIndexOf('-')))) {
      const found = known.get(rest) ?? known.get(OTHER_NAMES[rest] ?? '');
      if (found) return found;
    }
  }
  return 'en';
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(language.split('-')[0] ?? '') ? 'rtl' : 'ltr';
}
