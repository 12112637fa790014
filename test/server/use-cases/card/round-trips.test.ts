import { expect, it } from 'vitest';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { CARDS, json, pay, shop } from '../../scripted-gateway.js';
import { virtualClock } from '../../virtual-clock.js';

it('a payment without a challenge has 6 writes and 12 calls of the store, its creation included', async () => {
  const clock = virtualClock();
  const calls: string[] = [];
  const inner = memoryOrderStore(async (name) => void calls.push(name), clock.now);
  const now = () => {
    calls.push('now');
    return inner.now();
  };
  // The counters of clients have calls of their own.
  const limits = { versionChecksPerClient: 0, declinedCardsReported: 0 };
  const place = shop({ store: { ...inner, now }, limits }, {}, { clock });
  const id = await place.order();
  const check = await json(await place.call(`orders/${id}/protocol-versions`, { number: CARDS.success }));
  await pay(place, id, CARDS.success, { serverTransId: check.server_trans_id as string });
  await place.backend.idle();
  expect(calls.filter((name) => name === 'insert' || name === 'replace')).toHaveLength(6);
  expect(calls, calls.join(' ')).toHaveLength(12);
  expect((await inner.read(id))?.record.state).toBe('paid');
});
