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

it('finds placeholder addresses', () => {
  expect(placeholders('"bugs": "https://scudo.example/issues", "mail": "security@scudo.example"')).toEqual([
    'scudo.example',
  ]);
  expect(placeholders('"bugs": "https://shop.example/issues"')).toEqual([]);
});
