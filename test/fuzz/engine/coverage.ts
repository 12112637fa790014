import { existsSync, readFileSync } from 'node:fs';

/** The counters that scripts/fuzz/instrument.mjs writes before the bundle. */
interface Counters {
  /** 1 for each branch that was reached. */
  readonly seen: Uint8Array;
  /** Number of branches that were reached. */
  reached: number;
  /** Number of branches that were taken, counted again each time. */
  steps: number;
  /** Number of steps after which the running case fails. */
  limit: number;
}

interface CoveredModule {
  readonly file: string;
  readonly from: number;
  readonly to: number;
  readonly words: readonly string[];
}

/** Without the bundle, as in `npm test`, nothing is counted, and no source is known. */
export const counters: Counters = (globalThis as { __coverage?: Counters }).__coverage ?? {
  seen: new Uint8Array(0),
  reached: 0,
  steps: 0,
  limit: Infinity,
};

/** Drops the branches of an earlier target. */
export function resetCoverage(): void {
  counters.seen.fill(0);
  counters.reached = 0;
}

let modules: readonly CoveredModule[] | undefined;

/** Returns the modules of the package in which a branch was reached. */
function reachedModules(): readonly CoveredModule[] {
  const file = new URL('modules.json', import.meta.url);
  modules ??= existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as CoveredModule[]) : [];
  return modules.filter(
    ({ file, from, to }) => file.startsWith('src/') && counters.seen.subarray(from, to).includes(1),
  );
}

/** Returns the texts in the sources of the modules that were reached. They are tried as input. */
export function reachedWords(): readonly string[] {
  return [...new Set(reachedModules().flatMap(({ words }) => words))];
}

/** Counts the branches of the package's own modules that were reached, and all branches of these modules. */
export function ownBranches(): { readonly reached: number; readonly all: number } {
  let [reached, all] = [0, 0];
  for (const { from, to } of reachedModules()) {
    all += to - from;
    for (const one of counters.seen.subarray(from, to)) reached += one;
  }
  return { reached, all };
}
