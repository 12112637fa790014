// Counts of played worlds that are kept in the repository: test/simulation/runs/SEED-FROM.json. A file has the worlds
// of one seed and one program, without gaps. A program is a bundle of the simulation with the sources of the package.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const FOLDER = 'test/simulation/runs';

/**
 * @typedef {import('../../test/simulation/report/run.js').RunReport} RunReport
 * @typedef {RunReport & { program: string, day: string }} KeptRun the day is that of the last slice
 */

/**
 * Identifies a program by its text, so that counts of two versions of the code are never mixed.
 * @param {string} file
 * @returns {string}
 */
export function programOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 12);
}

/**
 * Returns all runs, by seed and first world. Throws when a world was counted twice.
 * @returns {KeptRun[]}
 */
export function readRuns(folder = FOLDER) {
  mkdirSync(folder, { recursive: true });
  const runs = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')))
    .sort((one, other) => one.seed.localeCompare(other.seed) || one.from - other.from);
  for (const [index, one] of runs.entries()) {
    const isTwice = (other) => isSameSeed(one, other) && other.from < one.to && one.from < other.to;
    if (runs.slice(index + 1).some(isTwice))
      throw new Error(`Worlds ${one.from} to ${one.to} of seed ${one.seed} were counted twice.`);
  }
  return runs;
}

/**
 * Returns the first world of a seed that has not been counted.
 * @param {string} seed
 * @param {boolean} isBeyond
 */
export function nextWorld(seed, isBeyond) {
  return Math.max(0, ...readRuns().map((run) => (isSameSeed(run, { seed, isBeyond }) ? run.to : 0)));
}

/**
 * Keeps the counts of a slice: adds them to the file of the same program that ends where the slice begins, or writes a
 * file of its own. The file is replaced at once, so that a process that ends meanwhile leaves it whole.
 * @param {RunReport & { names?: unknown }} report
 * @param {string} program
 * @param {string} day such as 2026-11-20
 */
export function keepSlice({ names: _names, ...slice }, program, day, folder = FOLDER) {
  const before = readRuns(folder).find(
    (run) => isSameSeed(run, slice) && run.program === program && run.to === slice.from,
  );
  const run = before ? { ...sumOf(before, slice), day } : { program, day, ...slice };
  const file = `${folder}/${run.seed}${run.isBeyond ? '-beyond' : ''}-${run.from}.json`;
  writeFileSync(`${file}.new`, `${JSON.stringify(run, undefined, 2)}\n`);
  renameSync(`${file}.new`, file);
}

function isSameSeed(one, other) {
  return one.seed === other.seed && one.isBeyond === other.isBeyond;
}

function sumOf(before, slice) {
  const sum = { ...before, to: slice.to, hash: (before.hash + slice.hash) >>> 0 };
  for (const key of ['payments', 'timers', 'kills', 'secondPayments', 'cpuSeconds']) sum[key] += slice[key];
  for (const key of ['faults', 'pageTransitions', 'orderTransitions', 'outcomes', 'states'])
    sum[key] = addCounts(before[key], slice[key]);
  sum.failures = [...before.failures, ...slice.failures];
  return sum;
}

/** Adds up counts by name. */
export function addCounts(...some) {
  const sum = {};
  for (const counts of some) for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  return Object.fromEntries(Object.entries(sum).sort(([one], [other]) => (one < other ? -1 : 1)));
}
