import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const PROPERTIES = 'docs/pictures/properties';
const SHEETS = 'e2e/visual/chromium/sheets';
/** A picture does not move. */
const WITHOUT_PICTURE = ['motion'];

const bytesIn = (folder: string) =>
  readdirSync(folder).reduce((total, file) => total + statSync(join(folder, file)).size, 0);

it('each custom property of docs/theming.md has a picture of its effect (npm run pictures)', () => {
  const text = readFileSync('docs/theming.md', 'utf8');
  const rows = [...text.matchAll(/^\| `--scudo-([\w-]+)` \|.*$/gm)];
  const names = rows.map(([, name]) => name!).filter((name) => !WITHOUT_PICTURE.includes(name));
  expect(names.length).toBeGreaterThan(40);
  const shown = rows.flatMap(([row]) => [...row.matchAll(/<img src="pictures\/properties\/([\w-]+)\.png"/g)]);
  expect(shown.map(([, name]) => name)).toEqual(names);
  expect(readdirSync(PROPERTIES).sort()).toEqual(names.map((name) => `${name}.png`).sort());
  expect(bytesIn(PROPERTIES)).toBeLessThan(1_500_000);
});

it('each theme has a contact sheet for three widths in light and dark, and all have less than 10 MB', () => {
  const presets = readdirSync('src/elements/presets').map((file) => file.replace('.css', ''));
  const expected = ['default', ...presets].flatMap((theme) =>
    [320, 390, 1280].flatMap((width) => ['light', 'dark'].map((scheme) => `${theme}-${width}-${scheme}.png`)),
  );
  expect(readdirSync(SHEETS).sort()).toEqual(expected.sort());
  expect(bytesIn(SHEETS)).toBeLessThan(10_000_000);
});
