import { html, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { TraceEntry } from '../payment/trace.js';
import { methodNameIn } from './payment-methods.js';
import { Revival } from './revival.js';
import { RedirectController } from './redirect-controller.js';
import { redirectProgress } from './redirect-steps.js';
import { ScudoElement } from './scudo-element.js';

/** What a new look at the order begins with: a change of one of them begins anew. */
const STARTING = ['backend', 'order', 'patience', 'adapter', 'clock'] as const;

/**
 * The page where a shopper lands who comes back from another payment method: how the order stands,
 * as the merchant's backend knows it.
 *
 * @fires {ScudoStepEvent} scudo-step - a step was taken
 * @fires {ScudoOutcomeEvent} scudo-outcome - the payment has ended; after `pending` once more when the final word comes
 *
 * @slot outcome-paid - for an order that is paid, such as the way on; there is one for each status, as in `<scudo-checkout>`
 *
 * @csspart progress - what is happening
 * @csspart outcome - how the payment ended
 * @csspart outcome-title - its title
 * @csspart outcome-text - its words
 * @csspart button - any button, and the link back to the checkout
 */
export class ScudoReturn extends ScudoElement {
  static override properties: PropertyDeclarations = { checkout: {}, patience: { type: Number } };

  /** Address of the page with the checkout, for another try after a failure. */
  declare checkout: string | undefined;

  /** Seconds to wait for the final status before the shopper is told that the order proceeds when it arrives. */
  declare patience: number;

  readonly #redirect = new RedirectController(this, ({ outcome }) => outcome && this.#redirect.tell(outcome));

  /** What happened so far, for support. */
  get trace(): readonly TraceEntry[] {
    return this.#redirect.snapshot.trace;
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
    this.#redirect.end();
    // Changed while it is not in a page, it begins when it is.
    if (!this.isConnected || !this.isComplete) return;
    const { order, clock } = this;
    this.#redirect.begin({
      backend: this.merchantBackend,
      order,
      clock,
      enter: 'returned',
      patience: this.patience * 1000,
    });
  }

  override render(): TemplateResult {
    const { snapshot } = this.#redirect;
    const { say, tag, direction } = this.language;
    const { order } = snapshot;
    const method = methodNameIn(order, order?.redirect?.method, say);
    return html`
      <div class="answer" aria-live="polite" lang=${tag} dir=${direction}>${this.#redirect.steps({ say, method, amount: this.language.amountOf(order), onTryAgain: this.checkout })}</div>
      <p class="progress" part="progress" role="status" lang=${tag} dir=${direction}>${redirectProgress(snapshot, method, say)}</p>
    `;
  }
}

if (!customElements.get('scudo-return')) customElements.define('scudo-return', ScudoReturn);

declare global {
  interface HTMLElementTagNameMap {
    'scudo-return': ScudoReturn;
  }
}
