import type { BackendContext } from '../orders/backend-context.js';
import type { RefundRecord } from '../gateway/report-records.js';
import type { RefundAttempt } from '../orders/attempts.js';
import { mayLookUp, withLookUpEnded, withLookUpStarted } from '../orders/look-up-lease.js';
import { refundAttempt, withAttempt, type OrderRecord } from '../orders/order-record.js';
import { withRefundReport } from './refund-report.js';
import { isOpen } from './refund-results.js';

/**
 * Reads the refunds report about one refund and applies the result. Does nothing while another look-up
 * of the refund is under way.
 * @throws {GatewayError} when the report cannot be read. The refund stays as it is.
 */
export async function lookUpRefund(context: BackendContext, id: string, key: string): Promise<OrderRecord> {
  const { book, gateway, releaseRefundsAfter } = context;
  const started = await book.update(id, (record, at) => {
    const refund = refundAttempt(record, key);
    if (!refund || !hasOpenQuestion(refund, at) || !mayLookUp(refund, at)) return undefined;
    return withAttempt(record, withLookUpStarted(refund, at));
  });
  const refund = refundAttempt(started.record, key);
  if (!started.changed || !refund) return started.record;

  const listed: RefundRecord[] = [];
  const missing: number[] = [];
  try {
    const list = gateway.refunds.list(
      { orderId: refund.gatewayOrderId },
      { onIncomplete: (count) => missing.push(count) },
    );
    for await (const record of list) listed.push(record);
  } catch (error) {
    await book.update(id, (record, at) => {
      const own = refundAttempt(record, key);
      return own && withAttempt(record, withLookUpEnded(own, at, { decided: false }));
    });
    throw error;
  }
  const { record } = await book.update(id, (current, at) =>
    withRefundReport(current, key, { listed, isComplete: missing.length === 0 }, releaseRefundsAfter, at),
  );
  return record;
}

function hasOpenQuestion(refund: RefundAttempt, at: Date): boolean {
  // The answer itself may still arrive.
  if (refund.progress.step === 'sent') return at.getTime() >= Date.parse(refund.deadline);
  return isOpen(refund);
}
