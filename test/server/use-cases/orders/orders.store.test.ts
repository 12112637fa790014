import { describe, expect, it, vi } from 'vitest';
import { createOrders, type ListInput } from '../../../../src/server/use-cases/orders/orders.js';
import { fingerprintWith } from '../../../../src/server/domain/identifiers/fingerprint-key.js';
import type { OrderStore } from '../../../../src/server/book/order-store.js';
import { createOrderBook } from '../../../../src/server/book/order-book.js';
import { withoutUnneededData } from '../../../../src/server/domain/record/retention.js';
import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { virtualClock } from '../../virtual-clock.js';
import { afterNoon, cardAttempt, NOON } from '../../orders/attempts.js';

const PERSON = { by: 'Grace', reason: 'called the acquirer' };

/** The orders of a store, and what the store was asked for. */
async function ordersOf(...records: readonly OrderRecord[]) {
  const { now, advance } = virtualClock(NOON);
  const store = memoryOrderStore(undefined, now);
  for (const record of records) await store.insert(record);
  const list = vi.fn(store.list);
  const orders = createOrders(optionsOf({ ...store, list }));
  return { orders, store, list, advance };
}

function optionsOf(store: OrderStore): Parameters<typeof createOrders>[0] {
  return {
    store,
    book: createOrderBook({ store, after: () => () => undefined, keepsChanges: false }),
    fingerprint: fingerprintWith(() => 'a secret'),
    randomUuid: () => 'B',
    methods: [{ code: 'testpay' }],
    ownOrderIds: true,
  };
}

describe('createOrders', () => {
  it('creates an order at the time of the store, with the methods of the backend', async () => {
    const { orders, store } = await ordersOf();
    const created = await orders.create({ amount: '5', currency: 'EUR' });
    expect(created).toMatchObject({ id: 'B', createdAt: NOON, methods: [{ code: 'testpay' }] });
    expect((await store.read('B'))?.record).toEqual(created);
  });

  it('creates no order with the id of another one', async () => {
    const { orders, store } = await ordersOf(sampleRecord('A'));
    await expect(orders.create({ id: 'A', amount: '5', currency: 'EUR' })).rejects.toMatchObject({
      name: 'MessageError',
      issues: [{ field: 'id', message: 'is the id of another order' }],
    });
    expect((await store.read('A'))?.record.amount).toBe('1999');
  });

  it('creates one order for each key, with an id that its key alone does not tell, and names a key of another order', async () => {
    const { orders, store } = await ordersOf();
    const basket = { amount: '5', currency: 'EUR', reference: 'SO-1' };
    const { id } = await orders.create({ key: 'basket 1', ...basket });
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    expect((await orders.create({ key: 'basket 1', ...basket })).id).toBe(id);
    expect((await orders.create({ key: 'basket 2', ...basket })).id).not.toBe(id);
    const other = createOrders({ ...optionsOf(store), fingerprint: fingerprintWith(() => 'another secret') });
    expect((await other.create({ key: 'basket 1', ...basket })).id).not.toBe(id);
    const refused = (field: string) => ({ name: 'MessageError', issues: [{ field }] });
    await expect(orders.create({ key: 'basket 1', id: 'A', ...basket })).rejects.toMatchObject(refused('key'));
    await expect(orders.create({ key: ' ', ...basket })).rejects.toMatchObject(refused('key'));
    expect((await store.read(id))?.record).not.toHaveProperty('key');
  });

  it('returns the first order of a key for the same fields only, also after an update, and not once it was erased', async () => {
    const { orders, store } = await ordersOf();
    const payer = { email: 'ada@example.com', id: 'ada' };
    const basket = { key: 'basket 1', amount: '5', currency: 'EUR', payer };
    const first = await orders.create(basket);
    expect(await orders.create({ ...basket, payer: { id: 'ada', email: 'ada@example.com' } })).toEqual(first);
    const changes = [
      { amount: '6' },
      { currency: 'USD' },
      { reference: 'SO-2' },
      { purpose: 'add-card' as const },
      { payer: { email: 'grace@example.com', id: 'ada' } },
      { lines: [{ text: 'Coin', amount: '5' }] },
      { methods: [{ code: 'card' }] },
      { expiresAt: afterNoon(60_000) },
    ];
    const expectOthersRefused = async () => {
      for (const change of changes) {
        await expect(orders.create({ ...basket, ...change })).rejects.toMatchObject({ issues: [{ field: 'key' }] });
      }
    };
    await expectOthersRefused();
    await orders.update(first.id, { amount: '7' });
    await expectOthersRefused();
    expect(await orders.create(basket)).toMatchObject({ id: first.id, amount: '7' });
    const found = (await store.read(first.id))!;
    const erased = withoutUnneededData({ ...found.record, state: 'cancelled', erased: NOON });
    await store.replace(erased, found.revision);
    await expect(orders.create(basket)).rejects.toMatchObject({ issues: [{ field: 'key' }] });
  });

  it('returns the first order of a key after its expiresAt, and creates none with another key then', async () => {
    const { orders, advance } = await ordersOf();
    const basket = { amount: '5', currency: 'EUR', expiresAt: afterNoon(60_000) };
    const first = await orders.create({ key: 'basket 1', ...basket });
    advance(60_000);
    expect(await orders.create({ key: 'basket 1', ...basket })).toEqual(first);
    await expect(orders.create({ key: 'basket 2', ...basket })).rejects.toMatchObject({
      issues: [{ field: 'expiresAt' }],
    });
  });

  it('reads and lists an order, and reads undefined for an unknown id', async () => {
    const { orders } = await ordersOf(sampleRecord('A'));
    expect(await orders.read('A')).toMatchObject({ id: 'A', version: 1 });
    expect((await orders.list()).orders).toMatchObject([{ id: 'A', version: 1 }]);
    expect(await orders.read('B')).toBeUndefined();
  });

  it('settles and reopens an order at the time of the store', async () => {
    const attempts = [cardAttempt({ progress: { step: 'unresolved', cause: 'no-answer' } })];
    const { orders, store } = await ordersOf(sampleRecord('A', { state: 'in-doubt', attempts }));
    const failed = await orders.settlePayment('A', { as: 'failed', ...PERSON });
    expect(failed).toMatchObject({ state: 'failed', history: [{ event: 'settled', at: NOON }] });
    const open = await orders.reopen('A', PERSON);
    expect(open).toMatchObject({ state: 'open', history: [{ event: 'settled' }, { event: 'reopened', at: NOON }] });
    expect((await store.read('A'))?.record).toEqual(open);
  });
});

