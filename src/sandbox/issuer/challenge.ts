import { settleDecoupled } from './decoupled.js';
import { verdictAfter } from './verdicts.js';
import type { Authentication, SimulatedChallenge, SimulatedChallengeEnd, Transaction } from './model.js';

/** One-time codes that the cardholder may try before the challenge ends with N. */
export const ATTEMPTS = 3;

export function newChallenge(
  windowSize: string,
  at: Date,
  { challengeRequestLimit }: Pick<ChallengeContext, 'challengeRequestLimit'>,
): SimulatedChallenge {
  return {
    windowSize,
    state: 'awaiting-request',
    requested: false,
    deadline: at.getTime() + challengeRequestLimit,
    attemptsLeft: ATTEMPTS,
    sessionData: undefined,
  };
}

/** A transaction that has a challenge. */
export interface Challenged {
  readonly transaction: Transaction;
  readonly authentication: Authentication;
  readonly challenge: SimulatedChallenge;
}

export function challengedOf(transaction: Transaction | undefined): Challenged | undefined {
  const authentication = transaction?.authentication;
  return transaction && authentication?.challenge
    ? { transaction, authentication, challenge: authentication.challenge }
    : undefined;
}

/** Settings of the ACS that a challenge depends on. */
export interface ChallengeContext {
  readonly now: () => Date;
  readonly randomUuid: () => string;
  readonly challengeCode: string;
  readonly autoComplete: number | false;
  /** Milliseconds in which the challenge request must arrive. */
  readonly challengeRequestLimit: number;
  /** Milliseconds that the cardholder has from then on. */
  readonly cardholderLimit: number;
}

/** Ends a challenge whose time is up. Call it before reading a transaction. */
export function lapse(transaction: Transaction, context: ChallengeContext): void {
  settleDecoupled(transaction, context);
  const challenged = challengedOf(transaction);
  if (challenged?.challenge.state !== 'awaiting-request' && challenged?.challenge.state !== 'open') return;
  if (context.now().getTime() > challenged.challenge.deadline) end(challenged, 'timed-out', context);
}

/** Accepts the first challenge request of a transaction, if it arrives in time. */
export function receiveRequest(
  { transaction, challenge }: Challenged,
  sessionData: string | undefined,
  context: ChallengeContext,
): 'accepted' | 'too-late' | 'repeated' {
  if (challenge.requested) return 'repeated';
  lapse(transaction, context);
  if (challenge.state !== 'awaiting-request') return 'too-late';
  challenge.requested = true;
  challenge.state = 'open';
  challenge.deadline = context.now().getTime() + context.cardholderLimit;
  challenge.sessionData = sessionData;
  return 'accepted';
}

/** An action on the ACS page; `auto` is the page's own completion when the cardholder does nothing. */
export type ChallengeAction = 'confirm' | 'cancel' | 'auto';

/** Applies an action. Returns whether the cardholder gets another attempt or the challenge has ended. */
export function act(
  challenged: Challenged,
  action: ChallengeAction,
  code: string,
  context: ChallengeContext,
): 'another-attempt' | 'ended' {
  const { challenge } = challenged;
  lapse(challenged.transaction, context);
  // After a double click the first action counts, and the second one gets the same result.
  if (challenge.state !== 'open') return 'ended';
  switch (action) {
    case 'cancel':
      end(challenged, 'cancelled', context);
      return 'ended';
    case 'auto':
      if (context.autoComplete === false) return 'another-attempt';
      end(challenged, 'completed', context);
      return 'ended';
    case 'confirm':
      if (code.replace(/\s/g, '') === context.challengeCode) end(challenged, 'completed', context);
      else if (--challenge.attemptsLeft === 0) end(challenged, 'exhausted', context);
      else return 'another-attempt';
      return 'ended';
  }
}

function end(
  { transaction, authentication, challenge }: Challenged,
  how: SimulatedChallengeEnd,
  { randomUuid }: ChallengeContext,
): void {
  challenge.state = how;
  authentication.verdict = verdictAfter(how, transaction.card.scheme, randomUuid);
}
