/**
 * Builds the site of the documents: `node scripts/docs-site.mjs build` writes .cache/docs-site/site, a folder for any
 * static host, and `serve` also opens it at http://localhost:4180. The tools have a lock file of their own in
 * docs/site/, because nothing else needs them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentedEntries } from './documented-entries.mjs';
import { prepare } from './prepare.mjs';

const TOOLS = '.cache/docs-site';
const PAGES = join(TOOLS, 'pages');
const SITE = join(TOOLS, 'site');
const PORT = 4180;

process.chdir(new URL('..', import.meta.url).pathname);

const purpose = process.argv[2] ?? '';
if (!['build', 'serve'].includes(purpose)) {
  console.error(`docs-site.mjs needs build or serve; got "${purpose}".`);
  process.exit(1);
}
prepare('start');
installTools();
copyDocuments();
writeEntries();
run('vitepress', ['build', PAGES]);
console.log(`The site is in ${SITE}.`);
if (purpose === 'serve') serve();

function installTools() {
  mkdirSync(TOOLS, { recursive: true });
  const installed = join(TOOLS, 'node_modules/.package-lock.json');
  const lock = 'docs/site/package-lock.json';
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(lock).mtimeMs) return;
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(`docs/site/${name}`, join(TOOLS, name));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  exitOn(spawnSync('npm', ['ci', '--prefix', TOOLS, ...options], { stdio: 'inherit' }));
}

/** The paths are those of the repository, so that links between documents work as they are. */
function copyDocuments() {
  rmSync(PAGES, { recursive: true, force: true });
  for (const name of ['README.md', 'CHANGELOG.md', 'SECURITY.md', 'docs']) {
    cpSync(name, join(PAGES, name), { recursive: true, filter: (path) => path !== 'docs/site' });
  }
  mkdirSync(join(PAGES, '.vitepress'));
  copyFileSync('docs/site/config.mjs', join(PAGES, '.vitepress/config.mjs'));
  openWithElement();
}

/** The first page shows the element itself in place of its picture: a page of the demo, with three presets. */
function openWithElement() {
  const readme = join(PAGES, 'README.md');
  const text = readFileSync(readme, 'utf8');
  const picture = /<img src="\.\/docs\/pictures\/checkout\.png"[^>]*>/;
  if (!picture.test(text)) throw new Error('README.md has no picture docs/pictures/checkout.png to replace.');
  const home = readFileSync('docs/site/home.html', 'utf8');
  writeFileSync(
    readme,
    text.replace(picture, () => home),
  );
  cpSync('.demo/pages', join(PAGES, 'public/demo'), { recursive: true });
  cpSync('dist/presets', join(PAGES, 'public/demo/presets'), { recursive: true });
}

/** One page for each module of the published entries, from the comments of their exports. */
function writeEntries() {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));
  run('typedoc', [
    ...documentedEntries(exports).flatMap((file) => ['--entryPoints', file]),
    ...['--tsconfig', 'docs/site/tsconfig.json', '--plugin', 'typedoc-plugin-markdown', '--readme', 'none'],
    ...['--out', join(PAGES, 'api'), '--entryFileName', 'index', '--hideBreadcrumbs', '--disableSources'],
    ...['--outputFileStrategy', 'modules', '--sanitizeComments', '--parametersFormat', 'table'],
    ...['--interfacePropertiesFormat', 'table', '--typeDeclarationFormat', 'table', '--enumMembersFormat', 'table'],
    ...['--skipErrorChecking', '--logLevel', 'Error', '--name', 'Entries of scudo-checkout'],
  ]);
}

function serve() {
  spawn(bin('vitepress'), ['preview', PAGES, '--port', String(PORT)], { stdio: 'inherit' });
}

function run(tool, parameters) {
  exitOn(spawnSync(bin(tool), parameters, { stdio: 'inherit' }));
}

function exitOn({ status, error }) {
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

function bin(name) {
  return join(TOOLS, 'node_modules/.bin', name);
}
