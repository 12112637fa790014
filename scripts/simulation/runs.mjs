// Counts of played worlds. Slices are artifacts: .cache/simulation/runs/SEED-FROM.json has the worlds of one seed and
// one program, without gaps. Their totals are in the repository: test/simulation/totals.json. A program is a bundle of
// the simulation with the sources of the package.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';

const FOLDER = '.cache/simulation/runs';
const TOTALS = 'test/simulation/totals.json';
/** Results of `npm run simulate -- blind`, one for each change. Their counts by file are in the totals. */
export const BLINDNESS = '.cache/simulation/blindness.json';

/** Counts by name that are added up over all runs. */
const COUNTS = ['faults', 'pageTransitions', 'orderTransitions', 'outcomes', 'states'];

/**
 * @typedef {import('../../test/simulation/report/run.js').RunReport} RunReport
 * @typedef {RunReport & { program: string, day: string }} KeptRun the day is that of the last slice
 * @typedef {'faults' | 'pageTransitions' | 'orderTransitions' | 'outcomes' | 'states'} CountName
 * @typedef {Omit<KeptRun, CountName | 'failures'> & { failures: number }} RunRow
 * @typedef {{ program: string, draw: number, payments: number, changes: number,
 *   files: Record<string, Record<string, number>> }} Blindness how many changes of each file have which result
 * @typedef {Pick<RunReport, CountName | 'failures'> & { runs: readonly RunRow[], blindness?: Blindness }} Totals
 */

/** Comments of a bundle, which change no payment. */
const COMMENTS = /\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*$/gm;

/**
 * Identifies a program by its text without comments, so that counts of two versions of the code are never mixed.
 * @param {string} file
 * @returns {string}
 */
export function programOf(file) {
  return createHash('sha256')
    .update(readFileSync(file, 'utf8').replace(COMMENTS, '').replace(/\n\s*/g, '\n'))
    .digest('hex')
    .slice(0, 12);
}

/**
 * Returns the runs that are not part of the totals yet.
 * @returns {KeptRun[]}
 */
export function readRuns(folder = FOLDER) {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')));
}

/** Removes the runs, which are part of the totals now. */
export const dropRuns = (folder = FOLDER) => rmSync(folder, { recursive: true });

/** @returns {Totals} */
export const readTotals = () => JSON.parse(readFileSync(TOTALS, 'utf8'));

/** @param {Totals} totals */
export const writeTotals = (totals) => replaceFile(TOTALS, totals);

/**
 * Adds runs to the totals. Throws when a world was counted twice.
 * @param {Totals} totals
 * @param {readonly KeptRun[]} runs
 * @returns {Totals}
 */
export function addRuns(totals, runs) {
  const rows = [...totals.runs, ...runs.map(rowOf)].sort(
    (one, other) => one.seed.localeCompare(other.seed) || one.from - other.from,
  );
  for (const [index, one] of rows.entries()) {
    const isTwice = (other) => isSameSeed(one, other) && other.from < one.to && one.from < other.to;
    if (rows.slice(index + 1).some(isTwice))
      throw new Error(`Worlds ${one.from} to ${one.to} of seed ${one.seed} were counted twice.`);
  }
  const counts = COUNTS.map((name) => [name, addCounts(totals[name], ...runs.map((run) => run[name]))]);
  const failures = [...totals.failures, ...runs.flatMap((run) => run.failures)];
  return { ...totals, runs: rows, failures, ...Object.fromEntries(counts) };
}

/**
 * A run in the table of runs: without its counts by name.
 * @param {KeptRun} run
 * @returns {RunRow}
 */
function rowOf(run) {
  const row = Object.entries(run).filter(([name]) => !COUNTS.includes(name));
  return { ...Object.fromEntries(row), failures: run.failures.length };
}

/**
 * Returns the first world of a seed that has not been counted.
 * @param {string} seed
 * @param {boolean} isBeyond
 */
export function nextWorld(seed, isBeyond) {
  const runs = [...readTotals().runs, ...readRuns()];
  return Math.max(0, ...runs.map((run) => (isSameSeed(run, { seed, isBeyond }) ? run.to : 0)));
}

/**
 * Keeps the counts of a slice: adds them to the file of the same program that ends where the slice begins, or writes a
 * file of its own.
 * @param {RunReport & { names?: unknown }} report
 * @param {string} program
 * @param {string} day such as 2026-11-20
 */
export function keepSlice({ names: _names, ...slice }, program, day, folder = FOLDER) {
  const before = readRuns(folder).find(
    (run) => isSameSeed(run, slice) && run.program === program && run.to === slice.from,
  );
  const run = before ? { ...sumOf(before, slice), day } : { program, day, ...slice };
  replaceFile(`${folder}/${run.seed}${run.isBeyond ? '-beyond' : ''}-${run.from}.json`, run);
}

/** Replaces a file in one step, so that a process that ends meanwhile leaves it whole. */
function replaceFile(file, value) {
  writeFileSync(`${file}.new`, `${JSON.stringify(value, undefined, 2)}\n`);
  renameSync(`${file}.new`, file);
}

function isSameSeed(one, other) {
  return one.seed === other.seed && one.isBeyond === other.isBeyond;
}

function sumOf(before, slice) {
  const sum = { ...before, to: slice.to, hash: (before.hash + slice.hash) >>> 0 };
  for (const key of ['payments', 'timers', 'kills', 'secondPayments', 'cpuSeconds']) sum[key] += slice[key];
  for (const key of COUNTS) sum[key] = addCounts(before[key], slice[key]);
  sum.failures = [...before.failures, ...slice.failures];
  return sum;
}

/** Adds up counts by name. */
export function addCounts(...some) {
  const sum = {};
  for (const counts of some) for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  return Object.fromEntries(Object.entries(sum).sort(([one], [other]) => (one < other ? -1 : 1)));
}
