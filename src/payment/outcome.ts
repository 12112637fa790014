import {
  OUTCOME_OF_STATE,
  type OrderState,
  type OutcomeCode,
  type OutcomeStatus,
} from '../protocol/adapter/outcome-codes.js';
import { outcomeOf, type Outcome } from '../protocol/adapter/outcome.js';

export { outcomeOf };
export type { OrderState, Outcome, OutcomeCode, OutcomeStatus };

/**
 * The outcome of an order by its state; undefined for an open one. An open or failed order with a redirect payment is
 * pending: the shopper may have begun that payment.
 */
export function outcomeOfOrder(order: Outcome['order'] & { readonly redirect?: unknown }): Outcome | undefined {
  const { state, redirect } = order;
  if (redirect && (state === 'open' || state === 'failed')) return outcomeOf('awaiting-final-status', order);
  return state === 'open' ? undefined : outcomeOf(OUTCOME_OF_STATE[state], order);
}
