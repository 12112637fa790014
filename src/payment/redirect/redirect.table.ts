import type { CheckoutEventType, CheckoutLimit } from '../flow/checkout.events.js';
import type { CheckoutStep, RedirectStep } from '../flow/checkout.states.js';
import { defineStates } from '../flow/states.js';

/** The events that each task may send. */
export type RedirectTaskEvents = {
  readonly initiate: 'REDIRECT' | 'FIELDS_REFUSED' | 'PAYMENT_ENDED' | 'PAYMENT_PENDING';
  readonly redirect: never;
  readonly watchOrder: 'ORDER_OPEN' | 'ORDER_PENDING' | 'ORDER_SETTLED';
  readonly readStatus: 'STATUS_EXPECTED' | 'ORDER_PENDING' | 'ORDER_SETTLED';
  readonly awaitStatus: 'ORDER_SETTLED';
  readonly awaitResult: 'ORDER_SETTLED';
};

/**
 * The shopper was redirected before and may have paid, so no answer and no fault proves anything: the order is read.
 */
const READ_STATUS = {
  PAYMENT_ENDED: 'reading-status',
  PAYMENT_PENDING: 'reading-status',
  FAULT: 'reading-status',
  TIMED_OUT: 'reading-status',
} as const;

/**
 * The redirect payment (Non-Card Payment Methods Interface, States and transitions). The page unloads while
 * redirecting; a new page starts at reading-status.
 */
export const REDIRECT_STATES = defineStates<
  RedirectStep,
  CheckoutStep,
  CheckoutEventType,
  RedirectTaskEvents,
  CheckoutLimit,
  'FAULT'
>()({
  initiating: {
    // Moves no money: nothing can be charged before the shopper is redirected.
    task: 'initiate',
    after: { ms: 45_000, event: 'TIMED_OUT' },
    on: {
      REDIRECT: 'redirecting',
      FIELDS_REFUSED: 'correcting-redirect',
      PAYMENT_ENDED: 'outcome',
      PAYMENT_PENDING: 'reading-status',
      FAULT: 'outcome',
      TIMED_OUT: 'outcome',
    },
  },
  resuming: {
    task: 'initiate',
    after: { ms: 45_000, event: 'TIMED_OUT' },
    on: { REDIRECT: 'redirecting', FIELDS_REFUSED: 'reading-status', ...READ_STATUS },
  },
  redirecting: {
    // A shopper who is still here was not redirected, or pays in another window, and sees how to continue.
    task: ['redirect', 'watchOrder'],
    after: { ms: 30_000, event: 'NOT_REDIRECTED' },
    on: {
      NOT_REDIRECTED: 'reading-status',
      CHECK_STATUS: 'reading-status',
      ORDER_PENDING: 'pending',
      ORDER_SETTLED: 'outcome',
    },
    // A browser that blocks the navigation throws. The page then shows a link.
    ignore: ['FAULT', 'ORDER_OPEN'],
  },
  'reading-status': {
    task: 'readStatus',
    after: { ms: 30_000, event: 'TIMED_OUT' },
    on: {
      STATUS_EXPECTED: 'awaiting-status',
      ORDER_PENDING: 'pending',
      ORDER_SETTLED: 'outcome',
      FAULT: 'unreachable',
      TIMED_OUT: 'unreachable',
    },
  },
  'awaiting-status': {
    // The merchant's patience replaces this limit. Afterwards the page says that the order proceeds when the final
    // status arrives.
    task: 'awaitStatus',
    after: { ms: 60_000, event: 'PATIENCE_OVER' },
    on: { ORDER_SETTLED: 'outcome', PATIENCE_OVER: 'pending' },
    ignore: ['FAULT'],
  },
  pending: {
    // Never shown as a failure. The page waits for the final status as long as it is open.
    task: 'awaitStatus',
    on: {
      ORDER_SETTLED: 'outcome',
      CHECK_STATUS: 'reading-status',
      START_REDIRECT: 'resuming',
      CHOOSE_ANOTHER: 'choosing-another',
    },
    ignore: ['FAULT'],
  },
  'choosing-another': {
    // The order is still pending, and nothing is called before the shopper submits: the version check of a card
    // replaces the unfinished payment. It may be completed in another tab meanwhile.
    task: 'awaitStatus',
    on: {
      PAY: 'awaiting-preparation',
      START_REDIRECT: 'switching',
      ORDER_SETTLED: 'outcome',
      CHECK_STATUS: 'reading-status',
    },
    ignore: ['FAULT'],
  },
  switching: {
    // The backend sets the unfinished payment aside, or keeps it because it was begun.
    task: 'initiate',
    after: { ms: 45_000, event: 'TIMED_OUT' },
    on: { REDIRECT: 'redirecting', FIELDS_REFUSED: 'choosing-another', ...READ_STATUS },
  },
});
