import { hasBegun, isUnresolved, type PaymentAttempt, type RedirectAttempt } from '../record/attempts.js';
import { isAwaited, isResultOpen } from '../record/redirect-attempt.table.js';
import { attemptDueAt } from '../record/order-due.js';
import { mayTakePayment, paymentAttempts, type OrderRecord } from '../record/order-record.js';
import { waitingSuccess } from './successes.js';

/** The redirect payment that the order waits for. */
export function pendingRedirect(record: OrderRecord): RedirectAttempt | undefined {
  const waiting = record.state === 'pending' ? paymentAttempts(record).findLast(isUnresolved) : undefined;
  return waiting?.kind === 'redirect' ? waiting : undefined;
}

/**
 * The redirect payment that the order waits for, unless another payment has succeeded meanwhile, which waits only for
 * the end of this one.
 */
export function payableRedirect(record: OrderRecord): RedirectAttempt | undefined {
  return waitingSuccess(record) ? undefined : pendingRedirect(record);
}

/** The redirect payment that the shopper can continue: the order waits for it, without a message. */
export function unfinishedRedirect(record: OrderRecord): RedirectAttempt | undefined {
  const attempt = payableRedirect(record);
  return attempt && isUnfinished(attempt) ? attempt : undefined;
}

/** True for a redirect payment without a message: its shopper has not returned. */
export function isUnfinished({ messages }: RedirectAttempt): boolean {
  return messages.length === 0;
}

/**
 * The redirect payments that an unpaid order no longer waits for, while the gateway is still asked about them: the
 * shopper may have begun to pay there.
 */
export function redirectsSetAside(record: OrderRecord): readonly RedirectAttempt[] {
  return mayTakePayment(record) ? paymentAttempts(record).filter(isFollowed) : [];
}

function isFollowed(attempt: PaymentAttempt): attempt is RedirectAttempt {
  if (attempt.kind !== 'redirect' || !isResultOpen(attempt) || isAwaited(attempt)) return false;
  return attemptDueAt(attempt) !== undefined;
}

/**
 * The redirect payments of a payable order that were set aside, and that the shopper may have begun since then.
 * @param isNotBegun true when a look-up that is recent enough has found that the payment was not begun
 */
export function possiblyBegunRedirects(
  record: OrderRecord,
  isNotBegun: (attempt: RedirectAttempt) => boolean,
): readonly RedirectAttempt[] {
  return redirectsSetAside(record).filter((attempt) => isPossiblyBegun(attempt, isNotBegun(attempt)));
}

/**
 * False for a redirect payment that failed, as a status message says. One that a person has set aside counts only if a
 * message says since then that it was begun.
 */
function isPossiblyBegun(attempt: RedirectAttempt, isFoundNotBegun: boolean): boolean {
  const { claim, progress } = attempt;
  if (claim?.result === '101') return false;
  return progress.step === 'dismissed' ? hasBegun(attempt) && !progress.wasBegun : !isFoundNotBegun;
}
