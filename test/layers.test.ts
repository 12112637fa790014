import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Files that use an entry as a shop does: commands, the elements entry, and the sample shop of the fixtures. */
const USERS = ['command.ts', 'command/conformance/bench/test-gateway.ts', 'index.ts', 'playwright/sample-shop.ts'];

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts'));

/** An entry is a file at the top of src/. */
const isEntry = (file: string) => !file.includes('/');

/** The project's own files that a file imports, types included. */
function importsOf(file: string): string[] {
  const text = readFileSync(join('src', file), 'utf8');
  const specifiers = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, specifier]) => specifier ?? '',
  );
  return specifiers.map((specifier) =>
    posix.normalize(posix.join(posix.dirname(file), specifier)).replace(/\.js$/, '.ts'),
  );
}

const imports = new Map(files.map((file) => [file, importsOf(file)]));

describe('src/', () => {
  it('the folders of the server import only those above them in the table of CONTRIBUTING.md', () => {
    const [, table = ''] = /^### The server by role\n([^]*?)^### /m.exec(readFileSync('CONTRIBUTING.md', 'utf8')) ?? [];
    const folders = Array.from(table.matchAll(/^\| `([a-z-]+)\/` \|/gm), ([, folder = '']) => folder);
    const placeOf = (file: string) => folders.indexOf(/^server\/([a-z-]+)\//.exec(file)?.[1] ?? '');
    expect(new Set(files.filter((file) => /^server\/.*\//.test(file)).map(placeOf)).size).toBe(folders.length);
    const upwards = [...imports].flatMap(([file, imported]) =>
      placeOf(file) < 0 ? [] : imported.filter((other) => placeOf(other) > placeOf(file)).map((other) => [file, other]),
    );
    expect(upwards).toEqual([]);
  });

  it('imports entries only from files that use the package as a shop does', () => {
    for (const [file, imported] of imports) {
      for (const other of imported) if (isEntry(other)) expect(USERS, `${file} imports ${other}`).toContain(file);
    }
  });

  it('does not import scripts that are served to pages', () => {
    for (const [file, imported] of imports) {
      for (const other of imported) expect(other.includes('/served/'), `${file} imports ${other}`).toBe(false);
    }
  });
});
