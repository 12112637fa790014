import { describe, expect, it } from 'vitest';
import { watchCharges } from './world/charges.js';
import type { Booked, GatewayWithBooks } from './world/gateway.js';
import type { Sim, Violation } from './world/sim.js';

/** Two redirect payments of one order that both take money. */
interface Case {
  /** The times at which copies of each call were sent, in the order in which the backend received them. */
  readonly sent: readonly (readonly [key: string, at: number])[];
  /** The calls in the order in which they recorded their payments, and the times at which the gateway received these. */
  readonly begun: readonly (readonly [key: string, at: number])[];
  /** The time at which a person ended the payments. */
  readonly ended?: number;
}

/** Returns the invariants that are broken once the gateway has booked both charges. */
function found({ sent, begun, ended }: Case): readonly string[] {
  const violations: Violation[] = [];
  const booked: Booked[] = [];
  const sim = {
    isBeyond: false,
    scheduler: { now: () => ended ?? 0 },
    violate: (invariant: Violation['invariant'], text: string) => violations.push({ invariant, text }),
  } as unknown as Sim;
  const books = { charges: () => booked } as unknown as GatewayWithBooks;
  const charges = watchCharges(sim, () => books);
  for (const [key, at] of sent) charges.begun('order-1', key, at);
  for (const [key] of begun) charges.recorded(`order-1-${key.padEnd(10, 'x')}`, key);
  if (ended !== undefined) charges.ended('order-1');
  for (const [key, begunAt] of begun) {
    const entry = { gatewayOrderId: `order-1-${key.padEnd(10, 'x')}`, amount: 1999, begunAt, at: 1000 };
    booked.push({ ...entry, kind: 'redirect' });
    charges.booked({ ...entry, kind: 'redirect' });
  }
  return violations.map(({ invariant }) => invariant);
}

describe('charges of an order', () => {
  it.each<[string, Case]>([
    [
      'another payment was chosen after the first one had begun',
      {
        sent: [
          ['a', 1],
          ['b', 5],
        ],
        begun: [
          ['a', 2],
          ['b', 6],
        ],
      },
    ],
    [
      'a call that was refused and repeated has replaced the first one',
      {
        sent: [
          ['b', 1],
          ['a', 2],
          ['b', 5],
        ],
        begun: [
          ['a', 3],
          ['b', 6],
        ],
      },
    ],
    [
      'a person ended the first one',
      {
        sent: [
          ['b', 0],
          ['a', 1],
        ],
        begun: [
          ['a', 2],
          ['b', 6],
        ],
        ended: 4,
      },
    ],
  ])('two charges are allowed when %s', (_when, two) => {
    expect(found(two)).toEqual([]);
  });

  it.each<[string, Case]>([
    [
      'both began at the same time',
      {
        sent: [
          ['a', 0],
          ['b', 1],
        ],
        begun: [
          ['a', 2],
          ['b', 3],
        ],
      },
    ],
    [
      'a late copy of a call has begun the second one',
      {
        sent: [
          ['b', 0],
          ['a', 1],
        ],
        begun: [
          ['a', 2],
          ['b', 6],
        ],
      },
    ],
  ])('two charges break the rule when %s', (_when, two) => {
    expect(found(two)).toEqual(['charged-once']);
  });

  it('two charges are too many for one call', () => {
    const two = {
      sent: [['a', 1]],
      begun: [
        ['a', 2],
        ['a', 6],
      ],
    } as const;
    expect(found(two)).toContain('charged-once');
  });
});
