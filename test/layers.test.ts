import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The layers that each layer may import. The compiler enforces it as well, with one tsconfig per layer. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  'three-d-secure': ['protocol'],
  payment: ['protocol', 'three-d-secure'],
  elements: ['protocol', 'three-d-secure', 'payment'],
  frameworks: ['elements'],
  html: ['protocol', 'three-d-secure', 'payment', 'elements'],
  server: ['protocol', 'html'],
  sandbox: ['protocol'],
  command: ['protocol', 'server', 'sandbox'],
  playwright: ['protocol', 'server', 'sandbox'],
};

/** The layer of each entry at the top of src/. */
const ENTRIES: Readonly<Record<string, string>> = {
  'index.ts': 'elements',
  'fields.ts': 'elements',
  'late.ts': 'elements',
  'payment.ts': 'payment',
  'react.ts': 'frameworks',
  'html.ts': 'html',
  'server.ts': 'server',
  'back-office.ts': 'server',
  'store-conformance.ts': 'server',
  'sandbox.ts': 'sandbox',
  'command.ts': 'command',
  'playwright.ts': 'playwright',
};

/** Files that use an entry as a shop does: commands, the elements entry, and the sample shop of the fixtures. */
const USERS = ['command.ts', 'command/conformance/bench/test-gateway.ts', 'index.ts', 'playwright/sample-shop.ts'];

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts'));

const layerOf = (file: string) => ENTRIES[file] ?? file.split('/')[0] ?? '';

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

  it('src/ has the layers of the architecture', () => {
    expect([...new Set(files.map(layerOf))].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  it('imports existing files of the same layer or of layers below', () => {
    for (const [file, imported] of imports) {
      for (const other of imported) {
        expect(files, `${file} imports ${other}`).toContain(other);
        expect([layerOf(file), ...(MAY_IMPORT[layerOf(file)] ?? [])], `${file} imports ${other}`).toContain(
          layerOf(other),
        );
      }
    }
  });

  it('imports entries only from files that use the package as a shop does', () => {
    for (const [file, imported] of imports) {
      for (const other of imported) if (other in ENTRIES) expect(USERS, `${file} imports ${other}`).toContain(file);
    }
  });

  it('does not import scripts that are served to pages', () => {
    for (const [file, imported] of imports) {
      for (const other of imported) expect(other.includes('/served/'), `${file} imports ${other}`).toBe(false);
    }
  });
});
