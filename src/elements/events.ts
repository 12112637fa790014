import type { CheckoutStep } from '../payment/flow/checkout.states.js';
import type { Outcome } from '../payment/outcome.js';

/**
 * The event `scudo-step`. Fires after each step of the payment, for a progress display or measurements of the page. Not
 * cancelable.
 *
 * @example
 * import 'scudo-checkout';
 *
 * document.querySelector('scudo-checkout')?.addEventListener('scudo-step', ({ detail }) => {
 *   console.log(detail.order, detail.step);
 * });
 */
export class ScudoStepEvent extends CustomEvent<{ readonly step: CheckoutStep; readonly order: string }> {
  constructor(step: CheckoutStep, order: string) {
    super('scudo-step', { bubbles: true, composed: true, detail: { step, order } });
  }
}

/**
 * The event `scudo-challenge`. Fires before a challenge is shown. Call `preventDefault()` to cancel the challenge: the
 * payment then ends as `cancelled` when the gateway confirms it.
 *
 * @example
 * import 'scudo-checkout';
 *
 * document.querySelector('scudo-checkout')?.addEventListener('scudo-challenge', (event) => {
 *   if (document.fullscreenElement) event.preventDefault();
 * });
 */
export class ScudoChallengeEvent extends CustomEvent<{ readonly order: string }> {
  constructor(order: string) {
    super('scudo-challenge', { bubbles: true, composed: true, cancelable: true, detail: { order } });
  }
}

/**
 * The event `scudo-redirect`. Fires before the shopper is redirected to another payment method. Call `preventDefault()`
 * to redirect the shopper to `detail.url` yourself.
 *
 * @example
 * import 'scudo-checkout';
 *
 * document.querySelector('scudo-checkout')?.addEventListener('scudo-redirect', (event) => {
 *   event.preventDefault();
 *   window.open(event.detail.url, '_blank', 'noreferrer');
 * });
 */
export class ScudoRedirectEvent extends CustomEvent<{ readonly url: string; readonly order: string }> {
  constructor(url: string, order: string) {
    super('scudo-redirect', { bubbles: true, composed: true, cancelable: true, detail: { url, order } });
  }
}

/**
 * The event `scudo-outcome`. Fires once for each try, and once more when the outcome of a pending or unresolved order
 * changes. `<scudo-checkout>` does not fire it for an outcome that the order already has when the page loads;
 * `<scudo-return>` does. Not cancelable. Check the order on your server; the event is for display only.
 *
 * @example
 * import 'scudo-checkout';
 *
 * document.querySelector('scudo-checkout')?.addEventListener('scudo-outcome', ({ detail }) => {
 *   if (detail.status === 'paid') location.assign(`/thank-you?order=${detail.order.id}`);
 * });
 */
export class ScudoOutcomeEvent extends CustomEvent<Outcome> {
  constructor(outcome: Outcome) {
    super('scudo-outcome', { bubbles: true, composed: true, detail: outcome });
  }
}

/** Events of the elements by their names. They bubble, so that a document and a window receive them, too. */
export interface ScudoEventMap {
  /** After each step of the payment. */
  'scudo-step': ScudoStepEvent;
  /** Before a challenge is shown. */
  'scudo-challenge': ScudoChallengeEvent;
  /** Before the shopper is redirected to another payment method. */
  'scudo-redirect': ScudoRedirectEvent;
  /** When the outcome of a payment is known. */
  'scudo-outcome': ScudoOutcomeEvent;
}

declare global {
  interface HTMLElementEventMap extends ScudoEventMap {}
  interface DocumentEventMap extends ScudoEventMap {}
  interface WindowEventMap extends ScudoEventMap {}
}
