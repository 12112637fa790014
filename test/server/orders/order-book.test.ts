import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOrderBook } from '../../../src/server/orders/order-book.js';
import type { OrderRecord } from '../../../src/server.js';
import { memoryOrderStore } from '../store/memory-order-store.js';

const RECORD: OrderRecord = {
  id: 'A',
  createdAt: '2026-11-20T12:00:00.000Z',
  amount: '1999',
  currency: 'EUR',
  state: 'open',
  payer: {},
  challengeRequestIndicator: 'NO_PREFERENCE',
  attempts: 0,
  authentications: [],
  methods: [{ code: 'card' }],
  redirects: [],
  refunds: [],
  liabilityShift: null,
  answers: {},
  history: [],
};
const paid = ({ state }: OrderRecord) => state === 'paid';
const pay = (record: OrderRecord): OrderRecord => ({ ...record, state: 'paid' });

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => {
  // Whatever was waited for, nothing goes on ticking.
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

async function books() {
  const store = memoryOrderStore();
  await store.insert(RECORD);
  return { store, book: createOrderBook(store), otherProcess: createOrderBook(store) };
}

/** Lets go on what needs no time. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('waiting for an order', () => {
  it('ends at once where it is so already', async () => {
    const { book } = await books();
    expect((await book.waitUntil('A', () => true, { ms: 30_000 })).state).toBe('open');
  });

  it('is woken by a change, all who wait and without any time passing', async () => {
    const { book } = await books();
    const waiting = [1, 2, 3].map(() => book.waitUntil('A', paid, { ms: 30_000 }));
    await settle();
    expect(vi.getTimerCount()).toBe(3);
    await book.update('A', pay);
    expect((await Promise.all(waiting)).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid']);
  });

  it('goes on over a change that is not the one', async () => {
    const { book } = await books();
    const waiting = book.waitUntil('A', paid, { ms: 30_000 });
    await settle();
    await book.update('A', (record) => ({ ...record, state: 'in-doubt' }));
    await settle();
    expect(vi.getTimerCount()).toBe(1);
    await book.update('A', pay);
    expect((await waiting).state).toBe('paid');
  });

  it('sees another process’s change within a second', async () => {
    const { book, otherProcess } = await books();
    const waiting = book.waitUntil('A', paid, { ms: 30_000 });
    await settle();
    await otherProcess.update('A', pay);
    await vi.advanceTimersByTimeAsync(1000);
    expect((await waiting).state).toBe('paid');
  });

  it('ends with its time, as the order then is', async () => {
    const { book } = await books();
    const ended = vi.fn();
    void book.waitUntil('A', paid, { ms: 2500 }).then(({ state }) => ended(state));
    await vi.advanceTimersByTimeAsync(2499);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledExactlyOnceWith('open');
  });

  it('does not begin without time', async () => {
    const { book } = await books();
    expect((await book.waitUntil('A', paid, { ms: 0 })).state).toBe('open');
  });

  it('ends when it is aborted, before and meanwhile, and lets go of the signal', async () => {
    const { book } = await books();
    const leaving = new AbortController();
    const removed = vi.spyOn(leaving.signal, 'removeEventListener');
    const waiting = book.waitUntil('A', paid, { ms: 30_000, signal: leaving.signal });
    await settle();
    leaving.abort();
    expect((await waiting).state).toBe('open');
    expect(removed).toHaveBeenCalled();
    expect((await book.waitUntil('A', paid, { ms: 30_000, signal: leaving.signal })).state).toBe('open');
  });

  it('is a problem for an order that is none', async () => {
    const { book } = await books();
    await expect(book.waitUntil('B', paid, { ms: 30_000 })).rejects.toMatchObject({ code: 'order-not-found' });
  });
});

describe('changing an order', () => {
  it('is tried again until nobody else was faster', async () => {
    const { book, otherProcess } = await books();
    const add = (record: OrderRecord) => ({ ...record, attempts: record.attempts + 1 });
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? book : otherProcess).update('A', add)));
    expect((await book.read('A')).attempts).toBe(20);
  });

  it('by nothing changes nothing, and wakes nobody', async () => {
    const { book, store } = await books();
    const waiting = book.waitUntil('A', paid, { ms: 1000 });
    await settle();
    expect(await book.update('A', () => undefined)).toEqual({ changed: false, record: RECORD });
    expect((await store.read('A'))?.revision).toBe(1);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1000);
    await waiting;
  });
});
