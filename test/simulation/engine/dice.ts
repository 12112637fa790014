/** Pseudo-random choices of one decision. The same text always gives the same choices. */
export interface Dice {
  /** Returns a number from 0 to 1. */
  next(): number;
  chance(probability: number): boolean;
  /** Returns an integer from 0 to `limit - 1`. */
  below(limit: number): number;
  /** Returns an integer from `low` to `high`. */
  between(low: number, high: number): number;
  pick<Value>(values: readonly Value[]): Value;
}

/**
 * Returns the dice of a decision, such as `7|backend-gateway|auth|2`. Each decision has dice of its own, so that a run
 * without one of its faults makes all other decisions as before.
 */
export function diceOf(decision: string): Dice {
  let state = hash32(decision);
  // Mulberry32.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    between: (low, high) => low + below(high - low + 1),
    pick<Value>(values: readonly Value[]): Value {
      const value = values[below(values.length)];
      if (value === undefined) throw new RangeError('There is nothing to pick from.');
      return value;
    },
  };
}

/** FNV-1a with a final mix, 32 bits. */
export function hash32(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
