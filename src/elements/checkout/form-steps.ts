import type { CheckoutSnapshot } from '../../payment/checkout/checkout-snapshot.js';
import type { CheckoutStep } from '../../payment/flow/checkout.states.js';
import type { Outcome } from '../../payment/outcome.js';
import type { Localize } from '../i18n/messages.js';
import type { PaymentForm } from '../card-form/payment-form.controller.js';

/** True when the shopper can fill in and submit the form. */
export function isFormOpen(step: CheckoutStep): boolean {
  return step === 'entering' || step === 'correcting-redirect' || step === 'choosing-another';
}

/** Steps that show something else than the form. */
const WITHOUT_FORM: readonly CheckoutStep[] = [
  'reading-order',
  'unreachable',
  'reading-status',
  'awaiting-status',
  'pending',
  'resuming',
  'redirecting',
  'outcome',
];

/** True when the form is on the screen, also while a payment runs. */
export function hasForm(step: CheckoutStep): boolean {
  return !WITHOUT_FORM.includes(step);
}

/**
 * Returns the outcome after which the shopper can pay again, with the form below it; undefined when there is none, or
 * when the order could not be read.
 */
export function retryableOutcome({ step, outcome, order }: CheckoutSnapshot): Outcome | undefined {
  return step === 'outcome' && outcome?.retryable && order?.methods.length ? outcome : undefined;
}

/**
 * Renders the form without its texts before something else takes its place: the parts of a removed template keep the
 * texts that they rendered last.
 */
export function emptyForm(
  form: PaymentForm,
  next: CheckoutSnapshot,
  before: CheckoutSnapshot,
  render: () => unknown,
): void {
  const isOther = next.step !== before.step || retryableOutcome(before);
  if (isOther && !hasForm(next.step) && !retryableOutcome(next)) form.whileEmpty(render);
}

/**
 * Brings the form to the state of the checkout: the order's fields and methods, refused fields, and the texts that
 * stay.
 */
export function followSnapshot(form: PaymentForm, snapshot: CheckoutSnapshot, before: CheckoutSnapshot): void {
  const { step, order, outcome, outcomeToReport, refused } = snapshot;
  if (order && order !== before.order) {
    form.asked = order.ask;
    form.country = order.country;
    form.now = order.now;
    form.brands = order.methods.find(({ code }) => code === 'card')?.brands;
    // Keep the choice while the order still offers it.
    form.method = order.methods.find(({ code }) => code === form.method.code) ?? order.methods[0] ?? form.method;
  }
  if (step === before.step) return;
  const ended = step === 'outcome' ? outcome : outcomeToReport;
  if (ended)
    form.keepFor(
      // A changed order is paid with all texts.
      ended.code === 'order-changed'
        ? 'same-texts'
        : ended.retryable
          ? ended.sameCard
            ? 'same-card'
            : 'another-card'
          : 'none',
    );
  if (step === 'redirecting') form.keepFor('same-card');
  if (!isFormOpen(step)) return;
  if (refused.length > 0) return form.refuse(refused.map(({ field }) => field));
  if (step === 'choosing-another') {
    const other = order?.methods.find(({ code }) => code !== before.order?.redirect?.method);
    if (other) form.choose(other);
  }
  if (before.outcome && before.step !== 'outcome') form.focusFirst();
}

/**
 * Focuses the card number where the same card may not be tried again. Screen readers read the outcome after the name of
 * the field. Returns false for other outcomes.
 */
export function focusAnotherCard(form: PaymentForm, snapshot: CheckoutSnapshot, localize: Localize): boolean {
  const outcome = retryableOutcome(snapshot);
  if (!outcome || outcome.sameCard || form.method.code !== 'card') return false;
  const { status, code, cardholderText } = outcome;
  focusNumber(form);
  form.news.announce([`${localize(`${status}-title`)}.`, localize(code), cardholderText].filter(Boolean).join(' '));
  return true;
}

/** Focuses the card number, which is empty. */
export function focusNumber(form: PaymentForm): void {
  if (form.isolated) form.isolated.focus('number');
  else form.focus('number');
}
