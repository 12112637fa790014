import type { PaymentAnswer } from '../../../protocol/adapter/adapter-answers.js';
import { OUTCOME_OF_STATE, outcomeMessageOf, type OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';
import { isPayable, mayTakePayment, type OrderRecord } from '../record/order-record.js';

/** An answer that ends the call. */
export type Settled = Extract<PaymentAnswer, { readonly result: 'outcome' }>;

/** The answer with an outcome and the order's state. */
export function outcomeAnswer(code: OutcomeCode, { id, state }: Pick<OrderRecord, 'id' | 'state'>): Settled {
  return { result: 'outcome', outcome: outcomeMessageOf(code, { id, state }) };
}

/**
 * The answer to a payment that has failed: "nothing was charged". While another payment of the order has paid it, or
 * may, the answer is that of the order's state instead.
 */
export function failedAnswer(
  code: OutcomeCode,
  record: Pick<OrderRecord, 'id' | 'state' | 'suspended' | 'attempts'>,
  cardholderText?: string,
): Settled {
  const { id, state } = record;
  if (!isPayable(record)) return settledAnswer(record);
  return { result: 'outcome', outcome: outcomeMessageOf(code, { id, state }, cardholderText) };
}

/** The answer to a call about an order that no longer accepts a payment, from its state alone. */
export function settledAnswer(record: Pick<OrderRecord, 'id' | 'state' | 'suspended' | 'attempts'>): Settled {
  const { id, state } = record;
  if (mayTakePayment(record) && !isPayable(record)) return outcomeAnswer('order-closed', { id, state });
  return outcomeAnswer(state === 'open' ? 'gateway-unavailable' : OUTCOME_OF_STATE[state], { id, state });
}
