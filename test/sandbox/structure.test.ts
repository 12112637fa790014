import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

it('src/sandbox/ has the folders of the architecture', () => {
  const names = readdirSync('src/sandbox', { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.ts'));
  const folders = files.map((name) => posix.dirname(name.replaceAll('\\', '/')));
  expect([...new Set(folders)].sort()).toEqual([
    '.',
    'acs',
    'acs/pages',
    'authorizations',
    'cards',
    'core',
    'directory',
    'gateway/json',
    'gateway/xml',
    'home',
    'http',
    'issuer',
    'log',
    'portal',
    'reports',
    'testpay',
  ]);
});
