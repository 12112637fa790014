import { describe, expect, it } from 'vitest';
import { watchCharges } from './world/charges.js';
import type { Booked, GatewayWithBooks } from './world/gateway.js';
import type { Sim, Violation } from './world/sim.js';

/** Two calls for redirect payments of one order, `a` and `b`, whose payments both take money. */
interface Case {
  /** The times at which copies of each call were sent. */
  readonly sent: Readonly<Record<'a' | 'b', readonly number[]>>;
  /** The times at which the gateway received the payments. */
  readonly begun: Readonly<Record<'a' | 'b', number>>;
  /** The time at which a person ended the payments. */
  readonly ended?: number;
}

const idOf = (key: string) => `order-1-${key.repeat(10)}`;

/** Watches an order whose amount is charged, and keeps the invariants that are broken. */
function watch(now = 0) {
  const broken: string[] = [];
  const booked: Booked[] = [];
  const sim = {
    isBeyond: false,
    setup: { of: () => ({ amount: '1999', currency: 'EUR' }) },
    scheduler: { now: () => now },
    violate: (invariant: Violation['invariant']) => broken.push(invariant),
  } as unknown as Sim;
  const charges = watchCharges(sim, () => ({ charges: () => booked }) as unknown as GatewayWithBooks);
  return {
    broken,
    charges,
    charge(key: string, begunAt: number) {
      const price = { amount: 1999, currency: 'EUR' };
      const entry: Booked = { gatewayOrderId: idOf(key), kind: 'redirect', ...price, begunAt, at: 1000 };
      booked.push(entry);
      charges.booked(entry);
    },
  };
}

/** Returns the invariants that are broken once the gateway has booked both charges. */
function found({ sent, begun, ended }: Case): readonly string[] {
  const { broken, charges, charge } = watch(ended);
  for (const [key, times] of Object.entries(sent)) for (const at of times) charges.begun('order-1', key, at);
  for (const key of Object.keys(begun)) charges.recorded(idOf(key), key);
  if (ended !== undefined) charges.ended('order-1');
  for (const [key, at] of Object.entries(begun)) charge(key, at);
  return broken;
}

describe('charges of an order', () => {
  it.each<[string, Case]>([
    ['another payment was chosen after the first one had begun', { sent: { a: [1], b: [5] }, begun: { a: 2, b: 6 } }],
    ['a call that was refused and repeated begins its payment', { sent: { a: [2], b: [1, 5] }, begun: { a: 3, b: 6 } }],
    ['a person ended the first one', { sent: { a: [1], b: [0] }, begun: { a: 2, b: 6 }, ended: 4 }],
  ])('two charges are allowed when %s', (_when, two) => {
    expect(found(two)).toEqual([]);
  });

  it.each<[string, Case]>([
    ['both began at the same time', { sent: { a: [0], b: [1] }, begun: { a: 2, b: 3 } }],
    ['a late copy of a call begins the second one', { sent: { a: [1], b: [0] }, begun: { a: 2, b: 6 } }],
  ])('two charges break the rule when %s', (_when, two) => {
    expect(found(two)).toEqual(['charged-once']);
  });

  it('two charges are too many for one call', () => {
    const { broken, charges, charge } = watch();
    charges.begun('order-1', 'a', 1);
    charge('a', 2);
    expect(broken).toEqual([]);
    charge('b', 6);
    expect(broken).toContain('charged-once');
  });
});
