import type { CardPaymentState } from '../payment/card-payment.table.js';
import type { Outcome } from '../payment/outcome.js';

/** A step of the payment was taken: for progress of the page's own, and for measuring. */
export class ScudoStepEvent extends CustomEvent<{ readonly step: CardPaymentState; readonly order: string }> {
  constructor(step: CardPaymentState, order: string) {
    super('scudo-step', { bubbles: true, composed: true, detail: { step, order } });
  }
}

/**
 * The issuer asks for a challenge, which is about to show. Cancelable: a page that calls
 * `preventDefault()` takes the challenge for cancelled.
 */
export class ScudoChallengeEvent extends CustomEvent<{ readonly order: string }> {
  constructor(order: string) {
    super('scudo-challenge', { bubbles: true, composed: true, cancelable: true, detail: { order } });
  }
}

/** The payment has ended: once for a payment. What counts is the order at the backend. */
export class ScudoOutcomeEvent extends CustomEvent<Outcome> {
  constructor(outcome: Outcome) {
    super('scudo-outcome', { bubbles: true, composed: true, detail: outcome });
  }
}

declare global {
  interface HTMLElementEventMap {
    'scudo-step': ScudoStepEvent;
    'scudo-challenge': ScudoChallengeEvent;
    'scudo-outcome': ScudoOutcomeEvent;
  }
}
