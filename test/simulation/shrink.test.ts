import { expect, it } from 'vitest';
import { shrink } from './report/shrink.js';
import { playWorld, type WorldOptions, type WorldResult } from './world/world.js';

/** A world that counts as broken while it has a killed process and a fault between page and backend. */
async function play(options: WorldOptions): Promise<WorldResult> {
  const world = await playWorld(options);
  const hops = new Set(world.faults.map(({ hop }) => hop));
  const isBroken = hops.has('process') && hops.has('page-backend');
  return { ...world, violations: isBroken ? [{ invariant: 'settles', text: 'as the test wants it' }] : [] };
}

async function firstBroken(): Promise<string> {
  for (let index = 0; index < 60; index++) {
    const { seed, violations, faults, orders } = await play({ seed: `pair.${index}` });
    if (violations.length === 0 || faults.length <= 10 || orders === 1) continue;
    const alone = await play({ seed, orders: 1 });
    if (alone.violations.length > 0) return seed;
  }
  throw new Error('No world of two orders has both faults with one order as well.');
}

it('shrinks a broken world to the faults that it needs, with its trace', async () => {
  const seed = await firstBroken();
  const shrunk = await shrink({ seed }, play);
  expect(shrunk?.result.orders).toBe(1);
  const hops = shrunk?.needed.map(({ hop }) => hop);
  expect(hops).toEqual(expect.arrayContaining(['page-backend', 'process']));
  // Another fault is needed where the world takes another way without it.
  expect(hops?.length).toBeLessThan(shrunk!.before / 2);
  expect(shrunk?.result.trace.length).toBeGreaterThan(10);
});
