import type { CardPaymentState } from '../payment/card-payment.table.js';
import type { RedirectPaymentState } from '../payment/redirect-payment.table.js';
import type { Outcome } from '../payment/outcome.js';

/** A step of the payment was taken: for progress of the page's own, and for measuring. */
export class ScudoStepEvent extends CustomEvent<{
  readonly step: CardPaymentState | RedirectPaymentState;
  readonly order: string;
}> {
  constructor(step: CardPaymentState | RedirectPaymentState, order: string) {
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

/**
 * The shopper is about to be sent to another payment method. Cancelable: a page that calls
 * `preventDefault()` takes them to `url` in its own way.
 */
export class ScudoRedirectEvent extends CustomEvent<{ readonly url: string; readonly order: string }> {
  constructor(url: string, order: string) {
    super('scudo-redirect', { bubbles: true, composed: true, cancelable: true, detail: { url, order } });
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
    'scudo-redirect': ScudoRedirectEvent;
    'scudo-outcome': ScudoOutcomeEvent;
  }
}
