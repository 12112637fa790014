/**
 * Random choices from a seed (Mulberry32). They repeat the sequence of choices, and not the timing of processes.
 * @param {number} seed
 */
export function createDice(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit) => Math.floor(next() * limit);
  return {
    below,
    pick: (values) => values[below(values.length)],
    /** Picks a name by its weight. */
    weighted(weights) {
      let place = next() * Object.values(weights).reduce((sum, weight) => sum + weight, 0);
      for (const [name, weight] of Object.entries(weights)) if ((place -= weight) < 0) return name;
      return Object.keys(weights).at(-1);
    },
  };
}
