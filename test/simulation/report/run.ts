import { loadChecks } from '../../../src/payment/backend-client/late-checks.js';
import { loadTasks } from '../../../src/payment/checkout/late-tasks.js';
import type { Invariant, Violation } from '../world/sim.js';
import { addTo, countPageTransitions, faultName, type Counts } from './coverage.js';
import { playTrapped } from './real-time.js';

/** A world that broke an invariant. */
export interface Failure {
  readonly seed: string;
  /** Payments of the run up to this world. */
  readonly payments: number;
  readonly violations: readonly Violation[];
}

/** The counts of a run. Those of two runs with different worlds can be added. */
export interface RunReport {
  readonly seed: string;
  readonly isBeyond: boolean;
  /** The first world, and the one after the last. */
  readonly from: number;
  readonly to: number;
  readonly payments: number;
  readonly timers: number;
  readonly kills: number;
  readonly secondPayments: number;
  /** Sum of the hashes of the traces of all worlds. */
  readonly hash: number;
  readonly faults: Counts;
  readonly pageTransitions: Counts;
  readonly orderTransitions: Counts;
  readonly outcomes: Counts;
  readonly states: Counts;
  readonly failures: readonly Failure[];
  readonly cpuSeconds: number;
}

export interface RunOptions {
  readonly seed: string;
  readonly isBeyond?: boolean;
  /** Kinds of faults that do not happen. */
  readonly lacks?: readonly string[];
  /** Plays worlds until they have this many payments. */
  readonly payments?: number;
  /** Plays the worlds of a range. */
  readonly from?: number;
  readonly to?: number;
  /** Ends at the first world that breaks an invariant, or that breaks the one with this name. */
  readonly until?: 'failure' | Invariant;
  readonly onProgress?: (payments: number, failures: number) => void;
  readonly onFailure?: (failure: Failure) => void;
}

/** Worlds between two calls of `onProgress`. */
const PROGRESS = 500;

/** Plays many worlds, and adds up what happened in them. */
export async function runWorlds({
  seed,
  isBeyond = false,
  lacks = [],
  payments: most = Infinity,
  from = 0,
  to = Infinity,
  until,
  onProgress,
  onFailure,
}: RunOptions): Promise<RunReport> {
  await Promise.all([loadChecks(), loadTasks()]);
  const depth = Error.stackTraceLimit;
  Error.stackTraceLimit = 1;
  const began = process.cpuUsage();
  const [faults, pageTransitions, orderTransitions, outcomes, states]: Counts[] = [{}, {}, {}, {}, {}];
  const restore = countPageTransitions(pageTransitions!);
  const failures: Failure[] = [];
  let [payments, timers, kills, secondPayments, hash, index] = [0, 0, 0, 0, 0, from];
  try {
    for (; index < to && payments < most; index++) {
      const world = await playTrapped({ seed: `${seed}.${index}`, isBeyond, lacks });
      payments += world.orders;
      timers += world.timers;
      kills += world.kills;
      secondPayments += world.secondPayments;
      hash = (hash + world.hash) >>> 0;
      for (const { hop, fault } of world.faults) addTo(faults!, faultName(hop, fault));
      for (const [name, count] of world.orderEvents) addTo(orderTransitions!, name, count);
      for (const [name, count] of world.outcomes) addTo(outcomes!, name, count);
      for (const [name, count] of world.states) addTo(states!, name, count);
      const { violations } = world;
      if (violations.length > 0) {
        const first = violations.find(({ invariant }) => invariant === until);
        const shown = (first ? [first, ...violations.filter((one) => one !== first)] : violations).slice(0, 3);
        const failure = { seed: world.seed, payments, violations: shown };
        failures.push(failure);
        onFailure?.(failure);
        if (until === 'failure' || violations.some(({ invariant }) => invariant === until)) break;
      }
      if ((index - from + 1) % PROGRESS === 0) onProgress?.(payments, failures.length);
    }
  } finally {
    restore();
    Error.stackTraceLimit = depth;
  }
  const { user, system } = process.cpuUsage(began);
  return {
    seed,
    isBeyond,
    from,
    to: Math.min(index, to),
    payments,
    timers,
    kills,
    secondPayments,
    hash,
    faults: faults!,
    pageTransitions: pageTransitions!,
    orderTransitions: orderTransitions!,
    outcomes: outcomes!,
    states: states!,
    failures,
    cpuSeconds: Math.round((user + system) / 1e6),
  };
}
