import { html, nothing, type TemplateResult } from 'lit';
import type { Checkout } from '../../payment/checkout/checkout.js';
import type { CheckoutSnapshot } from '../../payment/checkout/checkout-snapshot.js';
import type { Icons } from '../icons/icons.controller.js';
import type { Localize } from '../i18n/messages.js';
import type { NextStep, outcomePanel, UnfinishedOptions } from './outcome-panel.template.js';

export interface PaymentStatusOptions {
  readonly icons: Pick<Icons, 'render' | 'renderMethod'>;
  readonly localize: Localize;
  readonly snapshot: CheckoutSnapshot;
  readonly checkout: Pick<Checkout, 'check' | 'redirect' | 'chooseAnother'>;
  /** Renders an outcome; undefined until late.js is loaded. */
  readonly outcomePanel: typeof outcomePanel | undefined;
  /** Reads an order again that could not be read. */
  readonly onReload: () => void;
  /** Formatted, with its currency. */
  readonly amount: string;
  /** The name of the redirect payment method. */
  readonly method: string;
  /** The language of the texts. */
  readonly tag: string;
  /** The card or payment method that was used, as the shopper knows it, such as `Visa •••• 5344`. */
  readonly paidWith: string | undefined;
  /** The picture of that card or payment method. */
  readonly paidWithMark: unknown;
  /** The name by which the shopper is thanked. */
  readonly customer: string | undefined;
  readonly next: NextStep | undefined;
  /** Returns to the form; or the address of the page that has the form. */
  readonly onTryAgain: (() => void) | string | undefined;
  /** True when another method can be chosen here. */
  readonly hasForm: boolean;
}

/**
 * Renders the state of a payment in place of the form: the link of a redirect, the outcome, or a failure to read it.
 */
export function paymentStatus({
  localize,
  snapshot,
  checkout,
  outcomePanel,
  onReload,
  hasForm,
  method,
  amount,
  ...options
}: PaymentStatusOptions): TemplateResult | typeof nothing | undefined {
  const { step, outcome, url } = snapshot;
  const onCheck = () => checkout.check();
  switch (step) {
    case 'redirecting':
      // For a shopper whose browser did not navigate.
      return html`<p part="message"><a id="leave" class="link" part="button" href=${url ?? ''} target="_top" rel="noreferrer">${localize('continue-to', { method })}</a></p>`;
    case 'unreachable':
      return html`<p id="unreachable" part="message" tabindex="-1" role="alert">${localize('loading-failed')}</p>
        <button part="button" type="button" @click=${onReload}>${localize('reload')}</button>`;
    case 'reading-order':
    case 'pending':
    case 'outcome': {
      // An outcome stays while the order is read again.
      if (!outcome) return nothing;
      const unfinished = step === 'pending' ? unfinishedPayment(snapshot, checkout, hasForm) : undefined;
      return outcomePanel?.({
        ...options,
        localize,
        outcome,
        method,
        // Nothing is charged to add a card.
        amount: snapshot.order?.purpose === 'add-card' ? '' : amount,
        reference: snapshot.order?.reference,
        onCheck,
        unfinished,
      });
    }
    default:
      return nothing;
  }
}

/** The choices of a shopper who left a redirect payment unfinished. */
function unfinishedPayment(
  { order, isRedirectKept = false }: CheckoutSnapshot,
  checkout: Pick<Checkout, 'redirect' | 'chooseAnother'>,
  hasForm: boolean,
): UnfinishedOptions | undefined {
  if (!order?.redirect?.unfinished) return undefined;
  const { method } = order.redirect;
  const hasAnother = hasForm && !isRedirectKept && order.methods.some(({ code }) => code !== method);
  return {
    isKept: isRedirectKept,
    onContinue: () => checkout.redirect({ method }),
    onChooseAnother: hasAnother ? () => checkout.chooseAnother() : undefined,
  };
}
