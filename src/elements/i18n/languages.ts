import { chooseTag, standardTag } from '../../protocol/values/language-tag.js';
import { languageFile } from './language-file.js';
import type { LoadMessages } from './messages.js';

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
export const LANGUAGES: Record<string, LoadMessages> = {
  // Each address is a literal, because bundlers find the files by it.
  ar: languageFile(() => new URL('./locales/ar.json', import.meta.url)),
  bg: languageFile(() => new URL('./locales/bg.json', import.meta.url)),
  ca: languageFile(() => new URL('./locales/ca.json', import.meta.url)),
  cs: languageFile(() => new URL('./locales/cs.json', import.meta.url)),
  da: languageFile(() => new URL('./locales/da.json', import.meta.url)),
  de: languageFile(() => new URL('./locales/de.json', import.meta.url)),
  el: languageFile(() => new URL('./locales/el.json', import.meta.url)),
  'en-US': languageFile(() => new URL('./locales/en-US.json', import.meta.url)),
  es: languageFile(() => new URL('./locales/es.json', import.meta.url)),
  'es-419': languageFile(() => new URL('./locales/es-419.json', import.meta.url)),
  et: languageFile(() => new URL('./locales/et.json', import.meta.url)),
  fa: languageFile(() => new URL('./locales/fa.json', import.meta.url)),
  fi: languageFile(() => new URL('./locales/fi.json', import.meta.url)),
  fil: languageFile(() => new URL('./locales/fil.json', import.meta.url)),
  fr: languageFile(() => new URL('./locales/fr.json', import.meta.url)),
  'fr-CA': languageFile(() => new URL('./locales/fr-CA.json', import.meta.url)),
  he: languageFile(() => new URL('./locales/he.json', import.meta.url)),
  hi: languageFile(() => new URL('./locales/hi.json', import.meta.url)),
  hr: languageFile(() => new URL('./locales/hr.json', import.meta.url)),
  hu: languageFile(() => new URL('./locales/hu.json', import.meta.url)),
  id: languageFile(() => new URL('./locales/id.json', import.meta.url)),
  is: languageFile(() => new URL('./locales/is.json', import.meta.url)),
  it: languageFile(() => new URL('./locales/it.json', import.meta.url)),
  ja: languageFile(() => new URL('./locales/ja.json', import.meta.url)),
  ko: languageFile(() => new URL('./locales/ko.json', import.meta.url)),
  lt: languageFile(() => new URL('./locales/lt.json', import.meta.url)),
  lv: languageFile(() => new URL('./locales/lv.json', import.meta.url)),
  ms: languageFile(() => new URL('./locales/ms.json', import.meta.url)),
  nb: languageFile(() => new URL('./locales/nb.json', import.meta.url)),
  nl: languageFile(() => new URL('./locales/nl.json', import.meta.url)),
  pl: languageFile(() => new URL('./locales/pl.json', import.meta.url)),
  pt: languageFile(() => new URL('./locales/pt.json', import.meta.url)),
  'pt-BR': languageFile(() => new URL('./locales/pt-BR.json', import.meta.url)),
  ro: languageFile(() => new URL('./locales/ro.json', import.meta.url)),
  ru: languageFile(() => new URL('./locales/ru.json', import.meta.url)),
  sk: languageFile(() => new URL('./locales/sk.json', import.meta.url)),
  sl: languageFile(() => new URL('./locales/sl.json', import.meta.url)),
  'sr-Latn': languageFile(() => new URL('./locales/sr-Latn.json', import.meta.url)),
  sv: languageFile(() => new URL('./locales/sv.json', import.meta.url)),
  th: languageFile(() => new URL('./locales/th.json', import.meta.url)),
  tr: languageFile(() => new URL('./locales/tr.json', import.meta.url)),
  uk: languageFile(() => new URL('./locales/uk.json', import.meta.url)),
  vi: languageFile(() => new URL('./locales/vi.json', import.meta.url)),
  'zh-Hans': languageFile(() => new URL('./locales/zh-Hans.json', import.meta.url)),
  'zh-Hant': languageFile(() => new URL('./locales/zh-Hant.json', import.meta.url)),
};

/** Returns the first of the wanted languages (BCP 47, in order of preference) that exists; English when none exists. */
export function chooseLanguage(wanted: readonly string[]): string {
  return chooseTag(wanted, ['en', ...Object.keys(LANGUAGES)]) ?? 'en';
}

/** Returns true for a language with texts, and for an empty tag. */
export function knowsLanguage(tag: string): boolean {
  return /^(en(-|$)|$)/i.test(standardTag(tag)) || chooseLanguage([tag]) !== 'en';
}
