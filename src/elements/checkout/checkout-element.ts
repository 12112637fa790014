import { html, noChange, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import type { CheckoutSnapshot } from '../../payment/checkout/checkout-snapshot.js';
import type { Outcome } from '../../payment/outcome.js';
import type { TraceEntry } from '../../payment/checkout/trace.js';
import type { Card, Order, PageExtras } from '../../payment/backend-client/backend-client.js';
import type { CardFont } from '../card-frame/card-font.js';
import { LateCardFrame } from '../card-frame/late-card-frame.js';
import type { CardSummary } from '../card-form/form-fields.js';
import { PaymentForm } from '../card-form/payment-form.controller.js';
import { CheckoutController } from '../checkout.controller.js';
import { ScudoChallengeEvent } from '../events.js';
import { Revival } from '../revival.controller.js';
import { ScudoElement } from '../scudo-element.js';
import { fieldStyles } from '../themes/field.styles.js';
import { formStyles } from '../themes/form.styles.js';
import { layoutStyles } from '../themes/layout.styles.js';
import { LateCheckout } from './late-checkout.controller.js';
import { Interruption } from './interruption.controller.js';
import { checkoutTemplate } from './checkout.template.js';
import { EarlyForm } from './early-form.js';
import { RememberedFields } from '../remembered-fields/remembered-fields.js';
import { elementStates, isBusy } from './element-states.js';
import type { FieldName } from '../fields/form-field.js';
import { FormMembership } from './form-membership.controller.js';
import { checkoutClient, isIsolatedAt, keepCardFrom } from './isolation.js';
import { FormHeight } from './form-height.js';
import {
  emptyForm,
  focusAnotherCard,
  focusNumber,
  followSnapshot,
  isFormOpen,
  retryableOutcome,
} from './form-steps.js';

/** A change of one of these properties starts a new checkout. */
const STARTING = ['backend', 'order', 'prepare', 'adapter', 'clock'] as const;

/**
 * A checkout for one order: the choice of a payment method, the card form, the challenge or the redirect, and the
 * outcome. It starts when it is in the page with a backend and an order, and starts again when one of them changes.
 *
 * @example
 * import 'scudo-checkout';
 *
 * const checkout = document.createElement('scudo-checkout');
 * checkout.backend = '/scudo';
 * checkout.order = 'A1';
 * document.querySelector('main')?.append(checkout);
 *
 * @fires {ScudoStepEvent} scudo-step - Fires after each step of the payment. Not cancelable.
 * @fires {ScudoChallengeEvent} scudo-challenge - Fires before the challenge is shown. Cancelable: call preventDefault()
 * to cancel the challenge.
 * @fires {ScudoRedirectEvent} scudo-redirect - Fires before the shopper is redirected to another payment method.
 * Cancelable: call preventDefault() to redirect the shopper yourself.
 * @fires {ScudoOutcomeEvent} scudo-outcome - Fires once for each try, and once more when the outcome of a pending or
 * unresolved order changes. Does not fire for an outcome that the order already has when the page loads. Not
 * cancelable. Check the order on your server; the event is for display only.
 *
 * @slot header - Content above the checkout, such as the items of the order.
 * @slot express - Buttons of the page that pay at once, such as Apple Pay, above the payment methods. The element
 * writes "or pay another way" below them, and disables them while a payment runs.
 * @slot before-methods - Content above the payment methods, or above the fields of the only one.
 * @slot before-card - Content above the card fields.
 * @slot after-card - Content below the card fields.
 * @slot before-address - Content above the billing address, or in its place if the order asks for none.
 * @slot terms - Content above the button that pays.
 * @slot pay-icon - Image in the button that pays, in place of the lock. It gives way to the spinner while a payment
 * runs.
 * @slot trust - A sentence of the shop below the button that pays, beside a lock.
 * @slot footer - Content below the checkout, such as contact information.
 * @slot outcome-paid - Content of the outcome of a paid order, such as a link to the receipt. There is one slot for
 * each status: outcome-authenticated, outcome-declined, outcome-not-authenticated, outcome-cancelled, outcome-pending,
 * outcome-in-doubt, outcome-failed.
 *
 * @cssstate ready - The shopper can fill in the form and pay.
 * @cssstate busy - A payment runs. The property `busy` is true.
 * @cssstate challenge - The issuer's page is shown, or about to be.
 * @cssstate invalid - A field shows an error.
 * @cssstate focused - A field has the focus.
 * @cssstate chosen-card - The chosen payment method. There is one state for each method of the order, such as
 * chosen-paypal.
 * @cssstate paid - The outcome that is shown. There is one state for each status: authenticated, declined,
 * not-authenticated, cancelled, pending, in-doubt, failed.
 *
 * @csspart order-head - The line with description and amount of the order.
 * @csspart description - The description of the order.
 * @csspart amount - The amount beside the description.
 * @csspart lines - The lines of the order, below its description. It is a `<details>` element, closed at first.
 * @csspart lines-summary - The number of items, which opens the lines.
 * @csspart lines-list - The list of the lines.
 * @csspart line - A line of the order.
 * @csspart line-text - The quantity and the text of a line.
 * @csspart line-amount - The amount of a line.
 * @csspart express - The buttons of the slot `express`, with the line below them.
 * @csspart express-divider - The line with the text "or pay another way".
 * @csspart interrupted - The text about a payment that was interrupted, because the page was left during its challenge.
 * @csspart methods - The payment methods.
 * @csspart method-item - A payment method with its fields.
 * @csspart method-chosen - The chosen payment method with its fields.
 * @csspart method - The line of a payment method.
 * @csspart method-fields - The fields of a payment method.
 * @csspart method-radio - The radio button of a payment method.
 * @csspart method-mark - The image of a payment method.
 * @csspart method-name - The name of a payment method.
 * @csspart method-marks - The images at the end of a payment method.
 * @csspart form - The form.
 * @csspart group - A group of fields.
 * @csspart legend - The name of a group.
 * @csspart fields - The fields of a group.
 * @csspart group-card-details - The card fields. There is one part for each group: group-contact-details,
 * group-billing-address, group-holder-details.
 * @csspart field - A field with its label, hint and error.
 * @csspart field-number - The field of the card number. There is one part for each field: field-expiry,
 * field-security-code, field-name, field-email, field-phone, field-country, field-line1, field-line2, field-quarter,
 * field-city, field-area, field-area-name, field-postcode, field-holder.
 * @csspart field-focused - The field that has the focus.
 * @csspart field-head - The line with the label of the card number and the accepted cards.
 * @csspart label - The label of a field.
 * @csspart control - The box around an input. It has `--scudo-invalid-shadow`, which no rule removes, while the input
 * is invalid.
 * @csspart input - An input or select.
 * @csspart input-invalid - An input or select with an error.
 * @csspart phone-country - The calling code before a phone number. It is an input, too.
 * @csspart field-foot - The line for the hint or error of a field.
 * @csspart hint - The hint of a field.
 * @csspart field-mark - The picture or text at the end of an input.
 * @csspart brand - The brand of the card, at the end of its number, shown when its digits identify it.
 * @csspart error - The error of a field.
 * @csspart button - Any button except the one with the part `challenge-close`.
 * @csspart pay-button - The button that pays.
 * @csspart pay-button-busy - The button that pays, while a payment runs.
 * @csspart pay-label - The text of the button that pays.
 * @csspart pay-note - The note below the button that pays.
 * @csspart trust - The sentence of the slot `trust`, with a lock.
 * @csspart icon - An icon.
 * @csspart icon-lock - The lock. There is one part for each icon: icon-success, icon-failure, icon-pending,
 * icon-question, icon-cancelled, icon-warning, icon-close, icon-visa, icon-mastercard, icon-amex,
 * icon-discover, icon-diners, icon-jcb, icon-card, icon-code-back, icon-code-front, icon-paypal, icon-wechatpay,
 * icon-testpay, icon-redirect.
 * @csspart accepted-cards - The first four accepted cards, beside the label of the number of an order with one payment
 * method or with isolated card fields. They are not seen once the digits identify a brand.
 * @csspart more-cards - The number of the other accepted cards, such as +2.
 * @csspart spinner - The sign that work is under way.
 * @csspart foot - The space below the form, for the note and the progress.
 * @csspart try-again - The button that starts another try. It looks like a link in the form, which can be paid at once.
 * @csspart secondary-button - A button that is not the main one.
 * @csspart progress - The text that names the present step.
 * @csspart message - A question or message, with its buttons below it.
 * @csspart outcome - The outcome of the payment.
 * @csspart outcome-paid - The outcome of a paid order. There is one part for each status: outcome-authenticated,
 * outcome-declined, outcome-not-authenticated, outcome-cancelled, outcome-pending, outcome-in-doubt, outcome-failed.
 * @csspart outcome-icon - The sign of the outcome.
 * @csspart outcome-title - The title of the outcome.
 * @csspart outcome-amount - The amount of a paid order.
 * @csspart outcome-text - The text of the outcome.
 * @csspart next - The link to the next step after a paid order.
 * @csspart outcome-details - The list of the facts: amount, card or payment method, and order.
 * @csspart outcome-label - The name of a fact.
 * @csspart outcome-value - The value of a fact.
 * @csspart outcome-mark - The picture of the card or payment method.
 * @csspart cardholder-text - The issuer's text for the cardholder.
 * @csspart card-frame - The frame with isolated card fields. Rules for the parts of a group, field and input hold
 * inside it, too (docs/isolated-fields.md).
 * @csspart challenge-dialog - The dialog around the issuer's page.
 * @csspart challenge-head - The line with the title and the facts of the dialog.
 * @csspart challenge-close - The button at the end of that line, which asks whether to cancel.
 * @csspart challenge-steps - The list of the three steps: card, bank, done.
 * @csspart challenge-step - A step.
 * @csspart challenge-step-done - A step that is done.
 * @csspart challenge-step-current - The step of the bank.
 * @csspart challenge-title - The title of the dialog.
 * @csspart challenge-facts - The amount and the card.
 * @csspart challenge-progress - The sign that the issuer's page is loading.
 * @csspart challenge-progress-text - The text of that sign.
 * @csspart challenge-space - The space of the issuer's page.
 * @csspart challenge-frame - The frame with the issuer's page.
 * @csspart challenge-notice - The question or help above the end of the issuer's page.
 */
export class ScudoCheckout extends ScudoElement {
  static override styles = [...ScudoElement.styles, formStyles, fieldStyles, layoutStyles];

  /** Makes the element a member of a form around it. */
  static readonly formAssociated = true;

  // Decorators would add 0.4 kB to each page.
  static override properties: PropertyDeclarations = {
    fields: {},
    fonts: { attribute: false },
    prepare: {},
    challenge: {},
    layout: { reflect: true },
    labels: { reflect: true },
    fieldOrder: { attribute: false },
    noButton: { type: Boolean, attribute: 'no-button' },
    autoAdvance: { type: Boolean, attribute: 'auto-advance' },
    rememberFields: { type: Boolean, attribute: 'remember-fields' },
    acceptPending: { type: Boolean, attribute: 'accept-pending' },
    methods: {},
    amount: {},
    currency: {},
    authentication: { attribute: false },
  };

  /**
   * `inline`: the card fields are in the page. `isolated`: they are in a frame of the backend, which no script of the
   * page can read if the backend has another origin. Default: `isolated` if the backend has another origin than the
   * page, or accepts card data from its frame only. Otherwise, and for a value that is none of these, it is `inline`.
   * Set it before the element is in the page: the element ignores a later change.
   */
  declare fields: 'inline' | 'isolated' | undefined;

  /** Fonts of the page that isolated card fields use, too. */
  declare fonts: readonly CardFont[] | undefined;

  /** `on-number` (default) prepares 3-D Secure while the shopper types; `on-pay` prepares it when Pay is pressed. */
  declare prepare: 'on-number' | 'on-pay';

  /** `dialog` (default) shows the issuer's page above all other content; `inline` shows it in place. */
  declare challenge: 'dialog' | 'inline';

  /**
   * `accordion` (default): the payment methods are a list, each with its fields. `tabs`: they are tabs above the
   * fields. `compact`: number, expiry date and security code are in one line where there is space.
   */
  declare layout: 'accordion' | 'tabs' | 'compact' | undefined;

  /**
   * `above` (default): labels are above the fields. `inset`: they are inside, above the text. `floating`: they are in
   * the place of the text, and move above it when a field has the focus or a text.
   */
  declare labels: 'above' | 'floating' | 'inset' | undefined;

  /**
   * Names of fields in the order that they have on the page, such as `['email', 'name', 'number']`. Fields stay in
   * their group (card, contact, address); the groups are in the order in which the list first names one of their
   * fields. Fields and groups that it does not name follow. Set it before the element is in the page: a change of the
   * groups clears isolated card fields.
   */
  declare fieldOrder: readonly FieldName[] | undefined;

  /** Leaves out the button that pays. A button of the page calls `pay()`. */
  declare noButton: boolean;

  /**
   * Focuses the next card field when the shopper has typed or pasted a complete and valid card number, expiry date or
   * security code. It advances once from each field, and only to an empty one.
   */
  declare autoAdvance: boolean;

  /**
   * Keeps what the shopper types besides the card in the storage of the tab, for a page of the same order that is
   * loaded again. The element deletes it at an outcome, and 30 minutes after the last change while it is in the page.
   * Later the next checkout with this attribute in the tab deletes it. Has no effect with isolated card fields.
   */
  declare rememberFields: boolean;

  /**
   * Makes a form around the element valid with a pending order. By default the form is invalid until the order is paid.
   */
  declare acceptPending: boolean;

  /**
   * Codes of the payment methods that the order has, such as `card paypal`. With it the form is shown before the order
   * is read. The order replaces them.
   */
  declare methods: string | undefined;

  /**
   * The amount of the order in minor units, such as `1999`, for a form that is shown before the order is read. It is
   * for display only: an order with another amount replaces it, and is paid only after another press of Pay.
   */
  declare amount: string | undefined;

  /** The currency of `amount`, as an alphabetic code (ISO 4217), such as `EUR`. */
  declare currency: string | undefined;

  /** Fields of the authentication request that only the page knows. */
  declare authentication: PageExtras | undefined;

  /** The outcome beside the button, from the end of a payment until the shopper pays again. */
  #failure: Outcome | undefined;
  /** True when no field has had the focus since that outcome. */
  #isFormLeft = false;
  /** The value of `fields` at the first start. A script that changes it later does not get inline fields. */
  #fields: readonly [ScudoCheckout['fields']] | undefined;
  /** The card of the last payment, as the shopper knows it. */
  #card: CardSummary | undefined;
  /** True from the first rendering in which the shopper can pay. */
  #wasReady = false;
  readonly #height = new FormHeight(this);
  readonly #payment = new CheckoutController(
    this,
    (snapshot, before) => this.#follow(snapshot, before),
    (snapshot) => focusAnotherCard(this.#form, snapshot, this.language.localize),
    (...snapshots) => emptyForm(this.#form, ...snapshots, () => this.hasUpdated && this.performUpdate()),
  );
  readonly #late = new LateCheckout(this, {
    icons: this.icons,
    localize: this.language.localize,
    clock: () => this.clock,
    onCancel: () => this.#payment.checkout?.cancel(),
    onReopen: () => this.#payment.checkout?.reopenChallenge(),
    inline: () => this.challenge === 'inline',
  });
  readonly #form = new PaymentForm(
    this,
    this.language,
    (number) => void this.#payment.enterNumber(number, this.#form),
    this.#late,
    () => this.clock,
    undefined,
    this.icons,
  );
  readonly #cardFrame = new LateCardFrame(this, {
    language: this.language,
    clock: () => this.clock,
    fonts: () => this.fonts ?? [],
    arrangement: () => this,
    form: () => this.#form,
    icons: (names) => this.icons.drawings(names),
    onNumber: (reference) => this.#payment.checkout?.enterNumber(reference),
    onTyped: () => void (this.#form.hasCardText = true),
    onSubmit: () => void this.pay(),
    onObserved: (observation) => this.#payment.checkout?.observe(observation),
  });
  readonly #early = new EarlyForm(this, this.#form, this.language, () => this.#payment.snapshot);
  readonly #interruption = new Interruption(this, {
    shown: () => (!this.#isLocked ? this.#payment.checkout : undefined),
    order: () => this.order,
  });
  readonly #membership = new FormMembership(this, {
    outcome: () => this.#payment.snapshot?.outcome,
    acceptsPending: () => this.acceptPending,
    states: () =>
      this.#payment.snapshot ? elementStates(this.#payment.snapshot, this.#form, this.#isLocked, this.#failure) : [],
    message: () => this.language.localize('pay', { amount: this.language.amountOf(this.#payment.snapshot?.order) }),
  });

  /** Called by the browser when a form or fieldset around the element is disabled or enabled. */
  formDisabledCallback(disabled: boolean): void {
    this.#membership.disabled = disabled;
  }

  /** The steps of the payment so far, for support, without card data and without names. */
  get trace(): readonly TraceEntry[] {
    return this.#payment.snapshot?.trace ?? [];
  }

  /**
   * True while a payment runs, from Pay until it ends or the form opens again. It changes with the event `scudo-step`.
   */
  get busy(): boolean {
    return isBusy(this.#payment.snapshot?.step ?? 'entering');
  }

  /**
   * Pays as the button does, for a button of the page: checks the fields, and starts the payment if all are valid.
   * Otherwise it shows the errors and focuses the first invalid field. A `<button command="--pay" commandfor="ID">`
   * calls it, too, where the browser has invoker commands.
   *
   * @returns True when the payment has started. False when a field is invalid, or while nothing can be paid: the order
   * is being read, a payment runs or has ended, or the element is disabled. A form that is shown before its order waits
   * for it. Events report how the payment ends.
   */
  async pay(): Promise<boolean> {
    const { method, redirectInput } = this.#form;
    if (this.#early.isShown && !this.#membership.disabled) return this.#early.pay();
    if (this.#isLocked) return false;
    this.#failure = undefined;
    this.#payment.checkout?.tryAgain();
    this.requestUpdate();
    if (this.#form.isolated && method.code === 'card') return this.#payByFrame();
    if (!this.#form.validate()) return false;
    const { card } = this.#form;
    if (card) return this.#payByCard(card);
    if (!redirectInput) return false;
    this.#height.hold(true);
    this.#card = undefined;
    this.#payment.checkout?.redirect(redirectInput);
    return true;
  }

  /**
   * Reads the order again, for a page whose shop has changed it with `orders.update`. The new amount is shown, and the
   * fields keep their texts. A page that is shown again, and a payment of the old amount, read it by themselves.
   */
  refresh(): void {
    this.#payment.checkout?.refresh();
  }

  constructor() {
    super();
    this.prepare = 'on-number';
    this.challenge = 'dialog';
    this.noButton = false;
    this.rememberFields = false;
    this.autoAdvance = false;
    this.#form.arrangement = this;
    this.acceptPending = false;
    this.addEventListener('command', (event) => {
      if ((event as CommandEvent).command === '--pay') void this.pay();
    });
    new RememberedFields(this, this.#form, () => this.rememberFields && !this.#form.isolated && !this.#isLocked);
    new Revival(
      this,
      () => this.#start(),
      () => this.#stopWork(),
    );
  }

  protected override isStarting(): boolean {
    return !this.#wasReady && !(this.hasUpdated && this.#early.isShown);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.#form.hasCardText) keepCardFrom(this, changed, () => this.#form.forgetCard());
    if (STARTING.some((name) => changed.has(name))) this.#start();
  }

  protected override update(changed: PropertyValues<this>): void {
    super.update(changed);
    this.#early.takeOver();
  }

  /**
   * Fills in fields that have moved, and prepares the card of another try while the shopper corrects the form, which
   * the outcome stays above.
   */
  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('fieldOrder')) this.#form.show();
    const { snapshot, checkout } = this.#payment;
    this.#wasReady ||= !this.#isLocked;
    if (!snapshot || !retryableOutcome(snapshot)) this.#isFormLeft = false;
    else if (!this.#form.hasFocus) this.#isFormLeft = true;
    else if (this.#isFormLeft) queueMicrotask(() => checkout?.tryAgain());
  }

  /** Ends the payment and drops the card. A page that comes back reads the order. */
  #stopWork(): void {
    this.#payment.stopWork();
    this.#form.forgetCard();
  }

  #start(): void {
    this.#payment.stop();
    this.#late.challenge?.close();
    this.#card = undefined;
    this.#failure = undefined;
    if (!this.isConnected || !this.isComplete) return;
    this.#fields ??= [this.fields];
    const isIsolated = this.backend !== '' && isIsolatedAt(this.backend, this.#fields[0]);
    this.#form.isolated = isIsolated ? this.#cardFrame : undefined;
    if (isIsolated) this.#cardFrame.open(this.backend, this.order);
    else this.#cardFrame.close();
    this.#early.start();
    this.#payment.start({
      backend: checkoutClient(this, () => (this.#form.isolated ? this.#cardFrame.fetch : undefined)),
      order: this.order,
      clock: this.clock,
      prepare: this.prepare,
      frames: this.#late.frames(() => this.dispatchEvent(new ScudoChallengeEvent(this.order))),
    });
  }

  /**
   * Uses the frame that the order names, because its backend accepts card data only from there. The backend may be
   * behind a proxy on the origin of the page, so its address does not show it.
   */
  #useFrame({ cardFrame }: Order): void {
    const isInline = !this.#form.isolated && (this.adapter !== undefined || this.#fields?.[0] === 'inline');
    if (!cardFrame || isInline || (this.#form.isolated && this.#cardFrame.isAt(cardFrame))) return;
    // Fields of the page may have been shown before the order.
    if (!this.#form.isolated) this.#form.forgetCard();
    this.#form.isolated = this.#cardFrame;
    this.#cardFrame.open(new URL('.', cardFrame).href, this.order);
  }

  #follow(snapshot: CheckoutSnapshot, before: CheckoutSnapshot): void {
    if (snapshot.order && snapshot.order !== before.order) this.#useFrame(snapshot.order);
    if (snapshot.step !== before.step || snapshot.outcomeToReport) {
      this.#interruption.follow(snapshot.step);
      if (!isFormOpen(snapshot.step)) this.#failure = retryableOutcome(snapshot);
      this.#late.challenge?.follow(snapshot.step);
      // The Cancel button disappears with its step, and the focus moves to Pay.
      if (this.renderRoot.querySelector('.cancel-payment:focus'))
        this.#payment.focus(this.noButton ? 'form input, iframe' : '[type=submit]');
      if (isFormOpen(snapshot.step)) this.#height.hold(false);
      if (snapshot.step === 'outcome' || snapshot.step === 'pending') this.#height.fold();
      // A redirect payment waits, and a card that was tried instead of it did not pay.
      if (snapshot.step === 'pending' && snapshot.order?.redirect) this.#card = undefined;
    }
    followSnapshot(this.#form, snapshot, before);
    if (snapshot.step !== before.step && isFormOpen(snapshot.step))
      this.#payment.checkout?.enterNumber(this.#form.number);
  }

  /** The first invalid field gets the focus, in the frame or beside it. */
  async #payByFrame(): Promise<boolean> {
    this.#height.hold(true);
    this.#form.validate({ focus: false });
    const card = await this.#cardFrame.check();
    // Meanwhile the shopper may have changed the other fields or the method, and another press may have paid.
    if (!this.#isLocked && this.#form.method.code === 'card') {
      if (this.#form.validate({ focus: false }) && card) return this.#payByCard(card);
      if (card || this.#form.hasErrorBeforeCard) this.#form.focusFirstError();
    }
    // The frame has locked its fields with the check.
    if (!this.#isLocked) this.#height.hold(false);
    this.requestUpdate();
    return false;
  }

  #payByCard(card: Card): boolean {
    this.#card = this.#form.cardSummary;
    void this.#payment.checkout?.pay(card, this.#form.payer, this.authentication);
    // After the request, because its height makes the browser compute the layout.
    this.#height.hold(true);
    return true;
  }

  /** False when the form is open, so that the shopper can pay. */
  get #isLocked(): boolean {
    const { snapshot } = this.#payment;
    return this.#membership.disabled || !snapshot || !(isFormOpen(snapshot.step) || retryableOutcome(snapshot));
  }

  /** Returns to the form, for a shopper who is at the outcome in it, and chooses another method if one is given. */
  #tryAgain(other?: Order['methods'][number]): void {
    if (other) this.#form.choose(other);
    this.#payment.checkout?.tryAgain();
    if (this.#failure?.sameCard !== false || this.#form.method.code !== 'card') this.#form.focusFirst();
    else focusNumber(this.#form);
    this.#failure = undefined;
    this.requestUpdate();
  }

  override render(): TemplateResult | typeof noChange {
    if (this.#early.isServed) return noChange;
    const { snapshot, checkout } = this.#payment;
    // Without backend or order there is nothing to load.
    if (!snapshot || !checkout) return html``;
    return checkoutTemplate({
      icons: this.icons,
      language: this.language,
      snapshot,
      checkout,
      form: this.#form,
      early: this.#early,
      locked: this.#isLocked && (this.#membership.disabled || this.#early.isWaiting || !this.#early.isShown),
      keepsForm: this.#form.isolated !== undefined,
      card: this.#card,
      challenge: this.#late.challenge,
      failure: this.#failure,
      orderLines: this.#late.code?.orderLines,
      page: this,
      isInterrupted: this.#interruption.isKnown && snapshot.step === 'entering' && !this.#failure,
      onTryAgain: () => this.#tryAgain(),
      onPayBy: (other) => this.#tryAgain(other),
      hasButton: !this.noButton,
      onSubmit: () => void this.pay(),
    });
  }
}

// A page may load the element twice, as a module and as a script. The first definition stays.
if (!customElements.get('scudo-checkout')) customElements.define('scudo-checkout', ScudoCheckout);

declare global {
  interface HTMLElementTagNameMap {
    'scudo-checkout': ScudoCheckout;
  }
}
