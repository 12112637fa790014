/**
 * Random choices. A seed repeats their sequence but not a race: the timing of the processes decides which call takes
 * the next choice.
 */
export interface Random {
  /** An integer from 0 to `limit - 1`. */
  below(limit: number): number;
  pick<Value>(values: readonly Value[]): Value;
  chance(probability: number): boolean;
}

/** https://en.wikipedia.org/wiki/Lehmer_random_number_generator */
export function randomFrom(seed: number): Random {
  let state = (seed % 2_147_483_646) + 1;
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    pick: (values) => values[below(values.length)]!,
    chance: (probability) => next() < probability,
  };
}
