import type { Flow } from '../../protocol/flow.js';
import { CARD_STATES, type CardTaskEvents } from '../card/card.table.js';
import type { CheckoutEventType, CheckoutLimit } from '../flow/checkout.events.js';
import type { CheckoutStates, CheckoutStep, PreparationState } from '../flow/checkout.states.js';
import { PREPARATION_STATES, type PreparationTaskEvents } from '../preparation/preparation.table.js';
import { REDIRECT_STATES, type RedirectTaskEvents } from '../redirect/redirect.table.js';
import { SHARED_STATES, type OrderTaskEvents } from './order.table.js';

/** The events that each task of the checkout may send. */
export type CheckoutTaskEvents = OrderTaskEvents & CardTaskEvents & RedirectTaskEvents & PreparationTaskEvents;
export type CheckoutTask = keyof CheckoutTaskEvents;

type CheckoutFlow<State extends string> = Flow<State, CheckoutEventType, CheckoutTask, CheckoutLimit>;

/**
 * The whole checkout as one table. The preparation runs beside the payment while the shopper still types; events of the
 * payment reach it, too.
 *
 * @example
 * import { CHECKOUT } from 'scudo-checkout/payment';
 *
 * console.log(CHECKOUT.payment.states['opening-challenge'].after?.ms); // 30000
 */
export const CHECKOUT: {
  readonly payment: CheckoutFlow<CheckoutStep>;
  readonly preparation: CheckoutFlow<PreparationState>;
} = {
  payment: {
    initial: 'reading-order',
    states: { ...SHARED_STATES, ...CARD_STATES, ...REDIRECT_STATES },
  },
  preparation: { initial: 'idle', states: PREPARATION_STATES },
};

/** The states in which a page starts: a checkout, or the page to which the shopper returns. */
export const STARTS = {
  checkout: { payment: 'reading-order', preparation: 'idle' },
  return: { payment: 'reading-status', preparation: 'idle' },
} as const satisfies Record<string, CheckoutStates>;
