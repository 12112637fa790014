import type { CheckoutStep } from '../payment/flow/checkout.states.js';
import type { Outcome } from '../payment/outcome.js';

/** Fires after each step of the payment, for a progress display or measurements of the page. */
export class ScudoStepEvent extends CustomEvent<{ readonly step: CheckoutStep; readonly order: string }> {
  constructor(step: CheckoutStep, order: string) {
    super('scudo-step', { bubbles: true, composed: true, detail: { step, order } });
  }
}

/** Fires before a challenge is shown. Call `preventDefault()` to cancel the challenge. */
export class ScudoChallengeEvent extends CustomEvent<{ readonly order: string }> {
  constructor(order: string) {
    super('scudo-challenge', { bubbles: true, composed: true, cancelable: true, detail: { order } });
  }
}

/**
 * Fires before the shopper is redirected to another payment method. Call `preventDefault()` to redirect the shopper to
 * `detail.url` yourself.
 */
export class ScudoRedirectEvent extends CustomEvent<{ readonly url: string; readonly order: string }> {
  constructor(url: string, order: string) {
    super('scudo-redirect', { bubbles: true, composed: true, cancelable: true, detail: { url, order } });
  }
}

/**
 * Fires once when a payment ends, and once more when the outcome of a pending or unresolved order changes. Check the order
 * on your server; the event is for display only.
 */
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
