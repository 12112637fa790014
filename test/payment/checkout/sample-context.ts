import { reduce } from '../../../src/payment/checkout/checkout.reducer.js';
import { CHECKOUT } from '../../../src/payment/checkout/checkout.table.js';
import type { CheckoutContext } from '../../../src/payment/flow/checkout.context.js';
import type { CheckoutEvent } from '../../../src/payment/flow/checkout.events.js';
import type { CheckoutStep } from '../../../src/payment/flow/checkout.states.js';
import { NO_CARD } from '../../../src/payment/preparation/preparation.reducer.js';
import { transition } from '../../../src/protocol/flow.js';
import { OPEN_ORDER } from '../../browser/scripted-backend.js';
import { CARD } from './scripted-page.js';

export const ATTEMPT = {
  card: CARD,
  payer: {},
  authentication: undefined,
  size: 'FULL_SCREEN',
  authenticationKey: 'key-1',
  authorizationKey: 'key-2',
} as const;

/** The context of a page with an open order and an empty form. */
export const CONTEXT: CheckoutContext = {
  orderId: 'A1',
  page: 'checkout',
  patience: 60_000,
  order: OPEN_ORDER,
  refused: [],
  mayMoveFocus: false,
  rereads: 'order',
  preparation: NO_CARD,
  versionChecksBeforePay: 0,
};

/** The context after an event of the payment. The table has the next state. */
export function after(
  from: CheckoutStep,
  event: CheckoutEvent,
  context: Partial<CheckoutContext> = {},
): CheckoutContext {
  const payment = transition(CHECKOUT.payment, from, event.type);
  if (!payment) throw new Error(`${event.type} has no effect in ${from}.`);
  return reduce({ ...CONTEXT, ...context }, { event, from: { payment: from, preparation: 'idle' }, to: { payment } });
}
