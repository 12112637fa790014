/**
 * Bundles the scripts of the pages that backend and sandbox serve into string constants. They are
 * written to files that are committed, so that a merchant's backend needs no file of ours beside
 * its own bundle, and no function is turned into text at run time, which bundlers are known to
 * break. `--check` only says whether the files are what they should be.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

const EMBEDDED = {
  'src/server/page-scripts.ts': { frameScript: 'src/three-d-secure/served/frame-page.ts', notificationScript: 'src/three-d-secure/served/notification-page.ts' },
  'src/sandbox/page-scripts.ts': { acsScript: 'src/sandbox/pages/acs.ts' },
};

async function bundle(entry) {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: true, target: 'es2022', modulePreload: false, rolldownOptions: { input: entry, output: { format: 'iife' } } },
  });
  return [output].flat()[0].output[0].code.trim();
}

/** The text that a generated file should have. */
export async function embedded(file) {
  const lines = [`// Made by scripts/embed-pages.mjs. Change the sources it names, never this file.`];
  for (const [name, entry] of Object.entries(EMBEDDED[file])) {
    lines.push('', `/** Bundled from ${entry}. */`, `export const ${name} =`, `  ${JSON.stringify(await bundle(entry))};`);
  }
  return `${lines.join('\n')}\n`;
}

export const embeddedFiles = Object.keys(EMBEDDED);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const check = process.argv.includes('--check');
  for (const file of embeddedFiles) {
    const text = await embedded(file);
    if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
    if (check) {
      console.error(`${file} is stale: run node scripts/embed-pages.mjs`);
      process.exitCode = 1;
    } else await writeFile(file, text);
  }
}
