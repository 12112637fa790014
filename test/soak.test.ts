import { describe, expect, it } from 'vitest';
import { growth } from '../scripts/soak/growth.mjs';
import { wrongOrders } from '../scripts/soak/order-checks.mjs';
import { wrongPayments } from '../scripts/soak/page-checks.mjs';

const COUNT = { frames: 1, documents: 2, nodes: 300, listeners: 26, timers: 0, objects: 4_000_000, code: 2_000_000 };
const counts = (change: (index: number) => Partial<typeof COUNT>) =>
  Array.from({ length: 40 }, (_one, index) => ({ ...COUNT, ...change(index) }));

describe('the growth of a page', () => {
  it('finds nothing in a page that stays as it is, apart from noise of the heap', () => {
    expect(growth(counts((index) => ({ objects: 4_000_000 + (index % 3) * 9_000 }))).grown).toEqual([]);
  });

  it('does not count compiled code', () => {
    expect(growth(counts((index) => ({ code: 2_000_000 + index * 20_000 }))).grown).toEqual([]);
  });

  it.each([
    ['nodes', (index: number) => ({ nodes: 300 + index })],
    ['listeners', (index: number) => ({ listeners: 26 + (index > 20 ? 1 : 0) })],
    ['timers', () => ({}), 1],
    ['the heap', (index: number) => ({ objects: 4_000_000 + index * 5_000 })],
  ] as [string, (index: number) => Partial<typeof COUNT>, number?][])(
    'finds that %s grow',
    (name, change, timers = 0) => {
      const some = counts(change).map((count, index) => ({ ...count, timers: index > 30 ? timers : 0 }));
      expect(growth(some).grown).toEqual([expect.stringContaining(name)]);
    },
  );

  it.each([2, 3])('finds that nodes grow in %i counts', (count) => {
    const some = counts((index) => ({ nodes: 300 + index })).slice(0, count);
    expect(growth(some).grown).toEqual([expect.stringContaining('nodes')]);
  });

  it('finds nothing in one count, which has nothing to be compared with', () => {
    expect(growth(counts(() => ({})).slice(0, 1)).grown).toEqual([]);
  });
});

describe('the orders of a soak', () => {
  const order = (more: object) => ({
    id: 'A1',
    state: 'paid',
    attempts: [{ gatewayOrderId: 'A1-1' }, { gatewayOrderId: 'A1-2' }],
    flags: [],
    changeCount: 1,
    ...more,
  });
  const call = (status: string, [began, ended] = [10, 20], code = status) => ({ began, ended, status, code });
  const PAID = [call('paid')];
  const check = (
    more: object,
    charges: Record<string, number>,
    calls: readonly ReturnType<typeof call>[] = PAID,
    delivered = [1],
  ) =>
    wrongOrders({
      records: [order(more)] as never,
      charges: new Map(Object.entries(charges)),
      calls: new Map([['A1', calls]]),
      changes: new Map([['A1', delivered.map((sequence) => ({ sequence }))]]),
    });

  it('finds nothing wrong with a paid order, an open one, and a second charge with its flag', () => {
    expect(check({}, { 'A1-1': 15 })).toEqual([]);
    expect(check({ state: 'open' }, {}, [call('declined')])).toEqual([]);
    expect(check({ flags: [{ kind: 'second-payment', attempt: 'A1-2' }] }, { 'A1-1': 15, 'A1-2': 16 })).toEqual([]);
  });

  it.each([
    ['charged twice', {}, { 'A1-1': 15, 'A1-2': 15 }],
    ['does not say', { state: 'open' }, { 'A1-1': 15 }],
    ['does not say', {}, {}, [call('declined')]],
    ['unresolved', { state: 'in-doubt' }, {}, [call('declined')]],
    ['shows it as paid', { state: 'open' }, {}],
    ['shows it as paid', {}, { 'A1-1': 25 }],
    ['change 1 was not delivered', {}, { 'A1-1': 15 }, PAID, []],
    ['no order has it', {}, { 'A1-1': 15, 'B1-1': 15 }],
  ] as [string, object, Record<string, number>, typeof PAID?, number[]?][])(
    'finds an order that is wrong: %s',
    (text, more, charges, calls, delivered) => {
      expect(check(more, charges, calls, delivered)).toEqual([expect.stringContaining(text)]);
    },
  );

  it.each([
    ['before a charge by a later call', [call('declined'), call('paid', [30, 40])], 35],
    ['while another call charged', [call('failed', [10, 30]), call('paid', [15, 25])], 20],
    ['before the charge of a call without an answer', [call('failed'), call('no answer', [30, Infinity])], 90],
  ])('accepts a failure that was reported %s', (_when, calls, charge) => {
    expect(check({}, { 'A1-1': charge }, calls)).toEqual([]);
  });

  it.each(['declined', 'not-authenticated', 'cancelled', 'failed'])(
    'finds %s that was reported of a charged order',
    (status) => {
      const expected = [expect.stringContaining(`the page shows ${status}, which is a failure, and it was charged`)];
      // Charged by the call itself, after its answer, and before its beginning by a call that was paid.
      expect(check({}, { 'A1-1': 15 }, [call(status)])).toEqual(expected);
      expect(check({}, { 'A1-1': 90 }, [call(status)])).toEqual(expected);
      expect(check({}, { 'A1-1': 15 }, [call('paid'), call(status, [30, 40])])).toEqual(expected);
    },
  );

  it('accepts changes that were delivered more than once', () => {
    expect(check({ changeCount: 3 }, { 'A1-1': 15 }, PAID, [1, 1, 2, 3, 3])).toEqual([]);
  });

  it.each([
    ['change 2 was delivered after change 0', [2, 1, 2, 3]],
    ['change 3 was delivered after change 1', [1, 3, 3]],
    ['change 1 was delivered after change 2', [1, 2, 1, 2, 3]],
    ['change 4 was delivered, and the order has 3', [1, 2, 3, 4]],
    ['change 3 was not delivered', [1, 2]],
  ])('finds changes that were delivered wrong: %s', (text, delivered) => {
    expect(check({ changeCount: 3 }, { 'A1-1': 15 }, PAID, delivered)).toContainEqual(expect.stringContaining(text));
  });
});

describe('the payments of a page', () => {
  const payments = [
    { kind: 'paid', order: 'A1', end: 'authorized' },
    { kind: 'cancelled', order: 'B1', end: 'challenge-failed' },
    { kind: 'abandoned', order: 'C1', end: 'left' },
  ];

  it('finds nothing wrong when all ended as expected, and only paid ones were charged, once', () => {
    expect(wrongPayments(payments, ['A1-1'])).toEqual([]);
  });

  it.each([
    ['payment 1 (paid) ended with authorized; charges: 0', payments, []],
    ['payment 1 (paid) ended with authorized; charges: 2', payments, ['A1-1', 'A1-2']],
    ['payment 2 (cancelled) ended with challenge-failed; charges: 1', payments, ['A1-1', 'B1-1']],
    ['payment 3 (abandoned) ended with left; charges: 1', payments, ['A1-1', 'C1-1']],
    ['payment 1 (paid) ended with declined', [{ kind: 'paid', order: 'A1', end: 'declined' }], []],
    ['payment 1 (paid) ended with declined', [{ kind: 'paid', order: 'A1', end: 'declined' }], ['A1-1']],
  ])('finds a payment that is wrong: %s', (text, some, charges) => {
    expect(wrongPayments(some, charges)).toEqual([expect.stringContaining(text)]);
  });
});
