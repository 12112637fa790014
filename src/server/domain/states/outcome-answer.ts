import type { PaymentAnswer } from '../../../protocol/adapter/adapter-answers.js';
import { OUTCOME_OF_STATE, outcomeMessageOf, type OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';
import { isPayable, mayTakePayment, type OrderRecord } from '../record/order-record.js';
import { timeOfPayment } from './money.js';

/** An answer that ends the call. */
export type Settled = Extract<PaymentAnswer, { readonly result: 'outcome' }>;

/** The part of an order that an answer needs. Without its payments the answer has no time of a payment. */
type AnsweredOrder = Pick<OrderRecord, 'id' | 'state' | 'suspended' | 'attempts' | 'payment'>;

/** The answer with an outcome, and the order's state and time of payment. */
export function outcomeAnswer(
  code: OutcomeCode,
  { id, state, ...order }: Pick<AnsweredOrder, 'id' | 'state'> & Partial<AnsweredOrder>,
): Settled {
  const paidAt = timeOfPayment({ attempts: [], ...order });
  return {
    result: 'outcome',
    outcome: outcomeMessageOf(code, { id, state, ...(paidAt === undefined ? {} : { paid_at: paidAt }) }),
  };
}

/**
 * The answer to a payment that has failed: "nothing was charged". While another payment of the order has paid it, or
 * may, the answer is that of the order's state instead.
 */
export function failedAnswer(code: OutcomeCode, record: AnsweredOrder, cardholderText?: string): Settled {
  const { id, state } = record;
  if (!isPayable(record)) return settledAnswer(record);
  return { result: 'outcome', outcome: outcomeMessageOf(code, { id, state }, cardholderText) };
}

/** The answer to a call about an order that no longer accepts a payment, from its state alone. */
export function settledAnswer(record: AnsweredOrder): Settled {
  const { state } = record;
  if (mayTakePayment(record) && !isPayable(record)) return outcomeAnswer('order-closed', record);
  return outcomeAnswer(state === 'open' ? 'gateway-unavailable' : OUTCOME_OF_STATE[state], record);
}
