import { OUTCOMES, type OrderState, type OutcomeCode, type OutcomeStatus } from '../protocol/outcome.js';

export type { OrderState, OutcomeCode, OutcomeStatus };

/**
 * The end of a payment (design: Outcomes and order states), told apart by `status`:
 * `paid` authorized · `authenticated` a card that was confirmed without a payment · `declined` refused on ordinary grounds · `not-authenticated` the issuer said
 * no · `cancelled` by the shopper, nothing authenticated · `pending` the final word comes later ·
 * `in-doubt` asked and not answered, it may have been charged · `failed` a fault on the way,
 * certainly nothing charged.
 */
export type Outcome = {
  [Code in OutcomeCode]: {
    readonly status: (typeof OUTCOMES)[Code]['status'];
    /** The stable name of what happened. */
    readonly code: Code;
    readonly retryable: boolean;
    readonly order: { readonly id: string; readonly state: OrderState };
    /** The issuer's text for the cardholder. Text from outside: show it as text. */
    readonly cardholderText?: string;
  };
}[OutcomeCode];

export function outcomeOf(code: OutcomeCode, order: Outcome['order'], cardholderText?: string): Outcome {
  return { ...OUTCOMES[code], code, order, ...(cardholderText ? { cardholderText } : {}) } as Outcome;
}

/** What an order that takes no payment any more has come to; undefined for an open one. */
export function outcomeOfOrder(order: Outcome['order']): Outcome | undefined {
  switch (order.state) {
    case 'open':
      return undefined;
    case 'paid':
    case 'partly-refunded':
    case 'refunded':
      return outcomeOf('already-paid', order);
    case 'authenticated':
      return outcomeOf('card-authenticated', order);
    case 'pending':
      return outcomeOf('awaiting-final-status', order);
    case 'in-doubt':
      return outcomeOf('authorization-unanswered', order);
    case 'failed':
      return outcomeOf('payment-not-completed', order);
  }
}
