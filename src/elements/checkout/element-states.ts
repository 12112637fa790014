import type { CheckoutSnapshot } from '../../payment/checkout/checkout-snapshot.js';
import type { CheckoutStep } from '../../payment/flow/checkout.states.js';
import type { Outcome } from '../../payment/outcome.js';
import type { PaymentForm } from '../card-form/payment-form.controller.js';
import { hasForm, isFormOpen } from './form-steps.js';

/** True from Pay until the payment ends or the form opens again. */
export function isBusy(step: CheckoutStep): boolean {
  return !isFormOpen(step) && (hasForm(step) || step === 'resuming' || step === 'redirecting');
}

/** Returns the custom states of the element. A page styles them with `:state()`. */
export function elementStates(
  { step, outcome }: CheckoutSnapshot,
  form: PaymentForm,
  isLocked: boolean,
  failure: Outcome | undefined,
): string[] {
  return [
    isLocked ? '' : 'ready',
    isBusy(step) ? 'busy' : '',
    // In the step leaving-challenge the dialog is closed.
    step.includes('challeng') && step !== 'leaving-challenge' ? 'challenge' : '',
    form.hasErrors ? 'invalid' : '',
    form.hasFocus ? 'focused' : '',
    form.method.code && `chosen-${form.method.code}`,
    hasForm(step) ? (failure?.status ?? '') : (outcome?.status ?? ''),
  ].filter(Boolean);
}
