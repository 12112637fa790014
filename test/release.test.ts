import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { datedChangelog, placeholders } from '../scripts/release.mjs';

const release = { version: '0.2.0', date: '2026-12-01' };

it('gives the unreleased changes a version and a date', () => {
  expect(datedChangelog('# Changelog\n\n## Unreleased\n\n* A fix.\n\n## 0.1.0 (2026-11-21)\n', release)).toBe(
    '# Changelog\n\n## Unreleased\n\n## 0.2.0 (2026-12-01)\n\n* A fix.\n\n## 0.1.0 (2026-11-21)\n',
  );
});

it.each(['# Changelog\n', '# Changelog\n\n## Unreleased\n\n## 0.1.0 (2026-11-21)\n'])(
  'refuses to release a changelog without changes: %j',
  (changelog) => {
    expect(() => datedChangelog(changelog, release)).toThrow('"Unreleased" is missing or empty');
  },
);

it('the release check finds placeholder addresses', () => {
  expect(placeholders('"bugs": "https://scudo.example/issues", "mail": "security@scudo.example"')).toEqual([
    'scudo.example',
  ]);
  expect(placeholders('"bugs": "https://shop.example/issues"')).toEqual([]);
});

it.each([
  ['start', 'start'],
  ['test', 'test'],
  ['test:more', 'test-more'],
  ['test:postgres', 'test-postgres'],
  ['pack', 'pack'],
])('npm run pre%s prepares a purpose of its own, which setup.mjs describes', (script, purpose) => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(scripts[`pre${script}`]).toBe(`node scripts/setup.mjs ${purpose}`);
  const setup = readFileSync('scripts/setup.mjs', 'utf8');
  expect(setup).toMatch(new RegExp(`\\n {2}// \`npm .*\\n {2}'?${purpose}'?: \\[dependencies, `));
});

it('stops when the purpose is unknown, and names the purposes', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs', 'publish'], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain(
    'setup.mjs needs one of the purposes start, test, test-more, test-postgres, test-simulation, test-engines, test-conformance, bench, pack; got "publish".',
  );
});
