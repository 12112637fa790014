import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { formatAmount } from '../protocol/amount.js';
import { createCardPayment, type CardPayment, type CardPaymentSnapshot } from '../payment/card-payment.js';
import type { CardPaymentState } from '../payment/card-payment.table.js';
import { systemClock, type Clock } from '../payment/clock.js';
import { fetchBackend } from '../payment/fetch-backend.js';
import type { TraceEntry } from '../payment/trace.js';
import type { MerchantBackend } from '../payment/merchant-backend.js';
import { ChallengeDialog } from './challenge-dialog.js';
import { checkoutStyles } from './checkout.styles.js';
import { ScudoChallengeEvent, ScudoOutcomeEvent, ScudoStepEvent } from './events.js';
import { cardOf, payerOf } from './form-values.js';
import { outcomePanel } from './outcome-panel.js';
import { PaymentForm } from './payment-form.js';
import { say } from './words.js';

/** What a new payment begins with: a change of one of them begins anew. */
const STARTING = ['backend', 'order', 'prepare', 'adapter', 'clock'] as const;

/**
 * A checkout for one order: card form, challenge, outcome.
 *
 * @fires {ScudoStepEvent} scudo-step - a step of the payment was taken
 * @fires {ScudoChallengeEvent} scudo-challenge - cancelable, before the challenge shows
 * @fires {ScudoOutcomeEvent} scudo-outcome - the payment has ended; once for a payment
 *
 * @csspart description - what is being paid for
 * @csspart form - the form
 * @csspart group - a group of fields
 * @csspart legend - a group's name
 * @csspart field - a field with its label, hint and error
 * @csspart label - a field's label
 * @csspart input - an input or select
 * @csspart hint - a field's hint
 * @csspart error - what is wrong with a field
 * @csspart button - any button
 * @csspart pay-button - the button that pays
 * @csspart secondary-button - a button that is not the main one
 * @csspart progress - what is happening
 * @csspart outcome - how the payment ended
 * @csspart outcome-title - its title
 * @csspart outcome-text - its words
 * @csspart cardholder-text - the issuer's text for the cardholder
 * @csspart challenge-dialog - the dialog around the issuer's page
 * @csspart challenge-title - its title
 * @csspart challenge-room - where the issuer's page is
 * @csspart challenge-frame - the frame with the issuer's page
 * @csspart challenge-actions - its buttons
 *
 * @cssprop [--scudo-color-text] - text
 * @cssprop [--scudo-color-quiet] - hints
 * @cssprop [--scudo-color-surface] - background
 * @cssprop [--scudo-color-line] - borders
 * @cssprop [--scudo-color-accent] - buttons and focus
 * @cssprop [--scudo-color-on-accent] - text on buttons
 * @cssprop [--scudo-color-error] - errors
 * @cssprop [--scudo-font=16px/1.5 system-ui, sans-serif] - the font
 * @cssprop [--scudo-width=32rem] - how wide it gets
 * @cssprop [--scudo-radius=8px] - how round corners are
 * @cssprop [--scudo-space=16px] - the space between things
 */
export class ScudoCheckout extends LitElement {
  static override styles = checkoutStyles;

  // Without decorators, which would be 0.4 kB more in every page.
  static override properties = {
    backend: {},
    order: {},
    prepare: {},
    adapter: { attribute: false },
    clock: { attribute: false },
    snapshot: { state: true },
  };

  /** Where the merchant's backend is mounted, such as `/scudo`. */
  declare backend: string;

  /** The order to pay. */
  declare order: string;

  /** `on-number` (default) prepares 3-D Secure while the shopper types; `on-pay` only then. */
  declare prepare: 'on-number' | 'on-pay';

  /** An adapter of the page's own, instead of the fetch one to `backend`. */
  declare adapter: MerchantBackend | undefined;

  /** Time, for tests and for galleries that stand still. */
  declare clock: Clock;

  declare private snapshot: CardPaymentSnapshot | undefined;

  #payment: CardPayment | undefined;
  #connection: AbortController | undefined;
  readonly #form = new PaymentForm(this, (number) => this.#payment?.enterNumber(number), () => this.clock.now());
  readonly #challenge = new ChallengeDialog(this, () => this.#payment?.cancel());

  /** What the payment did so far, for support: without card data and without names. */
  get trace(): readonly TraceEntry[] {
    return this.snapshot?.trace ?? [];
  }

