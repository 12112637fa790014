// Builds the published package and the demo from src/ and demo/. `--unchecked` does not check types, as `npm start`
// needs it:
//   .cache/lib/                  all layers, one module for each source file (tsc)
//   dist/                        what entries of the package reach of it: declarations, and modules for pages, with the
//                                languages, the phone and address data, and the presets (package-files.mjs)
//   dist/server.js, dist/node/   entries for Node with their dependencies, and the modules that they share (Vite)
//   dist/protocol/zod.js         the part of zod that the modules for pages import (Vite)
//   dist/scudo.js                the file of a script tag, with its integrity hash (Vite)
//   dist/locales/, dist/data/    the languages, icons, phone and address data of dist/scudo.js (Vite)
//   dist/late.js                 what dist/scudo.js loads while it reads the order (Vite)
//   dist/developer.js            what dist/scudo.js loads when the set-up has a mistake, and on localhost (Vite)
//   dist/card-frame.js           what dist/scudo.js loads for isolated card fields (Vite)
//   dist/fields.js               the script of the isolated card fields in their frame (Vite)
//   dist/frame.js, dist/notification.js  scripts of served pages, for backends in other languages
//   dist/**/*.licenses.md        the licences of what is in a module, and of the data (notices.mjs)
//   dist/sbom.cdx.json           the packages that are bundled or installed, as CycloneDX (notices.mjs)
//   dist/form.css                the styles of the form as HTML of a server (package-files.mjs)
//   dist/integrity.json          the hash of every file that a page executes
//   .demo/                       the demo's server (tsc) and its pages (Vite)
//   custom-elements.json         the elements' public interface (custom-elements-manifest)
//   vscode.html-custom-data.json, web-types.json  the same for editors (editor-data.mjs)
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fingerprint, markBuilt } from './build-stamp.mjs';
import { browserScripts, integrityOf, servedScripts } from './integrity.mjs';
import { writeEditorData } from './editor-data.mjs';
import { embedPages } from './embed-pages.mjs';
import { writeNotices } from './notices.mjs';
import { copyCompiled } from './package-files.mjs';

process.chdir(new URL('..', import.meta.url).pathname);
const began = performance.now();
const kind = process.argv.includes('--unchecked') ? 'unchecked' : 'checked';

// No file of a deleted source stays in the package.
rmSync('dist', { recursive: true, force: true });
// `tsc -b` skips output that its build info lists. Delete the build info if the output is missing.
if (!existsSync('.cache/lib/index.js') || !existsSync('.demo/serve.js')) {
  rmSync('.cache/tsc', { recursive: true, force: true });
}

// embedPages writes into src/. The four tools after it only read sources, so they run at the same time.
await embedPages();
const print = fingerprint();
const MODES = ['node', 'zod', 'scudo', 'late', 'developer', 'card-frame', 'fields', 'pages'];
const TOOLS = [
  ['modules', 'tsc', '-b', 'src', 'demo', ...(kind === 'unchecked' ? ['--noCheck'] : [])],
  ...MODES.map((mode) => [mode, 'vite', 'build', '--mode', mode, '--logLevel', 'warn']),
  ['manifest', 'cem', 'analyze', '--config', 'custom-elements-manifest.config.mjs', '--quiet'],
];
let finished = 0;
const done = await Promise.all(
  TOOLS.map(async ([name, tool, ...args]) => {
    const isDone = await run(tool, ...args);
    finished += 1;
    console.log(
      `  ${finished} of ${TOOLS.length}: ${name}, after ${((performance.now() - began) / 1000).toFixed(0)} s`,
    );
    return isDone;
  }),
);

if (done.every(Boolean)) {
  await copyCompiled();
  writeEditorData();
  writeNotices();
  await writeIntegrity();
  markBuilt(print, kind);
  console.log(`Built in ${((performance.now() - began) / 1000).toFixed(1)} s`);
} else {
  process.exitCode = 1;
}

/** Writes the values of `integrity` for script tags and import maps. */
async function writeIntegrity() {
  const files = browserScripts().map((file) => [file, readFileSync(`dist/${file}`)]);
  const served = Object.entries(await servedScripts());
  // For backends in other languages.
  for (const [name, content] of served) writeFileSync(`dist/${name}`, content);
  const scripts = [...files, ...served];
  const hashes = Object.fromEntries(scripts.map(([name, content]) => [name, integrityOf(content)]));
  writeFileSync('dist/integrity.json', `${JSON.stringify(hashes, undefined, 2)}\n`);
  writeFileSync('dist/scudo.js.integrity', `${hashes['scudo.js']}\n`);
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
