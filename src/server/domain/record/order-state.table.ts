import type { Flow, FlowState } from '../../../protocol/flow.js';
import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import type { OrderEventType } from './order-event.js';

/** A state of an order: its events, and the facts that follow from it. */
interface OrderStateRow extends FlowState<OrderState, OrderEventType, never> {
  /** True when a payment may begin. */
  readonly payable?: true;
  /** True when the amount is paid or reserved: a late call of a page is answered with this outcome. */
  readonly covered?: true;
  /** True when the order takes no further payment. */
  readonly final?: true;
  /** True when the result of a payment is awaited: no other one begins, and the order does not change or end. */
  readonly underWay?: true;
  /** The part of an authorized amount that is still reserved, and can be captured. */
  readonly reserved?: 'whole' | 'rest';
  /** True when the money of a card payment can change in the gateway's back office. */
  readonly changeable?: true;
  /** True when the order waits for nothing, so that it can be deleted. */
  readonly prunable?: true;
}

interface OrderStateTable extends Flow<OrderState, OrderEventType, never> {
  readonly states: Readonly<Record<OrderState, OrderStateRow>>;
}

/** Events of an order that takes a payment: a new one, and one whose last payment failed. */
const PAYABLE = {
  AUTHORIZATION_SENT: 'in-doubt',
  CARD_CONFIRMED: 'authenticated',
  REDIRECT_STARTED: 'pending',
  // A signed message reports success of an attempt that was set aside or had ended, or the shopper has begun to pay
  // there.
  SUCCESS_REPORTED: 'pending',
  LATE_SUCCESS: 'paid',
  LATE_RESERVATION: 'authorized',
  SETTLED_AS_PAID: 'paid',
  SETTLED_AS_RESERVED: 'authorized',
  CANCELLED: 'cancelled',
  EXPIRED: 'cancelled',
} as const;

/** Events of an order with a reserved amount of which something is left to capture. */
const CAPTURABLE = { CAPTURED_IN_PART: 'partly-captured', CAPTURED: 'paid' } as const;

const REFUNDABLE = { REFUNDED_IN_PART: 'partly-refunded', REFUNDED_IN_FULL: 'refunded' } as const;

/** Events of a person who takes back the decision about a capture, a void or a refund. */
const TO_AUTHORIZED = { CORRECTED_TO_AUTHORIZED: 'authorized' } as const;
const TO_PARTLY_CAPTURED = { CORRECTED_TO_PARTLY_CAPTURED: 'partly-captured' } as const;
const TO_PAID = { CORRECTED_TO_PAID: 'paid' } as const;

/**
 * The states of an order, and the events of a payment that change them. Nothing else changes the state
 * of an order. An order is `in-doubt` before its authorization is sent, and `pending` before the redirect URL is
 * returned. So the stored state is correct after a crash (docs/decisions/0002-in-doubt-before-sending.md).
 * @example
 * const events = Object.keys(ORDER_STATE_TABLE.states.open.on); // what can happen to an open order
 */
export const ORDER_STATE_TABLE: OrderStateTable = {
  initial: 'open',
  states: {
    // A person resets the counts of an open order.
    open: { payable: true, prunable: true, on: { ...PAYABLE, REOPENED: 'open' } },
    failed: { payable: true, prunable: true, on: { ...PAYABLE, REOPENED: 'open' } },
    'in-doubt': {
      underWay: true,
      on: {
        AUTHORIZATION_APPROVED: 'paid',
        AUTHORIZATION_RESERVED: 'authorized',
        AUTHORIZATION_ENDED: 'open',
        SETTLED_AS_PAID: 'paid',
        SETTLED_AS_RESERVED: 'authorized',
        SETTLED_AS_FAILED: 'failed',
        REOPENED: 'open',
      },
    },
    pending: {
      underWay: true,
      on: {
        REDIRECT_SUCCEEDED: 'paid',
        REDIRECT_FAILED: 'failed',
        REDIRECT_SET_ASIDE: 'open',
        SETTLED_AS_PAID: 'paid',
        SETTLED_AS_RESERVED: 'authorized',
        SETTLED_AS_FAILED: 'failed',
        REOPENED: 'open',
      },
    },
    authorized: {
      final: true,
      covered: true,
      reserved: 'whole',
      changeable: true,
      on: { ...CAPTURABLE, VOIDED: 'voided' },
    },
    // A refund changes the amounts only, while something is left to capture.
    'partly-captured': {
      final: true,
      covered: true,
      reserved: 'rest',
      changeable: true,
      on: {
        ...CAPTURABLE,
        VOIDED: 'voided',
        REFUNDED_IN_PART: 'partly-captured',
        REFUNDED_IN_FULL: 'partly-captured',
        ...TO_AUTHORIZED,
        ...TO_PARTLY_CAPTURED,
      },
    },
    paid: {
      final: true,
      prunable: true,
      covered: true,
      changeable: true,
      on: { ...REFUNDABLE, VOIDED: 'voided', ...TO_AUTHORIZED, ...TO_PARTLY_CAPTURED, ...TO_PAID },
    },
    'partly-refunded': {
      final: true,
      prunable: true,
      changeable: true,
      on: { ...REFUNDABLE, ...TO_PARTLY_CAPTURED, ...TO_PAID },
    },
    // A capture that is known later leaves an amount to refund.
    refunded: {
      final: true,
      prunable: true,
      on: { REFUNDED_IN_PART: 'partly-refunded', ...TO_PARTLY_CAPTURED, ...TO_PAID },
    },
    voided: { final: true, prunable: true, on: { ...TO_AUTHORIZED, ...TO_PARTLY_CAPTURED, ...TO_PAID } },
    // Takes no payment. A success that the gateway reports later still counts, so that it can be refunded.
    cancelled: {
      final: true,
      prunable: true,
      on: {
        LATE_SUCCESS: 'paid',
        LATE_RESERVATION: 'authorized',
        SETTLED_AS_PAID: 'paid',
        SETTLED_AS_RESERVED: 'authorized',
      },
    },
    authenticated: { final: true, prunable: true, on: {} },
  },
};

/** The row of a state. */
export function orderStateRow(state: OrderState): OrderStateRow {
  return ORDER_STATE_TABLE.states[state];
}

/** The states with a fact. */
export function orderStatesWith(fact: 'payable' | 'covered' | 'final' | 'prunable'): readonly OrderState[] {
  return Object.entries(ORDER_STATE_TABLE.states).flatMap(([state, row]) => (row[fact] ? [state as OrderState] : []));
}
