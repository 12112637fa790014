import type { LitElement, ReactiveController } from 'lit';
import type { CheckoutSnapshot } from '../../payment/checkout/checkout-snapshot.js';
import type { OrderMethod } from '../../payment/backend-client/backend-client.js';
import type { PaymentForm } from '../card-form/payment-form.controller.js';
import type { Language } from '../i18n/language.controller.js';
import { loadedLateParts } from '../late/load-late-parts.js';
import { isFormOpen } from './form-steps.js';

/** The element with its attributes, as the shop's server has set them. */
interface Host extends LitElement {
  readonly methods: string | undefined;
  readonly amount: string | undefined;
  readonly currency: string | undefined;
  pay(): Promise<boolean>;
}

/**
 * The form while the order is read, from attributes that are for display only
 * (docs/decisions/0031-form-before-the-order.md).
 */
export class EarlyForm implements ReactiveController {
  /** The shadow root of the shop's server. */
  #root: ShadowRoot | undefined;
  #whenRead: ((isOpen: boolean) => void) | undefined;

  constructor(
    private readonly host: Host,
    private readonly form: PaymentForm,
    private readonly language: Language,
    private readonly snapshot: () => CheckoutSnapshot | undefined,
  ) {
    host.addController(this);
    this.#root = host.shadowRoot ?? undefined;
  }

  /**
   * True while the form is the HTML of the shop's server (docs/decisions/0034-form-as-html.md): until the order is
   * read, and the language of the page is loaded or has failed.
   */
  get isServed(): boolean {
    return !!this.#root && (!this.snapshot() || this.#isReading || this.language.isLoading);
  }

  /** Joins that HTML with the first rendering. */
  takeOver(): void {
    if (!this.#root || this.isServed) return;
    const late = loadedLateParts();
    if (late) late.takeOver(this.#root);
    else this.#root.lastElementChild?.remove();
    this.#root = undefined;
  }

  /** Chooses the first method, and ends the wait when the order is read or cannot be read. */
  hostUpdate(): void {
    const [first] = this.methods;
    if (first && this.form.method.code === '') this.form.method = first;
    const { step } = this.snapshot() ?? {};
    if (step && step !== 'reading-order') this.#end(isFormOpen(step));
  }

  hostDisconnected(): void {
    this.#end(false);
  }

  /** The payment methods that the order is expected to have. */
  get methods(): readonly OrderMethod[] {
    const codes = this.host.methods?.split(/\s+/).filter(Boolean) ?? [];
    return [...new Set(codes)].map((code) => ({ code }));
  }

  /** The amount that the order is expected to have, formatted; empty when it is not known. */
  get amount(): string {
    const { amount = '', currency = '' } = this.host;
    const isUsable = /^\d{1,12}$/.test(amount) && /^[A-Z]{3}$/.test(currency);
    return isUsable ? this.language.amountOf({ amount, currency }) : '';
  }

  /** True while the form is shown without its order: methods and amount are known, and the language is loaded. */
  get isShown(): boolean {
    const isKnown = this.methods.length > 0 && this.amount !== '';
    return this.#isReading && isKnown && this.language.isLoaded;
  }

  get #isReading(): boolean {
    const { step, order, outcome } = this.snapshot() ?? {};
    return step === 'reading-order' && !order && !outcome;
  }

  /** True from Pay until the order is there. */
  get isWaiting(): boolean {
    return this.#whenRead !== undefined;
  }

  /** Ends the wait for an earlier order of the element. */
  start(): void {
    this.#end(false);
  }

  #end(isOpen: boolean): void {
    this.#whenRead?.(isOpen);
    this.#whenRead = undefined;
  }

  /**
   * Checks the fields of the page, waits for the order and pays it. Isolated fields are checked when it is there. An
   * order with another amount than the form has shown is not paid: the shopper sees its amount, and has to press Pay
   * again.
   */
  async pay(): Promise<boolean> {
    const { host, form, language } = this;
    if (this.isWaiting || !form.validate()) return false;
    const [shown, method] = [this.amount, form.method.code];
    host.requestUpdate();
    const isOpen = await new Promise<boolean>((resolve) => (this.#whenRead = resolve));
    host.requestUpdate();
    const order = this.snapshot()?.order;
    // The order may not have the method that the shopper has chosen.
    if (!isOpen || !order || form.method.code !== method) return false;
    const amount = language.amountOf(order);
    if (order.purpose !== 'add-card' && amount === shown) return host.pay();
    form.news.refusal = order.purpose === 'add-card' ? '' : language.localize('order-changed', { amount });
    form.news.announce(form.news.refusal);
    return false;
  }
}
