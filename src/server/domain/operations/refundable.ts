import type { PaymentAttempt } from '../record/attempts.js';
import { paymentAttempts, type OrderRecord } from '../record/order-record.js';

/** Returns the successful payment with a gateway order id. */
export function paidAttempt(record: OrderRecord, gatewayOrderId: string): PaymentAttempt | undefined {
  const attempt = paymentAttempts(record).find((one) => one.gatewayOrderId === gatewayOrderId);
  return attempt?.progress.step === 'succeeded' ? attempt : undefined;
}
