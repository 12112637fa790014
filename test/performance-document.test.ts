import { expect, it } from 'vitest';
import { performanceDocument } from '../scripts/bench/performance-document.mjs';

const RUN = { began: '2026-11-24T00:00:00.000Z', minutes: 30, commit: '0123456789abcdef', cores: 2, load: 1.2 };

it.each([
  ['a quiet machine', {}, false, 'not known'],
  ['a load of less than one and a half processes per core', { load: 3 }, false, 'not known'],
  ['a higher load', { load: 3.1 }, true, 'not known'],
  ['a host that took 1.9 % of the time', { stolen: 0.019 }, false, '1.9 % of the time'],
  ['a host that took 2 % of the time', { stolen: 0.02 }, true, '2.0 % of the time'],
] as const)('the performance document of %s warns only of what makes times longer', (_which, change, warns, taken) => {
  const { text } = performanceDocument({ ...RUN, ...change }, []);
  expect(text.includes('busy with other work')).toBe(warns);
  expect(text).toContain(`| taken by the host of the machine | ${taken} |`);
});

it('the performance document says of each goal that was missed why, and of no other', () => {
  const goal = (text: string, met: boolean) => ({ text, limit: '', value: '', met, why: `Because of ${text}.` });
  const goals = [goal('the start', false), goal('the typing', true)];
  const { text } = performanceDocument(RUN, [{ bench: 'some', title: 'Some', goals, lines: ['1 ms'] }]);
  expect(text).toContain('- **the start** was missed. Because of the start.');
  expect(text).not.toContain('Because of the typing.');
});
