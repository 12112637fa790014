import { isUnresolved, type PaymentAttempt, type RedirectAttempt } from '../record/attempts.js';
import { attemptDueAt } from '../record/order-due.js';
import { isPayable, paymentAttempts, type OrderRecord } from '../record/order-record.js';
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
  return attempt?.messages.length === 0 ? attempt : undefined;
}

/**
 * The redirect payments that a payable order no longer waits for, and that the gateway is still asked about, because
 * the shopper may have begun to pay there since then.
 */
export function redirectsSetAside(record: OrderRecord): readonly RedirectAttempt[] {
  return isPayable(record) ? paymentAttempts(record).filter((attempt) => isFollowed(attempt, record.id)) : [];
}

function isFollowed(attempt: PaymentAttempt, orderId: string): attempt is RedirectAttempt {
  return (
    attempt.kind === 'redirect' &&
    attempt.setAside !== undefined &&
    attempt.progress.step === 'awaiting-result' &&
    attemptDueAt(attempt, orderId) !== undefined
  );
}

/**
 * True for a payable order with a redirect payment that was set aside and may have been begun since then: its last
 * look-up does not say that it was not. What a person has decided is known.
 */
export function isUnconfirmed(record: OrderRecord): boolean {
  return redirectsSetAside(record).some(({ setAside, lookUp }) => setAside?.by !== 'person' && !lookUp?.notBegun);
}
