import { loadChecks } from '../../../src/payment/backend-client/late-checks.js';
import { loadTasks } from '../../../src/payment/checkout/late-tasks.js';
import { playTrapped } from './real-time.js';

/** Mutants by world, as the sound program reaches them. */
interface Coverage {
  readonly static: Readonly<Record<string, number>>;
  readonly perTest: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** The switches of the mutants in the bundle, as Stryker's instrumenter writes them. */
interface Switches {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  mutantCoverage?: Coverage | undefined;
}

/** The worlds of the sound program: the hash of the trace of each, and the worlds that reach each mutant. */
export interface SoundWorlds {
  readonly payments: number;
  readonly hashes: readonly number[];
  readonly worldsOf: Readonly<Record<string, readonly number[]>>;
  /** Mutants that run when a file is loaded: each needs a process of its own. */
  readonly atStart: readonly string[];
}

/**
 * Result of the worlds with a mutant: the same traces, because no state of theirs depends on it; another trace, about
 * which no invariant is; or a broken invariant.
 */
export type Sight =
  | { readonly is: 'same' | 'unfound' }
  | { readonly is: 'found'; readonly world: string; readonly invariant: string };

const switches = () => ((globalThis as { __stryker__?: Switches }).__stryker__ ??= {});

async function prepare(): Promise<void> {
  await Promise.all([loadChecks(), loadTasks()]);
  Error.stackTraceLimit = 1;
}

/** Plays the sound program, and notes which worlds reach which mutant. */
export async function playSound(seed: string, most: number): Promise<SoundWorlds> {
  const state = switches();
  await prepare();
  const hashes: number[] = [];
  let payments = 0;
  for (let index = 0; payments < most; index++) {
    state.currentTestId = String(index);
    const { hash, orders, violations } = await playTrapped({ seed: `${seed}.${index}` });
    if (violations.length > 0) throw new Error(`World ${seed}.${index} breaks an invariant without a mutant.`);
    hashes.push(hash);
    payments += orders;
  }
  state.currentTestId = undefined;
  const { static: atStart = {}, perTest = {} } = state.mutantCoverage ?? {};
  const worldsOf: Record<string, number[]> = {};
  for (const [world, counts] of Object.entries(perTest))
    for (const mutant of Object.keys(counts)) (worldsOf[mutant] ??= []).push(Number(world));
  return { payments, hashes, worldsOf, atStart: Object.keys(atStart) };
}

/** Plays the worlds that reach a mutant with it, until one of them breaks an invariant. */
export async function playMutant(
  seed: string,
  mutant: string,
  { hashes, worldsOf, atStart }: SoundWorlds,
  onWorld: () => void,
): Promise<Sight> {
  const state = switches();
  state.mutantCoverage = undefined;
  state.activeMutant = mutant;
  await prepare();
  const worlds = atStart.includes(mutant) ? [...hashes.keys()] : (worldsOf[mutant] ?? []);
  let isSame = true;
  try {
    for (const index of worlds) {
      const world = `${seed}.${index}`;
      const { hash, violations } = await playTrapped({ seed: world });
      const [first] = violations;
      if (first) return { is: 'found', world, invariant: first.invariant };
      isSame &&= hash === hashes[index];
      onWorld();
    }
  } finally {
    state.activeMutant = undefined;
  }
  return { is: isSame ? 'same' : 'unfound' };
}
