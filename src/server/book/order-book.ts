import { pauseWith, type After } from '../util/timers.js';
import { Problem } from '../domain/problems/problem.js';
import type { OrderStore, TimedRecord } from './order-store.js';
import type { OrderFlag } from '../domain/record/history.js';
import { isPossibleOrderId } from '../domain/identifiers/gateway-order-id.js';
import { readableRecord } from '../domain/record/record-version.js';
import { orderTimes } from '../domain/record/order-due.js';
import { createOrderWatch } from './order-watch.js';
import { createTurns } from './turns.js';
import type { OrderRecord } from '../domain/record/order-record.js';
import { withoutUnneededData } from '../domain/record/retention.js';
import { withOrderExpired } from '../domain/states/order-end.js';

/** Returns the changed record, or undefined for no change. Pure. `at` is the store's time. */
export type Change = (record: OrderRecord, at: Date) => OrderRecord | undefined;

/** An order with its revision and the store's time, as this process has it. */
export interface TimedOrder extends TimedRecord {
  /** The clock of this process once it had the time `at`, in milliseconds: what passes since then passes after `at`. */
  readonly knownAt: number;
}

export interface Updated extends TimedOrder {
  /** True when the change was written. The end of an expired order does not count. */
  readonly changed: boolean;
}

/** The orders of one backend: read, changed by compare-and-set, and watched for changes. */
export interface OrderBook {
  /**
   * Returns the order as it is stored.
   * @throws {Problem} order-not-found, record-newer
   */
  read(id: string): Promise<OrderRecord>;
  /**
   * Reads an order with its revision and the store's time, in one call of the store. An expired order ends
   * with this call.
   */
  readTimed(id: string): Promise<TimedOrder>;
  /**
   * Applies a change to the stored record, and repeats it after a lost compare-and-set. Does not write or
   * notify when the change returns undefined. An expired order ends before the change, in a write of its
   * own, so that no change depends on an earlier read.
   * @throws {Problem} order-not-found, record-newer; store-busy, with nothing written, after the last try
   */
  update(id: string, change: Change, options?: UpdateOptions): Promise<Updated>;
  /** Resolves when the condition holds, at the time limit, or when the signal aborts. */
  waitUntil(
    id: string,
    condition: (record: OrderRecord) => boolean,
    options: { readonly ms: number; readonly signal?: AbortSignal | undefined },
  ): Promise<OrderRecord>;
  /** Returns the store's time. Times that several processes compare come from here. */
  now(): Promise<Date>;
  /** Returns the same orders, with other listeners for the changes that are made through it, such as a request's. */
  withListeners(listeners: BookListeners): OrderBook;
}

/** Knowledge about the order before an update, and the safety of its write. */
export interface UpdateOptions {
  /**
   * The order as this process knows it, for a first try without a read. Its time is that of the store, and what has
   * passed in this process since then: an estimate, for results only. A write before which nothing may be sent reads
   * the store's time. The order is read when another one has changed it, when its time may be over, and when the change
   * throws or returns undefined.
   */
  readonly found?: TimedOrder | undefined;
  /** False when a power cut may undo the write while the order is open, which saves a flush. Default: true. */
  readonly flush?: boolean | undefined;
}

/** Receives the record and its new flag, after it was written. */
export type FlagListener = (record: OrderRecord, flag: OrderFlag) => void;

/** Listeners for changes, which are called after the write. */
export interface BookListeners {
  /** Called for each flag that was added. */
  readonly onFlag?: FlagListener | undefined;
  /** Called with the record and the one before, after each write. */
  readonly onWrite?: ((record: OrderRecord, before: OrderRecord) => void) | undefined;
}

/** Tries of one update. The pauses between them last for 1.4 s at least. */
const MAX_TRIES = 10;
/** Time after which an order is read before it is written, in milliseconds. */
const KNOWN_FOR = 60_000;
const FIRST_PAUSE = 15;
const MAX_PAUSE = 1000;

/** Writes of this process to one order, while updates of it are under way. */
interface Writes {
  calls: number;
  count: number;
}

/** An update of one order. */
interface Update extends UpdateOptions {
  readonly id: string;
  readonly change: Change;
  readonly writes: Writes;
  readonly listeners: BookListeners;
}

export interface OrderBookOptions extends BookListeners {
  readonly store: OrderStore;
  readonly after: After;
  /** The clock of this process. Default: the machine's. */
  readonly now?: () => Date;
  /** True when changes are kept for `onOrderChanged`. */
  readonly keepsChanges: boolean;
  /** Called after a write that added changes, with the order's id and this book. */
  readonly onChanges?: (id: string, book: OrderBook) => void;
  /** Called with each error of a listener. */
  readonly onFailed?: (error: unknown) => void;
  /** Resolves after `ms` milliseconds. Default: a promise on `after`. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Returns a number from 0 to 1. Default: `Math.random`. */
  readonly random?: () => number;
  /** Ids of changes. Default: `crypto.randomUUID`. */
  readonly randomUuid?: () => string;
}

