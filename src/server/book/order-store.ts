import type { OrderState } from '../../protocol/adapter/outcome-codes.js';
import type { OrderRecord } from '../domain/record/order-record.js';
import type { StoreFilter } from './order-filter.js';

/**
 * Storage of orders and counters, which several processes may share.
 *
 * - **Reads see writes.** Once a write has resolved, every process reads it. A replica that lags behind is not enough.
 * - **Writes compare and set.** Of any number of concurrent calls with one revision or one new id, exactly one writes.
 * - **A rejected write may have been done.** A store never repeats a write whose result it does not know. It rejects
 *   with `StoreBusyError` only when nothing was done.
 * - **One clock.** `now`, the times of reads and the ends of counters come from one clock for all processes.
 *
 * Beside the document a store needs these fields of it: `id`, `createdAt`, `state`, `updatedAt`, and the times of
 * `StoreDueOptions`. It keeps the search terms of the record as well (`searchTerms`). Each write replaces them, and a
 * deleted order leaves none. All times are ISO 8601 in UTC with milliseconds, so that their text sorts by time. Ids
 * sort by code unit.
 *
 * `scudo-checkout/store-conformance` exports the checks of this contract.
 * @example
 * import { searchTerms, type OrderStore } from 'scudo-checkout/server';
 *
 * declare const db: any; // your database
 *
 * const store: OrderStore = {
 *   insert: (record) => db.insertUnlessExists(record.id, { record, revision: 1, terms: searchTerms(record) }),
 *   read: (id) => db.findWithTime(id), // { record, revision, at }
 *   // UPDATE … SET revision = revision + 1 WHERE id = ? AND revision = ?
 *   replace: (record, revision) => db.replaceIfRevision(record, revision, searchTerms(record)),
 *   list: (options) => db.listOrders(options),
 *   countOrders: (filter) => db.countOrders(filter),
 *   due: ({ by, at, limit }) => db.idsUntil(by, at, limit),
 *   now: () => db.now(),
 *   addToCounter: (key, { ms }) => db.increment(key, ms),
 *   prune: (options) => db.deleteOrders(options),
 * };
 */
export interface OrderStore {
  /** Returns false when an order with that id exists. */
  insert(record: OrderRecord): Promise<boolean>;
  /** Returns the order, and the time of `now` at the read. Returns undefined for an unknown id. */
  read(id: string): Promise<TimedRecord | undefined>;
  /**
   * Stores the record under the next revision. Returns false, and stores nothing, when the stored revision is not
   * `revision`.
   */
  replace(record: OrderRecord, revision: number, options?: StoreWriteOptions): Promise<boolean>;
  /** Returns orders by the time of `sort`, newest first, then by id. */
  list(options: StoreListOptions): Promise<readonly OrderRecord[]>;
  /** Returns the number of orders that meet the filter. */
  countOrders(filter: StoreFilter): Promise<number>;
  /**
   * Returns the ids of orders whose time `by` is not after `at`, earliest first, then by id. `orders.reconcile` finds
   * its work with it, and the oldest payment in doubt.
   */
  due(options: StoreDueOptions): Promise<readonly string[]>;
  /** Returns the time of the clock that all processes on this store share, to the millisecond. */
  now(): Promise<Date>;
  /**
   * Adds `add`, by default 1, to a counter, and returns its value, which is never below 0, and the time at which it
   * ends. A counter ends `ms` after its first count; the next one begins at 0. With `add: 0` it only reads. A counter
   * that does not run has the value 0. Of concurrent calls that add 1 each returns a value of its own.
   */
  addToCounter(key: string, options: CountOptions): Promise<CounterValue>;
  /**
   * Deletes at most `limit` orders in one of `states`, without `dueAt`, `deliverAt` and `checkAt`, whose last change
   * was before `updatedBefore`, and counters that have ended, unless `counters` is false. Returns the number of deleted
   * orders. Deleted data, and data that was replaced before the call, leave the files of the store as far as it
   * controls them.
   */
  prune(options: StorePruneOptions): Promise<number>;
  /** Optional: releases connections. Later calls for orders and counters reject; another `close` does nothing. */
  close?(): Promise<void>;
}

/** Filter and range of `list`. */
export interface StoreListOptions extends StoreFilter {
  /** Maximum number of orders. */
  readonly limit: number;
  /** The time by which the list is sorted. Default: `createdAt`. */
  readonly sort?: 'createdAt' | 'updatedAt';
  /**
   * Only orders that come after this one in the list: its time of `sort`, and its id. The order itself may have been
   * changed or deleted.
   */
  readonly after?: { readonly time: string; readonly id: string };
}

/** Safety of a write. */
export interface StoreWriteOptions {
  /**
   * False for a step before a payment, which a power cut may undo if it undoes no earlier write. All processes read the
   * write at once. A store may ignore it. Default: true.
   */
  readonly flush?: boolean | undefined;
}

/** The orders that `due` returns. */
export interface StoreDueOptions {
  /**
   * `dueAt`: a look-up that the shop or the shopper waits for. `deliverAt`: a delivery. `checkAt`: a routine look-up.
   * `unresolvedSince`: a payment in doubt was sent.
   */
  readonly by: 'dueAt' | 'deliverAt' | 'checkAt' | 'unresolvedSince';
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Maximum number of ids. */
  readonly limit: number;
}

/** A stored record and its revision. */
export interface VersionedRecord {
  /** The stored order. */
  readonly record: OrderRecord;
  /** 1 after `insert`; each `replace` increments it. */
  readonly revision: number;
}

/** A stored record, as `read` returns it. */
export interface TimedRecord extends VersionedRecord {
  /** The time of the store's clock at the read. */
  readonly at: Date;
}

/** A count. */
export interface CountOptions {
  /** Time after which a counter that begins ends, in milliseconds. */
  readonly ms: number;
  /** 1, 0 or a negative number. Default: 1. */
  readonly add?: number;
}

/** Value of a counter, this count included. */
export interface CounterValue {
  /** The count so far, with this call. */
  readonly value: number;
  /** The counter starts again at 1 from this time on, by the store's clock. */
  readonly endsAt: Date;
}

/** Orders that `prune` deletes. */
export interface StorePruneOptions {
  /** Only orders whose last change was before this time, ISO 8601 in UTC. */
  readonly updatedBefore: string;
  /** Only orders in one of these states. */
  readonly states: readonly OrderState[];
  /** Maximum number of orders. */
  readonly limit: number;
  /** False when an earlier batch of the same run has deleted the counters. Default: true. */
  readonly counters?: boolean;
}
