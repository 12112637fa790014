import type { OrderRecord } from '../domain/record/order-record.js';
import { withOrderExpired } from '../domain/states/order-end.js';
import type { OrderBook, TimedOrder } from './order-book.js';

/** The order, which ends now if its time is over. Reconciliation ends the orders that are not read. */
export async function endedWhenDue(
  book: OrderBook,
  { record, at }: Pick<TimedOrder, 'at' | 'record'>,
): Promise<OrderRecord> {
  if (!withOrderExpired(record, at)) return record;
  return (await book.update(record.id, withOrderExpired)).record;
}
