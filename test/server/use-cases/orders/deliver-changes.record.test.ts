import { describe, expect, it, vi } from 'vitest';
import { createOrderBook } from '../../../../src/server/book/order-book.js';
import { deliverChanges, type OnOrderChanged } from '../../../../src/server/use-cases/orders/deliver-changes.js';
import type { OrderChange } from '../../../../src/server/domain/record/order-change.js';
import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { virtualClock } from '../../virtual-clock.js';
import { afterNoon, NOON } from '../../orders/attempts.js';

const MINUTE = 60_000;
const time = (ms: number) => afterNoon(ms).toISOString();
const change = (sequence: number): OrderChange => ({
  id: `A:${sequence}`,
  sequence,
  at: NOON,
  kind: 'flag',
  flag: 'contradiction',
});

/** An order with changes, and a listener that notes the ids of those that it receives. */
async function delivering(record: Partial<OrderRecord> = { changes: [change(1), change(2)] }) {
  const clock = virtualClock(NOON);
  const store = memoryOrderStore(undefined, clock.now);
  await store.insert(sampleRecord('A', { notifies: true, ...record }));
  const book = createOrderBook({ store, after: () => () => undefined, keepsChanges: true });
  const received: string[] = [];
  const listener = vi.fn<OnOrderChanged>((_order, { id }) => void received.push(id));
  const deliver = () => deliverChanges(book, 'A', listener);
  const read = () => book.read('A');
  return { clock, book, received, listener, deliver, read };
}

describe('the delivery of changes', () => {
  it('passes each change with the order, oldest first, and removes it', async () => {
    const { received, listener, deliver, read } = await delivering();
    expect(await deliver()).toBe(2);
    expect(received).toEqual(['A:1', 'A:2']);
    expect(listener.mock.calls[0]).toEqual([
      expect.objectContaining({ id: 'A', changes: [change(1), change(2)] }),
      change(1),
    ]);
    const record = await read();
    expect(record.changes).toEqual([]);
    expect(record).not.toHaveProperty('delivery');
    expect(await deliver()).toBe(0);
  });

  it('the delivery of changes is leased for a minute, so that no other process delivers the same change', async () => {
    const { clock, received, listener, deliver, read } = await delivering();
    listener.mockImplementationOnce(async (_order, { id }) => {
      received.push(`${id} begins`);
      expect((await read()).delivery).toEqual({ notBefore: time(MINUTE), failures: 0 });
      clock.advance(MINUTE - 1);
      expect(await deliver()).toBe(0);
      received.push(`${id} ends`);
    });
    expect(await deliver()).toBe(2);
    expect(received).toEqual(['A:1 begins', 'A:1 ends', 'A:2']);
  });

  it('the delivery of changes is repeated by another process after the lease, and the first one removes nothing then', async () => {
    const { clock, received, listener, deliver, read } = await delivering();
    listener.mockImplementationOnce(async () => {
      clock.advance(MINUTE);
      listener.mockImplementationOnce(async (_order, { id }) => {
        received.push(id);
        await Promise.reject(new Error('down'));
      });
      await expect(deliver()).rejects.toThrow('down');
    });
    expect(await deliver()).toBe(1);
    expect(received).toEqual(['A:1']);
    expect((await read()).changes).toEqual([change(1), change(2)]);
    expect((await read()).delivery).toEqual({
      notBefore: time(MINUTE + 5_000),
      failures: 1,
      failingSince: time(MINUTE),
    });
  });

  it('leaves the retry of another process when the first one fails late', async () => {
    const { clock, listener, deliver, read } = await delivering();
    listener.mockImplementationOnce(async () => {
      clock.advance(MINUTE);
      expect(await deliver()).toBe(2);
      throw new Error('down');
    });
    await expect(deliver()).rejects.toThrow('down');
    expect(await read()).toMatchObject({ changes: [] });
    expect(await read()).not.toHaveProperty('delivery');
  });

  it('the delivery of changes is postponed after a failure, twice as long each time, up to an hour', async () => {
    const { clock, listener, deliver, read } = await delivering();
    const error = new Error('the warehouse is down');
    listener.mockRejectedValue(error);
    const pauses: number[] = [];
    for (let failures = 1; failures <= 12; failures++) {
      const at = clock.now().getTime();
      await expect(deliver()).rejects.toBe(error);
      const { delivery } = await read();
      expect(delivery?.failures).toBe(failures);
      pauses.push(Date.parse(delivery?.notBefore ?? '') - at);
      clock.advance(pauses.at(-1)! - 1);
      expect(await deliver()).toBe(0);
      clock.advance(1);
    }
    expect(pauses.map((ms) => ms / 1_000)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600]);
    expect(listener).toHaveBeenCalledTimes(12);
    listener.mockReset();
    expect(await deliver()).toBe(2);
    expect(await read()).not.toHaveProperty('delivery');
  });

  it('keeps the number of failures and the time of the first one while it is tried again', async () => {
    const { clock, listener, deliver, read } = await delivering({ changes: [change(1)] });
    listener.mockRejectedValueOnce(new Error('down'));
    await expect(deliver()).rejects.toThrow('down');
    clock.advance(MINUTE);
    listener.mockImplementationOnce(async () => {
      expect((await read()).delivery).toEqual({ notBefore: time(2 * MINUTE), failures: 1, failingSince: NOON });
      throw new Error('down');
    });
    await expect(deliver()).rejects.toThrow('down');
    expect((await read()).delivery).toEqual({ notBefore: time(MINUTE + 10_000), failures: 2, failingSince: NOON });
    clock.advance(MINUTE);
    expect(await deliver()).toBe(1);
  });

  it('does nothing for an order without changes, also with a delivery of before', async () => {
    const { book, listener, deliver } = await delivering({ changes: [], delivery: { notBefore: NOON, failures: 0 } });
    const update = vi.spyOn(book, 'update');
    expect(await deliver()).toBe(0);
    expect(listener).not.toHaveBeenCalled();
    expect(update).toHaveBeenCalledOnce();
    expect(await update.mock.results[0]?.value).toMatchObject({ changed: false });
  });
});
