import type { After } from '../util/timers.js';
import type { VersionedRecord } from './order-store.js';
import type { OrderRecord } from '../domain/record/order-record.js';

/** Poll interval for changes of other processes, in milliseconds. */
const POLL_INTERVAL = 1000;

/** Condition, time limit in milliseconds, and signal of one wait. */
export interface WaitOptions {
  readonly condition: (record: OrderRecord) => boolean;
  readonly ms: number;
  readonly signal?: AbortSignal | undefined;
}

/** Waits of one process for changes of orders. One timer and one read of an order serve all who wait for it. */
export interface OrderWatch {
  /**
   * Resolves with the newest known record when the condition holds, at the time limit, or when the signal aborts.
   * @param found the record from which the wait starts
   */
  wait(found: VersionedRecord, options: WaitOptions): Promise<OrderRecord>;
  /** Passes a record that this process has written to all who wait for the order. */
  written(found: VersionedRecord): void;
}

interface Waiter {
  readonly receive: (found: VersionedRecord) => void;
  readonly fail: (error: unknown) => void;
}

interface Watched {
  readonly waiters: Set<Waiter>;
  cancelPoll: () => void;
}

export function createOrderWatch({
  read,
  after,
}: {
  readonly read: (id: string) => Promise<VersionedRecord>;
  readonly after: After;
}): OrderWatch {
  const orders = new Map<string, Watched>();

  function addWaiter(id: string, waiter: Waiter): () => void {
    const watched = orders.get(id) ?? { waiters: new Set(), cancelPoll: () => undefined };
    if (watched.waiters.size === 0) {
      orders.set(id, watched);
      poll(id, watched);
    }
    watched.waiters.add(waiter);
    return () => {
      watched.waiters.delete(waiter);
      if (watched.waiters.size > 0) return;
      watched.cancelPoll();
      orders.delete(id);
    };
  }

  function poll(id: string, watched: Watched): void {
    watched.cancelPoll = after(POLL_INTERVAL, () => {
      void read(id)
        .then(
          (found) => [...watched.waiters].forEach(({ receive }) => receive(found)),
          (error: unknown) => [...watched.waiters].forEach(({ fail }) => fail(error)),
        )
        .then(() => watched.waiters.size > 0 && poll(id, watched));
    });
  }

  return {
    wait: (found, { condition, ms, signal }) =>
      new Promise((resolve, reject) => {
        let newest = found;
        const end = (settle: () => void) => {
          cancelLimit();
          signal?.removeEventListener('abort', stop);
          removeWaiter();
          settle();
        };
        const stop = () => end(() => resolve(newest.record));
        const removeWaiter = addWaiter(found.record.id, {
          receive(next) {
            // A read that began before a write of this process is older.
            if (next.revision < newest.revision) return;
            newest = next;
            if (condition(next.record)) stop();
          },
          fail: (error) => end(() => reject(error)),
        });
        const cancelLimit = after(ms, stop);
        signal?.addEventListener('abort', stop);
      }),
    written(found) {
      [...(orders.get(found.record.id)?.waiters ?? [])].forEach(({ receive }) => receive(found));
    },
  };
}
