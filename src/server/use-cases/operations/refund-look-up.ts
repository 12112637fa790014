import type { Uses } from '../../ports/ports.js';
import type { RefundRecord } from '../../gateway/report-records.js';
import type { RefundAttempt } from '../../domain/record/attempts.js';
import { runLookUp } from '../calls/run-look-up.js';
import { refundAttempt, type OrderRecord } from '../../domain/record/order-record.js';
import { withRefundReport, type ListedRefunds } from '../../domain/operations/refund-report.js';
import { isUnderWay } from '../../domain/operations/operation-results.js';
import { isOpen } from '../../domain/record/operation.table.js';

/**
 * Reads the refunds report about one refund and applies the result. Does nothing while another look-up
 * of the refund is under way.
 * @throws {GatewayError} when the report cannot be read. The refund stays as it is.
 */
export async function lookUpRefund(
  ports: Uses<'book' | 'gateway' | 'releaseRefundsAfter'>,
  id: string,
  key: string,
): Promise<OrderRecord> {
  const { record } = await runLookUp(ports.book, id, {
    find: (order) => refundAttempt(order, key),
    isOpen: (refund, at) => isOpen(refund) && !isUnderWay(refund, at),
    ask: (refund) => readReport(ports, refund),
    apply: (order, listed, at) => withRefundReport(order, key, listed, ports.releaseRefundsAfter, at),
  });
  return record;
}

async function readReport({ gateway }: Uses<'gateway'>, { gatewayOrderId }: RefundAttempt): Promise<ListedRefunds> {
  const listed: RefundRecord[] = [];
  const missing: number[] = [];
  const list = gateway.refunds.list({ orderId: gatewayOrderId }, { onIncomplete: (count) => missing.push(count) });
  for await (const record of list) listed.push(record);
  return { listed, isComplete: missing.length === 0 };
}
