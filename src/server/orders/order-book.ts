import { Problem } from '../problem.js';
import { upToDate, type OrderRecord } from './order-record.js';
import type { OrderStore } from '../store/order-store.js';

/** The orders of one backend: read, changed by compare-and-set, and watched for changes. */
export interface OrderBook {
  /** @throws {Problem} order-not-found */
  read(id: string): Promise<OrderRecord>;
  /**
   * Applies a pure change until nobody else was faster. A change that answers undefined changes
   * nothing, which is answered as `changed: false` with the record as it stands.
   */
  update(
    id: string,
    change: (record: OrderRecord) => OrderRecord | undefined,
  ): Promise<{ readonly changed: boolean; readonly record: OrderRecord }>;
  /** Resolves with the record as soon as it is so, or as it is when the time is up or the signal aborts. */
  waitUntil(
    id: string,
    so: (record: OrderRecord) => boolean,
    options: { readonly ms: number; readonly signal?: AbortSignal | undefined },
  ): Promise<OrderRecord>;
}

/** How often another process's changes are looked for, in milliseconds. */
const POLL = 1000;

export function createOrderBook(store: OrderStore): OrderBook {
  const watchers = new Map<string, Set<() => void>>();

  const readVersioned = async (id: string) => {
    const found = await store.read(id);
    if (!found) throw new Problem('order-not-found');
    return { ...found, record: upToDate(found.record) };
  };

  /** Resolves on a change in this process, after the poll's time, or when aborted. */
  const change = (id: string, ms: number, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve) => {
      const set = watchers.get(id) ?? new Set();
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        set.delete(wake);
        if (set.size === 0) watchers.delete(id);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      signal?.addEventListener('abort', wake, { once: true });
      watchers.set(id, set.add(wake));
    });

  return {
    read: async (id) => (await readVersioned(id)).record,
    async update(id, apply) {
      for (;;) {
        const { record, revision } = await readVersioned(id);
        const next = apply(record);
        if (!next) return { changed: false, record };
        if (await store.replace(next, revision)) {
          for (const wake of [...(watchers.get(id) ?? [])]) wake();
          return { changed: true, record: next };
        }
      }
    },
    async waitUntil(id, so, { ms, signal }) {
      const end = performance.now() + ms;
      for (;;) {
        const { record } = await readVersioned(id);
        const left = end - performance.now();
        if (so(record) || left <= 0 || signal?.aborted) return record;
        await change(id, Math.min(left, POLL), signal);
      }
    },
  };
}
