import type { PaymentAnswer } from '../../../protocol/adapter/adapter-answers.js';
import { OUTCOME_OF_STATE, outcomeMessageOf, type OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';
import type { OrderRecord } from '../record/order-record.js';

/** The answer with an outcome and the order's state. */
export function outcomeAnswer(code: OutcomeCode, { id, state }: Pick<OrderRecord, 'id' | 'state'>): PaymentAnswer {
  return { result: 'outcome', outcome: outcomeMessageOf(code, { id, state }) };
}

/** The answer to a call about an order that no longer accepts a payment, from its state alone. */
export function settledAnswer({ id, state }: Pick<OrderRecord, 'id' | 'state'>): PaymentAnswer {
  return outcomeAnswer(state === 'open' ? 'gateway-unavailable' : OUTCOME_OF_STATE[state], { id, state });
}
