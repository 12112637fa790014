// Plays slice after slice of a seed until a time, and keeps the counts of each in test/simulation/runs/:
// `npm run simulate:slices -- --seed 1 --until 18:30`. It continues after the last world that was counted. SIGTERM and
// SIGINT end it at once; only the slice that is being played is lost. `npm run simulate:proof` adds up the counts.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bundleSimulation, NODE_OPTIONS } from './simulation/bundle.mjs';
import { keepSlice, nextWorld, programOf } from './simulation/runs.mjs';

process.chdir(new URL('..', import.meta.url).pathname);
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    beyond: { type: 'boolean', default: false },
    /** The time of day at which it ends, or the minutes after which it ends. Default: one hour. */
    until: { type: 'string' },
    minutes: { type: 'string', default: '60' },
    /** Worlds of a slice. The first thousand of a process take twice the time, until its code is compiled. */
    worlds: { type: 'string', default: '4000' },
  },
});
const { seed, beyond: isBeyond } = values;
const ends = values.until === undefined ? Date.now() + Number(values.minutes) * 60_000 : timeOf(values.until);
const worlds = Number(values.worlds);
if (!(ends > Date.now()) || !(worlds > 0))
  throw new Error('--until must be a time of today that is not over, such as 18:30; --minutes and --worlds a number.');

// A folder of its own: the program stays the same while the sources change.
const folder = `.cache/simulation/slices-${process.pid}`;
mkdirSync('.cache/simulation', { recursive: true });
const program = await bundleSimulation(folder);
const version = programOf(program);
const report = `${folder}/report.json`;

let child;
let isStopped = false;
function stop() {
  isStopped = true;
  child?.kill('SIGKILL');
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);
const limit = setTimeout(stop, ends - Date.now());
const total = { payments: 0, failed: 0 };

while (!isStopped) {
  const from = nextWorld(seed, isBeyond);
  if (!(await play(from, from + worlds))) break;
  const slice = JSON.parse(readFileSync(report, 'utf8'));
  keepSlice(slice, version);
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
