import type { OrderBook } from '../orders/book/order-book.js';
import { withEntry, type OrderRecord } from '../orders/record/order-record.js';
import { refundToSettle, type SettleInput } from '../orders/api/settle-by-person.js';
import { withRefundEnd } from './refund-results.js';

/**
 * Settles an unresolved refund by a person's decision.
 * @throws {MessageError} naming `refund`
 */
export async function settleRefund(
  book: OrderBook,
  id: string,
  input: Extract<SettleInput, { as: 'refunded' | 'not-refunded' }>,
): Promise<OrderRecord> {
  const { as, by, reason } = input;
  const { record } = await book.update(id, (current, at) => {
    const refund = refundToSettle(current, input, at);
    const settled = withRefundEnd(current, refund, { step: as === 'refunded' ? 'done' : 'refused' }, at);
    return withEntry(settled, at, 'settled', { as, by, reason, refund: refund.key });
  });
  return record;
}
