import { transform } from 'lightningcss';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));

/** Style sheets live in template literals (*.styles.ts), where no bundler looks: their comments and spaces stay at home. */
const minifiedStyles: Plugin = {
  name: 'minified-styles',
  transform(code, id) {
    if (!id.endsWith('.styles.ts')) return null;
    return code.replace(/css`([^`]*)`/, (_, sheet: string) => {
      const { code: minified } = transform({ filename: id, code: Buffer.from(sheet), minify: true });
      return `css\`${minified.toString().replaceAll('\\', '\\\\')}\``;
    });
  },
};

/** Templates are literals, too: what indents them for readers stays at home. */
const flatTemplates: Plugin = {
  name: 'flat-templates',
  transform: (code, id) =>
    /\/src\/elements\/[\w-]+(?<!\.styles)\.ts$/.test(id)
      ? code.replace(/>\n\s+</g, '><').replace(/\n\s+/g, '\n')
      : null,
};

/** A browser that runs the one file has constructable style sheets: of Lit's `css` it needs this much. */
const pocketCss: Plugin = {
  name: 'pocket-css',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './css-tag.js' && importer?.includes('@lit/reactive-element')
      ? path('src/elements/pocket-css.ts')
      : null,
};

/** Lit asks whether somebody makes it work without shadow trees, or hydrates it, and says its version: nobody does, or listens. */
const plainLit: Plugin = {
  name: 'plain-lit',
  transform: (code, id) =>
    /node_modules\/(@lit|lit-html|lit-element)\//.test(id)
      ? code.replace(/\b\w+\.\w+(Polyfill|Hydrate)Support\b|\(\w+\.\w+Versions\?\?=\[\]\)\.push\([^)]*\)/g, 'undefined')
      : null,
};

/** Terser finds 2 % more than the bundler's own minifier: Lit's private names, which nobody outside one file needs, among it. */
const secondMinifier: Plugin = {
  name: 'second-minifier',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const { code } = await minify(chunk.code, {
          module: true,
          ecma: 2020,
          compress: {
            passes: 2,
            unsafe_arrows: true,
            pure_getters: true,
            keep_fargs: false,
            properties: false,
            lhs_constants: false,
          },
          mangle: { properties: { regex: /^_\$/ } },
        });
        if (code) chunk.code = code;
      }
    },
  },
};

/** The languages stay beside the one file, where tsc puts them, and are loaded from there when they are needed. */
const languagesBeside: Plugin = {
  name: 'languages-beside',
  transform(code, id) {
    if (!id.endsWith('/languages.ts')) return null;
    const codes = [...code.matchAll(/import\(["']\.\/languages\/([\w-]+)\.js["']\)/g)].map(([, language]) => language);
    const map = `Object.fromEntries('${codes.join(' ')}'.split(' ').map((code) => [code, () => import(/* @vite-ignore */ \`./elements/languages/\${code}.js\`)]))`;
    return code.replace(/(const LANGUAGES = )\{[^}]*\}/, (_, start: string) => start + map);
  },
};

/** `bundle` is the one file for a script tag, `pages` are the demo's. */
export default defineConfig(({ mode }) =>
  mode === 'pages'
    ? {
        root: path('demo/pages'),
        // By the package's own name, as a merchant imports it; from the sources, so that no tsc comes before.
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
          // The first ones that know light-dark(), as the elements need it.
          cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
          // Nothing inline: the pages' policy allows files of their own site only.
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
        plugins: [pocketCss, plainLit, minifiedStyles, flatTemplates, languagesBeside, secondMinifier],
        resolve: { alias: [{ find: /^zod\/mini$/, replacement: path('src/protocol/pocket-zod.ts') }] },
        build: {
          outDir: path('dist'),
          emptyOutDir: false,
          target: 'es2022',
          // Lit's and Zod's notices travel beside their code, not in every page's download.
          license: { fileName: 'scudo.js.licenses.md' },
          lib: { entry: path('src/index.ts'), formats: ['es'], fileName: () => 'scudo.js' },
          rolldownOptions: { output: { minify: true, codeSplitting: false, comments: false } },
        },
      },
);
