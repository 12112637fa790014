import type { Challenge } from '../../three-d-secure/challenge-frame.js';
import type { Order, VersionCheckResult } from '../backend-client/backend-client.js';
import type { BackendFieldIssue } from '../backend-client/backend-error.js';
import type { Outcome } from '../outcome.js';
import type { AttemptKeys, CardPaymentAttempt, Prepared, RedirectPaymentAttempt } from './attempt.js';

/** The facts that a fault is judged by. */
export interface FaultFacts {
  /** True when the backend has said in this step that another payment of the order has begun. */
  readonly hasRival?: boolean;
  /** True when no call of this attempt that may charge is without an answer. */
  readonly isNothingSent?: boolean;
  /** True when such a call of an earlier attempt in this tab has no answer, also before the page was loaded again. */
  readonly isEarlierUnanswered?: boolean;
}

/** The events of the checkout with their data. */
interface EventData {
  // The order was read.
  ORDER_OPEN: { readonly order: Order };
  ORDER_PENDING: { readonly order: Order };
  /** The order is pending on the page to which the shopper returned: the final status arrives in a moment. */
  STATUS_EXPECTED: { readonly order: Order };
  ORDER_SETTLED: { readonly order?: Order | undefined; readonly outcome: Outcome };

  // The shopper.
  NUMBER_ENTERED: { readonly number: string };
  NUMBER_CLEARED: unknown;
  PAY: { readonly attempt: CardPaymentAttempt };
  CANCEL: unknown;
  REOPEN_CHALLENGE: unknown;
  SHOPPER_RETURNED: unknown;
  START_REDIRECT: { readonly choice: RedirectPaymentAttempt };
  CHOOSE_ANOTHER: unknown;
  TRY_AGAIN: unknown;
  CHECK_ORDER: unknown;
  CHECK_STATUS: unknown;

  // The preparation.
  METHOD_OFFERED: { readonly versionCheck: Extract<VersionCheckResult, { enrolled: true }> };
  NO_METHOD: { readonly versionCheck: VersionCheckResult };
  METHOD_ENDED: { readonly completion: 'YES' | 'NO' };
  METHOD_TIMED_OUT: unknown;
  VERSION_CHECK_TIMED_OUT: unknown;
  PREPARATION_EXPIRED: unknown;
  PREPARATION_FAULT: { readonly error: unknown };

  // The payment.
  PREPARED: { readonly prepared: Prepared };
  FIELDS_REFUSED: { readonly fields: readonly BackendFieldIssue[] };
  CHALLENGE_REQUIRED: { readonly challenge: Challenge };
  CHALLENGE_LOADED: unknown;
  CHALLENGE_NOTIFIED: { readonly cres: string };
  CHALLENGE_BLOCKED: unknown;
  CHALLENGE_OPEN: unknown;
  /** The gateway has confirmed that nothing was authenticated. A new authentication has new keys. */
  CHALLENGE_ABANDONED: { readonly keys: AttemptKeys };
  /** The transaction of the version check is not known any more. A new authentication has new keys. */
  TRANSACTION_UNKNOWN: { readonly keys: AttemptKeys };
  /** The issuer declined the payment because it demands a challenge. A new authentication with new keys asks for it. */
  CHALLENGE_DEMANDED: { readonly keys: AttemptKeys };
  CHALLENGE_TOO_LATE: unknown;
  AUTHENTICATION_TIMED_OUT: unknown;
  /** `timeout` in milliseconds. */
  DECOUPLED: { readonly timeout?: number | undefined };
  REDIRECT: { readonly url: string };
  NOT_REDIRECTED: unknown;
  PATIENCE_OVER: unknown;
  /** With the order as it is now, if the shop has changed it. */
  PAYMENT_ENDED: { readonly outcome: Outcome; readonly order?: Order };
  /** The order is pending: the payment proceeds, or an unfinished redirect payment was not replaced. */
  PAYMENT_PENDING: { readonly outcome: Outcome; readonly order?: Order };
  TIMED_OUT: FaultFacts;
  FAULT: FaultFacts & { readonly error: unknown };
  /** The page failed before a payment began. */
  NOT_STARTED: FaultFacts & { readonly error: unknown };
}

/** The type of an event of the checkout's table. */
export type CheckoutEventType = keyof EventData;

export type CheckoutEvent = {
  [Type in CheckoutEventType]: { readonly type: Type } & EventData[Type];
}[CheckoutEventType];

/** Events of time limits. */
export type CheckoutLimit =
  | 'TIMED_OUT'
  | 'METHOD_TIMED_OUT'
  | 'VERSION_CHECK_TIMED_OUT'
  | 'PREPARATION_EXPIRED'
  | 'CHALLENGE_TOO_LATE'
  | 'AUTHENTICATION_TIMED_OUT'
  | 'NOT_REDIRECTED'
  | 'PATIENCE_OVER';
