import { expect, it } from 'vitest';
import scale from '../../src/elements/themes/scale.styles.ts?raw';

const sheets = import.meta.glob<string>('../../src/elements/**/*.styles.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const rules = Object.entries(sheets)
  .filter(([path]) => !path.includes('scale.styles'))
  .map(([, sheet]) => sheet.replace(/\/\*[^]*?\*\//g, ''));
/** The values of declarations whose property matches. */
const valuesOf = (property: RegExp) =>
  rules.flatMap((sheet) =>
    [...sheet.matchAll(/([\w-]+): ([^;{}]+);/g)]
      .filter(([, name = '']) => property.test(name) && !name.startsWith('--'))
      .map(([, , value = '']) => value),
  );
const lengthsIn = (values: readonly string[], unit: string) =>
  [...new Set(values.flatMap((value) => value.match(new RegExp(`(?<![\\w.])[\\d.]+${unit}\\b`, 'g')) ?? []))].sort();

it('the scale has these distances, sizes and fonts', () => {
  const table = Object.fromEntries([...scale.matchAll(/(--_[\w-]+): (.*?);/g)].map(([, name, value]) => [name, value]));
  expect(table).toEqual({
    '--_4': '0.25rem',
    '--_6': '0.375rem',
    '--_8': '0.5rem',
    '--_12': '0.75rem',
    '--_16': '1rem',
    '--_icon-small': '1rem',
    '--_icon': '1.25rem',
    '--_icon-large': '1.5rem',
    '--_target': '2.75rem',
    '--_seal': '4rem',
    '--_text-small': '0.875em',
    '--_text-title': '1.125em',
    '--_text-amount': '1.375em',
    '--_text-total': '2em',
  });
  for (const name of Object.keys(table)) expect(rules.join(' ')).toContain(`var(${name})`);
});

it('gaps, icons and radii are those of the scale, without exception', () => {
  expect(lengthsIn(valuesOf(/^(row-|column-)?gap$/), '(?:rem|px|em)')).toEqual([]);
  expect(lengthsIn(valuesOf(/radius/), '(?:rem|px|em)')).toEqual([]);
});

it('other rules have only these lengths besides the scale', () => {
  // The space of links, signs and marks inside their lines; columns, the reserved heights, and the width of the form.
  expect(lengthsIn(valuesOf(/./), 'rem')).toEqual([
    ...['0.75rem', '1.5rem', '12rem', '2.5rem', '28rem', '2rem', '3.25rem', '32rem', '7.25rem'],
  ]);
  expect(lengthsIn(valuesOf(/^(margin|padding|inset)/), 'px')).toEqual(['12px', '1px']);
});
