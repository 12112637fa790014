import type { CheckoutEventType, CheckoutLimit } from '../flow/checkout.events.js';
import type { CheckoutStep, OrderStep } from '../flow/checkout.states.js';
import { defineStates } from '../flow/states.js';

/** The events that each task may send. */
export type OrderTaskEvents = {
  readonly readOrder: 'ORDER_OPEN' | 'ORDER_PENDING' | 'ORDER_SETTLED';
  readonly watchOrder: 'ORDER_OPEN' | 'ORDER_PENDING' | 'ORDER_SETTLED';
  readonly watchOutcome: 'ORDER_OPEN' | 'ORDER_PENDING' | 'ORDER_SETTLED';
  readonly awaitResult: 'ORDER_SETTLED';
};

/** The form with all payment methods. Another tab may have paid meanwhile. */
const FORM = {
  task: 'watchOrder',
  on: {
    PAY: 'awaiting-preparation',
    START_REDIRECT: 'initiating',
    NOT_STARTED: 'outcome',
    // The shop has changed the order. The fields stay.
    ORDER_OPEN: 'entering',
    ORDER_PENDING: 'pending',
    ORDER_SETTLED: 'outcome',
    CHECK_ORDER: 'reading-order',
  },
  // A failed read has no effect, because Pay reports its own errors.
  ignore: ['FAULT'],
} as const;

/** The order, the form and the outcome: the states that all payment methods share. */
export const SHARED_STATES = defineStates<
  OrderStep,
  CheckoutStep,
  CheckoutEventType,
  OrderTaskEvents,
  CheckoutLimit,
  'FAULT'
>()({
  'reading-order': {
    task: 'readOrder',
    after: { ms: 30_000, event: 'TIMED_OUT' },
    on: {
      ORDER_OPEN: 'entering',
      ORDER_PENDING: 'pending',
      ORDER_SETTLED: 'outcome',
      FAULT: 'unreachable',
      TIMED_OUT: 'unreachable',
    },
  },
  unreachable: {
    on: { CHECK_ORDER: 'reading-order', CHECK_STATUS: 'reading-status' },
  },
  entering: FORM,
  'correcting-redirect': FORM,
  outcome: {
    // The tasks have names of their own: a task that two states name would not start again.
    task: ['awaitResult', 'watchOutcome'],
    on: {
      TRY_AGAIN: 'entering',
      CHECK_ORDER: 'reading-order',
      CHECK_STATUS: 'reading-status',
      ORDER_OPEN: 'entering',
      ORDER_PENDING: 'pending',
      ORDER_SETTLED: 'outcome',
    },
    ignore: ['FAULT'],
  },
});
