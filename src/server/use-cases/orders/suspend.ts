import type { OrderBook } from '../../book/order-book.js';
import type { OrderStore } from '../../book/order-store.js';
import { ORDER_STATES } from '../../../protocol/adapter/outcome-codes.js';
import { withEntry } from '../../domain/record/order-record.js';
import { orderStateRow } from '../../domain/record/order-state.table.js';

/**
 * States of an order that takes a payment, or may take one when its unresolved payment has ended. The unresolved
 * payment itself is still looked up, and its success counts.
 */
const UNFINISHED = ORDER_STATES.filter((state) => !orderStateRow(state).final);

/** Input of `orders.suspend`. */
export interface SuspendInput {
  /** Only orders that were created before this time, by the store's clock. */
  readonly createdBefore: Date;
}

/** Result of `orders.suspend`. */
export interface SuspendReport {
  /** Number of orders that take no payment any more, and did before. */
  readonly suspended: number;
}

const BATCH = 500;

/** Closes older orders to payments until a person reopens them. */
export async function suspend(
  book: OrderBook,
  store: OrderStore,
  { createdBefore }: SuspendInput,
): Promise<SuspendReport> {
  const before = createdBefore.toISOString();
  // The list begins with the orders of this millisecond, whose ids are longer than an empty one.
  let after = { time: before, id: '' };
  for (let suspended = 0; ; ) {
    const found = await store.list({ limit: BATCH, states: UNFINISHED, after });
    for (const { id, createdAt } of found) {
      if (createdAt >= before) continue;
      const { changed } = await book.update(id, (record, at) =>
        record.suspended || !UNFINISHED.includes(record.state)
          ? undefined
          : withEntry({ ...record, suspended: true }, at, 'suspended', { createdBefore: before }),
      );
      if (changed) suspended++;
    }
    const last = found.at(-1);
    if (!last || found.length < BATCH) return { suspended };
    after = { time: last.createdAt, id: last.id };
  }
}
