import { html, nothing, type TemplateResult } from 'lit';
import type { Checkout } from '../../payment/checkout/checkout.js';
import type { CheckoutSnapshot } from '../../payment/checkout/checkout-snapshot.js';
import type { Order, OrderMethod } from '../../payment/backend-client/backend-client.js';
import type { ChallengeDialog } from '../challenge/challenge-dialog.controller.js';
import type { CardSummary } from '../card-form/form-fields.js';
import type { PaymentForm } from '../card-form/payment-form.controller.js';
import type { Icons } from '../icons/icons.controller.js';
import type { Language } from '../i18n/language.controller.js';
import type { Outcome } from '../../payment/outcome.js';
import { loadedLateParts, readAgain, type LateParts } from '../late/load-late-parts.js';
import type { NextStep } from '../outcome/outcome-panel.template.js';
import { paymentStatus } from '../outcome/payment-status.template.js';
import { methodMarks } from '../payment-methods/method-picker.template.js';
import { methodName, methodNameIn } from '../payment-methods/payment-methods.js';
import { progressText } from '../outcome/progress.js';
import type { EarlyForm } from './early-form.js';
import { appearing, checkoutForm, showFilledSlot } from './checkout-form.template.js';
import { hasForm, isFormOpen } from './form-steps.js';

export interface CheckoutTemplateOptions {
  readonly icons: Pick<Icons, 'render' | 'renderMethod'>;
  readonly language: Pick<Language, 'localize' | 'withDigits' | 'tag' | 'direction' | 'amountOf'>;
  readonly snapshot: CheckoutSnapshot;
  readonly checkout: Checkout;
  readonly form: PaymentForm;
  /** The form before the order is read. */
  readonly early: Pick<EarlyForm, 'isShown' | 'isWaiting' | 'methods' | 'amount'>;
  /** True while the form cannot be submitted. */
  readonly locked: boolean;
  /** True when the form stays in the document, hidden, while something else is shown. A frame in it would be lost. */
  readonly keepsForm: boolean;
  /** The card that is used, as the shopper knows it, such as `Visa •••• 5344`. */
  readonly card: CardSummary | undefined;
  /** The dialog around the issuer's page. */
  readonly challenge: Pick<ChallengeDialog, 'render' | 'isInPlace'> | undefined;
  /** False when a button of the page pays. */
  readonly hasButton: boolean;
  /** The outcome beside the button, of a payment that the shopper can try again. */
  readonly failure: Outcome | undefined;
  /** True when the page was left during the challenge of an earlier payment. */
  readonly isInterrupted: boolean;
  /** Renders the lines of the order; undefined until an order was read. */
  readonly orderLines: LateParts['orderLines'] | undefined;
  /** The name and the link that the page gives for the outcome. */
  readonly page: { readonly customer: string | undefined; readonly next: NextStep | undefined };
  readonly onTryAgain: () => void;
  /** Returns to the form with another payment method. */
  readonly onPayBy: (method: OrderMethod) => void;
  readonly onSubmit: () => void;
}

