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
}

const worlds = (kept as readonly KeptWorld[]).map(
  ({ world, defect, isBeyond = false }) => [world, defect, isBeyond] as const,
);

it.each(worlds)('the world %s breaks no invariant any more: %s', async (world, _defect, isBeyond) => {
  const [, seed, number] = /^(.+)\.(\d+)$/.exec(world)!;
  const from = Number(number);
  expect((await runWorlds({ seed: seed!, from, to: from + 1, isBeyond })).failures).toEqual([]);
});
