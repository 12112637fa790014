// Runs the benches of bench/: `npm run bench`. Each is a process of its own and prints its figures.
//   npm run bench                    all of them; their results become a document and its charts
//   npm run bench -- payment start   some of them, without the document
//   npm run bench -- --short         with few repetitions, to see that they run, without the document
//   npm run bench -- --document      makes the document from the results of the last whole run
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readArguments, stop } from './arguments.mjs';
import { prepare } from './prepare.mjs';

const DOCUMENTS = 'docs';
const RESULTS = '.cache/bench/results';
/** The order of the document. Others follow by name. */
const FIRST = ['payment', 'start', 'typing', 'page-growth', 'gateway-calls', 'payments', 'stored-orders'];

process.chdir(new URL('..', import.meta.url).pathname);
const all = readdirSync('bench')
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => name.replace('.mjs', ''));
const benches = [...FIRST, ...all.filter((name) => !FIRST.includes(name)).sort()];
const { values, names: named } = readArguments({
  name: 'bench',
  purpose: 'Runs benches of bench/ and prints their figures. All of them together write docs/performance.md.',
  names: { one: 'bench', several: 'benches', choices: benches },
  options: {
    short: { meaning: 'few repetitions, to see that the benches run; without the document', kind: 'flag' },
    document: {
      meaning: 'writes the document from the results of the last whole run',
      kind: 'flag',
      without: ['short'],
    },
  },
});
const { short, document: onlyDocument } = values;
if (onlyDocument && named.length > 0) stop(`--document is about all benches, got ${named.join(', ')}.`);
if (onlyDocument && !existsSync(`${RESULTS}/machine.json`))
  stop(`${RESULTS} has no results of a whole run. Run npm run bench first.`);

prepare('built');
const { machine, startRun } = await import('./bench/machine.mjs');
const { performanceDocument } = await import('./bench/performance-document.mjs');
if (!onlyDocument) runAll(named.length > 0 ? named : benches);
if (onlyDocument || (!short && named.length === 0)) await writeDocument();

function runAll(names) {
  const isWhole = !short && named.length === 0;
  // Results of two runs are not mixed.
  if (isWhole) rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });
  const start = startRun();
  const failed = names.filter((name) => {
    const file = isWhole ? `${RESULTS}/${name}.json` : '';
    return spawnSync(process.execPath, ['--expose-gc', 'scripts/bench/run-one.mjs', name, file, short ? 'short' : ''], {
      stdio: 'inherit',
    }).status;
  });
  if (failed.length > 0) stop(`These benches failed: ${failed.join(', ')}.`);
  if (isWhole) writeFileSync(`${RESULTS}/machine.json`, JSON.stringify(machine(start), undefined, 2));
}

async function writeDocument() {
  const read = (name) => JSON.parse(readFileSync(`${RESULTS}/${name}.json`, 'utf8'));
  const results = [];
  for (const name of benches) {
    // The figures are those of the run. A bench that can writes its text from them anew.
    const { report } = await import(`../bench/${name}.mjs`);
    const result = read(name);
    results.push({ bench: name, ...result, ...report?.(result.raw) });
  }
  const { text, charts } = performanceDocument(read('machine'), results);
  const folder = `${DOCUMENTS}/pictures/performance`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, svg] of Object.entries(charts)) writeFileSync(`${folder}/${name}.svg`, svg);
  writeFileSync(`${DOCUMENTS}/performance.md`, text);
  console.log('\nThe document is written.');
}
