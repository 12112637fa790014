import { standardTag } from '../../protocol/values/language-tag.js';

let last:
  | { readonly language: string; readonly wanted: readonly string[]; readonly country: string | undefined }
  | undefined;

/**
 * Returns the country that a locale of the shopper names (`de-AT`), or the likely one of the language (Germany for
 * `de`).
 *
 * @param language the language of the texts
 * @param wanted the languages of the page and the browser. Those of another language say little about the country.
 */
export function likelyCountry(language: string, wanted: readonly string[]): string | undefined {
  // A form asks at each rendering, and the first `maximize` of a page takes as long as a rendering.
  if (last?.language !== language || last.wanted !== wanted)
    last = { language, wanted, country: countryOf(language, wanted) };
  return last.country;
}

function countryOf(language: string, wanted: readonly string[]): string | undefined {
  const chosen = localeOf(language);
  if (!chosen) return undefined;
  const locales = wanted.flatMap((tag) => localeOf(tag) ?? []).filter((one) => one.language === chosen.language);
  return [chosen, ...locales, chosen.maximize(), new Intl.Locale(chosen.language).maximize()]
    .map(({ region = '' }) => region)
    .find((region) => /^[A-Z]{2}$/.test(region));
}

/** A page may have any text as its language, also one of other systems, such as `de_AT`. */
function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(standardTag(tag));
  } catch {
    return undefined;
  }
}
