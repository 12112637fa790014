/**
 * Before `npm start`, `npm test` and `npm run bench`: installs what is missing, builds what is
 * stale, and says nothing when all is there. It needs only Node's own modules.
 */
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildIsStale } from './stale.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const goal = process.argv[2] ?? 'start';

if (Number(process.versions.node.split('.')[0]) < 20) stop(`Scudo needs Node 20 or newer; this is ${process.version}.`);

installPackages();
if (goal === 'test') await installBrowser();
if (goal === 'start' && buildIsStale(root)) run('node', ['scripts/build.mjs']);

function installPackages() {
  const stamp = `${root}node_modules/.scudo-lock`;
  const lock = createHash('sha256').update(readFileSync(`${root}package-lock.json`)).digest('hex');
  if (read(stamp) === lock) return;
  console.log('Installing packages…');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  mkdirSync(`${root}node_modules`, { recursive: true });
  writeFileSync(stamp, lock);
}

async function installBrowser() {
  const { findBrowser } = await import('./browser.mjs');
  if (await findBrowser()) return;
  console.log('Installing a browser for the tests…');
  if (attempt('npx', ['playwright', 'install', 'chromium']) && (await findBrowser())) return;
  if (process.getuid?.() === 0 && attempt('apt-get', ['update', '-qq']) && attempt('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-liberation'])) {
    if (await findBrowser()) return;
  }
  stop('No browser was found or could be installed. Install Chromium (Debian: apt-get install chromium), or name it in CHROMIUM_PATH.');
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function attempt(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'ignore'] }).status === 0;
}

function run(command, args) {
  if (spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status !== 0) stop(`${command} ${args.join(' ')} failed.`);
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
