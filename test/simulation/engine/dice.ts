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
  return new Mulberry32(hash32(decision));
}

/** Returns the dice of a decision whose text begins with a part that was hashed before. */
export function diceAfter(hashed: number, rest: string): Dice {
  return new Mulberry32(mix(hashText(rest, hashed)));
}

/** A world throws dice more than a thousand times for each payment. A class makes no function for each of them. */
class Mulberry32 implements Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    const state = this.#state;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new RangeError('There is nothing to pick from.');
    return value;
  }
}

/** FNV-1a, 32 bits. The hash of a text continues with the text that follows it. */
export function hashText(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash;
}

function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** FNV-1a with a final mix, 32 bits. */
export function hash32(text: string, start?: number): number {
  return mix(hashText(text, start));
}
