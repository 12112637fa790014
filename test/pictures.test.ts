import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PROPERTIES = 'docs/pictures/properties';
/** A picture does not move. */
const WITHOUT_PICTURE = ['motion'];

it('each custom property of docs/theming.md has a picture of its effect (npm run pictures)', () => {
  const text = readFileSync('docs/theming.md', 'utf8');
  const rows = [...text.matchAll(/^\| `--scudo-([\w-]+)` \|.*$/gm)];
  const names = rows.map(([, name]) => name!).filter((name) => !WITHOUT_PICTURE.includes(name));
  expect(names.length).toBeGreaterThan(40);
  const shown = rows.flatMap(([row]) => [...row.matchAll(/<img src="\.\/pictures\/properties\/([\w-]+)\.png"/g)]);
  expect(shown.map(([, name]) => name)).toEqual(names);
  expect(readdirSync(PROPERTIES).sort()).toEqual(names.map((name) => `${name}.png`).sort());
  const bytes = readdirSync(PROPERTIES).map((file) => statSync(join(PROPERTIES, file)).size);
  expect(bytes.reduce((total, size) => total + size)).toBeLessThan(1_500_000);
});
