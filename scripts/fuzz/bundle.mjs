// Bundles test/fuzz/command.ts with the sources of the package and its dependencies, whose branches are counted.
import { writeFileSync } from 'node:fs';
import { build } from 'vite';
import { COVERAGE, countBranches } from './instrument.mjs';

/**
 * @param {string} folder where the bundle is written
 * @returns {Promise<string>} path of the program
 */
export async function bundleFuzzer(folder) {
  const modules = [];
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [countBranches(modules, `${process.cwd()}/`)],
    ssr: { noExternal: true, external: ['@libsql/client', 'pg', 'playwright', 'vitest'] },
    build: {
      ssr: 'test/fuzz/command.ts',
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: 'command.mjs', codeSplitting: false, banner: COVERAGE },
      },
    },
  });
  writeFileSync(`${folder}/modules.json`, JSON.stringify(modules));
  return `${folder}/command.mjs`;
}
