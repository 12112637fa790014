/**
 * Builds the demo without a server: a folder for any static host, below any path. Shop, backend, gateway and bank run
 * in a service worker. `npm run demo:build` writes to .cache/demo-static, `npm run demo:build -- FOLDER` to a folder
 * that is empty or new.
 */
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepare } from './prepare.mjs';

const caller = process.cwd();
process.chdir(new URL('..', import.meta.url).pathname);
const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const DEFAULT = path('.cache/demo-static');
const given = process.argv[2];
const folder = given === undefined ? DEFAULT : resolve(process.env['INIT_CWD'] ?? caller, given);
if (given === undefined) rmSync(DEFAULT, { recursive: true, force: true });
if (existsSync(folder) && readdirSync(folder).length > 0) {
  console.error(`The folder ${folder} is not empty. Name an empty or a new one.`);
  process.exit(1);
}

prepare('start');
const { build } = await import('vite');

/** The files of the package that pages load, beside the pages. */
const FILES = ['scudo.js', 'late.js', 'developer.js', 'card-frame.js', 'fields.js', 'locales', 'data', 'presets'];
cpSync('.demo/pages', folder, { recursive: true });
for (const file of FILES) cpSync(join('dist', file), join(folder, file), { recursive: true });
for (const file of ['custom-elements.json', 'demo/minimal.html', 'demo/isolated.html']) {
  cpSync(file, join(folder, basename(file)));
}
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (file.endsWith('.html')) startWithWorker(file);
}
await bundle('demo/pages/start.ts', 'start.js');
await bundle('demo/worker/worker.ts', 'worker.js');
console.log(`The demo is in ${relative(caller, folder) || '.'}. Serve the folder with any static server.`);

/** Replaces the script of a page by the one that waits for the worker. */
function startWithWorker(file) {
  const page = join(folder, file);
  const start = posix.join(posix.relative(dirname(file), '.'), 'start.js');
  const text = readFileSync(page, 'utf8');
  const changed = text.replace(
    /<script type="module"(?: crossorigin)? src="([^"]*)"><\/script>/,
    (_, src) => `<script src="${start}" data-page="${src}" defer></script>`,
  );
  if (changed === text) throw new Error(`${file} has no script of type module that could be replaced.`);
  writeFileSync(page, changed);
}

/** One classic script, because Firefox has no service workers that are modules. */
async function bundle(input, file) {
  await build({
    configFile: false,
    logLevel: 'error',
    resolve: {
      alias: {
        'scudo-checkout/server': path('src/server.ts'),
        'scudo-checkout/back-office': path('src/back-office.ts'),
        'scudo-checkout/sandbox': path('src/sandbox.ts'),
        'node:crypto': path('demo/worker/node/crypto.ts'),
        'node:net': path('demo/worker/node/net.ts'),
      },
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: path(input),
        // The worker has neither database.
        external: ['@libsql/client', 'pg'],
        output: { format: 'iife', entryFileNames: file, codeSplitting: false },
      },
    },
  });
}
