// Plays a payment for each hop and fault in a real browser (`npm run faults`), and writes docs/faults.md when all rows were
// played. Arguments go to Playwright: `npm run faults -- -g "pay: no answer"` plays some rows and writes nothing.
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { faultTable } from './faults/fault-table.mjs';

const ROWS = '.cache/fault-table';
process.chdir(new URL('..', import.meta.url).pathname);
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
