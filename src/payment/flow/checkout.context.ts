import type { MethodUrlCompletion } from '../../protocol/three-d-secure/three-d-secure-values.js';
import type { Order, VersionCheckResult } from '../backend-client/backend-client.js';
import type { BackendFieldIssue } from '../backend-client/backend-error.js';
import type { Outcome } from '../outcome.js';
import type { CardPaymentAttempt, RedirectPaymentAttempt } from './attempt.js';

/** The card that is prepared or was prepared last. */
export interface PreparedCard {
  readonly number: string;
  readonly versionCheck?: VersionCheckResult;
  readonly completion: MethodUrlCompletion;
  readonly fault?: unknown;
}

/** The data that accompanies the states of the checkout. */
export interface CheckoutContext {
  readonly orderId: string;
  /**
   * The page: a `checkout` shows a pending order at once; on the page to which the shopper returns from a redirect
   * payment, the final status is expected first.
   */
  readonly page: 'checkout' | 'return';
  /** Milliseconds to wait for the final status on the return page. */
  readonly patience: number;
  /** The order as it was read last. */
  readonly order?: Order | undefined;
  /** The last outcome, until the shopper starts again. */
  readonly outcome?: Outcome | undefined;
  /** The outcome that this step has to report: the end of a payment, or a change of a known outcome. */
  readonly outcomeToReport?: Outcome | undefined;
  /** Fields that the backend refused, by wire name, until the next try. */
  readonly refused: readonly BackendFieldIssue[];
  /** The address to which the shopper is redirected, while redirecting. */
  readonly url?: string | undefined;
  /** The id of the unfinished redirect payment that the shopper leaves for another payment. */
  readonly replaces?: string | undefined;
  /** True when the backend kept the unfinished redirect payment, because the shopper may have begun to pay there. */
  readonly isRedirectKept?: boolean | undefined;
  /** True when a call that may charge had no answer. It may still arrive after the order was found open. */
  readonly hasUnansweredCall?: boolean;
  /** True when the shopper has acted or waited here, so that the focus may move. */
  readonly mayMoveFocus: boolean;
  /** The read that `check()` repeats: of the order from the start, or of the status of a redirect payment. */
  readonly rereads: 'order' | 'status';
  readonly preparation: PreparedCard;
  /** The number of version checks that have started before Pay. */
  readonly versionChecksBeforePay: number;
  /** Present from Pay to the end of a card payment. */
  readonly attempt?: CardPaymentAttempt | undefined;
  /** Present after the start of a redirect payment. */
  readonly choice?: RedirectPaymentAttempt;
}
