// Releases the package: `npm run release`, in the workflow "Release" (CONTRIBUTING.md, Release). With --dry-run it does
// everything but publishing, names each reason that stops a release, and restores the files.
// `node scripts/release.mjs check` only looks for placeholders.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ArgumentError, parseArguments, stop, usageOf } from './arguments.mjs';
import { packedTarball } from './packed-tarball.mjs';

const ROOT = new URL('..', import.meta.url);
const WITH_CONTACTS = [
  ...['package.json', 'SECURITY.md', 'CODE_OF_CONDUCT.md', '.github/CODEOWNERS'],
  'src/elements/developer/documents.ts',
];
/** Files that `changeset version` changes. */
const VERSIONED = ['package.json', 'CHANGELOG.md', '.changeset'];
/** Files without which no tarball is published. */
const REQUIRED = [
  ...['LICENSE', 'CHANGELOG.md', 'dist/sbom.cdx.json', 'dist/data.licenses.md', 'dist/node.licenses.md'],
  ...['dist/scudo.js', 'dist/server.js', 'dist/sandbox.js', 'dist/command.js'],
];
const FOLDER = '.cache/release';

/**
 * Finds the placeholder domain `scudo.example`.
 * @param {string} text
 * @returns {string[]}
 */
export function placeholders(text) {
  return [...new Set(text.match(/\bscudo\.example\b/g))];
}

/**
 * Sets the version by the changesets, builds, packs and checks the tarball. Then publishes it with provenance unless
 * npm has the version, and commits and tags the version, unless it is a dry run, which restores the files instead.
 * @param {{ readonly isDryRun: boolean }} options
 * @param {{
 *   readonly run: (command: string, ...args: readonly string[]) => string,
 *   readonly read: (name: string) => string,
 *   readonly print: (line: string) => void,
 * }} tools `run` returns the output of a command, and throws when it fails
 * @returns {string} the version
 * @throws {Error} for a release that cannot be published, before anything is
 */
export function release({ isDryRun }, { run, read, print }) {
  const changed = run('git', 'status', '--porcelain').trim();
  if (changed) throw new Error(`A release needs a clean working tree. Commit or remove:\n${changed}`);
  const reasons = [placeholderReason(read), proofReason()].filter(Boolean);
  if (reasons.length > 0 && !isDryRun) throw new Error(reasons.join('\n'));
  for (const reason of reasons) print(`${reason} A release stops here.`);
  let isPublished = false;
  try {
    step(1, 'version and changelog');
    run('npx', 'changeset', 'version');
    const { name, version } = JSON.parse(read('package.json'));
    if (!read('CHANGELOG.md').includes(`## ${version}\n`))
      throw new Error('No changeset describes this release. Add one with npx changeset.');
    if (run('git', 'tag', '--list', `v${version}`).trim()) throw new Error(`The tag v${version} exists already.`);
    step(2, 'build and tarball');
    // Without `prepack`, whose output would stand before the JSON.
    run('node', 'scripts/setup.mjs', 'pack');
    const tarball = packedTarball(run('npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', FOLDER));
    step(3, 'check of the tarball');
    const files = new Set(tarball.files.map(({ path }) => path));
    const missing = REQUIRED.filter((file) => !files.has(file));
    if (missing.length > 0) throw new Error(`The tarball lacks ${missing.join(', ')}.`);
    if (isDryRun) {
      const readiness = reasons.length === 0 ? 'can be published' : 'can be published after the repairs above';
      print(`${name} ${version} ${readiness}: ${files.size} files, ${tarball.size} bytes.`);
      return version;
    }
    step(4, 'npm publish');
    if (isOnRegistry(name, version)) print(`${name} ${version} is published already.`);
    else run('npm', 'publish', `${FOLDER}/${tarball.filename}`, '--provenance', '--access', 'public');
    isPublished = true;
    step(5, 'commit and tag');
    run('git', 'commit', '--all', '--message', `Release ${version}`);
    run('git', 'tag', `v${version}`);
    run('git', 'push', '--atomic', 'origin', 'HEAD', `v${version}`);
    return version;
  } finally {
    if (!isPublished) run('git', 'checkout', '--quiet', '--', ...VERSIONED);
  }

  /** Compares the program that docs/proof.md counts payments of with the present one. Empty when they are the same. */
  function proofReason() {
    const present = run('node', 'scripts/simulate.mjs', 'program').trim().split('\n').at(-1);
    const [, counted, payments] = /the program\s+`(\w+)`\. It has played\s+([\d,]+)/.exec(read('docs/proof.md')) ?? [];
    if (counted === present && payments !== '0') return '';
    return (
      `docs/proof.md counts no payments of the present program, ${present}. ` +
      'Run npm run simulate slices and npm run simulate proof.'
    );
  }

  /** True after a release that has failed at its commit, tag or push. */
  function isOnRegistry(name, version) {
    try {
      return run('npm', 'view', `${name}@${version}`, 'version').trim() === version;
    } catch {
      return false;
    }
  }

  function step(number, text) {
    print(`${number} of ${isDryRun ? 3 : 5}: ${text}`);
  }
}

/** Names the files with placeholder addresses. Empty when there are none. */
function placeholderReason(read) {
  const found = WITH_CONTACTS.filter((name) => placeholders(read(name)).length > 0);
  return found.length === 0 ? '' : `Replace the placeholder addresses (scudo.example) in ${found.join(', ')}.`;
}

const read = (name) => readFileSync(new URL(name, ROOT), 'utf8');

function run(command, ...args) {
  const { status, stdout, error } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
    stdio: ['inherit', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${[command, ...args].join(' ')} failed. ${error?.message ?? stdout}`);
  return stdout;
}

/** @type {import('./arguments.mjs').Command} */
const COMMAND = {
  name: 'release',
  purpose: 'Publishes the package. Without arguments it is a real release.',
  names: { one: 'task', several: 'tasks', choices: ['check'] },
  options: { 'dry-run': { meaning: 'does everything but publishing, and restores the files', kind: 'flag' } },
};

/** Reads the arguments. A real release has none: every other word and option is a mistake. */
function readTask() {
  try {
    const { values, names, isHelp } = parseArguments(COMMAND, process.argv.slice(2));
    const isDryRun = values['dry-run'];
    const isCheck = names.includes('check');
    // `npm run release --dry-run` keeps the option for npm, and passes no argument.
    if (!isDryRun && !isCheck && !isHelp && process.env.npm_config_dry_run === 'true')
      throw new ArgumentError('npm has kept --dry-run for itself: -- is missing before it.');
    return { isDryRun, isCheck, isHelp };
  } catch (error) {
    if (error instanceof ArgumentError) stop(`${error.message} Example: npm run release -- --dry-run`);
    throw error;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { isDryRun, isCheck, isHelp } = readTask();
  try {
    if (isHelp) console.log(usageOf(COMMAND));
    else if (isCheck) {
      const reason = placeholderReason(read);
      if (reason) throw new Error(reason);
    } else {
      rmSync(new URL(FOLDER, ROOT), { recursive: true, force: true });
      mkdirSync(new URL(FOLDER, ROOT), { recursive: true });
      release({ isDryRun }, { run, read, print: console.log });
    }
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
