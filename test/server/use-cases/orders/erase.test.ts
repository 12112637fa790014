import { describe, expect, it } from 'vitest';
import type { OrderChange, OrderRecord, OrderStore } from '../../../../src/server.js';
import { UndeliverableError } from '../../../../src/server/use-cases/orders/deliver-changes.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { CARDS, newKey, PAYER, pay, shop } from '../../scripted-gateway.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { cardAttempt, NOON } from '../../orders/attempts.js';

const REQUEST = { by: 'Grace', reason: 'Request 17' };
const CARD = { number: CARDS.success, expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' };
/** Texts of a person in an order. */
const PERSON = {
  description: 'private-description for Ada',
  descriptor: 'private-descriptor',
  comments: ['private-comment'],
  payer: { ...PAYER, email: 'private-ada@shopper.example' },
};

/** A shop whose store has the given record as well. */
async function shopWith(record?: OrderRecord, listener?: () => Promise<void>) {
  const store: OrderStore = memoryOrderStore(undefined, () => new Date(NOON));
  if (record) await store.insert(record);
  const place = shop({ store, onProblem: () => undefined, ...(listener ? { onOrderChanged: listener } : {}) });
  return { place, orders: place.backend.orders, store };
}

describe('orders.erase', () => {
  it('removes the person of a paid order, its answers, texts and waiting changes, and keeps the facts about money', async () => {
    const { place, orders } = await shopWith(undefined, () => Promise.reject(new Error('The listener is down.')));
    const id = await place.order({ ...PERSON, reference: 'SO-1' });
    expect((await pay(place, id)).status).toBe(200);
    await place.settled();
    await orders.refund(id, { amount: '500', key: 'r1', comment: 'private-refund' }).catch(() => undefined);
    const before = (await orders.read(id))!;
    expect(Object.keys(before.answers)).not.toEqual([]);
    expect(before.changes).not.toEqual([]);
    const view = await orders.shopView(id);

    const erased = await orders.erase(id, REQUEST);
    expect(erased).toEqual(await orders.read(id));
    expect(JSON.stringify(erased)).not.toContain('private-');
    expect(erased).toMatchObject({ state: before.state, reference: 'SO-1', payer: {}, answers: {}, changes: [] });
    expect(erased.payment).toEqual(before.payment);
    for (const name of ['description', 'descriptor', 'comments', 'delivery']) expect(erased).not.toHaveProperty(name);
    const history = erased.history.slice(0, -1);
    expect(history.map(({ at, event, state }) => ({ at, event, state }))).toEqual(
      before.history.map(({ at, event, state }) => ({ at, event, state })),
    );
    for (const entry of history) expect(entry).not.toHaveProperty('detail');
    expect(erased.history.at(-1)).toMatchObject({ event: 'erased', detail: REQUEST });
    const { captured, refunded, refundable, capturable } = (await orders.shopView(id))!;
    expect({ captured, refunded, refundable, capturable }).toEqual({
      captured: view!.captured,
      refunded: view!.refunded,
      refundable: view!.refundable,
      capturable: view!.capturable,
    });
  });

  it('removes the flag undelivered with the changes that it is about', async () => {
    const { place, orders } = await shopWith(undefined, () =>
      Promise.reject(new UndeliverableError('The shop is down.')),
    );
    const id = await place.order(PERSON);
    await orders.cancel(id, { key: 'cancel-1' });
    await place.settled();
    expect((await orders.read(id))!.flags).toMatchObject([{ kind: 'undelivered' }]);
    expect(await orders.erase(id, REQUEST)).toMatchObject({ changes: [], flags: [] });
    expect((await orders.list({ flag: 'undelivered' })).orders).toEqual([]);
  });

  it('answers a repeated payment of an erased order as paid, and sends nothing', async () => {
    const { place, orders } = await shopWith();
    const id = await place.order(PERSON);
    expect(await orders.payStored(id, { card: CARD })).toMatchObject({ status: 'paid' });
    const erased = await orders.erase(id);
    expect(erased.history.at(-1)).toMatchObject({ event: 'erased', detail: {} });
    const { length } = place.sent;
    await place.call(`orders/${id}/redirects`, { method: 'testpay' }, { 'idempotency-key': newKey() });
    expect(place.sent.slice(length).filter(({ text }) => /type="(auth|payment-set)"/.test(text))).toEqual([]);
    expect((await orders.read(id))?.state).toBe('paid');
  });

  it('ends an open order, which takes no payment afterwards, and the listener receives the change without the person', async () => {
    const received: [OrderRecord, OrderChange][] = [];
    const store = memoryOrderStore(undefined, () => new Date(NOON));
    const place = shop({ store, onOrderChanged: (order, change) => void received.push([order, change]) });
    const id = await place.order(PERSON);
    const erased = await place.backend.orders.erase(id, REQUEST);
    expect(erased).toMatchObject({ state: 'cancelled', ended: 'cancelled', payer: {} });
    await place.settled();
    expect(received).toMatchObject([
      [
        { id, payer: {} },
        { kind: 'state', from: 'open', to: 'cancelled' },
      ],
    ]);
    expect(JSON.stringify(received)).not.toContain('private-');
    expect((await pay(place, id)).status).toBe(409);
  });

  it.each<[string, Partial<OrderRecord>]>([
    [
      'in-doubt',
      { state: 'in-doubt', attempts: [cardAttempt({ progress: { step: 'unresolved', cause: 'no-answer' } })] },
    ],
    ['pending', { state: 'pending' }],
    ['authorized', { state: 'authorized' }],
    ['partly-captured', { state: 'partly-captured' }],
    [
      'looked up',
      {
        state: 'paid',
        attempts: [
          {
            kind: 'refund',
            gatewayOrderId: 'A-1',
            key: 'r1',
            amount: '5',
            currency: 'EUR',
            sentAt: NOON,
            deadline: NOON,
            progress: { step: 'unresolved' },
          },
        ],
      },
    ],
    ['call of a page', { answers: { key: { request: { call: 'authentications', subject: 'T1' }, since: NOON } } }],
  ])('refuses while an order is unresolved: %s', async (word, change) => {
    const record = sampleRecord('A', { description: 'private-text', ...change });
    const { orders, store } = await shopWith(record);
    await expect(orders.erase('A', REQUEST)).rejects.toMatchObject({
      name: 'MessageError',
      issues: [{ field: 'order', message: expect.stringContaining(word) as string }],
    });
    expect((await store.read('A'))?.record).toEqual(record);
  });

  it('keeps the texts of a later refund away from the order', async () => {
    const { place, orders } = await shopWith();
    const id = await place.order(PERSON);
    expect(await orders.payStored(id, { card: CARD })).toMatchObject({ status: 'paid' });
    await orders.erase(id, REQUEST);
    await orders.settle(id, {
      as: 'refunded-elsewhere',
      amount: '500',
      by: 'private-person',
      reason: 'private-reason',
    });
    const record = (await orders.read(id))!;
    expect(record).toMatchObject({ state: 'partly-refunded', erased: NOON });
    expect(JSON.stringify(record)).not.toContain('private-');
    expect(record.history.filter(({ detail }) => detail !== undefined)).toMatchObject([{ event: 'erased' }]);
  });

  it('rejects with order-not-found for an unknown id', async () => {
    const { orders } = await shopWith();
    await expect(orders.erase('none', REQUEST)).rejects.toMatchObject({ code: 'order-not-found' });
  });
});
