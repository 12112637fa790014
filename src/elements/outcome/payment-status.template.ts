import { html, nothing, type TemplateResult } from 'lit';
import type { Checkout } from '../../payment/checkout/checkout.js';
import type { CheckoutSnapshot } from '../../payment/checkout/checkout-snapshot.js';
import type { Say } from '../i18n/messages.js';
import { outcomePanel, type UnfinishedOptions } from './outcome-panel.template.js';

export interface PaymentStatusOptions {
  readonly say: Say;
  readonly snapshot: CheckoutSnapshot;
  readonly checkout: Pick<Checkout, 'check' | 'redirect' | 'chooseAnother'>;
  /** Formatted, with its currency. */
  readonly amount: string;
  /** The name of the redirect payment method. */
  readonly method: string;
  /** Back to the form, or the address of a page that has one. */
  readonly onTryAgain: (() => void) | string | undefined;
  /** True where another method can be chosen. */
  readonly hasForm: boolean;
}

/** Renders the state of a payment in place of the form: the way to another page, the outcome, or a failure to read it. */
export function paymentStatus({
  say,
  snapshot,
  checkout,
  hasForm,
  method,
  ...options
}: PaymentStatusOptions): TemplateResult | typeof nothing {
  const { step, outcome, url } = snapshot;
  const onCheck = () => checkout.check();
  switch (step) {
    case 'redirecting':
      // For a shopper whose browser did not navigate.
      return html`<p part="message"><a id="leave" class="link" part="button" href=${url ?? ''} target="_top" rel="noreferrer">${say('continue-to', { method })}</a></p>`;
    case 'unreachable':
      return html`<p id="unreachable" part="message" tabindex="-1" role="alert">${say('loading-failed')}</p>
        <button part="button" type="button" @click=${onCheck}>${say('reload')}</button>`;
    case 'reading-order':
    case 'pending':
    case 'outcome': {
      // An outcome stays while the order is read again.
      if (!outcome) return nothing;
      const unfinished = step === 'pending' ? unfinishedPayment(snapshot, checkout, hasForm) : undefined;
      return outcomePanel({ ...options, say, outcome, method, onCheck, ...(unfinished ? { unfinished } : {}) });
    }
    default:
      return nothing;
  }
}

/** The choices of a shopper who left a redirect payment unfinished. */
function unfinishedPayment(
  { order, kept = false }: CheckoutSnapshot,
  checkout: Pick<Checkout, 'redirect' | 'chooseAnother'>,
  hasForm: boolean,
): UnfinishedOptions | undefined {
  if (!order?.redirect?.unfinished) return undefined;
  const { method } = order.redirect;
  const hasAnother = hasForm && !kept && order.methods.some(({ code }) => code !== method);
  return {
    kept,
    onContinue: () => checkout.redirect({ method }),
    ...(hasAnother ? { onChooseAnother: () => checkout.chooseAnother() } : {}),
  };
}
