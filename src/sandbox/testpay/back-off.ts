/** How a status message is sent again while the merchant's endpoint does not take it: "Retry or delivery guarantees: not shown". */
const FIRST_PAUSE = 5_000;
const LONGEST_PAUSE = 3_600_000;
/** From when it was first due. */
const GIVE_UP_AFTER = 3 * 86_400_000;
/** How long an endpoint may take. */
export const DELIVERY_TIMEOUT = 10_000;

/** When to try again after so many attempts: 5 s, 10 s, 20 s and so on, never longer than an hour; undefined after three days. */
export function nextAttempt(attempts: number, due: Date, now: Date): Date | undefined {
  const next = now.getTime() + Math.min(FIRST_PAUSE * 2 ** (attempts - 1), LONGEST_PAUSE);
  return next > due.getTime() + GIVE_UP_AFTER ? undefined : new Date(next);
}
