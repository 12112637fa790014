// Bundles test/simulation/command.ts for Node, optionally with a planted defect in the sources of the package.
import { build } from 'vite';

/** Options of Node for a program: a larger space for short-lived objects, and the compiler that starts fast. */
export const NODE_OPTIONS = ['--max-semi-space-size=64', '--sparkplug'];

/**
 * One text of a source file, and what replaces it.
 * @typedef {object} Change
 * @property {string} file relative to the repository
 * @property {string} text must occur in the file exactly once
 * @property {string} by
 */

/**
 * A defect. `guards` are further changes, where the product has guards that would stop the defect.
 * @typedef {Change & { name: string, invariant: string, guards?: readonly Change[] }} Defect
 */

/**
 * @param {string} folder where the bundle is written
 * @param {Defect} [defect]
 * @param {import('vite').Plugin} [plugin] another change of the sources
 * @returns {Promise<string>} path of the program
 */
export async function bundleSimulation(folder, defect, plugin) {
  const changes = defect ? [defect, ...(defect.guards ?? [])] : [];
  const planted = new Set();
  const plant = {
    name: 'planted-defect',
    enforce: 'pre',
    transform(code, id) {
      const changed = changes
        .filter(({ file }) => id.replaceAll('\\', '/').endsWith(`/${file}`))
        .reduce((before, change) => {
          const count = before.split(change.text).length - 1;
          if (count !== 1) throw new Error(`${defect.name}: the text is ${count} times in ${change.file}.`);
          planted.add(change);
          return before.replace(change.text, () => change.by);
        }, code);
      return changed === code ? undefined : changed;
    },
  };
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: plugin ? [plant, plugin] : [plant],
    ssr: { noExternal: true, external: ['@libsql/client', 'pg', 'playwright'] },
    build: {
      ssr: 'test/simulation/command.ts',
      outDir: folder,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'command.mjs' } },
    },
  });
  const missing = changes.find((change) => !planted.has(change));
  if (missing) throw new Error(`${defect.name}: ${missing.file} is not part of the simulation.`);
  return `${folder}/command.mjs`;
}
