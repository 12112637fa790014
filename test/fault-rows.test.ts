import { expect, it } from 'vitest';
import { rowText } from '../scripts/faults/rows.mjs';

const ROW = {
  hop: 'page → backend',
  call: 'pay',
  fault: 'answer lost',
  reads: 'Result not yet known\n  Please wait.',
  ways: ['Check again'],
  state: 'open',
  settled: 'paid',
  seconds: 90,
  later: 'Payment complete',
  charged: 1,
};

it('a played row of the faults has the text of the page, the states of the order, and the charge', () => {
  expect(rowText(ROW).trim().split('\n')).toEqual([
    'pay: answer lost (page → backend)',
    '  the shopper reads, after 90 s: Result not yet known Please wait.',
    '  and can press: Check again',
    '  and later: Payment complete',
    '  the order: open, and paid after reconciliation',
    '  charged: once',
  ]);
});

it('a played row has one state and no ways on where there is only one, and none', () => {
  expect(
    rowText({ ...ROW, ways: [], later: '', settled: 'open', charged: 0 })
      .trim()
      .split('\n')
      .slice(2),
  ).toEqual(['  the order: open', '  charged: no']);
  expect(rowText({ ...ROW, charged: 2 })).toContain('charged: 2 times');
});
