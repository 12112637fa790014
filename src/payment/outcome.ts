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
 * pending: the shopper may have begun that payment. One that the shop has suspended takes no payment. Neither does one
 * whose methods are all hidden at the moment.
 */
export function outcomeOfOrder(
  order: Outcome['order'] & {
    readonly redirect?: unknown;
    readonly suspended?: boolean | undefined;
    readonly methods?: readonly unknown[];
  },
): Outcome | undefined {
  const { state, redirect, suspended, methods } = order;
  if (state === 'open' || state === 'failed') {
    if (redirect) return outcomeOf('awaiting-final-status', order);
    if (suspended) return outcomeOf('order-closed', order);
    if (methods?.length === 0) return outcomeOf('gateway-unavailable', order);
  }
  return state === 'open' ? undefined : outcomeOf(OUTCOME_OF_STATE[state], order);
}
