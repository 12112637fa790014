import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
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

it('setup.mjs has each purpose that a script names, and no other', () => {
  const files = readdirSync('scripts', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.mjs'));
  const scripts = files.map((name) => readFileSync(`scripts/${name}`, 'utf8'));
  const uses = [...scripts, readFileSync('package.json', 'utf8')].flatMap((text) => [
    ...text.matchAll(/(?:repared?\(|needs: )'([\w-]+)'|setup\.mjs (\w+)"/g),
  ]);
  const { status, stderr } = spawnSync(process.execPath, ['scripts/setup.mjs', 'publish'], { encoding: 'utf8' });
  expect(status).toBe(1);
  const [, purposes = ''] = /setup\.mjs needs one of the purposes (.*); got "publish"\./.exec(stderr) ?? [];
  expect([...new Set(uses.map(([, one, other]) => one ?? other))].sort()).toEqual(purposes.split(', ').sort());
});

it('package.json has at most 25 scripts', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  expect(Object.keys(scripts).length).toBeLessThanOrEqual(25);
});
