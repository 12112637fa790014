import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderRecord } from '../../../src/server.js';
import { newOrder } from '../../../src/server/domain/record/new-order.js';
import type { After } from '../../../src/server/util/timers.js';
import { flagReporter } from '../../../src/server/use-cases/orders/flag-report.js';
import { createOrderBook, type OrderBookOptions } from '../../../src/server/book/order-book.js';
import { withEntry } from '../../../src/server/domain/record/order-record.js';
import { withOrderEvent, withFlag } from '../../../src/server/domain/states/order-transition.js';
import { memoryOrderStore } from '../adapters/store/memory-order-store.js';

const RECORD = newOrder(
  { id: 'A', amount: '1999', currency: 'EUR' },
  { methods: [{ code: 'card' }], randomUuid: () => 'A', ownOrderIds: true },
  new Date('2026-11-20T12:00:00Z'),
);
const isPaid = ({ state }: OrderRecord) => state === 'paid';
const pay = (record: OrderRecord, at: Date): OrderRecord =>
  withOrderEvent(record, { type: 'SETTLED_AS_PAID', attempt: 'A-1' }, at);
const noted = (record: OrderRecord, at: Date): OrderRecord =>
  withEntry(record, at, 'version-checked', { card: '422200******5344', enrolled: true });

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
    // A time limit for each of them, and one poll for all.
    expect(vi.getTimerCount()).toBe(4);
    await book.update('A', pay);
    expect((await Promise.all(waiting)).map(({ state }) => state)).toEqual(['paid', 'paid', 'paid']);
  });

  it('waitUntil reads the order once in each second for 50 waiters, and leaves no timer or listener behind', async () => {
    const { store, create } = await books();
    let reads = 0;
    const book = create({ store: { ...store, read: (id) => (reads++, store.read(id)) } });
    const leaving = Array.from({ length: 50 }, () => new AbortController());
    const waiting = leaving.map(({ signal }) => book.waitUntil('A', isPaid, { ms: 30_000, signal }));
    await settle();
    expect(reads).toBe(50);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads).toBe(60);
    for (const one of leaving) one.abort();
    expect((await Promise.all(waiting)).map(({ state }) => state)).toEqual(Array.from({ length: 50 }, () => 'open'));
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reads).toBe(60);
  });

  it('waitUntil ignores a read that is older than the record from which the wait started', async () => {
    const { store, create, otherProcess } = await books();
    const old = Promise.resolve(await store.read('A'));
    let isHeld = false;
    const book = create({ store: { ...store, read: (id) => (isHeld ? old : store.read(id)) } });
    const ended = vi.fn();
    await otherProcess.update('A', pay);
    void book.waitUntil('A', ({ state }) => state === 'open', { ms: 3_000 }).then(({ state }) => ended(state));
    await settle();
    isHeld = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(ended).toHaveBeenCalledExactlyOnceWith('paid');
  });

  it('waitUntil rejects for all waiters when the poll cannot read the order', async () => {
    const { store, create } = await books();
    let isDown = false;
    const book = create({
      store: { ...store, read: (id) => (isDown ? Promise.reject(new Error('down')) : store.read(id)) },
    });
    const waiting = [1, 2].map(() => expect(book.waitUntil('A', isPaid, { ms: 30_000 })).rejects.toThrow('down'));
    await settle();
    isDown = true;
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(waiting);
  });

  it('waitUntil keeps waiting after an unrelated change', async () => {
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

  it('waitUntil returns the current order at the time limit', async () => {
    const { book } = await books();
    const ended = vi.fn();
    void book.waitUntil('A', isPaid, { ms: 2500 }).then(({ state }) => ended(state));
    await vi.advanceTimersByTimeAsync(2499);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledExactlyOnceWith('open');
  });

  it('waitUntil resolves at once for a time limit of 0, without a timer', async () => {
    const { create } = await books();
    const timers = vi.fn(after);
    const book = create({ after: timers });
    expect((await book.waitUntil('A', isPaid, { ms: 0 })).state).toBe('open');
    expect(timers).not.toHaveBeenCalled();
  });

  it('waitUntil waits on after another wait for the same order has ended', async () => {
    const { book, otherProcess } = await books();
    const brief = book.waitUntil('A', isPaid, { ms: 500 });
    const waiting = book.waitUntil('A', isPaid, { ms: 30_000 });
    await vi.advanceTimersByTimeAsync(500);
    expect((await brief).state).toBe('open');
    await otherProcess.update('A', pay);
    await vi.advanceTimersByTimeAsync(1000);
    expect((await waiting).state).toBe('paid');
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

  it('waitUntil removes its abort listener', async () => {
    const { book } = await books();
    const added = vi.spyOn(AbortSignal.prototype, 'addEventListener');
    const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener');
    const waiting = book.waitUntil('A', isPaid, { ms: 30_000, signal: new AbortController().signal });
    await settle();
    await book.update('A', noted);
    await settle();
    await book.update('A', pay);
    await waiting;
    expect(added).toHaveBeenCalledOnce();
    expect(removed.mock.calls).toEqual(added.mock.calls);
    added.mockRestore();
    removed.mockRestore();
  });

  it('waitUntil rejects with order-not-found for an unknown order', async () => {
    const { book } = await books();
    await expect(book.waitUntil('B', isPaid, { ms: 30_000 })).rejects.toMatchObject({ code: 'order-not-found' });
  });
});

describe('update', () => {
  it('update retries after a lost compare-and-set', async () => {
    const { book, otherProcess } = await books();
    const updates = Array.from({ length: 20 }, (_, index) => (index % 2 ? book : otherProcess).update('A', noted));
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all(updates);
    expect((await book.read('A')).history.filter(({ event }) => event === 'version-checked')).toHaveLength(20);
  });

  it('update stores 200 concurrent changes of one process without a pause', async () => {
    const { book } = await books();
    await Promise.all(Array.from({ length: 200 }, () => book.update('A', noted)));
    expect(vi.getTimerCount()).toBe(0);
    expect((await book.read('A')).history.filter(({ event }) => event === 'version-checked')).toHaveLength(200);
  });

  it('update rejects with store-busy after ten tries with growing pauses, and writes nothing', async () => {
    const { store } = await books();
    const pauses: number[] = [];
    let tries = 0;
    const refused = { ...store, replace: () => Promise.resolve(++tries === 0) };
    const options = { store: refused, after, keepsChanges: false, random: () => 0 };
    const pause = (ms: number) => Promise.resolve(void pauses.push(ms));
    const rejected = expect(createOrderBook({ ...options, pause }).update('A', noted)).rejects;
    await rejected.toMatchObject({ code: 'store-busy', retryAfter: 1 });
    expect(tries).toBe(10);
    expect(pauses).toEqual([7.5, 15, 30, 60, 120, 240, 480, 500]);
    pauses.length = 0;
    const book = createOrderBook({ ...options, pause, random: () => 1 });
    await expect(book.update('A', noted)).rejects.toMatchObject({ code: 'store-busy' });
    expect(pauses).toEqual([15, 30, 60, 120, 240, 480, 960, 1000]);
    expect((await store.read('A'))?.revision).toBe(1);
  });

  it('update does not block other calls of the order while a write is held', async () => {
    const { store } = await books();
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    let writes = 0;
    const book = createOrderBook({
      store: {
        ...store,
        async replace(record, revision) {
          if (++writes === 1) await opened;
          return store.replace(record, revision);
        },
      },
      after,
      keepsChanges: false,
    });
    const held = book.update('A', noted);
    await settle();
    await book.update('A', noted);
    open();
    await held;
    expect((await store.read('A'))?.revision).toBe(3);
  });

  it('update does not write or notify when the change returns undefined', async () => {
    const { book, store } = await books();
    const waiting = book.waitUntil('A', isPaid, { ms: 1000 });
    await settle();
    expect(await book.update('A', () => undefined)).toMatchObject({ changed: false, record: RECORD });
    expect((await store.read('A'))?.revision).toBe(1);
    expect(vi.getTimerCount()).toBe(2);
    await vi.advanceTimersByTimeAsync(1000);
    await waiting;
  });

  it('update stores the time of the change by the store’s clock', async () => {
    const { book } = await books();
    const { record } = await book.update('A', noted);
    expect(record.updatedAt).toBe('2026-11-20T12:00:00.000Z');
  });

  it('update writes the new state into the history entries of the same change', async () => {
    const { book } = await books();
    const { record } = await book.update('A', (current, at) => pay(noted(current, at), at));
    expect(record.history.map(({ event, state }) => `${event} ${state}`)).toEqual([
      'created open',
      'version-checked paid',
    ]);
  });

  it('update keeps changes and calls onChanges only with a listener', async () => {
    const { book, create } = await books();
    const onChanges = vi.fn();
    await book.update('A', noted);
    const listening = create({ keepsChanges: true, onChanges });
    await listening.update('A', noted);
    expect(onChanges).not.toHaveBeenCalled();
    const { record } = await listening.update('A', pay);
    expect(onChanges).toHaveBeenCalledExactlyOnceWith('A', expect.objectContaining({ update: expect.any(Function) }));
    expect(record.changes).toMatchObject([
      { sequence: 1, kind: 'state', event: 'SETTLED_AS_PAID', from: 'open', to: 'paid', attempt: 'A-1' },
    ]);
    expect(record.deliverAt).toBe('2026-11-20T12:00:00.000Z');
  });

  it('update stores no changes without a listener', async () => {
    const { book } = await books();
    const { record } = await book.update('A', pay);
    expect(record).toMatchObject({ state: 'paid', changes: [], changeCount: 1 });
    expect(record).not.toHaveProperty('deliverAt');
  });

  it('update calls onFlag once for each new flag', async () => {
    const { create } = await books();
    const onFlag = vi.fn();
    const book = create({ onFlag });
    for (let call = 0; call < 2; call++) {
      await book.update('A', (record, at) => withFlag(noted(record, at), 'contradiction', 'A-1', at));
    }
    expect(onFlag).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ id: 'A' }),
      expect.objectContaining({ kind: 'contradiction', attempt: 'A-1' }),
    );
  });

  it('update reports each of two second payments that one write flags', async () => {
    const { create } = await books();
    const report = vi.fn();
    const book = create({ onFlag: flagReporter(report) });
    await book.update('A', (record, at) =>
      withFlag(withFlag(record, 'second-payment', 'A-1', at), 'second-payment', 'A-2', at),
    );
    expect(report.mock.calls).toEqual([
      ['second-payment', { orderId: 'A-1' }, 'A'],
      ['second-payment', { orderId: 'A-2' }, 'A'],
    ]);
  });

  it('update rejects with record-newer and writes nothing to a record of a newer version', async () => {
    const { store, book } = await books();
    await store.insert({ ...RECORD, id: 'B', version: 2 as never });
    await expect(book.update('B', noted)).rejects.toMatchObject({ code: 'record-newer' });
    expect((await store.read('B'))?.revision).toBe(1);
  });
});
