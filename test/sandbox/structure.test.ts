import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = 'src/sandbox';

/** The folders that each folder of the sandbox imports. The root counts as a folder. */
function importsByFolder(): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const name of readdirSync(ROOT, { recursive: true, encoding: 'utf8' })) {
    const file = posix.join(ROOT, name.replaceAll('\\', '/'));
    if (!file.endsWith('.ts')) continue;
    const folder = posix.dirname(file);
    const imported = folders.get(folder) ?? new Set();
    folders.set(folder, imported);
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/\bfrom\s*'(\.[^']+)'/g)) {
      const other = posix.dirname(posix.join(folder, specifier));
      if (other !== folder && `${other}/`.startsWith(`${ROOT}/`)) imported.add(other);
    }
  }
  return folders;
}

function reachableFrom(folder: string, folders: Map<string, Set<string>>, seen = new Set<string>()): Set<string> {
  for (const other of folders.get(folder) ?? []) {
    if (seen.has(other)) continue;
    seen.add(other);
    reachableFrom(other, folders, seen);
  }
  return seen;
}

describe('src/sandbox/', () => {
  it('src/sandbox/ has the folders of the architecture', () => {
    const folders = [...importsByFolder().keys()].map((folder) => posix.relative(ROOT, folder)).filter(Boolean);
    expect(folders.sort()).toEqual([
      'acs',
      'acs/pages',
      'cards',
      'core',
      'directory',
      'gateway/json',
      'gateway/xml',
      'home',
      'http',
      'issuer',
      'log',
      'reports',
      'testpay',
    ]);
  });

  it('src/sandbox/ has no folders that import each other in a circle', () => {
    const folders = importsByFolder();
    for (const folder of folders.keys()) expect(reachableFrom(folder, folders), folder).not.toContain(folder);
  });
});
