import { expect, it } from 'vitest';
import { createFaults, type Faults } from './engine/faults.js';

/** Draws what a process of a world may have, many times. */
function drawn(faults: Faults): readonly (string | undefined)[] {
  return Array.from({ length: 2000 }, (_one, index) =>
    index % 2 === 0
      ? faults.draw('process', 'stand-still', { among: ['stand-still'] })
      : faults.draw('store', 'read', { among: ['busy', 'slow'] }),
  );
}

it('a world that lacks a fault has all others at the same places', () => {
  const seed = ['0', '1', '2', '3', '4', '5'].find((one) =>
    drawn(createFaults({ seed: one, rate: 0.3 })).includes('stand-still'),
  )!;
  const all = drawn(createFaults({ seed, rate: 0.3 }));
  const without = drawn(createFaults({ seed, rate: 0.3, lacks: ['stand-still'] }));
  expect(all).toContain('stand-still');
  expect(without).toEqual(all.map((fault) => (fault === 'stand-still' ? undefined : fault)));
  expect(without.filter((fault) => fault !== undefined).length).toBeGreaterThan(10);
});
