import type { PaymentAnswer } from '../../protocol/adapter/adapter-answers.js';
import { outcomeMessageOf, type OutcomeCode } from '../../protocol/adapter/outcome-codes.js';
import type { OrderRecord } from './order-record.js';

/** The answer with an outcome and the order's state. */
export function outcomeAnswer(code: OutcomeCode, { id, state }: Pick<OrderRecord, 'id' | 'state'>): PaymentAnswer {
  return { result: 'outcome', outcome: outcomeMessageOf(code, { id, state }) };
}

/** The answer to a call about an order that no longer accepts a payment, from its state alone. */
export function settledAnswer({ id, state }: Pick<OrderRecord, 'id' | 'state'>): PaymentAnswer {
  return outcomeAnswer(settledCode(state), { id, state });
}

function settledCode(state: OrderRecord['state']): OutcomeCode {
  switch (state) {
    case 'paid':
    case 'partly-refunded':
    case 'refunded':
      return 'already-paid';
    case 'authenticated':
      return 'card-authenticated';
    case 'in-doubt':
      return 'authorization-unanswered';
    case 'pending':
      return 'awaiting-final-status';
    case 'failed':
      return 'payment-not-completed';
    case 'open':
      return 'gateway-unavailable';
  }
}
