// Plays slice after slice of a seed until a time, and keeps the counts of each in .cache/simulation/runs/:
// `npm run simulate slices -- --seed 1 --until 18:30`. It continues after the last world that was counted. SIGTERM and
// SIGINT end it at once; only the slice that is being played is lost. `npm run simulate proof` adds them to the totals.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { readArguments, stop } from '../arguments.mjs';
import { prepare } from '../prepare.mjs';
import { keepSlice, nextWorld, programOf } from './runs.mjs';
import { SEED } from './seed.mjs';

const { values } = readArguments({
  name: 'simulate slices',
  purpose: 'Plays slice after slice of a seed until a time, and keeps the counts of each in .cache/simulation/runs/.',
  options: {
    seed: { meaning: 'name of a row of worlds', kind: SEED, default: '1' },
    beyond: { meaning: 'plays faults beyond the bounds that the documents promise', kind: 'flag' },
    until: {
      meaning: 'time of today at which it ends',
      kind: { shape: 'HH:MM, such as 18:30', pattern: /^([01]?\d|2[0-3]):[0-5]\d$/ },
      without: ['minutes'],
    },
    minutes: { meaning: 'minutes after which it ends', kind: { least: 1 }, default: 60 },
    // The first thousand of a process take twice the time, until its code is compiled.
    worlds: { meaning: 'worlds of a slice', kind: { least: 1 }, default: 4_000 },
  },
});
const { seed, beyond: isBeyond, worlds } = values;
const ends = values.until === undefined ? Date.now() + values.minutes * 60_000 : timeOf(values.until);
if (ends <= Date.now()) stop(`--until must be a time of today that is not over, got ${values.until}.`);

process.chdir(new URL('../..', import.meta.url).pathname);
prepare('sources');
const { bundleSimulation, NODE_OPTIONS } = await import('./bundle.mjs');
// A folder of its own: the program stays the same while the sources change.
const folder = `.cache/simulation/slices-${process.pid}`;
mkdirSync('.cache/simulation', { recursive: true });
const program = await bundleSimulation(folder);
const version = programOf(program);
const report = `${folder}/report.json`;

let child;
let isStopped = false;
function end() {
  isStopped = true;
  child?.kill('SIGKILL');
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, end);
const limit = setTimeout(end, ends - Date.now());
const total = { payments: 0, failed: 0 };

while (!isStopped) {
  const from = nextWorld(seed, isBeyond);
  if (!(await play(from, from + worlds))) break;
  const slice = JSON.parse(readFileSync(report, 'utf8'));
  keepSlice(slice, version, new Date().toISOString().slice(0, 10));
  total.payments += slice.payments;
  total.failed += slice.failures.length;
  const time = new Date().toTimeString().slice(0, 8);
  console.log(`${time} seed ${seed}, worlds ${from} to ${from + worlds}: ${slice.payments} payments.`);
}
clearTimeout(limit);
rmSync(folder, { recursive: true, force: true });
console.log(`${total.payments} payments, ${total.failed} worlds broke an invariant`);
process.exitCode = total.failed === 0 && isStopped ? 0 : 1;

/** Plays worlds in a process of their own. Resolves with true when they were counted. */
function play(from, to) {
  rmSync(report, { force: true });
  const range = ['--seed', seed, '--slice', `${from}..${to}`, ...(isBeyond ? ['--beyond'] : [])];
  const options = ['--quiet', '--failures-only', ...range, '--save', report];
  return new Promise((resolve) => {
    child = spawn(process.execPath, [...NODE_OPTIONS, program, ...options], { stdio: 'inherit' });
    child.on('close', (code, signal) => {
      // Failures exit with 1, after the counts were written.
      if (!isStopped && (signal || code > 1)) console.log(`The slice from world ${from} ended by ${signal ?? code}.`);
      resolve(!isStopped && !signal && code <= 1);
    });
  });
}

/** Returns the time of day of today, such as 18:30, in milliseconds. */
function timeOf(text) {
  const [hours, minutes] = text.split(':').map(Number);
  return new Date().setHours(hours, minutes, 0, 0);
}
