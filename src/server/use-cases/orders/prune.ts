import type { Uses } from '../../ports/ports.js';
import type { OrderStore } from '../../book/order-store.js';
import { orderStatesWith } from '../../domain/record/order-state.table.js';

/** States of an order that waits for nothing. */
const PRUNABLE = orderStatesWith('prunable');

/** Input of `orders.prune`. */
export interface PruneInput {
  /** Only orders that have not changed for so many milliseconds; at least a day. */
  readonly olderThan: number;
}

/** Result of `orders.prune`. */
export interface PruneReport {
  /** Number of deleted orders. */
  readonly pruned: number;
}

const BATCH = 500;

/** Deletes orders that wait for nothing and have not changed for a time, in batches. */
export async function prune(
  { book, closing }: Uses<'book' | 'closing'>,
  store: OrderStore,
  { olderThan }: PruneInput,
): Promise<PruneReport> {
  const updatedBefore = new Date(Math.max(0, (await book.now()).getTime() - olderThan)).toISOString();
  for (let pruned = 0; ; ) {
    const deleted = await store.prune({ updatedBefore, states: PRUNABLE, limit: BATCH, counters: pruned === 0 });
    pruned += deleted;
    // A process that stops leaves the rest to the next call.
    if (deleted < BATCH || closing.aborted) return { pruned };
  }
}
