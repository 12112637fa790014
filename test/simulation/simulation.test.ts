import { expect, it } from 'vitest';
import { runWorlds } from './report/run.js';

it.each([
  ['payments', 0, 190],
  ['payments', 190, 380],
  ['settle', 0, 190],
  ['settle', 190, 380],
])('breaks no invariant in about 250 payments of the seed %s from world %i to %i', async (seed, from, to) => {
  const { failures, payments } = await runWorlds({ seed, from, to });
  expect(failures).toEqual([]);
  expect(payments).toBeGreaterThanOrEqual(220);
});

it('repeats a run of a seed exactly', async () => {
  const [one, other] = [
    await runWorlds({ seed: 'again', payments: 10 }),
    await runWorlds({ seed: 'again', payments: 10 }),
  ];
  expect(other.hash).toBe(one.hash);
  expect(other.faults).toEqual(one.faults);
});
