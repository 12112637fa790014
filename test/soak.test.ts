import { describe, expect, it } from 'vitest';
import { growth } from '../scripts/soak/growth.mjs';
import { wrongOrders } from '../scripts/soak/order-checks.mjs';

const COUNT = { frames: 1, documents: 2, nodes: 300, listeners: 26, timers: 0, heap: 4_000_000 };
const counts = (change: (index: number) => Partial<typeof COUNT>) =>
  Array.from({ length: 40 }, (_one, index) => ({ ...COUNT, ...change(index) }));

describe('the growth of a page', () => {
  it('finds nothing in a page that stays as it is, apart from noise of the heap', () => {
    expect(growth(counts((index) => ({ heap: 4_000_000 + (index % 3) * 9_000 }))).grown).toEqual([]);
  });

  it.each([
    ['nodes', (index: number) => ({ nodes: 300 + index })],
    ['listeners', (index: number) => ({ listeners: 26 + (index > 20 ? 1 : 0) })],
    ['timers', () => ({}), 1],
    ['the heap', (index: number) => ({ heap: 4_000_000 + index * 5_000 })],
  ] as [string, (index: number) => Partial<typeof COUNT>, number?][])(
    'finds that %s grow',
    (name, change, timers = 0) => {
      const some = counts(change).map((count, index) => ({ ...count, timers: index > 30 ? timers : 0 }));
      expect(growth(some).grown).toEqual([expect.stringContaining(name)]);
    },
  );
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
  const check = (more: object, charges: string[], code = 'authorized', delivered = [{ sequence: 1 }]) =>
    wrongOrders({
      records: [order(more)] as never,
      charges: new Set(charges),
      outcomes: new Map([['A1', code]]),
      changes: new Map([['A1', delivered]]),
    });

  it('finds nothing wrong with a paid order, an open one, and a second charge with its flag', () => {
    expect(check({}, ['A1-1'])).toEqual([]);
    expect(check({ state: 'open' }, [], 'declined')).toEqual([]);
    expect(check({ flags: [{ kind: 'second-payment', attempt: 'A1-2' }] }, ['A1-1', 'A1-2'])).toEqual([]);
  });

  it.each([
    ['charged twice', {}, ['A1-1', 'A1-2'], undefined, undefined],
    ['does not say', { state: 'open' }, ['A1-1'], undefined, undefined],
    ['does not say', {}, [], 'declined', undefined],
    ['unresolved', { state: 'in-doubt' }, [], 'declined', undefined],
    ['shows it as paid', { state: 'open' }, [], undefined, undefined],
    ['change 1 was not delivered', {}, ['A1-1'], undefined, []],
    ['no order has it', {}, ['A1-1', 'B1-1'], undefined, undefined],
  ])('finds an order that is wrong: %s', (text, more, charges, code, delivered) => {
    expect(check(more, charges, code, delivered)).toEqual([expect.stringContaining(text)]);
  });
});
