import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { TraceEntry } from '../../payment/checkout/trace.js';
import { CheckoutController } from '../checkout.controller.js';
import { paymentStatus } from '../outcome/payment-status.template.js';
import { progressText } from '../outcome/progress.js';
import { methodMarks } from '../payment-methods/method-picker.template.js';
import { methodNameIn } from '../payment-methods/payment-methods.js';
import { loadedLateParts, readAgain } from '../late/load-late-parts.js';
import { Revival } from '../revival.controller.js';
import { ScudoElement } from '../scudo-element.js';

/** A change of one of these properties reads the order again. */
const STARTING = ['backend', 'order', 'patience', 'adapter', 'clock'] as const;

/**
 * The outcome of an order for a shopper who returns from another payment method, as the merchant's backend knows it. It
 * starts when it is in the page with a backend and an order, and starts again when one of them changes.
 *
 * @example
 * import 'scudo-checkout';
 *
 * const outcome = document.createElement('scudo-return');
 * outcome.backend = '/scudo';
 * outcome.order = new URLSearchParams(location.search).get('order') ?? '';
 * outcome.checkout = '/checkout';
 * document.querySelector('main')?.append(outcome);
 *
 * @fires {ScudoStepEvent} scudo-step - Fires after each step. Not cancelable.
 * @fires {ScudoRedirectEvent} scudo-redirect - Fires before the shopper is redirected to resume an unfinished payment.
 * Cancelable: call preventDefault() to redirect the shopper yourself.
 * @fires {ScudoOutcomeEvent} scudo-outcome - Fires when the outcome is known, also when the order already has it when
 * the page loads, and once more when a pending or unresolved order changes. Not cancelable. Check the order on your
 * server; the event is for display only.
 *
 * @slot outcome-paid - Content of the outcome of a paid order, such as a link to the receipt. There is one slot for
 * each status, as in `<scudo-checkout>`.
 *
 * @csspart progress - The text that names the present step.
 * @csspart foot - The space of the progress.
 * @csspart outcome - The outcome of the payment.
 * @csspart outcome-paid - The outcome of a paid order. There is one part for each status: outcome-pending,
 * outcome-in-doubt, outcome-failed.
 * @csspart outcome-icon - The sign of the outcome.
 * @csspart icon - An icon.
 * @csspart icon-success - The sign of a paid order. There is one part for each icon: icon-failure, icon-pending,
 * icon-question, icon-cancelled, icon-warning, icon-card, icon-paypal, icon-wechatpay, icon-testpay, icon-redirect.
 * @csspart outcome-title - The title of the outcome.
 * @csspart outcome-amount - The amount of a paid order.
 * @csspart outcome-text - The text of the outcome.
 * @csspart next - The link to the next step after a paid order.
 * @csspart outcome-details - The list of the facts: amount, payment method, and order.
 * @csspart outcome-label - The name of a fact.
 * @csspart outcome-value - The value of a fact.
 * @csspart outcome-mark - The picture of the payment method.
 * @csspart button - Any button, and the link to the checkout.
 * @csspart secondary-button - The button that reads the order again.
 * @csspart message - A message, with its button below it.
 * @csspart cardholder-text - The text of the issuer for the shopper.
 */
export class ScudoReturn extends ScudoElement {
  static override properties: PropertyDeclarations = { checkout: {}, patience: { type: Number } };

  /** The address of the page with the checkout, for another try after a failure. */
  declare checkout: string | undefined;

  /** Seconds to wait for the final status. Afterwards the element shows that the order proceeds when it arrives. */
  declare patience: number;

  readonly #payment = new CheckoutController(this);

  /** The steps so far, for support. */
  get trace(): readonly TraceEntry[] {
    return this.#payment.snapshot?.trace ?? [];
  }

  constructor() {
    super();
    this.patience = 60;
    new Revival(this, () => this.#start());
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (STARTING.some((name) => changed.has(name))) this.#start();
  }

  #start(): void {
    this.#payment.stop();
    // An element outside a page starts when it is inserted.
    if (!this.isConnected || !this.isComplete) return;
    const { order, clock } = this;
    this.#payment.start({
      page: 'return',
      backend: this.backendClient,
      order,
      clock,
      patience: this.patience * 1000,
    });
  }

  override render(): TemplateResult {
    const { snapshot, checkout } = this.#payment;
    const { localize, tag, direction } = this.language;
    const order = snapshot?.order;
    const code = order?.redirect?.method ?? order?.paidWith;
    const method = methodNameIn(order, code, localize);
    const amount = this.language.amountOf(order);
    return html`
      <div class="foot" part="foot" data-alone lang=${tag} dir=${direction}><p class="progress" part="progress" role="status">${progressText(snapshot?.step, method, localize)}</p></div>
      <div aria-live="polite" lang=${tag} dir=${direction}>${snapshot && checkout ? paymentStatus({ icons: this.icons, localize, tag, snapshot, checkout, outcomePanel: loadedLateParts()?.outcomePanel, onReload: () => readAgain(checkout), method, amount, paidWith: code && method, paidWithMark: code && methodMarks(this.icons, { code }, 'outcome-mark'), customer: this.customer, next: this.next, hasForm: false, onTryAgain: this.checkout }) : nothing}</div>
    `;
  }
}

if (!customElements.get('scudo-return')) customElements.define('scudo-return', ScudoReturn);

declare global {
  interface HTMLElementTagNameMap {
    'scudo-return': ScudoReturn;
  }
}
