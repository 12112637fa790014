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
/** Files that a version changes. */
const VERSIONED = ['package.json', 'package-lock.json', 'CHANGELOG.md', '.changeset'];
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
 * Sets the version by the changesets, builds, packs and checks the tarball. A dry run then restores the files. A
 * release commits and pushes the version, publishes it with provenance unless npm has it, and tags the commit.
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
  const head = isDryRun ? '' : headOfMain();
  const reasons = [placeholderReason(read), proofReason()].filter(Boolean);
  if (reasons.length > 0 && !isDryRun) throw new Error(reasons.join('\n'));
  for (const reason of reasons) print(`${reason} A release stops here.`);
  let isPushed = false;
  try {
    step(1, 'version and changelog');
    run('npx', 'changeset', 'version');
    const { name, version } = JSON.parse(read('package.json'));
    if (!read('CHANGELOG.md').includes(`## ${version}\n`))
      throw new Error('No changeset describes this release. Add one with npx changeset.');
    if (run('git', 'tag', '--list', `v${version}`).trim()) throw new Error(`The tag v${version} exists already.`);
    const isOnNpm = !isDryRun && isPublishedFrom(name, version, head);
    step(2, 'build and tarball');
    // Without `prepack`, whose output would stand before the JSON.
    run('node', 'scripts/setup.mjs', 'pack');
    const tarball = packedTarball(run('npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', FOLDER));
    // After the build, which installs the packages of a lock file that has changed.
    run('npm', 'install', '--package-lock-only', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund');
    step(3, 'check of the tarball');
    const files = new Set(tarball.files.map(({ path }) => path));
    const missing = REQUIRED.filter((file) => !files.has(file));
    if (missing.length > 0) throw new Error(`The tarball lacks ${missing.join(', ')}.`);
    if (isDryRun) {
      const readiness = reasons.length === 0 ? 'can be published' : 'can be published after the repairs above';
      print(`${name} ${version} ${readiness}: ${files.size} files, ${tarball.size} bytes.`);
      return version;
    }
    step(4, 'commit and push');
    // After a release that failed at a later step, the version is committed already.
    if (!isOnNpm && isChanged()) run('git', 'commit', '--all', '--message', `Release ${version}`);
    run('git', 'push', 'origin', 'HEAD:refs/heads/main');
    isPushed = true;
    step(5, 'npm publish and tag');
    if (isOnNpm) print(`${name} ${version} is published already.`);
    // The folder, not the tarball: npm writes the commit of a folder into the registry, as `gitHead`.
    else run('npm', 'publish', '--ignore-scripts', '--provenance', '--access', 'public');
    run('git', 'push', 'origin', `HEAD:refs/tags/v${version}`);
    return version;
  } finally {
    if (!isPushed) restore();
  }

  /** Returns the commit of HEAD, which has to be that of main: no other release is between them. */
  function headOfMain() {
    const commit = run('git', 'rev-parse', 'HEAD').trim();
    const [main] = run('git', 'ls-remote', 'origin', 'refs/heads/main').split('\t');
    if (main === commit) return commit;
    throw new Error(`The branch main is at ${main || 'no commit'}, and this is ${commit}. Release from main.`);
  }

  function isChanged() {
    return run('git', 'status', '--porcelain').trim() !== '';
  }

  function restore() {
    if (head) run('git', 'reset', '--quiet', head);
    run('git', 'checkout', '--quiet', '--', ...VERSIONED);
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

  /**
   * True after a release of this commit that failed at its tag.
   * @throws {Error} when npm has the version from another commit
   */
  function isPublishedFrom(name, version, commit) {
    if (view('version') !== version) return false;
    const published = view('gitHead');
    if (published === commit && !isChanged()) return true;
    throw new Error(
      published
        ? `npm has ${name} ${version} of another commit. Tag that one: git push origin ${published}:refs/tags/v${version}`
        : `npm has ${name} ${version} without its commit. Find the commit and push the tag v${version} for it.`,
    );

    function view(field) {
      try {
        return run('npm', 'view', `${name}@${version}`, field).trim();
      } catch {
        return '';
      }
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
      // GitHub gives it to jobs with the permission `id-token: write`, and npm signs the provenance with it.
      if (!isDryRun && !process.env.ACTIONS_ID_TOKEN_REQUEST_URL)
        throw new Error(
          'A release runs in the workflow "Release" only: npm needs its identity for the provenance. ' +
            'Nothing was changed. Example: npm run release -- --dry-run',
        );
      rmSync(new URL(FOLDER, ROOT), { recursive: true, force: true });
      mkdirSync(new URL(FOLDER, ROOT), { recursive: true });
      release({ isDryRun }, { run, read, print: console.log });
    }
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
