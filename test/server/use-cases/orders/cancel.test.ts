import { describe, expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import {
  answerChallenge,
  authorizationsAt,
  CARDS,
  isQuery,
  isXml,
  json,
  newKey,
  notFound,
  pay,
  prepare,
  recordOf,
  report,
  shop,
  type Shop,
  viewOf,
} from '../../scripted-gateway.js';
import { deliver, list, redirectShop, sendAway, statusPairs } from '../../signed-messages.js';

const MINUTE = 60_000;
const METHODS = { methods: [{ code: 'card' }, { code: 'testpay' }], accountHolderName: 'Ada', country: 'GB' };
const redirectTo = (place: Shop, id: string) =>
  place.call(`orders/${id}/redirects`, { method: 'testpay' }, { 'idempotency-key': newKey() });

describe('orders.cancel', () => {
  it('ends an open order for good, once, and no call of a page reaches the gateway after it', async () => {
    const changes: string[] = [];
    const place = shop({
      onOrderChanged(_order, change) {
        if (change.kind === 'state') changes.push(change.to);
      },
    });
    const id = await place.order(METHODS);
    const serverTransId = await prepare(place, id, CARDS.success);
    const sent = place.sent.length;
    const input = { key: 'sold-out', by: 'stock', reason: 'Sold out' };
    const ended = { way: 'ended', state: 'done', key: 'sold-out', order: { id, state: 'cancelled' } };
    expect(await place.backend.orders.cancel(id, input)).toEqual(ended);
    expect(await place.backend.orders.cancel(id, input)).toEqual(ended);
    await place.settled();
    expect(changes).toEqual(['cancelled']);
    expect(await viewOf(place, id)).toMatchObject({ state: 'cancelled' });
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('order-not-open');
    expect(await codeOf(place.call(`orders/${id}/protocol-versions`, { number: CARDS.success }))).toBe(
      'order-not-open',
    );
    expect(await codeOf(redirectTo(place, id))).toBe('order-not-open');
    expect(place.sent).toHaveLength(sent);
    const record = await recordOf(place, id);
    expect(record).toMatchObject({ ended: 'cancelled', payer: {} });
    expect(record.history.filter(({ event }) => event === 'cancelled')).toMatchObject([{ detail: input }]);
    await expect(place.backend.orders.reopen(id, { by: 'Ada', reason: 'A mistake' })).rejects.toMatchObject({
      issues: [{ field: 'order' }],
    });
    place.clock.advance(2 * 24 * 60 * MINUTE);
    expect(await place.backend.orders.prune({ olderThan: 24 * 60 * MINUTE })).toEqual({ pruned: 1 });
  });

  it('ends an order while its card is authenticated, and the authorization is not sent', async () => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    place.intercept = async (path, _text, pass) => {
      const answer = await pass();
      if (path.endsWith('/authentications')) await place.backend.orders.cancel(id, { key: 'k' });
      return answer;
    };
    const { outcome } = await json(await pay(place, id, CARDS.success, { serverTransId }));
    expect(outcome).toMatchObject({ code: 'order-ended', order: { state: 'cancelled' } });
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it('refuses an order whose payment is under way, and leaves it as it is', async () => {
    const place = shop();
    const inDoubt = await place.order();
    place.intercept = (path, text, pass) => {
      if (!isXml(path)) return pass();
      return isQuery(text) ? notFound() : Promise.reject(new TypeError('fetch failed'));
    };
    await pay(place, inDoubt);
    place.intercept = undefined;
    const pending = await place.order(METHODS);
    await redirectTo(place, pending);
    const paid = await place.order();
    await pay(place, paid);
    for (const id of [inDoubt, pending]) {
      const before = await recordOf(place, id);
      await expect(place.backend.orders.cancel(id, { key: 'k' })).rejects.toMatchObject({ code: 'payment-under-way' });
      expect(await recordOf(place, id)).toEqual(before);
    }
    expect((await recordOf(place, paid)).state).toBe('paid');
  });

  it('a cancelled order has a late success of a redirect payment that was set aside: paid, flagged, and refundable', async () => {
    const place = redirectShop();
    const away = await sendAway(place, await place.order());
    place.clock.advance(31 * MINUTE);
    await place.backend.orders.reconcile();
    await place.backend.orders.cancel(away.id, { key: 'k' });
    list(place, away.orderid, '00');
    await deliver(place, 'status', away.id, statusPairs({ ...away, result: '00' }));
    await place.settled();
    expect(await recordOf(place, away.id)).toMatchObject({
      state: 'paid',
      flags: [{ kind: 'paid-after-end', attempt: away.orderid }],
    });
    const view = await place.backend.orders.shopView(away.id);
    expect(view).toMatchObject({ refundable: '1999' });
    expect(view).not.toHaveProperty('ended');
    for await (const row of place.backend.orders.export()) expect(row).toMatchObject({ state: 'paid', ended: null });
  });

  it('a payment of an old amount that a person records after the end of its order is flagged for both', async () => {
    const place = redirectShop();
    const { orders } = place.backend;
    const away = await sendAway(place, await place.order());
    place.clock.advance(31 * MINUTE);
    await orders.reconcile();
    await orders.update(away.id, { amount: '2499' });
    await orders.cancel(away.id, { key: 'k' });
    await orders.settle(away.id, { as: 'paid', by: 'Grace', reason: 'Seen in the report' });
    const flags = ['amount-differs', 'paid-after-end'].map((kind) => ({ kind, attempt: away.orderid }));
    expect(await recordOf(place, away.id)).toMatchObject({ state: 'paid', flags });
  });
});

describe('an order that expires', () => {
  const inTenMinutes = (place: Shop) => new Date(place.clock.now().getTime() + 10 * MINUTE);
  const inAnHour = (place: Shop) => new Date(place.clock.now().getTime() + 60 * MINUTE);

  it('ends at its time by the clock of the store, and takes no payment from then on', async () => {
    const place = shop();
    const id = await place.order({ ...METHODS, expiresAt: inTenMinutes(place).toISOString() });
    place.clock.advance(10 * MINUTE - 1);
    const serverTransId = await prepare(place, id, CARDS.success);
    place.clock.advance(1);
    const sent = place.sent.length;
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('order-not-open');
    expect(await codeOf(place.call(`orders/${id}/protocol-versions`, { number: CARDS.success }))).toBe(
      'order-not-open',
    );
    expect(await codeOf(redirectTo(place, id))).toBe('order-not-open');
    expect(place.sent).toHaveLength(sent);
    expect(await viewOf(place, id)).toMatchObject({ state: 'cancelled' });
    expect(await recordOf(place, id)).toMatchObject({ ended: 'expired' });
  });

  it('ends by reconciliation when no page reads it, also after a failed payment', async () => {
    const place = redirectShop();
    const { orders } = place.backend;
    const [id, failed, later] = [
      await place.order({ expiresAt: inTenMinutes(place) }),
      await place.order({ expiresAt: inTenMinutes(place) }),
      await place.order({ expiresAt: inTenMinutes(place) }),
    ];
    await orders.update(later, { expiresAt: inAnHour(place) });
    const away = await sendAway(place, failed);
    list(place, away.orderid, '101');
    await deliver(place, 'status', failed, statusPairs({ ...away, result: '101' }));
    await place.settled();
    expect((await recordOf(place, failed)).state).toBe('failed');
    place.clock.advance(10 * MINUTE);
    expect(await orders.reconcile()).toMatchObject({ settled: 2 });
    expect((await recordOf(place, id)).state).toBe('cancelled');
    expect(await recordOf(place, failed)).toMatchObject({ state: 'cancelled', ended: 'expired' });
    expect((await recordOf(place, later)).state).toBe('open');
  });

  describe.each([
    ['that nothing has read since then', () => undefined],
    ['that reconciliation has ended', ({ backend }: Shop) => backend.orders.reconcile()],
  ])('%s', (_order, afterEnd) => {
    it('an expired order cannot change', async () => {
      const place = shop();
      const id = await place.order({ expiresAt: inTenMinutes(place) });
      place.clock.advance(24 * 60 * MINUTE);
      await afterEnd(place);
      await expect(place.backend.orders.update(id, { expiresAt: inAnHour(place) })).rejects.toMatchObject({
        issues: [{ field: 'order', message: expect.stringContaining('is cancelled') as string }],
      });
      expect(await recordOf(place, id)).toMatchObject({ state: 'cancelled', ended: 'expired' });
    });

    it('an expired order has the end `expired`, also when `orders.cancel` comes later', async () => {
      const place = shop();
      const id = await place.order({ expiresAt: inTenMinutes(place) });
      place.clock.advance(10 * MINUTE);
      await afterEnd(place);
      expect(await place.backend.orders.cancel(id, { key: 'k' })).toMatchObject({ way: 'ended' });
      const { ended, history } = await recordOf(place, id);
      expect([ended, history.map(({ event }) => event)]).toEqual(['expired', ['created', 'expired']]);
    });

    it('an expired order is flagged when a redirect payment that was set aside succeeds', async () => {
      const place = redirectShop();
      const { orders } = place.backend;
      const away = await sendAway(place, await place.order());
      place.clock.advance(31 * MINUTE);
      await orders.reconcile();
      await orders.update(away.id, { expiresAt: inTenMinutes(place) });
      place.clock.advance(60 * MINUTE);
      await afterEnd(place);
      list(place, away.orderid, '00');
      await deliver(place, 'status', away.id, statusPairs({ ...away, result: '00' }));
      await place.settled();
      expect(await recordOf(place, away.id)).toMatchObject({
        state: 'paid',
        flags: [{ kind: 'paid-after-end', attempt: away.orderid }],
      });
    });
  });

  it('lets a challenge that was begun before finish within ten minutes, and begins no other payment', async () => {
    const place = shop();
    const id = await place.order({ expiresAt: inTenMinutes(place) });
    const challenge = await json(await pay(place, id, CARDS.challenge));
    const cres = await answerChallenge(place, challenge);
    place.clock.advance(20 * MINUTE - 1_000);
    await place.backend.orders.reconcile();
    expect(await viewOf(place, id)).toMatchObject({ state: 'open', suspended: true });
    expect(await codeOf(place.call(`orders/${id}/protocol-versions`, { number: CARDS.success }))).toBe(
      'order-not-open',
    );
    const { outcome } = await json(await report(place, id, challenge.server_trans_id, { cres }));
    expect(outcome).toMatchObject({ code: 'authorized', order: { state: 'paid' } });
  });

  it('sends no authorization after these ten minutes', async () => {
    const place = shop();
    const id = await place.order({ expiresAt: inTenMinutes(place) });
    const challenge = await json(await pay(place, id, CARDS.challenge));
    const cres = await answerChallenge(place, challenge);
    place.clock.advance(20 * MINUTE - 1);
    place.intercept = (path, _text, pass) => {
      if (path.includes('/authentications/')) place.clock.advance(1);
      return pass();
    };
    const { outcome } = await json(await report(place, id, challenge.server_trans_id, { cres }));
    expect(outcome).toMatchObject({ code: 'order-ended', order: { state: 'cancelled' } });
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it('needs a time that is later than now', async () => {
    const place = shop();
    for (const expiresAt of [place.clock.now(), '2026-11-20', 'tomorrow', new Date(NaN), 7 as never]) {
      await expect(place.order({ expiresAt })).rejects.toMatchObject({ issues: [{ field: 'expiresAt' }] });
    }
  });
});
