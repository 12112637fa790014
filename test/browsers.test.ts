import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const page = readFileSync('docs/browsers.md', 'utf8');

/** Cells of the table that follows a text, without its head. */
function tableAfter(text: string): readonly (readonly string[])[] {
  const [table = ''] = /^\|[^]*?\n\n/m.exec(page.slice(page.indexOf(text) + text.length)) ?? [];
  const rows = table.trim().split('\n').slice(2);
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const oldest = tableAfter('# Supported browsers').map(([, version]) => Number(version));
const required = tableAfter('## Features');
const optional = tableAfter('These features have a fallback:');

/** The code of the name in a cell, such as `AbortSignal.any` of "`AbortSignal.any()`". */
const codeIn = (cell = '') => (/`(.+?)`/.exec(cell)?.[1] ?? '').replace(/\(\)$|\(from …\)$/, '');

/** Sources of the page, without translations and data. */
const sources = ['elements', 'payment', 'three-d-secure', 'protocol']
  .flatMap((layer) =>
    readdirSync(`src/${layer}`, { recursive: true, encoding: 'utf8' }).map((name) => join('src', layer, name)),
  )
  .filter((name) => /\.(ts|css)$/.test(name) && !/locales|\.json/.test(name))
  .map((name) => readFileSync(name, 'utf8'))
  .join('\n');

/** Features of 2022 and later, which a change could begin to use. */
const RECENT = [
  ':has(',
  ':dir(',
  ':state(',
  ':open',
  '::details-content',
  '@container',
  '@layer',
  '@property',
  '@scope',
  '@starting-style',
  'accent-color:',
  'anchor-name',
  'color-mix(',
  'content-visibility',
  'field-sizing:',
  'interpolate-size',
  'light-dark(',
  'scrollbar-gutter',
  'subgrid',
  'text-wrap:',
  'AbortSignal.any',
  'AbortSignal.timeout',
  'Array.fromAsync',
  'CloseWatcher',
  'Iterator.from',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'RegExp.escape',
  'URL.canParse',
  'URL.parse',
  'Symbol.dispose',
  '.checkVisibility(',
  '.findLast(',
  '.isSubsetOf(',
  '.moveBefore(',
  '.requestClose(',
  '.showPopover(',
  '.startViewTransition(',
  '.symmetricDifference(',
  '.toReversed(',
  '.toSorted(',
  '.toSpliced(',
  '.toWellFormed(',
];

describe('docs/browsers.md', () => {
  it('the oldest supported versions are the highest ones of the required features', () => {
    const columns = [2, 3, 4].map((column) => Math.max(...required.map((cells) => Number(cells[column]))));
    expect(required.length).toBeGreaterThan(10);
    expect(columns).toEqual(oldest);
  });

  it('the required features are used by the sources', () => {
    const names = required.map(([feature]) => codeIn(feature));
    expect(names).not.toContain('');
    expect(names.filter((name) => !sources.includes(name))).toEqual([]);
  });

  it('every recent feature that the sources use is listed', () => {
    const listed = [...required, ...optional].map(([feature]) => codeIn(feature));
    const used = RECENT.filter((feature) => sources.includes(feature));
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((feature) => !listed.some((name) => feature.includes(name)))).toEqual([]);
  });
});

describe('playwright.firefox.config.ts', () => {
  it('the flows that Firefox does not run exist', () => {
    const flows = readdirSync('e2e').map((name) =>
      name.endsWith('.spec.ts') ? readFileSync(`e2e/${name}`, 'utf8') : '',
    );
    const config = readFileSync('playwright.firefox.config.ts', 'utf8');
    const titles = Array.from(config.matchAll(/^ {2}'(.+)': '/gm), ([, title = '']) => title);
    expect(titles.length).toBeGreaterThan(2);
    expect(titles.filter((title) => !flows.some((text) => text.includes(title)))).toEqual([]);
  });
});
