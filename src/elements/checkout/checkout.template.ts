import { html, nothing, type TemplateResult } from 'lit';
import type { Checkout } from '../../payment/checkout/checkout.js';
import type { CheckoutSnapshot } from '../../payment/checkout/checkout-snapshot.js';
import type { PaymentForm } from '../card-form/payment-form.controller.js';
import type { Language } from '../i18n/language.controller.js';
import { paymentStatus } from '../outcome/payment-status.template.js';
import { progressText } from '../outcome/progress.js';
import { checkoutForm } from './checkout-form.template.js';
import { hasForm } from './form-steps.js';

export interface CheckoutTemplateOptions {
  readonly language: Language;
  readonly snapshot: CheckoutSnapshot;
  readonly checkout: Checkout;
  readonly form: PaymentForm;
  /** True while the form cannot be submitted. */
  readonly locked: boolean;
  /** True when the form stays in the document, hidden, while something else is shown. A frame in it would be lost. */
  readonly keepsForm: boolean;
  /** The name of the payment method. */
  readonly method: string;
  /** The dialog around the issuer's page. */
  readonly challenge: TemplateResult;
  readonly onSubmit: () => void;
}

/** Renders a checkout: the form or the state of the payment, the live region, and the challenge. */
export function checkoutTemplate({
  language,
  snapshot,
  checkout,
  form,
  locked,
  keepsForm,
  method,
  challenge,
  onSubmit,
}: CheckoutTemplateOptions): TemplateResult {
  const { step, order } = snapshot;
  const { localize, tag, direction } = language;
  const amount = language.amountOf(order);
  const hasFields = form.isReady || !hasForm(step);
  const showsForm = hasForm(step) && hasFields;
  // Until the code of the form is there, nothing appears that would move the text.
  const isLoading = !hasFields && !form.lateCode.hasFailed;
  const renderForm = () =>
    checkoutForm({
      localize,
      form,
      methods: order?.methods ?? [],
      locked,
      amount: order?.purpose === 'add-card' ? undefined : amount,
      method,
      onSubmit,
    });
  const renderStatus = () =>
    paymentStatus({
      localize,
      snapshot,
      checkout,
      amount,
      method,
      hasForm: true,
      onTryAgain: () => checkout.tryAgain(),
    });
  const renderFailure = () =>
    html`<p part="message" role="alert">${localize('loading-failed')}</p>
      <button part="button" type="button" @click=${() => form.lateCode.retry()}>${localize('reload')}</button>`;
  const renderOther = () => (hasFields ? renderStatus() : form.lateCode.hasFailed ? renderFailure() : nothing);
  const body = keepsForm
    ? html`<div ?hidden=${!showsForm}>${renderForm()}</div>${showsForm ? nothing : renderOther()}`
    : showsForm
      ? renderForm()
      : renderOther();
  return html`<div lang=${tag} dir=${direction} class="body">
    <slot name="header"></slot>
    ${order?.description && !isLoading ? html`<p class="description" part="description"><bdi>${order.description}</bdi></p>` : nothing}
    ${body}
    ${step === 'awaiting-preparation' || step === 'awaiting-issuer' ? html`<button class="cancel-payment" part="button secondary-button" type="button" @click=${() => checkout.cancel()}>${localize('cancel')}</button>` : nothing}
    <p class="progress" part="progress" role="status">${progressText(isLoading ? 'reading-order' : step, method, localize)}</p>
    ${challenge}
    <slot name="footer"></slot>
  </div>`;
}
