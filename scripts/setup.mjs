// Prepares what a script of package.json needs: `node scripts/setup.mjs PURPOSE`. Prints nothing when nothing is
// missing. Only Node's own modules at the top: this file runs before `npm ci`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

process.chdir(new URL('..', import.meta.url).pathname);

/** Each purpose, and what it prepares. */
const needs = {
  // `npm start` and the sites: the demo in .demo/, and dist/, which it imports. `npm test` checks the types.
  start: [dependencies, buildWithoutCheck],
  // The checks: a browser. They build by themselves, as one of their parts.
  test: [dependencies, browser],
  // Flows, benches and examples: a browser, dist/, and the demo that they visit.
  built: [dependencies, browser, build],
  // Simulation, fuzz and mutation: they work on the sources.
  sources: [dependencies],
  // Tests of stores: other versions of Node, and dist/, which their processes import.
  stores: [dependencies, runtimeForStores, build],
  // Conformance: dist/, whose command and handler it starts, and Python for a backend of demo/examples.
  conformance: [dependencies, build, python],
  // Flows in other browsers, and tests on other versions of Node.
  firefox: [dependencies, browser, firefox, build],
  webkit: [dependencies, browser, webkit, build],
  runtimes: [dependencies, runtimes, browser, build],
  // `npm pack` and `npm publish`: everything below `files` of package.json, and nothing that an earlier build has left.
  pack: [dependencies, freshBuild],
};

const purpose = process.argv[2] ?? '';
if (!Object.hasOwn(needs, purpose)) {
  stop(`setup.mjs needs one of the purposes ${Object.keys(needs).join(', ')}; got "${purpose}".`);
}
const [major, minor] = process.versions.node.split('.').map(Number);
// Vite and knip need it. The package itself needs Node 20.3.
if (major < 20 || (major === 20 && minor < 19)) stop(`Node 20.19 or newer is needed; this is ${process.version}.`);
/** The place of the present step among those of the purpose, for the lines that a reader waits beside. */
let step = '';
for (const [index, need] of needs[purpose].entries()) {
  step = `${index + 1} of ${needs[purpose].length}`;
  await need();
}

/** Installs what package-lock.json names, unless that very lock file is installed already. */
function dependencies() {
  const stamp = 'node_modules/.scudo-lock';
  const hash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  // After `npm ci` or `npm install` by hand, npm's own record is newer than the lock file.
  if (modified('node_modules/.package-lock.json') < modified('package-lock.json')) {
    say('Installing packages (npm ci)');
    if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])) stop('npm ci failed: see above.');
  }
  writeFileSync(stamp, hash);
}

/** Installs the other runtimes of test/runtimes, where this one has no `node:sqlite`. */
function runtimeForStores() {
  if (!process.getBuiltinModule?.('node:sqlite')) runtimes();
}

/** Installs the other runtimes of test/runtimes. */
function runtimes() {
  // Outside test/, whose files are the project's own.
  const folder = '.cache/runtimes';
  if (modified(`${folder}/node_modules/.package-lock.json`) >= modified('test/runtimes/package-lock.json')) return;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    stop(
      `The other Node versions of the tests run on Linux with x64; this is ${process.platform} with ${process.arch}.`,
    );
  }
  say('Installing Node 22 and 24 for the tests');
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(`test/runtimes/${file}`, `${folder}/${file}`);
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  if (!run('npm', ['ci', '--prefix', folder, ...options])) stop('npm ci in .cache/runtimes failed: see above.');
}

/** Finds a browser, or gets one: Playwright's where it can be downloaded, the distribution's where it cannot. */
async function browser() {
  // Asking Playwright where its own browser lives takes half a second: remember the answer.
  const memory = '.cache/browser';
  if (!process.env['CHROMIUM_PATH'] && existsSync(memory) && existsSync(readFileSync(memory, 'utf8'))) return;

  const { findBrowser } = await import('./browser.mjs');
  const found = async () => findBrowser().catch((error) => stop(error.message));
  let path = await found();
  if (!path) {
    say('No Chromium found: trying playwright install chromium');
    run('npx', ['--no-install', 'playwright', 'install', 'chromium']);
    path = await found();
  }
  // Without any font a page has no text to measure.
  if (!path && debian('chromium', 'fonts-liberation')) path = await found();
  if (!path) {
    stop(
      'The tests need Chromium. Install it (Debian, Ubuntu: apt-get install chromium fonts-liberation),\n' +
        'or run `npx playwright install --with-deps chromium`, or set CHROMIUM_PATH to the binary of one you have.',
    );
  }
  mkdirSync(dirname(memory), { recursive: true });
  writeFileSync(memory, path);
}

/** Finds Firefox, or gets the distribution's extended support release. */
async function firefox() {
  const { findFirefox } = await import('./browser.mjs');
  const found = () => {
    try {
      return findFirefox();
    } catch (error) {
      return stop(error.message);
    }
  };
  if (found() || (debian('firefox-esr') && found())) return;
  stop('The tests need Firefox. Install it (Debian: apt-get install firefox-esr), or set FIREFOX_PATH to its binary.');
}

/** Finds WebKitGTK's WebDriver and a display without a screen, or gets the distribution's. */
async function webkit() {
  const { onThePath } = await import('./browser.mjs');
  const isThere = () => ['WebKitWebDriver', 'Xvfb'].every((program) => onThePath([program]));
  if (isThere() || (debian('webkit2gtk-driver', 'xvfb', 'fonts-liberation') && isThere())) return;
  stop(
    'The tests need WebKitWebDriver and Xvfb on the PATH. Install them (Debian, Ubuntu: apt-get install\n' +
      'webkit2gtk-driver xvfb).',
  );
}

/** Finds Python 3, or gets the distribution's. */
function python() {
  const isThere = () => spawnSync('python3', ['--version']).status === 0;
  if (isThere() || (debian('python3') && isThere())) return;
  stop('The conformance tests need python3. Install it (Debian, Ubuntu: apt-get install python3).');
}

/** Installs packages of the distribution, as root on Debian and its relatives. Returns whether it could try. */
function debian(...packages) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  say(`Trying apt-get install ${packages.join(' ')}`);
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' };
  run('apt-get', ['update', '-qq'], quiet);
  run(
    'apt-get',
    ['install', '-o', 'DPkg::Lock::Timeout=300', '-y', '-qq', '--no-install-recommends', ...packages],
    quiet,
  );
  return true;
}

/** Builds if a source is newer than the last build. */
async function build() {
  const { isBuilt } = await import('./build-stamp.mjs');
  if (!isBuilt()) buildNow();
}

/** Builds without a check of types, if a source is newer than the last build of either kind. */
async function buildWithoutCheck() {
  const { isBuilt } = await import('./build-stamp.mjs');
  if (!isBuilt('unchecked')) buildNow('--unchecked');
}

/** Builds without the output of earlier builds, which may have files of deleted sources. */
async function freshBuild() {
  const { isBuilt } = await import('./build-stamp.mjs');
  if (isBuilt()) return;
  for (const path of ['dist', '.cache/tsc']) rmSync(path, { recursive: true, force: true });
  buildNow();
}

function buildNow(...options) {
  say('Building');
  if (!run('node', ['scripts/build.mjs', ...options])) stop('The build failed: see above.');
}

function modified(path) {
  return existsSync(path) ? statSync(path).mtimeMs : 0;
}

function run(command, args, env = {}) {
  return spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } }).status === 0;
}

function say(words) {
  console.log(`${step}: ${words} …`);
}

function stop(words) {
  console.error(`\n${words}\n`);
  process.exit(1);
}
