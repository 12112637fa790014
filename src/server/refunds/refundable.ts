import type { RedirectAttempt, RefundAttempt } from '../orders/record/attempts.js';
import { redirectAttempt, refundAttempts, type OrderRecord } from '../orders/record/order-record.js';

/** Returns the successful redirect payment with a gateway order id. The interface has no refund for cards. */
export function paidAttempt(record: OrderRecord, gatewayOrderId: string): RedirectAttempt | undefined {
  const attempt = redirectAttempt(record, gatewayOrderId);
  return attempt?.progress.step === 'succeeded' ? attempt : undefined;
}

/**
 * Amount of a payment that can still be refunded, in minor units: the payment less refunds that are done or may be.
 */
export function refundableAmount(record: OrderRecord, gatewayOrderId = record.payment?.gatewayOrderId): bigint {
  const paid = gatewayOrderId === undefined ? undefined : paidAttempt(record, gatewayOrderId);
  if (!paid) return 0n;
  const refunds = refundAttempts(record).filter((refund) => refund.gatewayOrderId === gatewayOrderId);
  return BigInt(paid.amount) - sumOf(refunds.filter(({ progress }) => progress.step !== 'refused'));
}

export function sumOf(refunds: readonly RefundAttempt[]): bigint {
  return refunds.reduce((total, { amount }) => total + BigInt(amount), 0n);
}
