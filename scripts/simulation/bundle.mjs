// Bundles test/simulation/command.ts for Node, optionally with a planted defect in the sources of the package.
import { build } from 'vite';

/** Options of Node for a program: a larger space for short-lived objects, and the compiler that starts fast. */
export const NODE_OPTIONS = ['--max-semi-space-size=64', '--sparkplug'];

/**
 * A defect: one text of a source file, and what replaces it.
 * @typedef {object} Defect
 * @property {string} name
 * @property {string} file relative to the repository
 * @property {string} text must occur in the file exactly once
 * @property {string} by
 */

/**
 * @param {string} folder where the bundle is written
 * @param {Defect} [defect]
 * @returns {Promise<string>} path of the program
 */
export async function bundleSimulation(folder, defect) {
  let isPlanted = false;
  const plant = {
    name: 'planted-defect',
    enforce: 'pre',
    transform(code, id) {
      if (!defect || !id.replaceAll('\\', '/').endsWith(`/${defect.file}`)) return undefined;
      const count = code.split(defect.text).length - 1;
      if (count !== 1) throw new Error(`${defect.name}: the text is ${count} times in ${defect.file}.`);
      isPlanted = true;
      return code.replace(defect.text, () => defect.by);
    },
  };
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [plant],
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
  if (defect && !isPlanted) throw new Error(`${defect.name}: ${defect.file} is not part of the simulation.`);
  return `${folder}/command.mjs`;
}
