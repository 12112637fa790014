import type { OrderRecord } from '../orders/order-record.js';

/**
 * Where orders are kept. Small on purpose: any database that can replace a document only if nobody
 * else has meanwhile will do. Several processes may share one.
 */
export interface OrderStore {
  /** False when there is an order of that id. */
  insert(record: OrderRecord): Promise<boolean>;
  read(id: string): Promise<Versioned | undefined>;
  /** Compare-and-set: false when the stored revision is another one. */
  replace(record: OrderRecord, revision: number): Promise<boolean>;
  /** Newest first. */
  list(options: { readonly limit: number; readonly offset: number }): Promise<readonly OrderRecord[]>;
}

export interface Versioned {
  readonly record: OrderRecord;
  readonly revision: number;
}
