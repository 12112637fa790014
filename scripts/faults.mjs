// Plays a payment for each hop and fault in a real browser (`npm run faults`), and writes docs/faults.md when all rows
// were played. Arguments go to Playwright: `npm run faults -- -g "pay: no answer"` plays some rows and writes nothing.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readArguments } from './arguments.mjs';
import { faultTable } from './faults/fault-table.mjs';
import { listRows, rowText } from './faults/rows.mjs';
import { prepare } from './prepare.mjs';

const ROWS = '.cache/fault-table';
process.chdir(new URL('..', import.meta.url).pathname);
// Those of Playwright that make sense here; it gets them as they are.
const { values } = readArguments({
  name: 'faults',
  purpose: 'Plays a payment in Chromium for each hop and fault. All rows together write docs/faults.md.',
  options: {
    grep: {
      meaning: 'plays the rows whose name this regular expression finds, such as "pay: no answer"; writes no document',
      kind: 'text',
      short: 'g',
    },
    list: { meaning: 'prints the names of the rows', kind: 'flag' },
    workers: { meaning: 'rows at the same time (default: 2)', kind: { least: 1 }, short: 'j' },
    headed: { meaning: 'shows the browser', kind: 'flag' },
  },
});
prepare('built');
if (values.list) process.exit(listRows(values.grep));
rmSync(ROWS, { recursive: true, force: true });
mkdirSync(ROWS, { recursive: true });

const run = { began: new Date(), commit: commitOf() };
const code = await play(['test', 'fault-table', '--grep', '@faults', ...process.argv.slice(2)]);
const rows = readdirSync(ROWS)
  .map((name) => JSON.parse(readFileSync(`${ROWS}/${name}`, 'utf8')))
  .sort((one, other) => one.index - other.index);
console.log(`${rows.length} faults played.`);
if (code === 0 && rows.length > 0 && rows.length === rows[0].of) writeFileSync('docs/faults.md', faultTable(rows, run));
process.exitCode = code;
if (rows.length === 0) process.exitCode = 1;
// The document has the rows of a whole run.
else if (rows.length < rows[0].of) for (const row of rows) console.log(rowText(row));

function play(parameters) {
  return new Promise((resolve) => {
    const child = spawn('node_modules/.bin/playwright', parameters, { stdio: 'inherit' });
    child.on('close', (status) => resolve(status ?? 1));
  });
}

/** The commit of the sources, and if they differ from it. */
function commitOf() {
  const git = (...parameters) => execFileSync('git', parameters, { encoding: 'utf8' }).trim();
  return { id: git('rev-parse', 'HEAD'), isChanged: git('status', '--porcelain', '--', 'src', 'e2e') !== '' };
}
