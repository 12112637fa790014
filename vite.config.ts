import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Modules that `dist/scudo.js` imports from the files beside it: late.js has what the form does not need to be shown,
 * and developer.js the texts for developers.
 */
const LATE: readonly (readonly [module: RegExp, file: string])[] = [
  [/\/card-frame\.controller\.[jt]s$/, 'card-frame'],
  [/\/(late-parts|payment-tasks|answer-checks)\.[jt]s$/, 'late'],
  [/\/developer\/explain\.[jt]s$/, 'developer'],
];

/**
 * Chromium compiles all functions of a file with this first line while it loads, outside the main thread. A form calls
 * most of them at once, and compiling each at its first call takes up to a fifth of the start
 * (docs/decisions/0016-compile-while-loading.md).
 */
const ALL_FUNCTIONS = '//# allFunctionsCalledOnLoad';

/** One module for a browser, with everything that it imports. */
const oneModule = (input: string, file: string) => ({
  input: path(input),
  external: file === 'scudo.js' ? LATE.map(([module]) => module) : [],
  preserveEntrySignatures: 'strict' as const,
  // Making a schema changes nothing else. A file that uses a value of a module has none of its schemas.
  treeshake: { manualPureFunctions: ['z', 'textLike', 'limitedText', 'enumeration'] },
  output: {
    format: 'es' as const,
    entryFileNames: file,
    // With its version, so that no cache joins files of two versions.
    paths(id: string) {
      const [, name] = LATE.find(([module]) => module.test(id)) ?? [];
      return name === undefined ? id : `./${name}.js?v=${version}`;
    },
    assetFileNames: ({ originalFileNames: [file = ''] }: { originalFileNames: readonly string[] }) =>
      `${file.includes('/locales/') ? 'locales' : 'data'}/[name][extname]`,
    codeSplitting: false,
    minify: true,
    comments: false,
    postBanner: ALL_FUNCTIONS,
  },
});

/**
 * The modules of dist/ that are bundled, by mode: the one file for a script tag, its late code, and the two
 * parts of isolated card fields.
 */
const MODULES: Readonly<Record<string, string>> = {
  scudo: 'src/index.ts',
  late: 'src/late.ts',
  developer: 'src/elements/developer/explain.ts',
  'card-frame': 'src/elements/card-frame/card-frame.controller.ts',
  fields: 'src/fields.ts',
};

/** Vite wraps each `import()` to preload its dependencies. The modules have none, and the wrapper takes 0.6 kB. */
const withoutPreload: Plugin = {
  name: 'without-preload',
  enforce: 'pre',
  load: (id) => (id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined),
};

/** Entries for Node. They share their modules, so that `instanceof` holds for an error of one entry in another. */
const NODE_ENTRIES = ['server', 'back-office', 'html', 'store-conformance', 'sandbox', 'playwright', 'command'];

/** Modules for Node with their dependencies, except packages that a shop installs only if it uses them. */
const forNode: UserConfig = {
  ssr: { noExternal: true, external: ['@libsql/client', '@opentelemetry/api', 'pg', 'playwright'] },
  // Templates without the elements, which need a DOM.
  resolve: { alias: [{ find: /^lit$/, replacement: 'lit-html' }] },
  build: {
    ssr: true,
    outDir: path('dist'),
    emptyOutDir: false,
    target: 'node20',
    // Stack traces and debuggers show names and lines that a reader can follow.
    minify: false,
    license: { fileName: 'node.licenses.md' },
    rolldownOptions: {
      // The backend imports Lit and the templates only when a shop asks for HTML. Here one file has them anyway.
      checks: { ineffectiveDynamicImport: false },
      input: Object.fromEntries(NODE_ENTRIES.map((name) => [name, path(`src/${name}.ts`)])),
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'node/[name].js',
        codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] },
      },
    },
  },
};

/** The part of zod that the modules of a page import, once for all of them. */
const zodForPages: UserConfig = {
  ssr: { noExternal: true },
  build: {
    ssr: path('src/protocol/zod.ts'),
    outDir: path('dist/protocol'),
    emptyOutDir: false,
    target: 'es2022',
    // A shop's bundler minifies, and drops what it does not need by the annotations of the source.
    minify: false,
    license: { fileName: 'zod.licenses.md' },
  },
};

/**
 * Mode `pages`: the pages of the demo. Modes `node` and `zod`: modules of the package with their dependencies. Every
 * other mode is one of the modules above.
 */
export default defineConfig(({ mode }) => {
  if (mode === 'node') return forNode;
  if (mode === 'zod') return zodForPages;
  return mode === 'pages'
    ? {
        root: path('demo/pages'),
        // The pages work below any path, as the demo without a server needs it (scripts/demo-static.mjs).
        base: './',
        // The demo imports the package by name, as a merchant does. The alias reads the sources, so tsc need not run
        // first.
        resolve: {
          alias: [
            { find: /^scudo-checkout$/, replacement: path('src/index.ts') },
            { find: /^scudo-checkout\/payment$/, replacement: path('src/payment.ts') },
          ],
        },
        build: {
          outDir: path('.demo/pages'),
          emptyOutDir: true,
          target: 'es2022',
          // The oldest supported versions (docs/browsers.md).
          cssTarget: ['chrome123', 'firefox124', 'safari17.5'],
          // The policy of the pages allows files of their own site only, and nothing inline.
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: {
            input: ['demo/pages', 'demo/pages/shops'].flatMap((folder) =>
              readdirSync(path(folder))
                .filter((name) => name.endsWith('.html'))
                .map((name) => path(`${folder}/${name}`)),
            ),
          },
        },
      }
    : {
        // The languages and data are beside scudo.js, wherever the merchant's server has both.
        base: './',
        plugins: [withoutPreload],
        experimental: { renderBuiltUrl: (name) => ({ runtime: JSON.stringify(`./${name}`) }) },
        build: {
          outDir: path('dist'),
          emptyOutDir: false,
          target: 'es2022',
          // A data: address would put all languages into scudo.js, and a policy of 'self' forbids to fetch it.
          assetsInlineLimit: 0,
          modulePreload: false,
          // Licences of Lit and zod are in a file of their own, not in each page's download.
          license: { fileName: `${mode}.js.licenses.md` },
          rolldownOptions: oneModule(MODULES[mode] ?? mode, `${mode}.js`),
        },
      };
});
