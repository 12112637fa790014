import { createRequire } from 'node:module';
import { getCountries, getExampleNumber, Metadata } from 'libphonenumber-js/max';

const require = createRequire(import.meta.url);
const examples = require('libphonenumber-js/examples.mobile.json');
const { country_calling_codes: callingCodes } = require('libphonenumber-js/metadata.max.json');

/**
 * Returns the numbering plan of each country. It has the calling code, the trunk prefix (a pattern), the possible
 * lengths without both, and an example of a mobile number. The prefix is empty where a leading zero is part of the
 * number. Where the international number has other digits instead of the prefix, the plan has a replacement. Countries
 * that own their calling code come before those that share it.
 */
export function phoneData() {
  const owners = new Set(Object.values(callingCodes).map(([first]) => first));
  const countries = getCountries().sort((a, b) => Number(owners.has(b)) - Number(owners.has(a)) || (a < b ? -1 : 1));
  return Object.fromEntries(
    countries.flatMap((country) => {
      const example = getExampleNumber(country, examples);
      return example ? [[country, planOf(country, example)]] : [];
    }),
  );
}

function planOf(country, example) {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const plan = metadata.numberingPlan;
  const written = example.formatNational();
  const lengths = plan.possibleLengths();
  // The library has 0 for an absent prefix. The shortest rule that reads the example: most countries need the plain
  // prefix only.
  const candidates = [
    [plan.nationalPrefix() || ''],
    [plan.nationalPrefixForParsing() || ''],
    [plan.nationalPrefixForParsing() || '', plan.nationalPrefixTransformRule()],
  ];
  const rule = candidates.find(([trunk, replacement = '']) => {
    const digits = written.replaceAll(/\D/g, '');
    const stripped = digits.replace(new RegExp(`^(?:${trunk})`), replacement);
    return (lengths.includes(stripped.length) ? stripped : digits) === example.nationalNumber;
  });
  if (!rule) throw new Error(`No rule reads the example of ${country}: ${written}`);
  return [example.countryCallingCode, rule[0], lengths, written, ...rule.slice(1)];
}
