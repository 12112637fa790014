import { chooseTag, standardTag } from '../../protocol/values/language-tag.js';
import { languageFile } from './language-file.js';
import type { LoadMessages } from './messages.js';

/** The files of the languages. */
const FILES: Readonly<Record<string, () => URL>> = {
  // Each address is a literal, because bundlers find the files by it.
  ar: () => new URL('./locales/ar.json', import.meta.url),
  bg: () => new URL('./locales/bg.json', import.meta.url),
  ca: () => new URL('./locales/ca.json', import.meta.url),
  cs: () => new URL('./locales/cs.json', import.meta.url),
  da: () => new URL('./locales/da.json', import.meta.url),
  de: () => new URL('./locales/de.json', import.meta.url),
  el: () => new URL('./locales/el.json', import.meta.url),
  'en-US': () => new URL('./locales/en-US.json', import.meta.url),
  es: () => new URL('./locales/es.json', import.meta.url),
  'es-419': () => new URL('./locales/es-419.json', import.meta.url),
  et: () => new URL('./locales/et.json', import.meta.url),
  fa: () => new URL('./locales/fa.json', import.meta.url),
  fi: () => new URL('./locales/fi.json', import.meta.url),
  fil: () => new URL('./locales/fil.json', import.meta.url),
  fr: () => new URL('./locales/fr.json', import.meta.url),
  'fr-CA': () => new URL('./locales/fr-CA.json', import.meta.url),
  he: () => new URL('./locales/he.json', import.meta.url),
  hi: () => new URL('./locales/hi.json', import.meta.url),
  hr: () => new URL('./locales/hr.json', import.meta.url),
  hu: () => new URL('./locales/hu.json', import.meta.url),
  id: () => new URL('./locales/id.json', import.meta.url),
  is: () => new URL('./locales/is.json', import.meta.url),
  it: () => new URL('./locales/it.json', import.meta.url),
  ja: () => new URL('./locales/ja.json', import.meta.url),
  ko: () => new URL('./locales/ko.json', import.meta.url),
  lt: () => new URL('./locales/lt.json', import.meta.url),
  lv: () => new URL('./locales/lv.json', import.meta.url),
  ms: () => new URL('./locales/ms.json', import.meta.url),
  nb: () => new URL('./locales/nb.json', import.meta.url),
  nl: () => new URL('./locales/nl.json', import.meta.url),
  pl: () => new URL('./locales/pl.json', import.meta.url),
  pt: () => new URL('./locales/pt.json', import.meta.url),
  'pt-BR': () => new URL('./locales/pt-BR.json', import.meta.url),
  ro: () => new URL('./locales/ro.json', import.meta.url),
  ru: () => new URL('./locales/ru.json', import.meta.url),
  sk: () => new URL('./locales/sk.json', import.meta.url),
  sl: () => new URL('./locales/sl.json', import.meta.url),
  'sr-Latn': () => new URL('./locales/sr-Latn.json', import.meta.url),
  sv: () => new URL('./locales/sv.json', import.meta.url),
  th: () => new URL('./locales/th.json', import.meta.url),
  tr: () => new URL('./locales/tr.json', import.meta.url),
  uk: () => new URL('./locales/uk.json', import.meta.url),
  vi: () => new URL('./locales/vi.json', import.meta.url),
  'zh-Hans': () => new URL('./locales/zh-Hans.json', import.meta.url),
  'zh-Hant': () => new URL('./locales/zh-Hant.json', import.meta.url),
};

/**
 * The languages besides English by their BCP 47 tag, each with a function that loads its messages. The messages are
 * JSON files that are fetched when an element first needs them. A page can add a language. The elements use English for
 * messages that it lacks, and when it cannot be loaded.
 *
 * @example
 * import { LANGUAGES } from 'scudo-checkout';
 *
 * LANGUAGES.cy = async () => ({ messages: await (await fetch('/cy.json')).json() });
 */
export const LANGUAGES: Record<string, LoadMessages> = Object.fromEntries(
  Object.entries(FILES).map(([tag, locate]) => [tag, languageFile(tag, locate)]),
);

/** Returns the first of the wanted languages (BCP 47, in order of preference) that exists; English when none exists. */
export function chooseLanguage(wanted: readonly string[]): string {
  return chooseTag(wanted, ['en', ...Object.keys(LANGUAGES)]) ?? 'en';
}

/** Returns true for a language with texts, and for an empty tag. */
export function knowsLanguage(tag: string): boolean {
  return /^(en(-|$)|$)/i.test(standardTag(tag)) || chooseLanguage([tag]) !== 'en';
}
