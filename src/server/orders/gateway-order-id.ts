/**
 * An order's id for its first attempt, then with a number: unique for each (gateway facts 2.1). An
 * id that looks like another order's attempt gets a number at once.
 */
export function gatewayOrderId(id: string, attempt: number): string {
  return attempt === 1 && !/-\d{1,4}$/.test(id) ? id : `${id}-${attempt}`;
}

/** The orders that an attempt may belong to: its own id, or what stands before its number. */
export function ordersOfAttempt(attempt: string): readonly string[] {
  const numbered = /^(.+)-\d+$/.exec(attempt);
  return numbered?.[1] ? [attempt, numbered[1]] : [attempt];
}
