import { describe, expect, it } from 'vitest';
import type { OrderStore, VersionedRecord } from '../../../src/server.js';
import { memoryOrderStore } from '../adapters/store/memory-order-store.js';
import { deliver, endPayment, redirect, redirectShop, sentAway, statusPairs } from '../signed-messages.js';
import { codeOf } from '../code-of.js';
import { authorizationsAt, CARDS, json, newKey, pay, prepare, shop, virtualClock } from '../scripted-gateway.js';

/** A store whose writes another process always overtakes while `isBusy`. */
function busyStore(isBusy: (record: VersionedRecord['record']) => boolean) {
  const clock = virtualClock();
  const store = memoryOrderStore(undefined, clock.now);
  let refused = 0;
  const busy: OrderStore = {
    ...store,
    replace: (record, revision) =>
      isBusy(record) ? (refused++, Promise.resolve(false)) : store.replace(record, revision),
  };
  return { clock, store, busy, refused: () => refused };
}

describe('a store that always reports another revision', () => {
  it('ends a version check with store-busy after ten tries with a read, before the gateway is called', async () => {
    const { clock, busy, refused } = busyStore(() => true);
    const place = shop({ store: busy }, {}, { clock });
    const id = await place.order();
    const answer = await place.call(`orders/${id}/protocol-versions`, { number: CARDS.success });
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await json(answer)).toMatchObject({ code: 'store-busy', retryable: true });
    expect(refused()).toBe(11);
    expect(place.sent).toHaveLength(0);
  });

  it('leaves a sent authorization in doubt, never failed, and reconciliation settles it', async () => {
    let isDown = false;
    const { clock, busy } = busyStore(() => isDown);
    const problems: string[] = [];
    const place = shop({ store: busy, onProblem: ({ code }) => void problems.push(code) }, {}, { clock });
    const id = await place.order();
    const call = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
    place.intercept = async (_path, text, pass) => {
      const answer = await pass();
      isDown ||= text.includes('type="auth"');
      return answer;
    };
    const { outcome } = await json(await pay(place, id, CARDS.success, call));
    expect(outcome).toMatchObject({
      status: 'in-doubt',
      code: 'authorization-unanswered',
      order: { state: 'in-doubt' },
    });
    clock.advance(120_000);
    problems.length = 0;
    await place.backend.orders.reconcile({ olderThan: 0 });
    expect(problems).toEqual(['store-busy']);
    isDown = false;
    await place.backend.orders.reconcile({ olderThan: 0 });
    expect((await place.backend.orders.read(id))?.state).toBe('paid');
    expect(authorizationsAt(place)).toHaveLength(1);
  });

  it('ends a payment as failed when the order could not be set to in-doubt, because nothing was sent', async () => {
    const { clock, busy } = busyStore(({ state }) => state === 'in-doubt');
    const place = shop({ store: busy }, {}, { clock });
    const id = await place.order();
    const { outcome } = await json(await pay(place, id));
    expect(outcome).toMatchObject({ status: 'failed', code: 'backend-unavailable', retryable: true });
    expect(authorizationsAt(place)).toHaveLength(0);
    expect((await place.backend.orders.read(id))?.state).toBe('open');
  });

  it('names the state of a failed order whose next payment could not be set to in-doubt', async () => {
    let isSettled = false;
    const { clock, busy } = busyStore(({ state }) => isSettled && state === 'in-doubt');
    const place = shop({ store: busy }, {}, { clock });
    const id = await place.order();
    place.intercept = (_path, text, pass) =>
      text.includes('type="auth"') ? new Response('', { status: 500 }) : pass();
    expect(await codeOf(pay(place, id))).toBe('authorization-unanswered');
    await place.backend.orders.settle(id, { as: 'failed', by: 'Ada', reason: 'no charge at the gateway' });
    isSettled = true;
    const { outcome } = await json(await pay(place, id));
    expect(outcome).toMatchObject({ code: 'backend-unavailable', order: { state: 'failed' } });
  });

  it('ends a payment as failed when its authentication could not be stored, because nothing was authorized', async () => {
    const { clock, busy } = busyStore(({ authentications }) =>
      authentications.some(({ status }) => status !== undefined),
    );
    const place = shop({ store: busy }, {}, { clock });
    const id = await place.order();
    expect(await codeOf(pay(place, id))).toBe('backend-unavailable');
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it('answers a status message with 503, so that the gateway sends it again', async () => {
    let isDown = false;
    const { clock, busy } = busyStore(() => isDown);
    const place = redirectShop({ store: busy }, {}, { clock });
    const away = await sentAway(place);
    isDown = true;
    expect((await deliver(place, 'status', away.id, statusPairs({ ...away, result: '00' }))).status).toBe(503);
    isDown = false;
    await endPayment(place, away, '00');
    expect((await place.backend.orders.read(away.id))?.state).toBe('paid');
  });

  it('answers a redirect payment that could not be stored with store-busy, and a repeated call starts it', async () => {
    const { clock, busy } = busyStore(({ state }) => isDown && state === 'pending');
    let isDown = true;
    const place = redirectShop({ store: busy }, {}, { clock });
    const id = await place.order();
    expect(await codeOf(redirect(place, id, {}, 'one-and-the-same'))).toBe('store-busy');
    expect((await place.backend.orders.read(id))?.state).toBe('open');
    isDown = false;
    expect(await codeOf(redirect(place, id, {}, 'one-and-the-same'))).toBe('redirect');
  });

  it('returns a sent refund as unresolved with its amount reserved, and never as failed', async () => {
    let isDown = false;
    const { clock, busy } = busyStore(() => isDown);
    const place = redirectShop({ store: busy }, { refundPassword: 'refund' }, { clock });
    const away = await sentAway(place);
    await endPayment(place, away, '00');
    const inner = place.intercept!;
    place.intercept = (path, text, pass, query) => {
      if (!text.includes('type="payment-credit"')) return inner(path, text, pass, query);
      isDown = true;
      return new Response('', { status: 500 });
    };
    const refund = await place.backend.orders.refund(away.id, { amount: '500', key: 'refund-1' });
    expect(refund).toMatchObject({ state: 'unresolved', key: 'refund-1', amount: '500', refundable: '1499' });
  });
});

/** A store whose reads show a write only after `lag` milliseconds, as a replica's. */
function laggingStore(lag: number) {
  const clock = virtualClock();
  const store = memoryOrderStore(undefined, clock.now);
  const versions = new Map<string, { readonly at: number; readonly found: VersionedRecord }[]>();
  let writes = 0;
  const keep = async (id: string) => {
    const found = await store.read(id);
    if (found) versions.set(id, [...(versions.get(id) ?? []), { at: clock.now().getTime(), found }]);
  };
  const lagging: OrderStore = {
    ...store,
    insert: async (record) => (await store.insert(record)) && (await keep(record.id), true),
    read: (id) => {
      const known = versions.get(id) ?? [];
      const shown = known.findLast(({ at }) => at <= clock.now().getTime() - lag) ?? known[0];
      return Promise.resolve(shown && { ...structuredClone(shown.found), at: clock.now() });
    },
    async replace(record, revision) {
      writes++;
      const isStored = await store.replace(record, revision);
      if (isStored) await keep(record.id);
      return isStored;
    },
  };
  return { clock, lagging, writes: () => writes };
}

describe('a store whose reads lag', () => {
  it.each([200, 1000])('stores each update within ten tries: %i ms', async (lag) => {
    const { clock, lagging, writes } = laggingStore(lag);
    const place = shop({ store: lagging }, {}, { clock });
    const id = await place.order();
    for (let count = 1; count <= 5; count++) {
      await place.backend.orders.reopen(id, { by: 'Grace', reason: 'test' });
      expect(writes()).toBeLessThanOrEqual(10 * count);
    }
  });

  it.each([200, 1000])('pays with at most ten tries for each update: %i ms', async (lag) => {
    const { clock, lagging, writes } = laggingStore(lag);
    const place = shop({ store: lagging }, {}, { clock });
    // Each exchange with the gateway, and each of the shopper's steps, takes longer than the lag.
    place.intercept = (_path, _text, pass) => (clock.advance(lag), pass());
    const id = await place.order();
    clock.advance(lag);
    const serverTransId = await prepare(place, id, CARDS.success);
    clock.advance(lag);
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('authorized');
    expect(authorizationsAt(place)).toHaveLength(1);
    expect(writes()).toBeLessThanOrEqual(70);
  });

  it('rejects with store-busy when the lag lasts longer than the tries', async () => {
    const { clock, lagging, writes } = laggingStore(60_000);
    const place = shop({ store: lagging }, {}, { clock });
    const id = await place.order();
    await place.backend.orders.reopen(id, { by: 'Grace', reason: 'test' });
    const rejected = expect(place.backend.orders.reopen(id, { by: 'Grace', reason: 'test' })).rejects;
    await rejected.toMatchObject({ code: 'store-busy' });
    expect(writes()).toBe(11);
  });
});
