import { expect, it } from 'vitest';
import { runWorlds } from './report/run.js';
import { ordersOf } from './world/world.js';

/** Worlds in one test. */
const PART = 195;
const PARTS = [0, 1, 2, 3];

/** Declares the tests of one seed. Each seed has a file of its own, so that two cores share the work. */
export function testFixedSeed(seed: string): void {
  it.each(PARTS.map((part) => [part * PART, (part + 1) * PART] as const))(
    `breaks no invariant in the worlds %i to %i of the seed ${seed}`,
    async (from, to) => {
      const { failures, payments, pageTransitions } = await runWorlds({ seed, from, to });
      expect(failures).toEqual([]);
      expect(payments).toBeGreaterThanOrEqual(220);
      // A simulation without challenges and method steps breaks no invariant of theirs.
      expect(pageTransitions['challenging CHALLENGE_NOTIFIED']).toBeGreaterThanOrEqual(10);
      expect(pageTransitions['running-method METHOD_ENDED']).toBeGreaterThanOrEqual(100);
    },
  );

  it(`plays at least 1,000 payments of the seed ${seed}`, () => {
    const worlds = Array.from({ length: PARTS.length * PART }, (_one, index) => ordersOf(`${seed}.${index}`));
    expect(worlds.reduce((sum, orders) => sum + orders, 0)).toBeGreaterThanOrEqual(1000);
  });
}
