import { DELIVERY_TIMES, type DeliveryTimes } from '../core/delivery-times.js';

/** Returns the time of the next attempt: after 5 s, 10 s, 20 s and so on; undefined after the last attempt. */
export function nextAttempt(
  attempts: number,
  due: Date,
  now: Date,
  { firstPause, longestPause, giveUpAfter }: DeliveryTimes = DELIVERY_TIMES,
): Date | undefined {
  const next = now.getTime() + Math.min(firstPause * 2 ** (attempts - 1), longestPause);
  return next > due.getTime() + giveUpAfter ? undefined : new Date(next);
}
