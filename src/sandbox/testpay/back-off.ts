/** Times of the delivery of status messages, in milliseconds. The documents show no guarantees. */
export interface DeliveryTimes {
  /** Pause before the second attempt. Each further pause is twice as long. */
  readonly firstPause: number;
  readonly longestPause: number;
  /** From the time when the message was first due. */
  readonly giveUpAfter: number;
  /** Time that the merchant's endpoint has for its answer. */
  readonly timeout: number;
}

export const DELIVERY_TIMES: DeliveryTimes = {
  firstPause: 5_000,
  longestPause: 3_600_000,
  giveUpAfter: 3 * 86_400_000,
  timeout: 10_000,
};

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