describe('list', () => {
  const aged = (id: string, second: number) => sampleRecord(id, { createdAt: `2026-11-20T11:00:0${second}.000Z` });

  it('asks the store for one order more than the page, and for all states and times', async () => {
    const { orders, list } = await ordersOf();
    await orders.list();
    await orders.list({});
    await orders.list({ limit: 3 });
    expect(list.mock.calls).toEqual([[{ limit: 51 }], [{ limit: 51 }], [{ limit: 4 }]]);
    for (const [options] of list.mock.calls) expect(Object.keys(options)).toEqual(['limit']);
  });

  it('asks the store for the states, the terms, the times and the place after the cursor', async () => {
    const { orders, list } = await ordersOf();
    const input: ListInput = {
      states: ['paid', 'refunded'],
      flag: 'contradiction',
      reference: ' 4711\u200b',
      pasref: '16999',
      gatewayOrderId: 'A-1',
      createdFrom: new Date(NOON),
      updatedBefore: new Date(8.64e15),
      after: 'updated_2026-11-20T11:00:00.123Z_A_b-1',
    };
    expect(await orders.list(input)).toEqual({ orders: [] });
    expect(list).toHaveBeenCalledExactlyOnceWith({
      limit: 51,
      sort: 'updatedAt',
      states: ['paid', 'refunded'],
      terms: ['gatewayOrderId:A-1', 'pasref:16999', 'reference:4711', 'flag:contradiction'],
      createdFrom: NOON,
      updatedBefore: '9999-12-31T23:59:59.999Z',
      after: { time: '2026-11-20T11:00:00.123Z', id: 'A_b-1' },
    });
  });

  it('refuses the cursor of a list in another order', async () => {
    const { orders } = await ordersOf(aged('A', 1), aged('B', 2));
    const created = await orders.list({ limit: 1 });
    const changed = await orders.list({ limit: 1, updatedFrom: new Date(0) });
    const refused = { issues: [{ field: 'after' }] };
    await expect(orders.list({ after: changed.next })).rejects.toMatchObject(refused);
    await expect(orders.list({ after: created.next, updatedFrom: new Date(0) })).rejects.toMatchObject(refused);
    const second = await orders.list({ limit: 1, after: changed.next, updatedFrom: new Date(0) });
    expect(second.orders.map(({ id }) => id)).toEqual(['A']);
  });

  it('returns a cursor until the last page', async () => {
    const { orders } = await ordersOf(aged('A', 1), aged('B', 2), aged('C', 3));
    const first = await orders.list({ limit: 2 });
    expect(first.orders.map(({ id }) => id)).toEqual(['C', 'B']);
    expect(first.next).toBe('2026-11-20T11:00:02.000Z_B');
    const last = await orders.list({ limit: 2, after: first.next });
    expect([last.orders.map(({ id }) => id), Object.keys(last)]).toEqual([['A'], ['orders']]);
    expect(await orders.list({ limit: 3 })).not.toHaveProperty('next');
  });

  it('accepts the cursor of an order with the longest id', async () => {
    const { orders, list } = await ordersOf();
    await orders.list({ after: `2026-11-20T11:00:00.000Z_${'x'.repeat(39)}` });
    expect(list.mock.calls[0]?.[0].after?.id).toHaveLength(39);
  });

  it.each([
    '',
    'A',
    '_A',
    '2026-11-20T11:00:00.000Z',
    '2026-11-20T11:00:00.000Z_',
    `2026-11-20T11:00:00.000Z_${'x'.repeat(51)}`,
    '2026-11-20T11:00:00.000Z_A B',
    '2026-11-20T11:00:00.000Z_A ',
    ' 2026-11-20T11:00:00.000Z_A',
    '2026-11-20T11:00Z_A',
    '2026-11-20T11:00:00.0000000Z_A',
    '20261120T11:00:00.000Z_A',
    '2026-11-2T11:00:00.000Z_A',
    '2026-1-20T11:00:00.000Z_A',
    'x026-11-20T11:00:00.000Z_A',
    "2026-11-20T11:00:00.000Z_A' OR 1",
  ])('refuses the cursor “%s”, and asks the store for nothing', async (after) => {
    const { orders, list } = await ordersOf();
    await expect(orders.list({ after })).rejects.toMatchObject({
      name: 'MessageError',
      issues: [{ field: 'after', message: 'must be the cursor of the page before' }],
    });
    expect(list).not.toHaveBeenCalled();
  });
});
