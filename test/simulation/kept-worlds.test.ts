import { expect, it } from 'vitest';
import kept from './kept-worlds.json' with { type: 'json' };
import { runWorlds } from './report/run.js';

const worlds = kept.map(({ world, defect, ...bounds }) => [world, defect, 'isBeyond' in bounds] as const);

it.each(worlds)('the world %s breaks no invariant any more: %s', async (world, _defect, isBeyond) => {
  const [, seed, number] = /^(.+)\.(\d+)$/.exec(world)!;
  const from = Number(number);
  expect((await runWorlds({ seed: seed!, from, to: from + 1, isBeyond })).failures).toEqual([]);
});
