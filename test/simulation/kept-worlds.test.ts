import { expect, it } from 'vitest';
import kept from './kept-worlds.json' with { type: 'json' };
import { runWorlds } from './report/run.js';

interface KeptWorld {
  readonly world: string;
  readonly defect: string;
  /** The checks of the simulation were too strict, and the product was right. */
  readonly isOfChecks?: boolean;
  /** The world has faults beyond the bounds that the documents promise. */
  readonly isBeyond?: boolean;
  /** Kinds of faults that were added after the world was kept. With them it would be another one. */
  readonly lacks?: readonly string[];
}

const worlds = (kept as readonly KeptWorld[]).map(
  ({ world, defect, isBeyond = false, lacks = [] }) => [world, defect, { isBeyond, lacks }] as const,
);

it.each(worlds)('the world %s breaks no invariant any more: %s', async (world, _defect, options) => {
  const [, seed, number] = /^(.+)\.(\d+)$/.exec(world)!;
  const from = Number(number);
  expect((await runWorlds({ seed: seed!, from, to: from + 1, ...options })).failures).toEqual([]);
});
