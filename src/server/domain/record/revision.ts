import { Problem } from '../problems/problem.js';
import type { OrderRecord, Price } from './order-record.js';

/** The revision of an order that was never changed. */
const FIRST_REVISION = '1';

/** The revision of an order, which is another one after each `orders.update`. */
export function revisionOf({ revision = FIRST_REVISION }: Pick<OrderRecord, 'revision'>): string {
  return revision;
}

/** The amount and currency of an order. */
export function priceOf({ amount, currency }: Price): Price {
  return { amount, currency };
}

/**
 * True for a payment that is not about the order as it is now.
 * @param known the revision that the page shows; undefined for a client that sends none
 * @param price the amount of the payment so far; undefined for one that has none yet
 */
export function isChanged(record: OrderRecord, known: string | undefined, price?: Price): boolean {
  if (known !== undefined && known !== revisionOf(record)) return true;
  return price !== undefined && (price.amount !== record.amount || price.currency !== record.currency);
}

/**
 * Checks that a payment is about the order as it is now. Called with each write after which a payment may be sent.
 * @throws {Problem} order-changed
 */
export function requireUnchanged(record: OrderRecord, known: string | undefined, price?: Price): void {
  if (isChanged(record, known, price)) throw new Problem('order-changed');
}