export function createOrderBook({
  store,
  after,
  now = () => new Date(),
  keepsChanges,
  onChanges,
  onFlag,
  onWrite,
  onFailed,
  pause = pauseWith(after),
  random = Math.random,
  randomUuid = () => crypto.randomUUID(),
}: OrderBookOptions): OrderBook {
  const own = { onFlag, onWrite };
  const watch = createOrderWatch({ read: readStored, after });
  const turns = createTurns();
  const underWay = new Map<string, Writes>();

  async function readStored(id: string): Promise<TimedOrder> {
    const found = isPossibleOrderId(id) ? await store.read(id) : undefined;
    if (!found) throw new Problem('order-not-found');
    return { ...found, record: readableRecord(found.record), knownAt: now().getTime() };
  }

  /** The record as it is written: with the fields by which the store finds it, and new entries with the new state. */
  function recordToStore(record: OrderRecord, before: OrderRecord, at: Date): OrderRecord {
    const {
      dueAt: _dueBefore,
      deliverAt: _deliverBefore,
      checkAt: _checkBefore,
      unresolvedSince: _unresolvedBefore,
      ...rest
    } = keepsChanges || record.notifies ? { ...record, notifies: true as const } : { ...record, changes: [] };
    const known = new Set(before.history);
    const history = record.history.map((entry) => (known.has(entry) ? entry : { ...entry, state: record.state }));
    // An id that is derived from the sequence would come again after a backup was restored.
    const changes = rest.changes.map((one) => (one.id === '' ? { ...one, id: randomUuid() } : one));
    const next = withoutUnneededData({ ...rest, changes, history, updatedAt: latest(before.updatedAt, at) });
    return { ...next, ...orderTimes(next) };
  }

  /**
   * Pause after the second lost try and each later one, in milliseconds. It grows, and it varies, so that several
   * processes do not meet again.
   */
  function pauseAfter(tries: number): number {
    return Math.min(FIRST_PAUSE * 2 ** (tries - 2), MAX_PAUSE) * (0.5 + random() / 2);
  }

  /** One read and one compare-and-set, after that of the end when it is due; undefined when one was lost. */
  async function tryOnce(one: Update): Promise<Updated | undefined> {
    const stored = await readStored(one.id);
    const ended = withOrderExpired(stored.record, stored.at);
    const found = ended ? await write(one, stored, ended) : stored;
    if (!found) return undefined;
    const changed = one.change(found.record, found.at);
    return changed ? write(one, found, changed) : { ...found, changed: false };
  }

  /** One compare-and-set on the order as this process knows it; undefined when nothing was written. */
  async function tryFound(one: Update): Promise<Updated | undefined> {
    const knownAt = now().getTime();
    const passed = knownAt - (one.found?.knownAt ?? 0);
    // A clock that was set back or forward does not show how much time has passed.
    if (!one.found || passed < 0 || passed > KNOWN_FOR) return undefined;
    const found = { ...one.found, at: new Date(one.found.at.getTime() + passed), knownAt };
    if (withOrderExpired(found.record, found.at)) return undefined;
    let changed: OrderRecord | undefined;
    try {
      changed = one.change(found.record, found.at);
    } catch {
      // The order may be another one by now.
    }
    return changed && write(one, found, changed);
  }

  async function write(
    { id, writes, listeners, flush = true }: Update,
    found: TimedOrder,
    changed: OrderRecord,
  ): Promise<Updated | undefined> {
    const { record, revision, at } = found;
    const next = recordToStore(changed, record, at);
    if (!(await store.replace(next, revision, { flush: flush || next.state !== 'open' }))) return undefined;
    writes.count++;
    tell(() => watch.written({ record: next, revision: revision + 1 }));
    tell(() => next.changes.length > record.changes.length && onChanges?.(id, bookWith(own)));
    for (const flag of next.flags) if (!record.flags.includes(flag)) tell(() => listeners.onFlag?.(next, flag));
    tell(() => listeners.onWrite?.(next, record));
    return { ...found, changed: true, record: next, revision: revision + 1 };
  }

  /** Calls a listener. The write is stored, so that no error of a listener is one of the write. */
  function tell(listener: () => unknown): void {
    try {
      listener();
    } catch (error) {
      onFailed?.(error);
    }
  }

  /**
   * Tries until the change is stored. A try that was lost to another call of this process is not counted: few calls can
   * be under way when the turns begin.
   */
  async function tryUntilStored(one: Update, lost: number): Promise<Updated> {
    for (let tries = lost; ; ) {
      const { count } = one.writes;
      const updated = await tryOnce(one);
      if (updated) return updated;
      if (one.writes.count !== count) continue;
      tries++;
      if (tries >= MAX_TRIES) throw new Problem('store-busy');
      if (tries > 1) await pause(pauseAfter(tries));
    }
  }

  async function update(one: Update): Promise<Updated> {
    const { id, writes } = one;
    if (turns.isTaken(id)) return turns.take(id, () => tryUntilStored(one, 0));
    const { count } = writes;
    const updated = (await tryFound(one)) ?? (await tryOnce(one));
    // After a lost try the calls of this process take turns, so that many calls of one client do not use up the tries
    // of another.
    return updated ?? turns.take(id, () => tryUntilStored(one, writes.count === count ? 1 : 0));
  }

  function bookWith(listeners: BookListeners): OrderBook {
    const book: OrderBook = {
      withListeners: bookWith,
      read: async (id) => (await readStored(id)).record,
      async readTimed(id) {
        const found = await readStored(id);
        return withOrderExpired(found.record, found.at) ? book.update(id, () => undefined) : found;
      },
      now: () => store.now(),
      async update(id, change, options) {
        const writes = underWay.get(id) ?? { calls: 0, count: 0 };
        underWay.set(id, writes);
        writes.calls++;
        try {
          return await update({ ...options, id, change, writes, listeners });
        } finally {
          writes.calls--;
          if (writes.calls === 0) underWay.delete(id);
        }
      },
      async waitUntil(id, condition, { ms, signal }) {
        const found = await readStored(id);
        if (condition(found.record) || ms <= 0 || signal?.aborted) return found.record;
        return watch.wait(found, { condition, ms, signal });
      },
    };
    return book;
  }

  return bookWith(own);
}

/** The later of two times. The clock of a store may be set back, and an estimate may be early. */
function latest(before: string, at: Date): string {
  const text = at.toISOString();
  return text < before ? before : text;
}
