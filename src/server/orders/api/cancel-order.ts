import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import type { OrderBook } from '../book/order-book.js';
import { withOrderCancelled, type OrderEnd } from '../states/order-end.js';
import { orderFieldError } from './new-order.js';

/** Input of `orders.cancel`. */
export interface CancelInput extends OrderEnd {
  /** Idempotency key, at most 255 characters. */
  readonly key: string;
  /** The person who has asked for it, for the audit. At most 500 characters. */
  readonly by?: string | undefined;
  /** The reason, for the audit. At most 500 characters. */
  readonly reason?: string | undefined;
}

/** Result of `orders.cancel`. */
export interface CancelAnswer {
  /** `ended`: the order was not paid, and takes no payment any more. */
  readonly way: 'ended';
  readonly state: 'done';
  /** The idempotency key. */
  readonly key: string;
  /** The order after the call. */
  readonly order: { readonly id: string; readonly state: OrderState };
}

/**
 * Ends an order before a payment. A repeated call has the same result.
 * @throws {MessageError} naming `order` after a payment
 * @throws {Problem} payment-under-way while the order is `in-doubt` or `pending`
 */
export async function cancelOrder(book: OrderBook, id: string, input: CancelInput): Promise<CancelAnswer> {
  const { record } = await book.update(id, (current, at) => withOrderCancelled(current, input, at));
  if (record.state !== 'cancelled') throw orderFieldError('order', `is ${record.state} and cannot be cancelled`);
  return { way: 'ended', state: 'done', key: input.key, order: { id, state: record.state } };
}
