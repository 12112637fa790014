import type { PreparedCard } from '../flow/checkout.context.js';
import type { CheckoutEvent } from '../flow/checkout.events.js';

export const NO_CARD: PreparedCard = { number: '', completion: 'UNAVAILABLE' };

/** Returns the prepared card after an event of the preparation. */
export function preparedBy(before: PreparedCard, event: CheckoutEvent): PreparedCard {
  switch (event.type) {
    case 'NUMBER_ENTERED':
      return { ...NO_CARD, number: event.number };
    case 'METHOD_OFFERED':
    case 'NO_METHOD':
      return { ...before, versionCheck: event.versionCheck };
    case 'METHOD_ENDED':
      return { ...before, completion: event.completion };
    case 'METHOD_TIMED_OUT':
      return { ...before, completion: 'NO' };
    case 'PREPARATION_FAULT':
      // After the version check a fault is one of the method step, which is then reported as NO.
      return before.versionCheck ? { ...before, completion: 'NO' } : { ...before, fault: event.error };
    default:
      return before;
  }
}