  constructor() {
    super();
    this.backend = '';
    this.order = '';
    this.prepare = 'on-number';
    this.clock = systemClock;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#connection = new AbortController();
    // A page from the back/forward cache shows what was true when it was left (field lessons 14).
    window.addEventListener('pageshow', ({ persisted }) => persisted && this.#start(), { signal: this.#connection.signal });
    if (this.hasUpdated) this.#start();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection?.abort();
    this.#payment?.stop();
    this.#payment = undefined;
    this.#form.clear();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (STARTING.some((name) => changed.has(name))) this.#start();
  }

  #start(): void {
    this.#payment?.stop();
    this.#payment = undefined;
    this.#challenge.close();
    if ((!this.backend && !this.adapter) || !this.order) return;
    const payment = createCardPayment({
      backend: this.adapter ?? fetchBackend(this.backend),
      order: this.order,
      clock: this.clock,
      prepare: this.prepare,
      frames: {
        method: () => this.renderRoot,
        room: () => this.#challenge.room,
        challenge: (size) => (this.dispatchEvent(new ScudoChallengeEvent(this.order)) ? this.#challenge.open(size) : undefined),
        challengeTitle: say('challenge-frame'),
      },
    });
    this.#payment = payment;
    this.snapshot = payment.snapshot;
    payment.subscribe((snapshot) => this.#show(snapshot));
  }

  #show(snapshot: CardPaymentSnapshot): void {
    const before = this.snapshot;
    this.snapshot = snapshot;
    if (snapshot.order) this.#form.asked = snapshot.order.ask;
    if (snapshot.step !== before?.step) this.#stepped(before, snapshot);
  }

  #stepped(before: CardPaymentSnapshot | undefined, { step, outcome, refused }: CardPaymentSnapshot): void {
    // Cancel goes with its step: whoever is on it finds the focus on Pay.
    if (before?.step === 'awaiting-preparation' && this.renderRoot.querySelector('.cancel-payment:focus')) this.#focus('[type=submit]');
    if (!inChallenge(step)) this.#challenge.close();
    this.dispatchEvent(new ScudoStepEvent(step, this.order));
    switch (step) {
      case 'entering':
        this.#payment?.enterNumber(this.#form.number);
        if (refused.length > 0) this.#form.refuse(refused.map(({ field }) => field));
        else if (before?.outcome) this.#form.focus(this.#form.number ? 'security-code' : 'number');
        break;
      case 'outcome':
        // What was typed is kept for another try, and for nothing else.
        if (outcome?.retryable) this.#form.forgetSecurityCode();
        else this.#form.clear();
        // On loading a page the focus is not ours to take.
        if (before?.step !== 'reading-order' || before.outcome) this.#focus('#outcome-title');
        // What a payment has come to is told once; what an order had come to before is only shown.
        if (outcome && before?.step !== 'reading-order') this.dispatchEvent(new ScudoOutcomeEvent(outcome));
        break;
      case 'unreachable':
        if (before?.outcome) this.#focus('#unreachable');
        break;
      default:
    }
  }

  #focus(selector: string): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(selector)?.focus());
  }

  #onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    if (this.snapshot?.step !== 'entering' || !this.#form.validate()) return;
    void this.#payment?.pay(cardOf(this.#form.texts), payerOf(this.#form.texts, this.#form.asked));
  }

  get #amount(): string {
    const order = this.snapshot?.order;
    const language = (this.closest<HTMLElement>('[lang]')?.lang ?? '') || undefined;
    return order ? formatAmount(order.amount, order.currency, language) : '';
  }

  #body(step: CardPaymentState): TemplateResult | typeof nothing {
    const outcome = this.snapshot?.outcome;
    switch (step) {
      case 'unreachable':
        return html`<p id="unreachable" tabindex="-1" role="alert">${say('loading-failed')}</p>
          <button part="button" type="button" @click=${() => this.#payment?.check()}>${say('reload')}</button>`;
      case 'reading-order':
      case 'outcome':
        return outcome
          ? outcomePanel({
              outcome,
              amount: this.#amount,
              onTryAgain: () => this.#payment?.tryAgain(),
              onCheck: () => this.#payment?.check(),
            })
          : nothing;
      case 'entering':
      case 'awaiting-preparation':
      case 'authenticating':
      case 'opening-challenge':
      case 'challenging':
      case 'asking-meanwhile':
      case 'reading-result':
        return this.#formBody(step);
    }
  }

  #formBody(step: CardPaymentState): TemplateResult {
    const locked = step !== 'entering';
    return html`
      <form part="form" novalidate @submit=${(event: SubmitEvent) => this.#onSubmit(event)}>
        ${this.#form.render(locked)}
        <button part="button pay-button" type="submit" aria-disabled=${locked ? 'true' : 'false'}>${say('pay', { amount: this.#amount })}</button>
        ${step === 'awaiting-preparation'
          ? html`<button class="cancel-payment" part="button secondary-button" type="button" @click=${() => this.#payment?.cancel()}>${say('cancel')}</button>`
          : nothing}
      </form>
    `;
  }

  override render(): TemplateResult {
    // Without backend or order there is nothing to load, and no word that it is being loaded.
    if (!this.snapshot) return html``;
    const { step, order } = this.snapshot;
    return html`
      ${order?.description ? html`<p class="description" part="description">${order.description}</p>` : nothing}
      ${this.#body(step)}
      <p class="progress" part="progress" role="status">${progressWords(step)}</p>
      ${this.#challenge.render()}
    `;
  }
}

function inChallenge(step: CardPaymentState): boolean {
  return step === 'opening-challenge' || step === 'challenging' || step === 'asking-meanwhile';
}

/** What is happening, for the live region; nothing where the page speaks for itself. */
function progressWords(step: CardPaymentState): string | typeof nothing {
  switch (step) {
    case 'reading-order':
      return say('loading');
    case 'awaiting-preparation':
    case 'authenticating':
    case 'opening-challenge':
    case 'challenging':
    case 'reading-result':
      return say(`step-${step}`);
    case 'asking-meanwhile':
      return say('step-challenging');
    case 'unreachable':
    case 'entering':
    case 'outcome':
      return nothing;
  }
}

// A page may have loaded us twice, as a module and as a script: the first one stays.
if (!customElements.get('scudo-checkout')) customElements.define('scudo-checkout', ScudoCheckout);

declare global {
  interface HTMLElementTagNameMap {
    'scudo-checkout': ScudoCheckout;
  }
}
