// Releases. `node scripts/release.mjs version` sets the version by the changesets and dates the changelog. `node
// scripts/release.mjs check` fails if a file with contacts still has a placeholder. CONTRIBUTING.md, Release.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const ROOT = new URL('..', import.meta.url);
const WITH_CONTACTS = [
  ...['package.json', 'SECURITY.md', 'CODE_OF_CONDUCT.md', '.github/CODEOWNERS'],
  'src/elements/developer/documents.ts',
];

/**
 * Gives the section "Unreleased" a version and a date, and puts an empty section above it.
 * @param {string} changelog
 * @param {{ readonly version: string, readonly date: string }} release
 * @returns {string}
 */
export function datedChangelog(changelog, { version, date }) {
  if (!/^## Unreleased\n+(?!## )\S/m.test(changelog))
    throw new Error('CHANGELOG.md: "Unreleased" is missing or empty.');
  return changelog.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (${date})\n`);
}

/**
 * Finds addresses of the reserved domain `.example`.
 * @param {string} text
 * @returns {string[]}
 */
export function placeholders(text) {
  return [...new Set(text.match(/\bscudo\.example\b/g))];
}

const read = (name) => readFileSync(new URL(name, ROOT), 'utf8');

function setVersion() {
  const { status } = spawnSync('npx', ['changeset', 'version'], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) return 1;
  const { version } = JSON.parse(read('package.json'));
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(new URL('CHANGELOG.md', ROOT), datedChangelog(read('CHANGELOG.md'), { version, date }));
  return 0;
}

function check() {
  const found = WITH_CONTACTS.filter((name) => placeholders(read(name)).length > 0);
  if (found.length > 0) console.error(`Replace the placeholder addresses (scudo.example) in ${found.join(', ')}.`);
  return found.length > 0 ? 1 : 0;
}

if (process.argv[1] === new URL(import.meta.url).pathname)
  process.exitCode = process.argv[2] === 'version' ? setVersion() : check();
