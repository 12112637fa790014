import { expect, it } from 'vitest';
import kept from './kept-worlds.json' with { type: 'json' };
import { runWorlds } from './report/run.js';

it.each(kept.map(({ world, defect }) => [world, defect] as const))(
  'the world %s breaks no invariant any more: %s',
  async (world) => {
    const [, seed, number] = /^(.+)\.(\d+)$/.exec(world)!;
    const from = Number(number);
    expect((await runWorlds({ seed: seed!, from, to: from + 1 })).failures).toEqual([]);
  },
);
