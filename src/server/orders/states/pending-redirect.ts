import { isUnresolved, type RedirectAttempt } from '../record/attempts.js';
import { paymentAttempts, type OrderRecord } from '../record/order-record.js';
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
