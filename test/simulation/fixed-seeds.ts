import { expect, it } from 'vitest';
import { runs } from '../runs.js';
import { runWorlds } from './report/run.js';

/** Worlds in one test. */
const PART = 20;

/** Declares the tests of one seed. Each seed has a file of its own, so that two cores share the work. */
export function testFixedSeed(seed: string): void {
  const parts = runs(4);
  const played = { payments: 0, challenges: 0, methodSteps: 0 };

  it.each(Array.from({ length: parts }, (_, part) => [part * PART, (part + 1) * PART] as const))(
    `breaks no invariant in the worlds %i to %i of the seed ${seed}`,
    async (from, to) => {
      const { failures, payments, pageTransitions } = await runWorlds({ seed, from, to });
      expect(failures).toEqual([]);
      played.payments += payments;
      played.challenges += pageTransitions['challenging CHALLENGE_NOTIFIED'] ?? 0;
      played.methodSteps += pageTransitions['running-method METHOD_ENDED'] ?? 0;
    },
  );

  // A simulation without challenges and method steps breaks no invariant of theirs.
  it(`plays a payment in each world of the seed ${seed}, with challenges and method steps`, () => {
    expect(played.payments).toBeGreaterThanOrEqual(parts * PART);
    expect(played.challenges).toBeGreaterThan(0);
    expect(played.methodSteps).toBeGreaterThanOrEqual(parts * 5);
  });
}
