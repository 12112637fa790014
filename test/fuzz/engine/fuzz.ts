import { diceOf } from '../../simulation/engine/dice.js';
import { counters, ownBranches, reachedWords, resetCoverage } from './coverage.js';
import { mutated, simpler } from './mutate.js';
import { USUAL_STEPS, type Input, type Target } from './target.js';

export interface FuzzOptions {
  readonly target: Target;
  readonly seed: string;
  readonly cases: number;
  /** Inputs that reached new branches in earlier runs. */
  readonly corpus: readonly Input[];
  /** Called before each case. */
  readonly onCase: (input: Input) => void;
}

export interface Finding {
  readonly input: Input;
  readonly message: string;
}

export interface FuzzReport {
  readonly name: string;
  readonly cases: number;
  readonly failed: number;
  readonly findings: readonly Finding[];
  /** Branches of the package's own modules that were reached, and all branches of these modules. */
  readonly branches: { readonly reached: number; readonly all: number };
  /** The most steps that a case took, for each character of its input and one more. */
  readonly mostSteps: number;
  /** The smallest inputs that reach all branches that were reached. */
  readonly corpus: readonly Input[];
}

/** The most findings with different messages of a target. */
const MOST_FINDINGS = 10;

/** Runs the cases of a target: its seeds, its corpus, and then changed inputs of those that reached a new branch. */
export async function fuzz({ target, seed, cases, corpus, onCase }: FuzzOptions): Promise<FuzzReport> {
  const dice = diceOf(`${seed}|${target.name}`);
  const findings = new Map<string, Finding>();
  const isText = target.isText === true;
  const pool: Input[] = [...target.seeds];
  let [failed, mostSteps] = [0, 0];
  let words: readonly string[] = [];
  resetCoverage();

  const run = async (input: Input): Promise<void> => {
    const before = counters.reached;
    onCase(input);
    const failure = await failureOf(target, input);
    mostSteps = Math.max(mostSteps, counters.steps);
    if (counters.reached > before && !target.seeds.includes(input)) pool.push(input);
    if (failure === undefined) return;
    failed++;
    const key = failure.replaceAll(/[\d"']+.*/gs, '');
    if (findings.has(key) || findings.size >= MOST_FINDINGS) return;
    findings.set(key, await shrunk(target, input, failure));
  };

  const first = [...target.seeds, ...corpus];
  for (const input of first.slice(0, cases)) await run(input);
  words = reachedWords();
  for (let count = first.length; count < cases; count++) {
    // Half of the cases change one of the newest inputs.
    const from = pool.length > 8 && dice.chance(0.5) ? pool.slice(-Math.ceil(pool.length / 4)) : pool;
    await run(mutated(dice.pick(from), { dice, words, pool, isText }));
    if (count % 5_000 === 0) words = reachedWords();
  }
  const branches = ownBranches();
  return {
    name: target.name,
    cases,
    failed,
    findings: [...findings.values()],
    branches,
    mostSteps,
    corpus: await smallest(target, pool),
  };
}

/** Returns the message of the failure, and undefined when the property holds. */
export async function failureOf(target: Target, input: Input): Promise<string | undefined> {
  const [base, each] = target.steps ?? USUAL_STEPS;
  counters.steps = 0;
  counters.limit = base + each * JSON.stringify(input).length;
  try {
    await target.run(input);
    return counters.steps > counters.limit ? `The case took more than ${counters.limit} steps.` : undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    counters.limit = Infinity;
  }
}

async function shrunk(target: Target, input: Input, message: string): Promise<Finding> {
  let finding: Finding = { input, message };
  const [kind] = message.split('\n');
  for (let tries = 0, isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const candidate of simpler(finding.input, target.isText === true)) {
      if (++tries > 2_000) return finding;
      const failure = await failureOf(target, candidate);
      if (failure === undefined || failure.split('\n')[0] !== kind) continue;
      finding = { input: candidate, message: failure };
      isSmaller = true;
      break;
    }
  }
  return finding;
}

/** The longest input, as JSON, that a corpus keeps. */
const LONGEST_KEPT = 3_000;

/** Returns the inputs, short ones first, without those that reach no further branch. The seeds are not part of it. */
async function smallest(target: Target, pool: readonly Input[]): Promise<readonly Input[]> {
  resetCoverage();
  for (const input of target.seeds) await failureOf(target, input);
  const kept: Input[] = [];
  const length = (input: Input) => JSON.stringify(input).length;
  for (const input of pool.toSorted((one, other) => length(one) - length(other))) {
    const before = counters.reached;
    await failureOf(target, input);
    if (counters.reached > before && length(input) <= LONGEST_KEPT) kept.push(input);
  }
  return kept;
}
