import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderRecord } from '../../../src/server.js';
import { newOrder } from '../../../src/server/orders/new-order.js';
import type { After } from '../../../src/server/gateway/gateway-options.js';
import { createOrderBook, type OrderBookOptions } from '../../../src/server/orders/order-book.js';
import { withEntry } from '../../../src/server/orders/order-record.js';
import { transition, withFlag } from '../../../src/server/orders/order-transition.js';
import { memoryOrderStore } from '../store/memory-order-store.js';

const RECORD = newOrder(
  { id: 'A', amount: '1999', currency: 'EUR' },
  { methods: [{ code: 'card' }], randomUuid: () => 'A' },
  new Date('2026-11-20T12:00:00Z'),
);
const isPaid = ({ state }: OrderRecord) => state === 'paid';
const pay = (record: OrderRecord, at: Date): OrderRecord =>
  transition(record, { type: 'SETTLED_AS_PAID', attempt: 'A-1' }, at);
const noted = (record: OrderRecord, at: Date): OrderRecord => withEntry(record, at, 'version-checked');

const after: After = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => {
  // No timer is left.
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

async function books() {
  const store = memoryOrderStore();
  await store.insert(RECORD);
  const create = (options: Partial<OrderBookOptions> = {}) =>
    createOrderBook({ store, after, keepsChanges: false, ...options });
  return { store, create, book: create(), otherProcess: create() };
}

/** Lets work that needs no time proceed. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('waitUntil', () => {
  it('waitUntil resolves at once when the condition holds', async () => {
    const { book } = await books();
    expect((await book.waitUntil('A', () => true, { ms: 30_000 })).state).toBe('open');
  });

  it('waitUntil resolves for all waiters when the order changes', async () => {
    const { book } = await books();
    const waiting = [1, 2, 3].map(() => book.waitUntil('A', isPaid, { ms: 30_000 }));
    await settle();
    // Its time limit and its poll for each of them.
    expect(vi.getTimerCount()).toBe(6);
    await book.update('A', pay);
    expect((await Promise.all(waiting)).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid']);
  });

  it('keeps waiting after an unrelated change', async () => {
    const { book } = await books();
    const waiting = book.waitUntil('A', isPaid, { ms: 30_000 });
    await settle();
    await book.update('A', noted);
    await settle();
    expect(vi.getTimerCount()).toBe(2);
    await book.update('A', pay);
    expect((await waiting).state).toBe('paid');
  });

  it('waitUntil resolves within a second after a change of another process', async () => {
    const { book, otherProcess } = await books();
    const waiting = book.waitUntil('A', isPaid, { ms: 30_000 });
    await settle();
    await otherProcess.update('A', pay);
    await vi.advanceTimersByTimeAsync(1000);
    expect((await waiting).state).toBe('paid');
  });

  it('returns the current order at the time limit', async () => {
    const { book } = await books();
    const ended = vi.fn();
    void book.waitUntil('A', isPaid, { ms: 2500 }).then(({ state }) => ended(state));
    await vi.advanceTimersByTimeAsync(2499);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledExactlyOnceWith('open');
  });

  it('waitUntil resolves at once for a time limit of 0', async () => {
    const { book } = await books();
    const waiting = book.waitUntil('A', isPaid, { ms: 0 });
    await settle();
    expect((await waiting).state).toBe('open');
  });

  it('waitUntil resolves when its signal is aborted, before or during the wait', async () => {
    const { book } = await books();
    const leaving = new AbortController();
    const waiting = book.waitUntil('A', isPaid, { ms: 30_000, signal: leaving.signal });
    await settle();
    leaving.abort();
    expect((await waiting).state).toBe('open');
    expect((await book.waitUntil('A', isPaid, { ms: 30_000, signal: leaving.signal })).state).toBe('open');
  });

  it('removes its abort listener', async () => {
    const { book } = await books();
    const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
    const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
    const waiting = book.waitUntil('A', isPaid, { ms: 30_000, signal: new AbortController().signal });
    await settle();
    await book.update('A', noted);
    await settle();
    await book.update('A', pay);
    await waiting;
    expect(added).toHaveBeenCalledTimes(2);
    expect(removed.mock.calls.map(([, listener]) => listener)).toEqual(
      added.mock.calls.map(([, listener]) => listener),
    );
    added.mockRestore();
    removed.mockRestore();
  });

  it('rejects with order-not-found', async () => {
    const { book } = await books();
    await expect(book.waitUntil('B', isPaid, { ms: 30_000 })).rejects.toMatchObject({ code: 'order-not-found' });
  });
});

describe('update', () => {
  it('retries after a lost compare-and-set', async () => {
    const { book, otherProcess } = await books();
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? book : otherProcess).update('A', noted)));
    expect((await book.read('A')).history.filter(({ event }) => event === 'version-checked')).toHaveLength(20);
  });

  it('does not write or notify when the change returns undefined', async () => {
    const { book, store } = await books();
    const waiting = book.waitUntil('A', isPaid, { ms: 1000 });
    await settle();
    expect(await book.update('A', () => undefined)).toEqual({ changed: false, record: RECORD });
    expect((await store.read('A'))?.revision).toBe(1);
    expect(vi.getTimerCount()).toBe(2);
    await vi.advanceTimersByTimeAsync(1000);
    await waiting;
  });

  it('stores the time of the change by the store’s clock', async () => {
    const { book } = await books();
    const { record } = await book.update('A', noted);
    expect(record.updatedAt).toBe('2026-11-20T12:00:00.000Z');
  });

  it('writes the new state into the history entries of the same change', async () => {
    const { book } = await books();
    const { record } = await book.update('A', (current, at) => pay(noted(current, at), at));
    expect(record.history.map(({ event, state }) => `${event} ${state}`)).toEqual([
      'created open',
      'version-checked paid',
    ]);
  });

  it('keeps changes and calls onChanges only with a listener', async () => {
    const { book, create } = await books();
    const onChanges = vi.fn();
    await book.update('A', noted);
    const listening = create({ keepsChanges: true, onChanges });
    await listening.update('A', noted);
    expect(onChanges).not.toHaveBeenCalled();
    const { record } = await listening.update('A', pay);
    expect(onChanges).toHaveBeenCalledExactlyOnceWith('A');
    expect(record.changes).toMatchObject([
      { id: 'A:1', sequence: 1, kind: 'state', event: 'SETTLED_AS_PAID', from: 'open', to: 'paid', attempt: 'A-1' },
    ]);
    expect(record.dueAt).toBe('2026-11-20T12:00:00.000Z');
  });

  it('stores no changes without a listener', async () => {
    const { book } = await books();
    const { record } = await book.update('A', pay);
    expect(record).toMatchObject({ state: 'paid', changes: [], changeCount: 1 });
    expect(record).not.toHaveProperty('dueAt');
  });

  it('calls onFlag once for each new flag', async () => {
    const { create } = await books();
    const onFlag = vi.fn();
    const book = create({ onFlag });
    for (let call = 0; call < 2; call++) {
      await book.update('A', (record, at) => withFlag(noted(record, at), 'contradiction', 'A-1', at));
    }
    expect(onFlag).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: 'A' }), 'contradiction');
  });

  it('rejects with record-newer and writes nothing to a record of a newer version', async () => {
    const { store, book } = await books();
    await store.insert({ ...RECORD, id: 'B', version: 2 as never });
    await expect(book.update('B', noted)).rejects.toMatchObject({ code: 'record-newer' });
    expect((await store.read('B'))?.revision).toBe(1);
  });
});
