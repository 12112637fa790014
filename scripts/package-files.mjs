/**
 * Copies to dist/ what the package publishes of the compiler's output: modules that a page imports, and the
 * declarations of all entries. Files that no entry reaches stay in .cache/lib.
 */
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Output of `tsc -b src`. */
const COMPILED = '.cache/lib';
/** Entries that a shop's bundler reads module by module. Vite bundles the entries for Node. */
const PAGE_ENTRIES = ['index', 'payment', 'react'];
/**
 * Declarations for the templates of frameworks. Their modules are empty: a bundler resolves an import of types only,
 * too.
 */
const TEMPLATE_TYPES = ['react', 'preact', 'vue', 'svelte', 'solid'].map((name) => `frameworks/${name}`);
const ENTRIES = [
  ...PAGE_ENTRIES,
  ...['server', 'back-office', 'html', 'store-conformance', 'sandbox', 'playwright'],
  ...TEMPLATE_TYPES,
];
/** Modules and data that have other names in dist/. Vite writes the module: it has zod's code. */
const ZOD = 'protocol/zod';
const ZOD_TYPES = 'node_modules/zod/v4';

/** Copies modules, declarations and JSON files. */
export async function copyCompiled() {
  const modules = reachable(COMPILED, [...PAGE_ENTRIES, ...TEMPLATE_TYPES], '.js');
  const declarations = reachable(COMPILED, ENTRIES, '.d.ts');
  for (const file of [...modules, ...declarations]) {
    if (!file.startsWith(`${ZOD}.`)) copy(join(COMPILED, file), join('dist', file));
  }
  copyZodTypes();
  await writeFormStyles();
  cpSync('src/elements/presets', 'dist/presets', { recursive: true });
  cpSync('src/elements/i18n/locales', 'dist/elements/i18n/locales', { recursive: true });
  cpSync('src/elements/late-data/data', 'dist/elements/late-data/data', { recursive: true });
}

/** Writes the styles of the form for HTML of a server, which has no script (src/html). */
async function writeFormStyles() {
  const compiled = (file) => import(new URL(`../${COMPILED}/${file}`, import.meta.url).href);
  const { ScudoCheckout } = await compiled('index.js');
  const { linesStyles } = await compiled('elements/themes/lines.styles.js');
  const styles = [...ScudoCheckout.elementStyles, linesStyles];
  writeFileSync('dist/form.css', styles.map(({ cssText }) => cssText).join('\n'));
}

/** Copies the declarations of zod that those of the package import, and writes a file that exports them. */
function copyZodTypes() {
  for (const file of reachable(ZOD_TYPES, ['mini/external'], '.d.ts')) {
    copy(join(ZOD_TYPES, file), join('dist', ZOD, file));
  }
  copyFileSync('node_modules/zod/LICENSE', join('dist', ZOD, 'LICENSE'));
  writeFileSync(`dist/${ZOD}.d.ts`, "export * from './zod/mini/external.js';\n");
}

/**
 * Files of a folder that entries import, with all that these import.
 * @param {string} folder
 * @param {readonly string[]} entries names without a suffix
 * @param {'.js' | '.d.ts'} suffix
 * @returns {Set<string>} paths in the folder
 */
function reachable(folder, entries, suffix) {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file)) return;
    found.add(file);
    const text = readFileSync(join(folder, file), 'utf8');
    const imports = text.matchAll(/(?:\bfrom |\bimport |\bimport\()['"](\.[^'"]+)['"]/g);
    for (const [, specifier] of imports) {
      const imported = join(dirname(file), specifier).replace(/\.js$/, suffix);
      if (existsSync(join(folder, imported))) visit(imported);
      else throw new Error(`${file} imports ${specifier}, which is not in ${folder}.`);
    }
  };
  for (const entry of entries) visit(`${entry}${suffix}`);
  return found;
}

function copy(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
