import { html, nothing, type TemplateResult } from 'lit';
import type { OrderMethod } from '../../payment/backend-client/backend-client.js';
import { methodPicker } from '../payment-methods/method-picker.template.js';
import type { PaymentForm } from '../card-form/payment-form.controller.js';
import type { Localize } from '../i18n/messages.js';

export interface CheckoutFormOptions {
  readonly localize: Localize;
  readonly form: PaymentForm;
  readonly methods: readonly OrderMethod[];
  /** True while a payment runs. */
  readonly locked: boolean;
  /** Formatted, with its currency; undefined when nothing is charged. */
  readonly amount: string | undefined;
  /** The name of the chosen method. */
  readonly method: string;
  readonly onSubmit: () => void;
}

/** Renders the payment methods, the fields of the chosen one, and the button with the amount. */
export function checkoutForm({
  localize,
  form,
  methods,
  locked,
  amount,
  method,
  onSubmit,
}: CheckoutFormOptions): TemplateResult {
  const card = form.method.code === 'card';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return html`
    <form part="form" novalidate @submit=${submit}>
      ${methodPicker({ localize, methods, chosen: form.method.code, locked, onChoose: (chosen) => form.choose(chosen) })} ${form.render(locked)}
      ${card ? nothing : html`<p class="hint" part="hint">${localize('redirect-hint', { amount, method })}</p>`}
      <slot name="terms"></slot>
      <button part="button pay-button" type="submit" aria-disabled=${locked ? 'true' : 'false'}>${localize(amount === undefined ? 'save-card' : card ? 'pay' : 'pay-with', { amount, method })}</button>
    </form>
  `;
}
