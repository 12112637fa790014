/**
 * Bundles the scripts of the pages that backend and sandbox serve into string constants. They are written to files that
 * are committed, so that a merchant's backend needs no file of ours beside its own bundle. No function is turned into
 * text at run time, because bundlers break that. `--check` only says whether the files are what they should be.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const EMBEDDED = {
  'src/server/adapters/http/page-scripts.ts': {
    frameScript: 'src/three-d-secure/served/frame-page.ts',
    notificationScript: 'src/three-d-secure/served/notification-page.ts',
  },
  'src/sandbox/acs/page-scripts.ts': { acsScript: 'src/sandbox/acs/pages/acs.ts' },
};

async function bundle(entry) {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: entry, output: { format: 'iife' } },
    },
  });
  return [output].flat()[0].output[0].code.trim();
}

/** The text that a generated file should have. */
async function embedded(file) {
  const lines = [`// Made by scripts/embed-pages.mjs. Change the sources it names, never this file.`];
  for (const [name, entry] of Object.entries(EMBEDDED[file])) {
    lines.push(
      '',
      `/** Bundled from ${entry}. */`,
      `export const ${name} =`,
      `  ${JSON.stringify(await bundle(entry))};`,
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Writes the files that are not what they should be; answers their names. */
export async function embedPages({ write = true } = {}) {
  const stale = [];
  for (const file of Object.keys(EMBEDDED)) {
    const text = await embedded(file);
    if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
    stale.push(file);
    if (write) await writeFile(file, text);
  }
  return stale;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const check = process.argv.includes('--check');
  const stale = await embedPages({ write: !check });
  if (check && stale.length > 0) {
    console.error(`${stale.join(', ')}: stale; run node scripts/embed-pages.mjs`);
    process.exitCode = 1;
  }
}
