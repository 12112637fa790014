import type { After } from '../gateway/gateway-options.js';
import { Problem } from './problem.js';
import type { OrderStore } from './order-store.js';
import type { FlagKind } from './history.js';
import { currentRecord } from './migration.js';
import { dueAt } from './order-due.js';
import type { OrderRecord } from './order-record.js';

/** Returns the changed record, or undefined for no change. Pure. `at` is the store's time. */
export type Change = (record: OrderRecord, at: Date) => OrderRecord | undefined;

export interface Updated {
  readonly changed: boolean;
  readonly record: OrderRecord;
}

/** The orders of one backend: read, changed by compare-and-set, and watched for changes. */
export interface OrderBook {
  /** @throws {Problem} order-not-found, record-newer */
  read(id: string): Promise<OrderRecord>;
  /**
   * Applies a change to the stored record, and repeats it after a lost compare-and-set. Does not write or
   * notify when the change returns undefined.
   * @throws {Problem} order-not-found, record-newer
   */
  update(id: string, change: Change): Promise<Updated>;
  /** Resolves when the condition holds, at the time limit, or when the signal aborts. */
  waitUntil(
    id: string,
    condition: (record: OrderRecord) => boolean,
    options: { readonly ms: number; readonly signal?: AbortSignal | undefined },
  ): Promise<OrderRecord>;
  /** Returns the store's time. Times that several processes compare come from here. */
  now(): Promise<Date>;
}

/** Poll interval for changes of other processes, in milliseconds. */
const POLL_INTERVAL = 1000;

export interface OrderBookOptions {
  readonly store: OrderStore;
  readonly after: After;
  /** True when changes are kept for `onOrderChanged`. */
  readonly keepsChanges: boolean;
  /** Called after a write that added changes. */
  readonly onChanges?: (id: string) => void;
  /** Called after a write that added a flag. */
  readonly onFlag?: (record: OrderRecord, kind: FlagKind) => void;
}

export function createOrderBook({ store, after, keepsChanges, onChanges, onFlag }: OrderBookOptions): OrderBook {
  const watchers = new Map<string, Set<() => void>>();

  async function readVersioned(id: string) {
    const found = await store.read(id);
    if (!found) throw new Problem('order-not-found');
    return { revision: found.revision, record: currentRecord(found.record) };
  }

  /** The record as it is written: with the fields by which the store finds it, and new entries with the new state. */
  function written(record: OrderRecord, before: OrderRecord, at: Date): OrderRecord {
    const { dueAt: _before, ...rest } =
      keepsChanges || record.notifies ? { ...record, notifies: true as const } : { ...record, changes: [] };
    const known = new Set(before.history);
    const history = record.history.map((entry) => (known.has(entry) ? entry : { ...entry, state: record.state }));
    const next: OrderRecord = { ...rest, history, updatedAt: at.toISOString() };
    const due = dueAt(next);
    return due === undefined ? next : { ...next, dueAt: due };
  }

  /** Resolves on a change in this process, after `ms` milliseconds, or on abort. */
  function nextChange(id: string, ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const waiting = watchers.get(id) ?? new Set();
      const wake = () => {
        cancel();
        signal.removeEventListener('abort', wake);
        waiting.delete(wake);
        if (waiting.size === 0) watchers.delete(id);
        resolve();
      };
      const cancel = after(ms, wake);
      signal.addEventListener('abort', wake, { once: true });
      watchers.set(id, waiting.add(wake));
    });
  }

  return {
    read: async (id) => (await readVersioned(id)).record,
    now: () => store.now(),
    async update(id, change) {
      for (;;) {
        const { record, revision } = await readVersioned(id);
        const at = await store.now();
        const changed = change(record, at);
        if (!changed) return { changed: false, record };
        const next = written(changed, record, at);
        if (!(await store.replace(next, revision))) continue;
        for (const wake of [...(watchers.get(id) ?? [])]) wake();
        if (next.changes.length > record.changes.length) onChanges?.(id);
        for (const flag of next.flags) if (!record.flags.includes(flag)) onFlag?.(next, flag.kind);
        return { changed: true, record: next };
      }
    },
    async waitUntil(id, condition, { ms, signal }) {
      const over = new AbortController();
      const cancel = after(ms, () => over.abort());
      const ended = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
      try {
        for (;;) {
          const { record } = await readVersioned(id);
          if (condition(record) || ended.aborted) return record;
          await nextChange(id, Math.min(ms, POLL_INTERVAL), ended);
        }
      } finally {
        cancel();
      }
    },
  };
}
