import type { Option } from '../fields/form-field.js';
/** Regions that the browser has names for, and that are no countries: groups, parts of countries, reserved codes. */
const NO_COUNTRY = /^(AC|CP|CQ|DG|E[AUZ]|IC|QO|TA|UN|X.|ZZ)$/;
const options = new Map<string, readonly Option[]>();

/** Names the countries in a language, in its alphabetical order. Without codes, of those that the browser knows. */
export function countryOptions(language: string, codes?: readonly string[]): readonly Option[] {
  const key = `${language} ${codes?.join('') ?? ''}`;
  let known = options.get(key);
  if (!known) {
    const names = new Intl.DisplayNames(language, { type: 'region' });
    known = sorted(
      (codes ?? browserCountries()).map((code) => [code, names.of(code) ?? code]),
      language,
    );
    options.set(key, known);
  }
  return known;
}

/** Sorts options by their texts. */
export function sorted(unsorted: readonly Option[], language: string): readonly Option[] {
  const { compare } = new Intl.Collator(language);
  return [...unsorted].sort(([, a], [, b]) => compare(a, b));
}

function browserCountries(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return Array.from({ length: 26 * 26 }, (_, index) => String.fromCharCode(65 + index / 26, 65 + (index % 26))).filter(
    (code) =>
      !NO_COUNTRY.test(code) &&
      names.of(code) &&
      // A code that is no longer in use becomes another one.
      new Intl.Locale('und', { region: code }).region === code,
  );
}
