import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** One module for a browser, with everything that it imports. */
const oneModule = (input: string, file: string) => ({
  input: path(input),
  preserveEntrySignatures: 'strict' as const,
  output: {
    format: 'es' as const,
    entryFileNames: file,
    assetFileNames: 'locales/[name][extname]',
    codeSplitting: false,
    minify: true,
    comments: false,
  },
});

/**
 * Mode `bundle`: the one file for a script tag. Mode `fields`: the script of the isolated card fields. Mode `pages`: the
 * pages of the demo.
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
        // The languages are beside scudo.js, wherever the merchant's server has both.
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
          license: { fileName: mode === 'fields' ? 'fields.js.licenses.md' : 'scudo.js.licenses.md' },
          rolldownOptions:
            mode === 'fields' ? oneModule('src/fields.ts', 'fields.js') : oneModule('src/index.ts', 'scudo.js'),
        },
      },
);
