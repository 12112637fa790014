import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Which rooms each room knows (design: Rooms). Imports run one way; the compiler holds it, and so does this. */
const KNOWS: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  'three-d-secure': ['protocol'],
  payment: ['protocol', 'three-d-secure'],
  elements: ['protocol', 'three-d-secure', 'payment'],
  server: ['protocol'],
  sandbox: ['protocol'],
  playwright: ['protocol'],
};

/** Which room an entry at the top of src/ stands for. */
const ENTRIES: Readonly<Record<string, string>> = {
  'index.ts': 'elements', 'payment.ts': 'payment', 'server.ts': 'server', 'sandbox.ts': 'sandbox', 'command.ts': 'sandbox', 'playwright.ts': 'playwright',
};

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts'));

const roomOf = (file: string) => ENTRIES[file] ?? file.split('/')[0] ?? '';
const textOf = (file: string) => readFileSync(join('src', file), 'utf8');

function imports(file: string): string[] {
  const specifiers = [...textOf(file).matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier]) => specifier ?? '');
  return specifiers.map((specifier) => posix.normalize(posix.join(posix.dirname(file), specifier)).replace(/\.js$/, '.ts'));
}

describe('the rooms', () => {
  it('are those of the design', () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual(Object.keys(KNOWS).sort());
  });

  it.each(files)('%s imports downwards only', (file) => {
    const room = roomOf(file);
    for (const imported of imports(file)) {
      expect(files, `${file} imports ${imported}`).toContain(imported);
      expect([room, ...(KNOWS[room] ?? [])], `${file} imports ${imported}`).toContain(roomOf(imported));
      // An entry is for those outside; the command is one of them, and the elements' entry passes types on.
      if (imported in ENTRIES) expect(['command.ts', 'index.ts']).toContain(file);
      expect(imported.includes('/served/'), `${file} imports a page's script`).toBe(false);
    }
  });

  it.each(files.filter((file) => !file.endsWith('page-scripts.ts')))('%s is one thing: at most 300 lines', (file) => {
    expect(textOf(file).split('\n').length).toBeLessThanOrEqual(300);
  });

  it.each(files)('%s makes no HTML of text', (file) => {
    expect(textOf(file)).not.toMatch(/innerHTML|unsafeHTML|insertAdjacentHTML|document\.write/);
  });
});
