import { describe, expect, it, vi } from 'vitest';
import type { OrderRecord, OrderStore } from '../../../src/server.js';
import { newOrder } from '../../../src/server/domain/record/new-order.js';
import { createOrderBook } from '../../../src/server/book/order-book.js';
import { withEntry } from '../../../src/server/domain/record/order-record.js';
import { gate } from '../gate.js';
import { memoryOrderStore } from '../adapters/store/memory-order-store.js';

const RECORD = newOrder(
  { id: 'A', amount: '1999', currency: 'EUR' },
  { methods: [{ code: 'card' }], randomUuid: () => 'A', ownOrderIds: true },
  new Date('2026-11-20T12:00:00Z'),
);
const noted =
  (card: string) =>
  (record: OrderRecord, at: Date): OrderRecord =>
    withEntry(record, at, 'version-checked', { card, enrolled: true });
const notes = ({ history }: OrderRecord) =>
  history.flatMap((entry) => (entry.event === 'version-checked' ? (entry.detail?.card ?? []) : []));

type Write = OrderStore['replace'];

/**
 * The book of one process. `write` receives the number of each write, from 1; the default stores the record, and false
 * means that another process was first.
 */
async function contended(write: (count: number, store: Write) => Write = (_count, store) => store) {
  const store = memoryOrderStore();
  await store.insert(RECORD);
  const pauses: number[] = [];
  let writes = 0;
  const contendedStore: OrderStore = {
    ...store,
    read: vi.fn(store.read),
    replace: (record, revision) => write(++writes, store.replace)(record, revision),
  };
  const book = createOrderBook({
    store: contendedStore,
    after: () => () => undefined,
    keepsChanges: false,
    pause: (ms) => Promise.resolve(void pauses.push(ms)),
    random: () => 1,
  });
  return { book, pauses, store: contendedStore };
}

const lost: Write = () => Promise.resolve(false);

describe('an update of an order that several calls and processes change', () => {
  it('update pauses after the second try that was lost to another process', async () => {
    const { book, pauses } = await contended((count, store) => (count <= 2 ? lost : store));
    expect(await book.update('A', noted('one'))).toMatchObject({ changed: true });
    expect(pauses).toEqual([15]);
  });

  it('update does not count a try that was lost to another call of the same process', async () => {
    // The second write is too late after the first one, and the third one after another process.
    const { book, pauses } = await contended((count, store) => (count === 3 ? lost : store));
    await Promise.all([book.update('A', noted('one')), book.update('A', noted('two'))]);
    expect(notes(await book.read('A'))).toEqual(['one', 'two']);
    expect(pauses).toEqual([]);
  });

  it('update does not count a try of its turn that was lost to a call which had begun before', async () => {
    const gates = Array.from({ length: 12 }, gate);
    const slow: Promise<unknown>[] = [];
    let overtaken = 0;
    const { book, pauses, store } = await contended((_count, write) => async (record, revision) => {
      const isOvertaken = notes(record).includes('turn') && overtaken < gates.length;
      if (isOvertaken) {
        gates[overtaken]?.open();
        await slow[overtaken++];
      }
      return write(record, revision);
    });
    const read = store.read;
    for (const { opened } of gates) {
      vi.mocked(read).mockImplementationOnce((id) => opened.then(() => read(id)));
      slow.push(book.update('A', noted('slow')));
    }
    await book.update('A', noted('turn'));
    expect(overtaken).toBe(12);
    expect(pauses).toEqual([]);
    expect(notes(await book.read('A'))).toEqual([...gates.map(() => 'slow'), 'turn']);
  });

  it('update rejects with store-busy when another process is always faster, also after a write of this one', async () => {
    const { book, pauses } = await contended((count, store) => (count <= 2 ? store : lost));
    const both = [book.update('A', noted('one')), book.update('A', noted('two'))];
    expect(await both[0]).toMatchObject({ changed: true });
    await expect(both[1]).rejects.toMatchObject({ code: 'store-busy' });
    expect(pauses).toHaveLength(8);
  });

  it('update does not count a try that was lost to a call which began after another one had ended', async () => {
    const held = gate();
    const { book, pauses } = await contended((count, store) => {
      if (count === 1) return (record, revision) => held.opened.then(() => store(record, revision));
      return count === 3 ? lost : store;
    });
    const first = book.update('A', noted('first'));
    expect(await book.update('A', () => undefined)).toMatchObject({ changed: false });
    await book.update('A', noted('second'));
    held.open();
    await first;
    expect(pauses).toEqual([]);
    expect(notes(await book.read('A'))).toEqual(['second', 'first']);
  });

  it('update waits for the turn of another call', async () => {
    const held = gate();
    const { book, store } = await contended((count, write) =>
      count === 3 ? (record, revision) => held.opened.then(() => write(record, revision)) : write,
    );
    const both = [book.update('A', noted('one')), book.update('A', noted('two'))];
    await both[0];
    await vi.waitFor(() => expect(store.read).toHaveBeenCalledTimes(3));
    const third = book.update('A', noted('three'));
    for (let round = 0; round < 20; round++) await Promise.resolve();
    expect(store.read).toHaveBeenCalledTimes(3);
    held.open();
    expect(await third).toMatchObject({ changed: true });
    expect(notes(await book.read('A'))).toEqual(['one', 'two', 'three']);
  });
});
