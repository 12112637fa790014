import { verdictAfter } from './issuer.js';
import type { Transaction } from './transaction.js';

/** Somebody whom the issuer asks in its app, away from the browser. */
export interface Decoupled {
  /** What they will say, and whether they ever do. */
  readonly cardholder: 'agrees' | 'refuses' | 'silent';
  readonly answersAt: number;
  readonly deadline: number;
}

/** The documents show no unit of decouple_flow_timeout; minutes, as EMV has it. */
const MINUTE = 60_000;
/** Without a limit of the merchant's. */
const DEFAULT_LIMIT = 10;

export function newDecoupled(
  cardholder: Decoupled['cardholder'],
  at: Date,
  delay: number,
  timeout: string | undefined,
): Decoupled {
  return {
    cardholder,
    answersAt: at.getTime() + delay,
    deadline: at.getTime() + Number(timeout ?? DEFAULT_LIMIT) * MINUTE,
  };
}

/** Has the cardholder's answer, or the end of their time, take effect. Everybody who looks at a transaction asks first. */
export function settleDecoupled(
  { authentication, card }: Transaction,
  { now, randomUuid }: { readonly now: () => Date; readonly randomUuid: () => string },
): void {
  if (!authentication?.decoupled || authentication.verdict.status !== 'DECOUPLED_AUTHENTICATION_CONFIRMED') return;
  const { cardholder, answersAt, deadline } = authentication.decoupled;
  const time = now().getTime();
  if (cardholder !== 'silent' && answersAt <= deadline && time >= answersAt)
    authentication.verdict = verdictAfter(cardholder === 'agrees' ? 'completed' : 'cancelled', card.scheme, randomUuid);
  else if (time > deadline) authentication.verdict = verdictAfter('timed-out', card.scheme, randomUuid);
}
