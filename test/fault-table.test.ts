import { describe, expect, it } from 'vitest';
import { wrongIn, type FaultResult } from '../e2e/fault-table/fault-result.js';

const PAID: FaultResult = {
  reads: 'Payment complete Thank you. You paid €19.99.',
  ways: [],
  state: 'paid',
  seconds: 20,
  later: '',
  shown: ['Payment complete Thank you. You paid €19.99.'],
  settled: 'paid',
  charged: 1,
  outcomes: [{ page: '/checkout', status: 'paid' }],
  hits: 1,
};
const FAILED: FaultResult = {
  ...PAID,
  reads: 'Payment declined Nothing was charged.',
  state: 'open',
  shown: ['Payment declined Nothing was charged.'],
  settled: 'open',
  charged: 0,
  outcomes: [{ page: '/checkout', status: 'declined' }],
};
const event = (status: string, page = '/checkout') => ({ page, status });

describe('the rules of the fault table', () => {
  it('finds nothing wrong with a payment that was charged and reported as paid, or neither', () => {
    expect([...wrongIn(PAID), ...wrongIn(FAILED)]).toEqual([]);
    expect(wrongIn({ ...PAID, outcomes: [event('in-doubt'), event('paid'), event('paid', '/return.html')] })).toEqual(
      [],
    );
  });

  it.each(['declined', 'not-authenticated', 'cancelled', 'failed'])(
    'finds the outcome event %s of a charged payment',
    (status) => {
      expect(wrongIn({ ...PAID, outcomes: [event(status)] })).toEqual([
        `an outcome event reported ${status}, and the order was charged`,
      ]);
      expect(wrongIn({ ...PAID, outcomes: [event('paid'), event(status, '/return.html')] })).toHaveLength(1);
    },
  );

  it.each([
    'The shop is not available at the moment. Nothing was charged. Please try again.',
    'Payment cancelled',
    'Payment not completed This order can no longer be paid. Please contact the shop.',
  ])('finds a text of a charged payment that reports a failure: %s', (text) => {
    expect(wrongIn({ ...PAID, shown: [...PAID.shown, text] })).toEqual([expect.stringContaining(text)]);
  });

  it.each<[string, Partial<FaultResult>, FaultResult?]>([
    ['charged 2 times', { charged: 2 }],
    ['is in-doubt', { settled: 'in-doubt' }, FAILED],
    ['is cancelled', { settled: 'cancelled' }, FAILED],
    ['is open', { settled: 'open' }],
    ['is paid', { settled: 'paid' }, FAILED],
    ['not charged', { outcomes: [event('paid')] }, FAILED],
    ['was open', { state: 'open' }],
    ['fired twice', { outcomes: [event('paid'), event('paid')] }],
    ['no end', { reads: 'no end: Please wait' }],
    ['no end', { reads: '' }],
    ['disturbed no call', { hits: 0 }],
    ['took 2400 s', { seconds: 2_400 }],
  ])('finds a row that is wrong: %s', (text, change, row = PAID) => {
    expect(wrongIn({ ...row, ...change })).toContainEqual(expect.stringContaining(text));
  });
});