/** Renders a checkout: the form or the state of the payment, the live region, and the challenge. */
export function checkoutTemplate({
  icons,
  language,
  snapshot,
  checkout,
  form,
  early,
  locked,
  keepsForm,
  card,
  challenge,
  hasButton,
  failure,
  isInterrupted,
  orderLines,
  page,
  onTryAgain,
  onPayBy,
  onSubmit,
}: CheckoutTemplateOptions): TemplateResult {
  const { step, order } = snapshot;
  const { localize, tag, direction } = language;
  const isEarly = early.isShown;
  const outcomes = snapshot.trace.filter((entry) => 'step' in entry && entry.step === 'outcome').length;
  const amount = isEarly ? early.amount : language.amountOf(order);
  const code = snapshot.outcome?.status === 'pending' ? order?.redirect?.method : order?.paidWith;
  const method = methodNameIn(order, code ?? form.method.code, localize);
  const paidWith = card?.name ?? (code && methodNameIn(order, code, localize));
  const paidWithMark = card
    ? card.icon && icons.render(card.icon, 'outcome-mark')
    : code && methodMarks(icons, { code }, 'outcome-mark');
  // An inline challenge takes the place of the form.
  const isFormThere = hasForm(step) || failure !== undefined || isEarly;
  const showsForm = isFormThere && !challenge?.isInPlace;
  const isOpen = isFormOpen(step) || failure !== undefined || (isEarly && !early.isWaiting);
  const isLoading = !isEarly && step === 'reading-order' && !snapshot.outcome;
  const renderForm = () =>
    checkoutForm({
      icons,
      localize,
      withDigits: language.withDigits,
      form,
      hidden: !showsForm,
      methods: order?.methods ?? early.methods,
      locked,
      busy: !isOpen,
      amount: order?.purpose === 'add-card' ? undefined : amount,
      method,
      hasButton,
      isInterrupted,
      failure:
        failure &&
        loadedLateParts()?.outcomePanel({
          icons,
          localize,
          outcome: failure,
          amount,
          // The form keeps its texts after a changed order, so Pay is the only next step.
          onTryAgain: failure.code === 'order-changed' ? undefined : onTryAgain,
          otherMethods,
          onCheck: () => checkout.check(),
        }),
      outcomes,
      onSubmit,
    });
  const renderStatus = () =>
    paymentStatus({
      icons,
      localize,
      tag,
      snapshot,
      checkout,
      outcomePanel: loadedLateParts()?.outcomePanel,
      onReload: () => readAgain(checkout),
      amount,
      method,
      paidWith,
      paidWithMark,
      customer: page.customer,
      next: page.next,
      hasForm: true,
      onTryAgain,
    });
  const renderOther = () => (isFormThere ? nothing : renderStatus());
  const otherMethods = failure?.sameCard
    ? []
    : (order?.methods ?? [])
        .filter(({ code }) => code !== 'card')
        .map((other) => ({ name: methodName(other, localize), onChoose: () => onPayBy(other) }));
  const isKept = keepsForm || isFormThere;
  const renderFoot = () => html`<div class="foot" part="foot" ?data-alone=${!showsForm} ?hidden=${challenge?.isInPlace}>
    ${showsForm && isOpen && form.method.code === 'card' ? html`<p part="pay-note">${localize('pay-note')}</p>` : nothing}
    <p class="progress" part="progress" role="status">${isEarly && isOpen ? nothing : progressText(step, method, localize)}</p>
    ${step === 'awaiting-preparation' || step === 'awaiting-issuer' ? html`<button class="cancel-payment" part="button secondary-button" type="button" @click=${() => checkout.cancel()}>${localize('cancel')}</button>` : nothing}
    ${showsForm ? html`<p class="trust" part="trust" data-empty>${icons.render('lock')}<slot name="trust" @slotchange=${showFilledSlot}></slot></p>` : nothing}
  </div>`;
  return html`<div lang=${tag} dir=${direction} class="body" ?data-reserved=${isLoading || isFormThere}>
    <slot name="header"></slot>
    ${order && !isLoading ? orderHead(order, showsForm ? amount : undefined, showsForm ? orderLines?.(order, language) : undefined) : nothing}
    ${isKept ? renderForm() : nothing}${renderOther()}
    ${challenge?.render(amount, paidWith)}
    ${isLoading ? skeleton(progressText('reading-order', method, localize)) : appearing(renderFoot(), outcomes)}
    <slot name="footer"></slot>
  </div>`;
}

/** Renders the places of the form while the order is loaded, with the progress for screen readers. */
function skeleton(text: string | undefined): TemplateResult {
  return html`<div class="skeleton" part="skeleton" aria-hidden="true"><i></i><i></i><i></i><i></i><i></i><i></i><i></i></div>
    <p class="for-readers" part="progress" role="status">${text}</p>`;
}

/** Renders the description of the order, and beside the form its amount and lines. */
function orderHead(
  { description, purpose }: Order,
  amount: string | undefined,
  lines: TemplateResult | undefined,
): TemplateResult | typeof nothing {
  if (!description && !lines) return nothing;
  return html`<div class="order" part="order-head">
    ${description ? html`<p part="description"><bdi>${description}</bdi></p>` : nothing}
    ${amount && purpose !== 'add-card' ? html`<p part="amount">${amount}</p>` : nothing}${lines ?? nothing}
  </div>`;
}
