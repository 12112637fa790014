import { html, nothing, type TemplateResult } from 'lit';
import type { OfferedMethod } from '../payment/merchant-backend.js';
import { methodPicker } from './method-picker.js';
import type { PaymentForm } from './payment-form.js';
import type { Say } from './messages.js';

export interface CheckoutFormOptions {
  readonly say: Say;
  readonly form: PaymentForm;
  readonly methods: readonly OfferedMethod[];
  /** True while a payment runs. */
  readonly locked: boolean;
  /** Formatted, with its currency; undefined where nothing is charged. */
  readonly amount: string | undefined;
  /** The name of the chosen method. */
  readonly method: string;
  readonly onSubmit: () => void;
}

/** The ways to pay, the fields of the chosen one, and the button that says what will be charged. */
export function checkoutForm({
  say,
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
      ${methodPicker({ say, methods, chosen: form.method.code, locked, onChoose: (chosen) => form.choose(chosen) })} ${form.render(locked)}
      ${card ? nothing : html`<p class="hint" part="hint">${say('redirect-hint', { amount, method })}</p>`}
      <slot name="terms"></slot>
      <button part="button pay-button" type="submit" aria-disabled=${locked ? 'true' : 'false'}>${say(amount === undefined ? 'save-card' : card ? 'pay' : 'pay-with', { amount, method })}</button>
    </form>
  `;
}
