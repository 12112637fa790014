import type { CheckoutStep } from '../../payment/flow/checkout.states.js';
import type { Localize } from '../i18n/messages.js';

/**
 * Returns the text of the live region; undefined when the page itself shows the step.
 *
 * @param method The name of the payment method.
 */
export function progressText(step: CheckoutStep | undefined, method: string, localize: Localize): string | undefined {
  switch (step) {
    case 'reading-order':
      return localize('loading');
    case 'reading-status':
      return localize('reading-payment');
    case 'leaving-challenge':
      return localize('step-reading-result');
    case 'checking-challenge':
      return localize('step-challenging');
    case 'resuming':
    case 'switching':
      return localize('step-initiating', { method });
    case 'awaiting-preparation':
    case 'authenticating':
    case 'opening-challenge':
    case 'challenging':
    case 'awaiting-issuer':
    case 'reading-result':
    case 'initiating':
    case 'redirecting':
    case 'awaiting-status':
      return localize(`step-${step}`, { method });
    case 'unreachable':
    case 'entering':
    case 'correcting-redirect':
    case 'choosing-another':
    case 'pending':
    case 'outcome':
    case undefined:
      return undefined;
  }
}
