/** An answer that arrives within the time limit is stored within this margin, in milliseconds. */
const MARGIN = 5_000;

/** Time from which a call that was sent at `at` counts as unanswered. */
export function deadlineOf({ timeout }: { readonly timeout: number }, at: Date): string {
  return new Date(at.getTime() + timeout + MARGIN).toISOString();
}
