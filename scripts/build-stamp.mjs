// Compares the build with its sources by a fingerprint of all inputs, which is stored in `.cache`. It imports only
// Node's own modules, because setup.mjs calls it before every `npm start`.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const stamp = '.cache/build';
const inputs = [
  'src',
  'demo',
  'scripts/build.mjs',
  'scripts/editor-data.mjs',
  'scripts/embed-pages.mjs',
  'scripts/integrity.mjs',
  'scripts/notices.mjs',
  'scripts/package-files.mjs',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'custom-elements-manifest.config.mjs',
];

/** Files that a build writes. */
function outputs() {
  return [
    'dist/index.js',
    'dist/index.d.ts',
    'dist/server.js',
    'dist/protocol/zod.js',
    'dist/scudo.js',
    'dist/scudo.js.integrity',
    'dist/late.js',
    'dist/developer.js',
    'dist/card-frame.js',
    'dist/fields.js',
    'dist/integrity.json',
    'dist/locales/de.json',
    'dist/elements/i18n/locales/de.json',
    'dist/data/addresses.json',
    'dist/elements/late-data/data/addresses.json',
    'custom-elements.json',
    'vscode.html-custom-data.json',
    'web-types.json',
    '.demo/serve.js',
    '.demo/pages/index.html',
  ];
}

/** Names, sizes and times of all inputs: 5 ms where reading them would take 50. */
export function fingerprint() {
  const hash = createHash('sha256');
  for (const path of inputs.flatMap(filesBelow)) {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** @param {'checked' | 'unchecked'} least `unchecked` accepts a build whose types were not checked, too */
export function isBuilt(least = 'checked') {
  if (!existsSync(stamp) || !outputs().every((path) => existsSync(path))) return false;
  const [print, kind] = readFileSync(stamp, 'utf8').split(' ');
  return print === fingerprint() && (kind === 'checked' || least === 'unchecked');
}

/**
 * @param {string} print taken before the build, so that what changes meanwhile counts as new
 * @param {'checked' | 'unchecked'} kind if the build has checked types
 */
export function markBuilt(print, kind) {
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, `${print} ${kind}`);
}

/** @returns {string[]} */
function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}
