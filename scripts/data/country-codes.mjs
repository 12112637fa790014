import { readFileSync } from 'node:fs';

/** Returns the two-letter codes of all countries (ISO 3166-1), from the table of the server. */
export function countryCodes() {
  const table = readFileSync('src/protocol/values/numeric-country.ts', 'utf8');
  return [...table.matchAll(/\b([A-Z]{2})\d{3}\b/g)].map(([, code]) => code);
}
