import { nothing } from 'lit';
import type { CheckoutStep } from '../../payment/flow/checkout.states.js';
import type { Say } from '../i18n/messages.js';

/** The text of the live region; nothing where the page itself shows the step. `method` is the payment method's name. */
export function progressText(step: CheckoutStep | undefined, method: string, say: Say): string | typeof nothing {
  switch (step) {
    case 'reading-order':
      return say('loading');
    case 'returned':
      return say('reading-payment');
    case 'leaving-challenge':
      return say('step-reading-result');
    case 'asking-meanwhile':
      return say('step-challenging');
    case 'going-on':
    case 'switching':
      return say('step-initiating', { method });
    case 'awaiting-preparation':
    case 'authenticating':
    case 'opening-challenge':
    case 'challenging':
    case 'awaiting-bank':
    case 'reading-result':
    case 'initiating':
    case 'redirecting':
    case 'awaiting-status':
      return say(`step-${step}`, { method });
    case 'unreachable':
    case 'entering':
    case 'choosing':
    case 'choosing-another':
    case 'pending':
    case 'outcome':
    case undefined:
      return nothing;
  }
}
