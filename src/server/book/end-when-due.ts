import type { OrderRecord } from '../domain/record/order-record.js';
import { withOrderExpired } from '../domain/states/order-end.js';
import type { OrderBook } from './order-book.js';

/** The order, which ends now if its time is over. Reconciliation ends the orders that are not read. */
export async function endedWhenDue(book: OrderBook, record: OrderRecord): Promise<OrderRecord> {
  if (record.expiresAt === undefined || !withOrderExpired(record, await book.now())) return record;
  return (await book.update(record.id, withOrderExpired)).record;
}
