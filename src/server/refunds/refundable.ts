import type { RedirectAttempt, RefundAttempt } from '../orders/attempts.js';
import { redirectAttempt, refundAttempts, type OrderRecord } from '../orders/order-record.js';

/** The successful redirect payment of that gateway order id: the interface has no refund for cards. */
export function paidAttempt(record: OrderRecord, gatewayOrderId: string): RedirectAttempt | undefined {
  const attempt = redirectAttempt(record, gatewayOrderId);
  return attempt?.progress.step === 'succeeded' ? attempt : undefined;
}

/** What can still be refunded of a payment, in minor units: without what was refunded, or may have been. */
export function refundableAmount(record: OrderRecord, gatewayOrderId = record.payment?.gatewayOrderId): bigint {
  const paid = gatewayOrderId === undefined ? undefined : paidAttempt(record, gatewayOrderId);
  if (!paid) return 0n;
  const refunds = refundAttempts(record).filter((refund) => refund.gatewayOrderId === gatewayOrderId);
  return BigInt(paid.amount) - sumOf(refunds.filter(({ progress }) => progress.step !== 'refused'));
}

export function sumOf(refunds: readonly RefundAttempt[]): bigint {
  return refunds.reduce((total, { amount }) => total + BigInt(amount), 0n);
}
