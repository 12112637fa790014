import type { Attempt } from './attempts.js';

/** The look-ups of an attempt. */
interface LookedUp {
  readonly lookUp?: Attempt['lookUp'] | undefined;
}

/** Minimum interval between look-ups of one attempt, in milliseconds. */
export const LOOK_UP_INTERVAL = 3_000;
/** Time after which a look-up that has not ended belongs to a process that died, in milliseconds. */
const LEASE = 60_000;

/** True when no look-up of the attempt is under way and the last one is long enough ago. */
export function mayLookUp({ lookUp }: LookedUp, at: Date): boolean {
  return !isLookUpUnderWay({ lookUp }, at) && isPauseOver({ lookUp }, LOOK_UP_INTERVAL, at);
}

/** True when the last look-up is so long ago. A clock that was set back does not prolong the pause. */
export function isPauseOver({ lookUp }: LookedUp, ms: number, at: Date): boolean {
  return !lookUp || Math.abs(at.getTime() - Date.parse(lookUp.lastAt)) >= ms;
}

/** True while the process that looks the attempt up has its lease, which a clock that was set back does not prolong. */
export function isLookUpUnderWay({ lookUp }: LookedUp, at: Date): boolean {
  const left = Date.parse(lookUp?.leaseUntil ?? '') - at.getTime();
  return left > 0 && left <= LEASE;
}

/** The attempt with a look-up under way. */
export function withLookUpStarted<One extends Attempt>(attempt: One, at: Date): One {
  const leaseUntil = new Date(at.getTime() + LEASE).toISOString();
  const { notBegunAt: _before, ...before } = attempt.lookUp ?? {};
  return { ...attempt, lookUp: { ...before, lastAt: at.toISOString(), leaseUntil } };
}

/** The attempt with its look-up ended. A look-up that decided nothing makes the next interval longer. */
export function withLookUpEnded<One extends Attempt>(
  attempt: One,
  at: Date,
  { decided, notBegun = false }: { readonly decided: boolean; readonly notBegun?: boolean },
): One {
  const undecided = decided ? 0 : (attempt.lookUp?.undecided ?? 0) + 1;
  const lastAt = attempt.lookUp?.lastAt ?? at.toISOString();
  return { ...attempt, lookUp: { lastAt, undecided, ...(notBegun ? { notBegunAt: at.toISOString() } : {}) } };
}

/** True while the look-up that has started the attempt's lease has neither ended nor been followed by another one. */
export function isLookUpOf(started: Attempt, { lookUp }: Attempt): boolean {
  return lookUp?.leaseUntil !== undefined && lookUp.lastAt === started.lookUp?.lastAt;
}

/**
 * True when another look-up than the last one of `before` has found that the redirect payment was not begun. That last
 * look-up may be out of date. The shopper can begin a payment and return right after the gateway's answer.
 */
export function isFoundNotBegunSince({ lookUp }: Attempt, before: Attempt | undefined): boolean {
  return lookUp?.notBegunAt !== undefined && lookUp.lastAt !== before?.lookUp?.lastAt;
}

/**
 * True when a look-up has just found that the redirect payment was not begun. An older one may be out of date, because
 * the shopper may have begun since then.
 */
export function isKnownNotBegun({ lookUp }: Attempt, at: Date): boolean {
  if (lookUp?.notBegunAt === undefined) return false;
  const age = at.getTime() - Date.parse(lookUp.notBegunAt);
  return age >= 0 && age < LOOK_UP_INTERVAL;
}
