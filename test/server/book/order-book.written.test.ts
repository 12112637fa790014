import { describe, expect, it, vi } from 'vitest';
import { createOrderBook, type OrderBookOptions } from '../../../src/server/book/order-book.js';
import { withEntry, type OrderRecord } from '../../../src/server/domain/record/order-record.js';
import { withFlag, withOrderEvent } from '../../../src/server/domain/states/order-transition.js';
import { sampleRecord } from '../../../src/server/adapters/store/conformance/sample-record.js';
import { memoryOrderStore } from '../adapters/store/memory-order-store.js';
import { virtualClock } from '../virtual-clock.js';
import { afterNoon, CARD_SUCCEEDED, cardAttempt, FIRST, NOON, SECOND } from '../orders/attempts.js';

const pay = (record: OrderRecord, at: Date) => withOrderEvent(record, { type: 'SETTLED_AS_PAID', attempt: FIRST }, at);
const flag = (attempt: string) => (record: OrderRecord, at: Date) => withFlag(record, 'contradiction', attempt, at);
const noted = (record: OrderRecord): OrderRecord => ({ ...record, description: 'noted' });

/** A book with one order, and another book of the same store. */
async function bookOf(change: Partial<OrderRecord> = {}, options: Partial<OrderBookOptions> = {}) {
  const clock = virtualClock(NOON);
  const store = memoryOrderStore(undefined, clock.now);
  await store.insert(sampleRecord('A', change));
  const create = (more: Partial<OrderBookOptions> = {}) =>
    createOrderBook({ store, after: () => () => undefined, keepsChanges: false, ...more });
  return { clock, store, book: create(options), create };
}

describe('an order that is written', () => {
  it('an order that is written has the time at which reconciliation has work on it, while it has some', async () => {
    const { book } = await bookOf({ attempts: [cardAttempt()], dueAt: '2026-01-01T00:00:00.000Z' });
    expect((await book.update('A', noted)).record.dueAt).toBe('2026-11-20T12:00:35.000Z');
    const ended = await book.update('A', (record) => ({
      ...record,
      attempts: [cardAttempt({ progress: CARD_SUCCEEDED })],
    }));
    expect(ended.record).not.toHaveProperty('dueAt');
  });

  it('an order that is written has no data that nothing needs any more', async () => {
    const { book } = await bookOf({ payer: { email: 'ada@example.com' } });
    expect((await book.update('A', pay)).record.payer).toEqual({});
  });

  it('keeps its changes in each process once one with a listener has written it', async () => {
    const { book, create } = await bookOf();
    const listening = create({ keepsChanges: true });
    expect((await listening.update('A', noted)).record.notifies).toBe(true);
    const { record } = await book.update('A', pay);
    expect(record.changes).toMatchObject([{ event: 'SETTLED_AS_PAID' }]);
    expect(record.notifies).toBe(true);
  });

  it('keeps the state of its earlier entries, and gives the new state to the new ones', async () => {
    const earlier = { at: NOON, event: 'created', state: 'failed' } as const;
    const { book } = await bookOf({ history: [earlier] });
    const { record } = await book.update('A', (current, at) =>
      pay(withEntry(current, at, 'late-success', { orderId: FIRST }), at),
    );
    expect(record.history).toMatchObject([earlier, { event: 'late-success', state: 'paid' }]);
  });

  it('an order that is written is read with its revision and time by all processes', async () => {
    const { clock, store, book, create } = await bookOf();
    clock.advance(1_500);
    const { changed, record } = await book.update('A', noted);
    expect([changed, record.updatedAt]).toEqual([true, '2026-11-20T12:00:01.500Z']);
    expect(await create().read('A')).toEqual(record);
    expect((await store.read('A'))?.revision).toBe(2);
    expect(await book.now()).toEqual(afterNoon(1_500));
  });

  it('rejects with order-not-found when the store does not have it', async () => {
    const { book } = await bookOf();
    for (const read of [book.read('B'), book.update('B', noted)]) {
      await expect(read).rejects.toMatchObject({ name: 'Problem', code: 'order-not-found' });
    }
  });
});

describe('updatedAt', () => {
  it('the time of a write is not ahead of the store’s clock after a slow read of the order that is changed', async () => {
    const { clock, store, create } = await bookOf();
    const read: typeof store.read = (id) => {
      clock.advance(8_000);
      return store.read(id);
    };
    const book = create({ store: { ...store, read }, now: clock.now });
    const found = await book.readTimed('A');
    expect((await book.update('A', noted, { found })).record.updatedAt).toBe('2026-11-20T12:00:08.000Z');
  });

  it('the time of a write is not before that of the last one, also when the clock of the store was set back', async () => {
    const updatedAt = '2026-11-20T12:00:09.000Z';
    const { book, clock } = await bookOf({ updatedAt });
    expect((await book.update('A', noted)).record.updatedAt).toBe(updatedAt);
    clock.advance(10_000);
    expect((await book.update('A', pay)).record.updatedAt).toBe('2026-11-20T12:00:10.000Z');
  });
});

describe('the listener of an order book', () => {
  it('fails no write that is stored, and no other listener, when it throws', async () => {
    const fault = new Error('no disk');
    const failing = () => {
      throw fault;
    };
    const [onWrite, onFailed] = [vi.fn(), vi.fn()];
    const { book } = await bookOf({}, { keepsChanges: true, onChanges: failing, onFlag: failing, onWrite, onFailed });
    const { changed } = await book.update('A', (record, at) => pay(flag(FIRST)(record, at), at));
    expect([changed, onWrite.mock.calls.length]).toEqual([true, 1]);
    expect(onFailed.mock.calls).toEqual([[fault], [fault]]);
    expect((await book.read('A')).state).toBe('paid');
  });

  it('receives the flags that are added through its book, and those of another book are for another one', async () => {
    const [own, other] = [vi.fn(), vi.fn()];
    const { book } = await bookOf({}, { onFlag: own });
    await book.update('A', flag(FIRST));
    await book.withListeners({ onFlag: other }).update('A', flag(SECOND));
    expect(own.mock.calls.map(([{ id }, { attempt }]) => [id, attempt])).toEqual([['A', FIRST]]);
    expect(other.mock.calls.map(([{ id }, { attempt }]) => [id, attempt])).toEqual([['A', SECOND]]);
  });

  it('receives no flag that was not stored, and the flag of a repeated try once', async () => {
    const onFlag = vi.fn();
    const { store, create } = await bookOf();
    let lost = 1;
    const replace: typeof store.replace = (record, revision) =>
      lost-- > 0 ? Promise.resolve(false) : store.replace(record, revision);
    await create({ store: { ...store, replace }, onFlag }).update('A', flag(FIRST));
    expect(onFlag).toHaveBeenCalledOnce();
  });

  it('receives the flags of a delivery that began with a change', async () => {
    const [own, other] = [vi.fn(), vi.fn()];
    const books: { readonly update: (id: string, change: ReturnType<typeof flag>) => Promise<unknown> }[] = [];
    const { book } = await bookOf(
      {},
      { keepsChanges: true, onFlag: own, onChanges: (_id, given) => books.push(given) },
    );
    await book.withListeners({ onFlag: other }).update('A', pay);
    await books[0]?.update('A', flag(SECOND));
    expect([own.mock.calls.length, other.mock.calls.length]).toEqual([1, 0]);
  });
});
