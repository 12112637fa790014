import { expect, it } from 'vitest';
import { runWorlds } from './report/run.js';

it('repeats a run of a seed exactly', async () => {
  const [one, other] = [
    await runWorlds({ seed: 'again', payments: 10 }),
    await runWorlds({ seed: 'again', payments: 10 }),
  ];
  expect(other.hash).toBe(one.hash);
  expect(other.faults).toEqual(one.faults);
});
