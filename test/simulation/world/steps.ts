import type { CheckoutSnapshot } from '../../../src/payment.js';

export type Step = CheckoutSnapshot['step'];

/** Steps in which a page may stay without an end. */
export const AT_REST = [
  'entering',
  'correcting-redirect',
  'choosing-another',
  'outcome',
  'pending',
  'unreachable',
] as const satisfies readonly Step[];
type AtRest = (typeof AT_REST)[number];

/** The limits of all other steps in milliseconds. They are not read from the state tables, because they check them. */
export const LIMITS: Readonly<Record<Exclude<Step, AtRest>, number>> = {
  'reading-order': 30_000,
  'awaiting-preparation': 45_000,
  authenticating: 90_000,
  'opening-challenge': 30_000,
  'leaving-challenge': 90_000,
  challenging: 600_000,
  'checking-challenge': 600_000,
  'awaiting-issuer': 600_000,
  'reading-result': 90_000,
  initiating: 45_000,
  resuming: 45_000,
  switching: 45_000,
  redirecting: 30_000,
  'reading-status': 30_000,
  'awaiting-status': 60_000,
};

/** The limit of the method step in milliseconds. A version check begins again with each number, without a new state. */
export const METHOD_LIMIT = 10_000;

/** Returns the limit of a step; undefined for one in which a page may stay. */
export function limitOf(step: Step): number | undefined {
  return isAtRest(step) ? undefined : LIMITS[step];
}

export function isAtRest(step: Step): step is AtRest {
  return (AT_REST as readonly Step[]).includes(step);
}
