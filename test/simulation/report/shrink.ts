import type { TakenFault } from '../engine/faults.js';
import type { Invariant } from '../world/sim.js';
import type { WorldOptions, WorldResult } from '../world/world.js';
import { playTrapped } from './real-time.js';

export interface Shrunk {
  readonly result: WorldResult;
  /** Faults of the failing world, and those that are needed. */
  readonly before: number;
  readonly needed: readonly TakenFault[];
}

/** Leaves out an order and then faults of a failing world, as long as the same invariant is broken. */
export async function shrink(
  world: Pick<WorldOptions, 'seed' | 'isBeyond' | 'lacks'>,
  play = playTrapped,
): Promise<Shrunk | undefined> {
  const first = await play(world);
  const invariant = first.violations[0]?.invariant;
  if (!invariant) return undefined;
  const before = first.faults.length;
  let orders = first.orders;
  while (orders > 1 && isBrokenBy(await play({ ...world, orders: orders - 1 }), invariant)) orders--;
  let without: ReadonlySet<string> = new Set();
  let last = await play({ ...world, orders });
  for (let size = Math.max(1, last.faults.length >> 1); ; size = Math.max(1, size >> 1)) {
    let isSmaller = false;
    for (let index = 0; index < last.faults.length; ) {
      const candidate = new Set([...without, ...last.faults.slice(index, index + size).map(({ key }) => key)]);
      const result = await play({ ...world, orders, without: candidate });
      if (isBrokenBy(result, invariant)) {
        [without, last, isSmaller] = [candidate, result, true];
      } else index += size;
    }
    if (size === 1 && !isSmaller) break;
  }
  const result = await play({ ...world, orders, without, keepTrace: true });
  return { result, before, needed: result.faults };
}

function isBrokenBy({ violations }: WorldResult, invariant: Invariant): boolean {
  return violations.some((one) => one.invariant === invariant);
}
