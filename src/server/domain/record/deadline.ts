/** An answer that arrives within the time limit is stored within this margin, in milliseconds. */
const MARGIN = 5_000;

/** Time from which a call that was sent at `at` counts as unanswered. */
export function deadlineOf({ timeout }: { readonly timeout: number }, at: Date): string {
  return new Date(at.getTime() + timeout + MARGIN).toISOString();
}

/**
 * True while the answer to a call may still arrive. After its deadline there is none: its process has died. A clock
 * that was set back far below the time of sending does not prolong this.
 */
export function isAnswerDue(
  { sentAt, deadline }: { readonly sentAt: string; readonly deadline: string },
  at: Date,
): boolean {
  const sent = Date.parse(sentAt);
  return Math.abs(at.getTime() - sent) < Date.parse(deadline) - sent;
}
