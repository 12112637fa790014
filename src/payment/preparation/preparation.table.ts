import type { CheckoutEventType, CheckoutLimit } from '../flow/checkout.events.js';
import type { PreparationState } from '../flow/checkout.states.js';
import { defineStates, type HandledEverywhere } from '../flow/states.js';

/** The events that each task may send. */
export type PreparationTaskEvents = {
  readonly checkVersion: 'METHOD_OFFERED' | 'NO_METHOD';
  readonly runMethod: 'METHOD_ENDED';
};

/** A transaction identifier serves one authentication, and card data is kept for one payment. */
const USED = {
  PREPARED: 'idle',
  CANCEL: 'idle',
  FIELDS_REFUSED: 'idle',
  PAYMENT_ENDED: 'idle',
  PAYMENT_PENDING: 'idle',
  ORDER_SETTLED: 'idle',
  ORDER_PENDING: 'idle',
  FAULT: 'idle',
  TIMED_OUT: 'idle',
  NUMBER_CLEARED: 'idle',
} as const;

/**
 * The preparation: version check and method step, while the shopper still types (3D Secure 2 Authentication
 * Interface, Browser-to-ACS posts and Limits). It restarts with each card number.
 */
export const PREPARATION_STATES = defineStates<
  PreparationState,
  PreparationState,
  CheckoutEventType,
  PreparationTaskEvents,
  CheckoutLimit,
  'PREPARATION_FAULT'
>()({
  idle: {
    on: { NUMBER_ENTERED: 'checking-version' },
  },
  'checking-version': {
    task: 'checkVersion',
    after: { ms: 30_000, event: 'VERSION_CHECK_TIMED_OUT' },
    on: {
      METHOD_OFFERED: 'running-method',
      NO_METHOD: 'prepared',
      PREPARATION_FAULT: 'faulted',
      VERSION_CHECK_TIMED_OUT: 'faulted',
      NUMBER_ENTERED: 'checking-version',
      ...USED,
    },
  },
  'running-method': {
    task: 'runMethod',
    // An ACS that does not answer is reported as NO, not as an error.
    after: { ms: 10_000, event: 'METHOD_TIMED_OUT' },
    on: {
      METHOD_ENDED: 'prepared',
      METHOD_TIMED_OUT: 'prepared',
      PREPARATION_FAULT: 'prepared',
      NUMBER_ENTERED: 'checking-version',
      ...USED,
    },
  },
  prepared: {
    // The lifetime of a version check is not documented; after 15 minutes Pay repeats it.
    after: { ms: 900_000, event: 'PREPARATION_EXPIRED' },
    on: { PREPARATION_EXPIRED: 'idle', NUMBER_ENTERED: 'checking-version', ...USED },
  },
  faulted: {
    on: { NUMBER_ENTERED: 'checking-version', ...USED },
  },
});

/** Events of the preparation that tasks of the payment may send at any time. */
export type PreparationCommand = HandledEverywhere<typeof PREPARATION_STATES>;
