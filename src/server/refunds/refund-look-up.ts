import type { BackendContext } from '../orders/backend-context.js';
import type { RefundRecord } from '../gateway/report-records.js';
import type { RefundAttempt } from '../orders/record/attempts.js';
import { runLookUp } from '../orders/calls/run-look-up.js';
import { refundAttempt, type OrderRecord } from '../orders/record/order-record.js';
import { withRefundReport, type ListedRefunds } from './refund-report.js';
import { isUnderWay } from '../operations/operation-results.js';
import { isOpen } from '../orders/record/operation.table.js';

/**
 * Reads the refunds report about one refund and applies the result. Does nothing while another look-up
 * of the refund is under way.
 * @throws {GatewayError} when the report cannot be read. The refund stays as it is.
 */
export async function lookUpRefund(context: BackendContext, id: string, key: string): Promise<OrderRecord> {
  const { record } = await runLookUp(context.book, id, {
    find: (order) => refundAttempt(order, key),
    isOpen: (refund, at) => isOpen(refund) && !isUnderWay(refund, at),
    ask: (refund) => readReport(context, refund),
    apply: (order, listed, at) => withRefundReport(order, key, listed, context.releaseRefundsAfter, at),
  });
  return record;
}

async function readReport({ gateway }: BackendContext, { gatewayOrderId }: RefundAttempt): Promise<ListedRefunds> {
  const listed: RefundRecord[] = [];
  const missing: number[] = [];
  const list = gateway.refunds.list({ orderId: gatewayOrderId }, { onIncomplete: (count) => missing.push(count) });
  for await (const record of list) listed.push(record);
  return { listed, isComplete: missing.length === 0 };
}
