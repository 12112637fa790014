import type { OrderState } from '../../protocol/outcome.js';
import type { OrderRecord } from './order-record.js';

/**
 * Storage of orders. A store needs a compare-and-set on a revision. Several processes may share one.
 * Reads see the writes of the same process.
 *
 * Beside the document a store needs these fields of it: `id`, `createdAt`, `state`, `updatedAt` and
 * `dueAt`. All times are ISO 8601 in UTC with milliseconds, so that their text sorts by time.
 * @example
 * const store: OrderStore = {
 *   insert: (record) => db.insertUnlessExists(record.id, { record, revision: 1 }),
 *   read: (id) => db.find(id),
 *   // UPDATE … SET revision = revision + 1 WHERE id = ? AND revision = ?
 *   replace: (record, revision) => db.replaceIfRevision(record, revision),
 *   list: (options) => db.listOrders(options),
 *   due: ({ at, limit }) => db.idsDueAt(at, limit),
 *   now: () => db.now(),
 * };
 */
export interface OrderStore {
  /** Returns false when an order with that id exists. */
  insert(record: OrderRecord): Promise<boolean>;
  /** Returns undefined for an unknown id. */
  read(id: string): Promise<VersionedRecord | undefined>;
  /**
   * Stores the record under the next revision. Returns false, and stores nothing, when the stored revision
   * is not `revision`.
   */
  replace(record: OrderRecord, revision: number): Promise<boolean>;
  /** Returns orders by time of creation, newest first, then by id. */
  list(options: OrderListOptions): Promise<readonly OrderRecord[]>;
  /** Returns the ids of orders whose `dueAt` is not after `at`, earliest first. */
  due(options: { readonly at: string; readonly limit: number }): Promise<readonly string[]>;
  /** Returns the time of the clock that all processes on this store share. */
  now(): Promise<Date>;
}

/** Filter and range of `list`. */
export interface OrderListOptions {
  /** Maximum number of orders. */
  readonly limit: number;
  /** Only orders in one of these states. */
  readonly states?: readonly OrderState[];
  /** Only orders whose last change was before this time, ISO 8601 in UTC. */
  readonly updatedBefore?: string;
  /** Only orders that come after this one in the list. */
  readonly after?: { readonly createdAt: string; readonly id: string };
}

/** A stored record and its revision. */
export interface VersionedRecord {
  readonly record: OrderRecord;
  /** 1 after `insert`; each `replace` increments it. */
  readonly revision: number;
}
