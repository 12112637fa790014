/**
 * The whole build: page scripts that backend and sandbox serve, the rooms by `tsc -b` into dist/, the
 * one-file bundle with its integrity hash, the demo's pages, the elements' manifest.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'vite';

process.chdir(new URL('..', import.meta.url).pathname);
process.env.NODE_ENV = 'production';

run('scripts/embed-pages.mjs');
run('node_modules/typescript/bin/tsc', '-b', 'src', 'demo');
await build({ mode: 'bundle', logLevel: 'warn' });
await build({ mode: 'pages', logLevel: 'warn' });
writeIntegrity();
run('node_modules/@custom-elements-manifest/analyzer/cem.js', 'analyze', '--litelement', '--quiet', '--globs', 'src/elements/*.ts', '--outdir', '.');
mkdirSync('.cache', { recursive: true });
writeFileSync('.cache/built', '');

/** What a page puts into `integrity="…"` beside the script's address. */
function writeIntegrity() {
  const digest = createHash('sha384').update(readFileSync('dist/scudo.js')).digest('base64');
  writeFileSync('dist/scudo.js.integrity', `sha384-${digest}\n`);
}

function run(script, ...args) {
  const { status } = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
