import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { PageExtras } from '../protocol/authentication-extras.js';
import type { RedirectPaymentState } from '../payment/redirect-payment.table.js';
import { createCardPayment, type CardPayment, type CardPaymentSnapshot } from '../payment/card-payment.js';
import type { CardPaymentState } from '../payment/card-payment.table.js';
import type { TraceEntry } from '../payment/trace.js';
import type { RedirectPaymentOptions, RedirectPaymentSnapshot } from '../payment/redirect-payment.js';
import { ChallengeDialog } from './challenge-dialog.js';
import { ScudoChallengeEvent, ScudoOutcomeEvent, ScudoStepEvent } from './events.js';
import { checkoutForm } from './checkout-form.js';
import { inChallenge, progressWords } from './card-progress.js';
import { FormMembership } from './form-membership.js';
import { cardOf, payerOf, redirectInputOf } from './form-values.js';
import { outcomePanel } from './outcome-panel.js';
import { methodNameIn } from './payment-methods.js';
import { PaymentForm } from './payment-form.js';
import { Revival } from './revival.js';
import { RedirectController } from './redirect-controller.js';
import { redirectProgress, unreachable } from './redirect-steps.js';
import { ScudoElement } from './scudo-element.js';

/** What a new payment begins with: a change of one of them begins anew. */
const STARTING = ['backend', 'order', 'prepare', 'adapter', 'clock'] as const;

/**
 * A checkout for one order: the method, the card form, the challenge or the way to another site, the outcome.
 *
 * @fires {ScudoStepEvent} scudo-step - a step of the payment was taken
 * @fires {ScudoChallengeEvent} scudo-challenge - cancelable, before the challenge shows
 * @fires {ScudoRedirectEvent} scudo-redirect - cancelable, before the shopper is sent to another payment method
 * @fires {ScudoOutcomeEvent} scudo-outcome - the payment has ended; once for a payment, and after `pending` once more when the final word comes
 *
 * @slot header - above everything, such as what is bought
 * @slot terms - just above the button that pays
 * @slot footer - below everything, such as whom to ask
 * @slot outcome-paid - for an order that is paid, such as the way on; there is one for each status: outcome-authenticated, outcome-declined, outcome-not-authenticated, outcome-cancelled, outcome-pending, outcome-in-doubt, outcome-failed
 *
 * @csspart description - what is being paid for
 * @csspart methods - the ways to pay
 * @csspart method - one of them
 * @csspart method-radio - its radio button
 * @csspart method-mark - its image
 * @csspart method-name - its name
 * @csspart form - the form
 * @csspart group - a group of fields
 * @csspart legend - a group's name
 * @csspart fields - the fields of a group
 * @csspart field - a field with its label, hint and error
 * @csspart label - a field's label
 * @csspart input - an input or select
 * @csspart field-foot - the line for a field's hint or error
 * @csspart hint - a field's hint
 * @csspart brand - the brand of the card, as soon as its digits tell it
 * @csspart error - what is wrong with a field
 * @csspart button - any button
 * @csspart pay-button - the button that pays
 * @csspart try-again - the button for another try
 * @csspart secondary-button - a button that is not the main one
 * @csspart progress - what is happening
 * @csspart message - a question or a message, with its buttons below it
 * @csspart outcome - how the payment ended
 * @csspart outcome-title - its title
 * @csspart outcome-text - its words
 * @csspart cardholder-text - the issuer's text for the cardholder
 * @csspart challenge-dialog - the dialog around the issuer's page
 * @csspart challenge-title - its title
 * @csspart challenge-room - where the issuer's page is
 * @csspart challenge-frame - the frame with the issuer's page
 * @csspart challenge-actions - its buttons
 */
export class ScudoCheckout extends ScudoElement {
  static readonly formAssociated = true;

  // Without decorators, which would be 0.4 kB more in every page.
  static override properties: PropertyDeclarations = {
    prepare: {},
    challenge: {},
    acceptPending: { type: Boolean, attribute: 'accept-pending' },
    authentication: { attribute: false },
    snapshot: { state: true },
  };

  /** `on-number` (default) prepares 3-D Secure while the shopper types; `on-pay` only then. */
  declare prepare: 'on-number' | 'on-pay';

  /** `dialog` (default) shows the bank's page above everything, `inline` in place. */
  declare challenge: 'dialog' | 'inline';

  /** A form around the element is valid with a pending order, too. By default it is invalid until the order is paid. */
  declare acceptPending: boolean;

  /** Further fields of the authentication request that only the page knows, with the interface’s names. */
  declare authentication: PageExtras | undefined;

  declare private snapshot: CardPaymentSnapshot | undefined;

