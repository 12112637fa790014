import { describe, expect, it } from 'vitest';
import type { Ports } from '../../../../src/server/ports/ports.js';
import { createOrderBook } from '../../../../src/server/book/order-book.js';
import type { CardAttempt, CardProgress } from '../../../../src/server/domain/record/attempts.js';
import { cardAttempt } from '../../../../src/server/domain/record/order-record.js';
import { lookUpCard } from '../../../../src/server/use-cases/card/card-look-up.js';
import { CARD_SUCCEEDED } from '../../orders/attempts.js';
import { virtualClock } from '../../virtual-clock.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { after, cardAttemptOf, orderInDoubt, SENT, SENT_AT } from './card-order.js';

/** An order with one authorization, at a gateway that finds none, some milliseconds after it was sent. */
async function looking(change: Partial<CardAttempt>, ms: number) {
  const clock = virtualClock(SENT_AT);
  clock.advance(ms);
  const store = memoryOrderStore(undefined, clock.now);
  const book = createOrderBook({ store, after: () => () => undefined, keepsChanges: false });
  const gatewayOrderId = change.gatewayOrderId ?? SENT;
  await store.insert(orderInDoubt(cardAttemptOf(change)));
  const queries: unknown[] = [];
  const pauses: number[] = [];
  const query = (...asked: unknown[]) => Promise.resolve(void queries.push(asked));
  const pause = (time: number) => {
    clock.advance(time);
    pauses.push(time);
    return Promise.resolve();
  };
  const context = { book, pause, gateway: { cardAuthorizations: { query } } } as unknown as Ports;
  const record = await lookUpCard(context, 'A', gatewayOrderId);
  return { queries, pauses, progress: cardAttempt(record, gatewayOrderId)?.progress };
}

const UNRESOLVED: CardProgress = { step: 'unresolved', cause: 'no-answer' };
const ENDED = { step: 'ended', at: SENT_AT, code: 'gateway-unavailable' } as const;

describe('a query about an authorization', () => {
  it.each<[string, Partial<CardAttempt>, number]>([
    ['whose answer is overdue', {}, 10_000],
    ['that is unresolved', { progress: UNRESOLVED }, 0],
    [
      'that “not found” has ended, and that is due again',
      { progress: { ...ENDED, recheckAt: after(300_000).toISOString() } },
      300_000,
    ],
  ])('the gateway is asked about one %s, with its masked card', async (_which, change, ms) => {
    const { queries } = await looking(change, ms);
    expect(queries[0]).toEqual([SENT, { card: { number: '422200******5344' } }]);
  });

  it.each<[string, Partial<CardAttempt>, number]>([
    ['whose answer may still arrive', {}, 9_999],
    ['that has succeeded', { progress: CARD_SUCCEEDED }, 60_000],
    ['that the gateway has ended', { progress: ENDED }, 600_000],
    [
      'that “not found” has ended a moment ago',
      { progress: { ...ENDED, recheckAt: after(300_000).toISOString() } },
      299_999,
    ],
    [
      'that another process is asking about',
      {
        progress: { ...UNRESOLVED, notFoundAt: SENT_AT },
        lookUp: { lastAt: SENT_AT, leaseUntil: after(60_000).toISOString() },
      },
      30_000,
    ],
  ])('nothing is asked about one %s, and nothing waits', async (_which, change, ms) => {
    expect(await looking(change, ms)).toMatchObject({ queries: [], pauses: [] });
  });

  it('a system error is ended by the second “not found”, and any other doubt is not asked about twice', async () => {
    const twice = await looking({ progress: { step: 'unresolved', cause: 'system-error' } }, 1_000);
    expect(twice).toMatchObject({ pauses: [5_000], progress: { step: 'ended' } });
    expect(twice.queries).toHaveLength(2);
    const once = await looking({ progress: UNRESOLVED }, 1_000);
    expect(once).toMatchObject({ pauses: [], progress: { step: 'unresolved' } });
    expect(once.queries).toHaveLength(1);
  });
});
