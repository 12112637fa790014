import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The files of a folder that define an export of each name. Exports of another file do not count. */
function definitionsIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const definitions = new Map<string, string[]>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('page-scripts.ts'),
  );
  for (const file of files) {
    const text = readFileSync(`${folder}/${file}`, 'utf8');
    const names = text.matchAll(
      /^export (?:abstract )?(?:const|(?:async )?function\*?|class|interface|type|enum) (\w+)/gm,
    );
    // Overloads and a type beside a value of the same name are one definition.
    for (const name of new Set(Array.from(names, ([, name = '']) => name)))
      definitions.set(name, [...(definitions.get(name) ?? []), file]);
  }
  return definitions;
}

it('exports each name of the package from one file only', () => {
  const definitions = [...definitionsIn('src')];
  expect(definitions.length).toBeGreaterThan(300);
  expect(definitions.filter(([, files]) => files.length > 1)).toEqual([]);
});

it('exports each name of the demo’s pages from one file only', () => {
  expect([...definitionsIn('demo/pages')].filter(([, files]) => files.length > 1)).toEqual([]);
});
