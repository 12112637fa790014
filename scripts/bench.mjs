// Runs the benches of bench/: `npm run bench`. Each is a process of its own and prints its figures.
//   npm run bench                    all of them; their results become a document and its charts
//   npm run bench -- payment start   some of them, without the document
//   npm run bench -- --short         with few repetitions, to see that they run, without the document
//   npm run bench -- --document      makes the document from the results of the last whole run
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { machine, startRun } from './bench/machine.mjs';
import { performanceDocument } from './bench/performance-document.mjs';

const DOCUMENTS = 'docs';
const RESULTS = '.cache/bench/results';
/** The order of the document. Others follow by name. */
const FIRST = ['payment', 'start', 'typing', 'page-growth', 'gateway-calls', 'payments', 'stored-orders'];

process.chdir(new URL('..', import.meta.url).pathname);
const all = readdirSync('bench')
  .filter((name) => name.endsWith('.mjs'))
  .map((name) => name.replace('.mjs', ''));
const benches = [...FIRST, ...all.filter((name) => !FIRST.includes(name)).sort()];
const parameters = process.argv.slice(2);
const [short, onlyDocument] = ['--short', '--document'].map((flag) => parameters.includes(flag));
const named = parameters.filter((parameter) => !parameter.startsWith('--'));
const unknown = named.find((name) => !benches.includes(name));
if (unknown !== undefined) stop(`There is no bench "${unknown}". The benches are ${benches.join(', ')}.`);

if (!onlyDocument) runAll(named.length > 0 ? named : benches);
if (onlyDocument || (!short && named.length === 0)) writeDocument();

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

function writeDocument() {
  const read = (name) => JSON.parse(readFileSync(`${RESULTS}/${name}.json`, 'utf8'));
  const { text, charts } = performanceDocument(
    read('machine'),
    benches.map((name) => ({ bench: name, ...read(name) })),
  );
  const folder = `${DOCUMENTS}/pictures/performance`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const [name, svg] of Object.entries(charts)) writeFileSync(`${folder}/${name}.svg`, svg);
  writeFileSync(`${DOCUMENTS}/performance.md`, text);
  console.log('\nThe document is written.');
}

function stop(message) {
  console.error(message);
  process.exit(1);
}
