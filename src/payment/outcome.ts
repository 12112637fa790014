import {
  OUTCOME_OF_STATE,
  type OrderState,
  type OutcomeCode,
  type OutcomeStatus,
} from '../protocol/adapter/outcome-codes.js';
import { outcomeOf, type Outcome } from '../protocol/adapter/outcome.js';

export { outcomeOf };
export type { OrderState, Outcome, OutcomeCode, OutcomeStatus };

/** The outcome of an order by its state; undefined for an open one. */
export function outcomeOfOrder(order: Outcome['order']): Outcome | undefined {
  return order.state === 'open' ? undefined : outcomeOf(OUTCOME_OF_STATE[order.state], order);
}
