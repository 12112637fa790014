import { nothing } from 'lit';
import type { CardPaymentState } from '../payment/card-payment.table.js';
import type { Say } from './messages.js';

export function inChallenge(step: CardPaymentState): boolean {
  return step === 'opening-challenge' || step === 'challenging' || step === 'asking-meanwhile';
}

/** The text of the live region; nothing where the page itself shows the step. */
export function progressWords(step: CardPaymentState, say: Say): string | typeof nothing {
  switch (step) {
    case 'reading-order':
      return say('loading');
    case 'awaiting-preparation':
    case 'authenticating':
    case 'opening-challenge':
    case 'challenging':
    case 'awaiting-bank':
    case 'reading-result':
      return say(`step-${step}`);
    case 'leaving-challenge':
      return say('step-reading-result');
    case 'asking-meanwhile':
      return say('step-challenging');
    case 'unreachable':
    case 'entering':
    case 'entering-another':
    case 'outcome':
      return nothing;
  }
}
