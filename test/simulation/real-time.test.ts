import { expect, it } from 'vitest';
import { playTrapped } from './report/real-time.js';

const USES: [string, () => unknown][] = [
  ['Date.now', () => Date.now()],
  ['new Date()', () => new Date()],
  ['performance.now', () => performance.now()],
  ['Math.random', () => Math.random()],
  ['crypto.randomUUID', () => crypto.randomUUID()],
  ['crypto.getRandomValues', () => crypto.getRandomValues(new Uint8Array(1))],
];

it.each(USES)('finds a use of %s in a world', async (name, use) => {
  const played = playTrapped({ seed: 'trapped.0' });
  use();
  const { violations } = await played;
  expect(violations).toEqual([{ invariant: 'no-internal-error', text: `${name} leaves virtual time` }]);
});

it('finds nothing in a world that stays in virtual time, and restores what it has replaced', async () => {
  const before = [Date, Date.now, Math.random];
  expect((await playTrapped({ seed: 'trapped.0' })).violations).toEqual([]);
  expect([Date, Date.now, Math.random].map((one, index) => one === before[index])).toEqual([true, true, true]);
});
