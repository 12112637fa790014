import type { RefundAttempt } from '../../../../src/server/domain/record/attempts.js';
import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';

/** The gateway order id of the payment that paid the order. */
export const PAYMENT = 'A-1';

/** The time at which the refund was sent. */
export const SENT_AT = '2026-11-20T12:00:00.000Z';

/** A refund of 5.00 without an answer. */
export function refundOf(change: Partial<RefundAttempt> = {}): RefundAttempt {
  return {
    kind: 'refund',
    key: 'refund',
    gatewayOrderId: PAYMENT,
    amount: '500',
    currency: 'EUR',
    sentAt: SENT_AT,
    deadline: '2026-11-20T12:01:00.000Z',
    progress: { step: 'unresolved' },
    ...change,
  };
}

/** An order of 19.99 that a redirect payment has paid, with these refunds. */
export function refundedOrder(...refunds: readonly RefundAttempt[]): OrderRecord {
  const sent = { amount: '1999', currency: 'EUR', sentAt: SENT_AT, deadline: SENT_AT };
  const progress = { step: 'succeeded', at: SENT_AT, confirmedBy: 'report' } as const;
  const paid = { kind: 'redirect', method: 'testpay', pasref: '1', messages: [], progress, ...sent } as const;
  return sampleRecord('A', {
    state: 'paid',
    payment: { gatewayOrderId: PAYMENT, method: 'testpay', pasref: '1' },
    attempts: [{ ...paid, gatewayOrderId: PAYMENT }, { ...paid, gatewayOrderId: 'A-2' }, ...refunds],
  });
}
