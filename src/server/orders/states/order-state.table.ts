import type { Flow } from '../../../protocol/flow.js';
import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import type { OrderEventType } from '../record/order-event.js';

/** Events of an order that takes a payment: a new one, and one whose last payment failed. */
const PAYABLE = {
  AUTHORIZATION_SENT: 'in-doubt',
  CARD_CONFIRMED: 'authenticated',
  REDIRECT_STARTED: 'pending',
  // A signed message reports success of an attempt that was set aside or had ended, or the shopper has begun to pay
  // there.
  SUCCESS_REPORTED: 'pending',
  LATE_SUCCESS: 'paid',
  SETTLED_AS_PAID: 'paid',
  CANCELLED: 'cancelled',
  EXPIRED: 'cancelled',
} as const;

const REFUNDABLE = { REFUNDED_IN_PART: 'partly-refunded', REFUNDED_IN_FULL: 'refunded' } as const;

/**
 * The states of an order, and the events of a payment that change them. Nothing else changes the state
 * of an order. An order is `in-doubt` before its authorization is sent, and `pending` before the redirect URL is
 * returned. So the stored state is correct after a crash (docs/decisions/0002-in-doubt-before-sending.md).
 * @example
 * const events = Object.keys(ORDER_STATE_TABLE.states.open.on); // what can happen to an open order
 */
export const ORDER_STATE_TABLE: Flow<OrderState, OrderEventType, never> = {
  initial: 'open',
  states: {
    // A person resets the counts of an open order.
    open: { on: { ...PAYABLE, REOPENED: 'open' } },
    failed: { on: { ...PAYABLE, REOPENED: 'open' } },
    'in-doubt': {
      on: {
        AUTHORIZATION_APPROVED: 'paid',
        AUTHORIZATION_ENDED: 'open',
        SETTLED_AS_PAID: 'paid',
        SETTLED_AS_FAILED: 'failed',
        REOPENED: 'open',
      },
    },
    pending: {
      on: {
        REDIRECT_SUCCEEDED: 'paid',
        REDIRECT_FAILED: 'failed',
        REDIRECT_SET_ASIDE: 'open',
        SETTLED_AS_PAID: 'paid',
        SETTLED_AS_FAILED: 'failed',
        REOPENED: 'open',
      },
    },
    paid: { on: REFUNDABLE },
    'partly-refunded': { on: REFUNDABLE },
    refunded: { on: {} },
    // Takes no payment. A success that the gateway reports later still counts, so that it can be refunded.
    cancelled: { on: { LATE_SUCCESS: 'paid', SETTLED_AS_PAID: 'paid' } },
    authenticated: { on: {} },
  },
};