  #payment: CardPayment | undefined;
  /** Back from a failure elsewhere: the order is read first, then the form shows. */
  #again = false;
  readonly #form = new PaymentForm(
    this,
    this.language,
    (number) => this.#payment?.enterNumber(number),
    () => this.clock.now(),
  );
  readonly #redirect = new RedirectController(this, (snapshot) => this.#away(snapshot));
  readonly #challenge = new ChallengeDialog(this, {
    say: this.language.say,
    clock: () => this.clock,
    onCancel: () => this.#payment?.cancel(),
    onAgain: () => this.#payment?.openAgain(),
    inline: () => this.challenge === 'inline',
  });

  readonly #membership = new FormMembership(this, {
    outcomes: () => [this.snapshot?.outcome, this.#redirect.snapshot.outcome],
    acceptsPending: () => this.acceptPending,
    message: () => this.language.say('pay', { amount: this.language.amountOf(this.snapshot?.order) }),
  });

  /** Called by the browser when a form or fieldset around it is disabled, or enabled again. */
  formDisabledCallback(disabled: boolean): void {
    this.#membership.disabled = disabled;
  }

  /** What the payment did so far, for support: without card data and without names. */
  get trace(): readonly TraceEntry[] {
    return [...(this.snapshot?.trace ?? []), ...this.#redirect.snapshot.trace].sort((a, b) => a.at.localeCompare(b.at));
  }

  constructor() {
    super();
    this.prepare = 'on-number';
    this.challenge = 'dialog';
    this.acceptPending = false;
    new Revival(
      this,
      () => this.#start(),
      () => this.#payment?.stop(),
    );
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (STARTING.some((name) => changed.has(name))) this.#start();
  }

  #start(): void {
    this.#payment?.stop();
    this.#payment = undefined;
    this.#challenge.close();
    this.#again = false;
    this.snapshot = undefined;
    this.#redirect.end();
    if (!this.isConnected || !this.isComplete) return;
    this.#begin('choosing');
    this.#payment = createCardPayment({
      backend: this.merchantBackend,
      order: this.order,
      clock: this.clock,
      prepare: this.prepare,
      frames: this.#challenge.frames(() => this.dispatchEvent(new ScudoChallengeEvent(this.order))),
    });
    this.snapshot = this.#payment.snapshot;
    this.#payment.subscribe((snapshot) => this.#show(snapshot));
  }

  /** Starts the redirect flow: at the choice, or at a pending order. */
  #begin(enter: NonNullable<RedirectPaymentOptions['enter']>): void {
    this.#redirect.begin({ backend: this.merchantBackend, order: this.order, clock: this.clock, enter, patience: 0 });
  }

  #away({ step, outcome, refused }: RedirectPaymentSnapshot): void {
    if (step === 'redirecting') this.#form.keepFor(true);
    if ((step === 'choosing' || step === 'choosing-another') && refused.length > 0)
      return this.#form.refuse(refused.map(({ field }) => field));
    if (step !== 'outcome' || !outcome) return;
    this.#form.keepFor(outcome.retryable);
    this.#redirect.tell(outcome);
    if (outcome.status === 'pending') this.#begin('returned');
  }

  #show(snapshot: CardPaymentSnapshot): void {
    const before = this.snapshot;
    this.snapshot = snapshot;
    const { order } = snapshot;
    if (order) {
      this.#form.asked = order.ask;
      // The choice stands while the order still offers it.
      this.#form.method =
        order.methods.find(({ code }) => code === this.#form.method.code) ?? order.methods[0] ?? this.#form.method;
    }
    if (snapshot.step !== before?.step) this.#stepped(before, snapshot);
  }

  #stepped(before: CardPaymentSnapshot | undefined, { step, outcome, refused }: CardPaymentSnapshot): void {
    const away = this.#redirect.snapshot.step;
    // The Cancel button disappears with its step, and the focus moves to Pay.
    if (this.renderRoot.querySelector('.cancel-payment:focus')) this.#focus('[type=submit]');
    if (!inChallenge(step)) this.#challenge.close();
    if (step === 'challenging') this.#challenge.loaded();
    this.dispatchEvent(new ScudoStepEvent(step, this.order));
    if (step === 'entering') {
      this.#hold(false);
      this.#payment?.enterNumber(this.#form.number);
      this.#again = false;
      if (refused.length > 0) this.#form.refuse(refused.map(({ field }) => field));
      else if (before?.outcome) this.#form.focusFirst();
    }
    if (step === 'unreachable' && before?.outcome) this.#focus('#unreachable');
    if (step !== 'outcome') return;
    // A redirect payment reports its own end, and reads the order after a change.
    if (!outcome || away !== 'choosing') return away === 'pending' ? undefined : this.#redirect.check();
    if (this.#again && outcome.retryable) return this.#payment?.tryAgain();
    this.#form.keepFor(outcome.retryable);
    // The focus stays where it is while a page loads.
    this.#redirect.acted = before?.step !== 'reading-order' || before.outcome !== undefined;
    if (this.#redirect.acted) this.#focus('#outcome-title');
    // The event reports the end of this payment once, and once more when a doubt is settled. The outcome of an order that
    // was settled before is only shown.
    const news = before?.step !== 'reading-order' || (before.outcome && before.outcome.status !== outcome.status);
    if (news) this.dispatchEvent(new ScudoOutcomeEvent(outcome));
    // The final status may arrive while the page is open. A card payment that ends as pending did not replace the
    // unfinished redirect payment.
    if (outcome.status === 'pending') this.#begin(before?.step === 'reading-order' ? 'returned' : 'not-replaced');
  }

  /** From Pay on it stays as high as the form was: nothing below moves. */
  #hold(held: boolean): void {
    const room = this.renderRoot.querySelector<HTMLElement>('.room');
    if (room) room.style.minBlockSize = held ? `${room.offsetHeight}px` : '';
  }

  #focus(selector: string): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(selector)?.focus());
  }

  #pay(): void {
    const { texts, method, asked } = this.#form;
    if (
      this.#membership.disabled ||
      !isEntering(this.snapshot?.step) ||
      !isChoosing(this.#redirect.snapshot.step) ||
      !this.#form.validate()
    )
      return;
    this.#hold(true);
    if (method.code !== 'card') return this.#redirect.go(redirectInputOf(texts, method));
    // The card payment replaces an unfinished redirect payment.
    if (this.#redirect.snapshot.step === 'choosing-another') this.#begin('choosing');
    void this.#payment?.pay(cardOf(texts), payerOf(texts, asked), this.authentication);
  }

  /** From an unfinished redirect payment to the form, with another method chosen. */
  #chooseAnother(): void {
    const { order } = this.#redirect.snapshot;
    const other = order?.methods.find(({ code }) => code !== order.redirect?.method);
    this.#payment?.chooseAnother();
    this.#redirect.chooseAnother();
    if (other) this.#form.choose(other);
    this.#form.focusFirst();
  }

  #tryAgain(): void {
    this.#begin('choosing');
    if (this.snapshot?.outcome?.retryable) return this.#payment?.tryAgain();
    if (this.snapshot?.step === 'entering') return this.#form.focusFirst();
    this.#again = true;
    this.#payment?.check();
  }

  /** The name of the method that is paid with, or was. */
  get #method(): string {
    const order = this.#redirect.snapshot.order ?? this.snapshot?.order;
    return methodNameIn(order, order?.redirect?.method ?? this.#form.method.code, this.language.say);
  }

  #body(step: CardPaymentState): TemplateResult | typeof nothing {
    const { order, outcome } = this.snapshot ?? {};
    const onCheck = () => this.#payment?.check();
    const { say } = this.language;
    const amount = this.language.amountOf(order);
    if (step === 'unreachable') return unreachable(onCheck, say);
    if (step === 'reading-order' || step === 'outcome') {
      return outcome ? outcomePanel({ say, outcome, amount, onTryAgain: () => this.#tryAgain(), onCheck }) : nothing;
    }
    return checkoutForm({
      say,
      form: this.#form,
      methods: order?.methods ?? [],
      locked: this.#membership.disabled || !isEntering(step) || !isChoosing(this.#redirect.snapshot.step),
      amount: order?.purpose === 'add-card' ? undefined : amount,
      method: this.#method,
      onSubmit: () => this.#pay(),
    });
  }

  override render(): TemplateResult {
    // Without backend or order there is nothing to load, and no word that it is being loaded.
    if (!this.snapshot) return html``;
    const { step, order } = this.snapshot;
    const away = this.#redirect.snapshot;
    const { say, tag, direction } = this.language;
    return html`<div lang=${tag} dir=${direction} class="room">
      <slot name="header"></slot>
      ${order?.description ? html`<p class="description" part="description"><bdi>${order.description}</bdi></p>` : nothing}
      ${this.#redirect.shows ? this.#redirect.steps({ say, amount: this.language.amountOf(order), method: this.#method, onTryAgain: () => this.#tryAgain(), onChooseAnother: () => this.#chooseAnother() }) : this.#body(step)}
      ${step === 'awaiting-preparation' || step === 'awaiting-bank' ? html`<button class="cancel-payment" part="button secondary-button" type="button" @click=${() => this.#payment?.cancel()}>${say('cancel')}</button>` : nothing}
      <p class="progress" part="progress" role="status">${isChoosing(away.step) ? progressWords(step, say) : redirectProgress(away, this.#method, say)}</p>
      ${this.#challenge.render()}
      <slot name="footer"></slot>
    </div>`;
  }
}

function isEntering(step: CardPaymentState | undefined): boolean {
  return step === 'entering' || step === 'entering-another';
}

function isChoosing(step: RedirectPaymentState): boolean {
  return step === 'choosing' || step === 'choosing-another';
}

// A page may load the element twice, as a module and as a script: the first definition stays.
if (!customElements.get('scudo-checkout')) customElements.define('scudo-checkout', ScudoCheckout);

declare global {
  interface HTMLElementTagNameMap {
    'scudo-checkout': ScudoCheckout;
  }
}
