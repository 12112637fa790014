import { expect, it } from 'vitest';
import { runWorlds } from './report/run.js';

it.each(['payments', 'settle'])('breaks no invariant in 75 payments of the seed %s', async (seed) => {
  const { failures, payments } = await runWorlds({ seed, payments: 75 });
  expect(failures).toEqual([]);
  expect(payments).toBeGreaterThanOrEqual(75);
});

it('repeats a run of a seed exactly', async () => {
  const [one, other] = [
    await runWorlds({ seed: 'again', payments: 10 }),
    await runWorlds({ seed: 'again', payments: 10 }),
  ];
  expect(other.hash).toBe(one.hash);
  expect(other.faults).toEqual(one.faults);
});
