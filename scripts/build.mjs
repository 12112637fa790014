// From src/ and demo/ to what is published and what `npm start` serves:
//   dist/                 the rooms, one module per file (tsc)
//   dist/presets/         looks to begin with, as they are
//   dist/scudo.js         everything for a script tag, with its integrity hash (Vite)
//   .demo/                the demo's server (tsc) and its pages (Vite)
//   custom-elements.json  the elements' public interface (custom-elements-manifest)
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fingerprint, markBuilt } from './build-stamp.mjs';
import { embedPages } from './embed-pages.mjs';

process.chdir(new URL('..', import.meta.url).pathname);
const began = performance.now();

// The compiler trusts its memory: without the output that memory is wrong.
if (!existsSync('dist/index.js') || !existsSync('.demo/serve.js')) {
  rmSync('.cache/tsc', { recursive: true, force: true });
}

// First what is written into src/; then all four read sources only, so none has to wait for another.
await embedPages();
cpSync('src/elements/presets', 'dist/presets', { recursive: true });
const print = fingerprint();
const done = await Promise.all([
  run('tsc', '-b', 'src', 'demo'),
  run('vite', 'build', '--mode', 'bundle', '--logLevel', 'warn').then((ok) => ok && writeIntegrity()),
  run('vite', 'build', '--mode', 'pages', '--logLevel', 'warn'),
  run('cem', 'analyze', '--config', 'custom-elements-manifest.config.mjs', '--quiet'),
]);

if (done.every(Boolean)) {
  markBuilt(print);
  console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s`);
} else {
  process.exitCode = 1;
}

/** The value for a script tag's `integrity`. */
function writeIntegrity() {
  const hash = createHash('sha384').update(readFileSync('dist/scudo.js')).digest('base64');
  writeFileSync('dist/scudo.js.integrity', `sha384-${hash}\n`);
  return true;
}

/** @returns {Promise<boolean>} */
function run(tool, ...args) {
  return new Promise((resolve) => {
    const child = spawn(`node_modules/.bin/${tool}`, args, { stdio: 'inherit' });
    child.on('error', (error) => {
      console.error(error.message);
      resolve(false);
    });
    child.on('close', (code) => {
      if (code !== 0) console.error(`${tool} failed`);
      resolve(code === 0);
    });
  });
}
