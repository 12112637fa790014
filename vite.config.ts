import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Modules that `dist/scudo.js` imports from the files beside it: late.js has what the form does not need to be shown. */
const LATE: readonly (readonly [module: RegExp, file: string])[] = [
  [/\/card-frame\.controller\.[jt]s$/, 'card-frame'],
  [/\/(late-form|three-d-secure\/frames)\.[jt]s$/, 'late'],
];

/** One module for a browser, with everything that it imports. */
const oneModule = (input: string, file: string) => ({
  input: path(input),
  external: file === 'scudo.js' ? LATE.map(([module]) => module) : [],
  preserveEntrySignatures: 'strict' as const,
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
  },
});

/**
 * The modules of dist/ that are bundled, by mode: the one file for a script tag, its late code, and the two
 * parts of isolated card fields.
 */
const MODULES: Readonly<Record<string, string>> = {
  scudo: 'src/index.ts',
  late: 'src/late.ts',
  'card-frame': 'src/elements/card-frame/card-frame.controller.ts',
  fields: 'src/fields.ts',
};

/**
 * Mode `pages`: the pages of the demo. Every other mode is one of the modules above.
 */
export default defineConfig(({ mode }) =>
  mode === 'pages'
    ? {
        root: path('demo/pages'),
        // The demo imports the package by name, as a merchant does. The alias reads the sources, so tsc need not run first.
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
            input: readdirSync(path('demo/pages'))
              .filter((name) => name.endsWith('.html'))
              .map((name) => path(`demo/pages/${name}`)),
          },
        },
      }
    : {
        // The languages and data are beside scudo.js, wherever the merchant's server has both.
        base: './',
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
      },
);
