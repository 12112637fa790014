import type { OrderState } from '../../protocol/outcome.js';
import type { OrderRecord } from './order-record.js';

/**
 * Storage of orders. Any database that can replace a document only when its revision is unchanged
 * will do. Several processes may share one. Reads see the writes of the same process.
 *
 * Beside the document a store needs these fields of it: `id`, `createdAt`, `state`, `updatedAt` and
 * `dueAt`. All times are ISO 8601 in UTC with milliseconds, so that their text sorts by time.
 */
export interface OrderStore {
  /** Returns false when an order with that id exists. */
  insert(record: OrderRecord): Promise<boolean>;
  read(id: string): Promise<VersionedRecord | undefined>;
  /** Compare-and-set: returns false when the stored revision is another one. */
  replace(record: OrderRecord, revision: number): Promise<boolean>;
  /** Orders by time of creation, newest first, then by id. */
  list(options: OrderListOptions): Promise<readonly OrderRecord[]>;
  /** Ids of orders whose `dueAt` is not after `at`, earliest first. */
  due(options: { readonly at: string; readonly limit: number }): Promise<readonly string[]>;
  /** The clock that all processes on this store share. */
  now(): Promise<Date>;
}

export interface OrderListOptions {
  readonly limit: number;
  /** Only orders in one of these states. */
  readonly states?: readonly OrderState[];
  /** Only orders whose last change was before this time. */
  readonly updatedBefore?: string;
  /** Only orders that come after this one in the list. */
  readonly after?: { readonly createdAt: string; readonly id: string };
}

export interface VersionedRecord {
  readonly record: OrderRecord;
  readonly revision: number;
}
