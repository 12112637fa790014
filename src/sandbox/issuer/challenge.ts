import { settleDecoupled } from './decoupled.js';
import { verdictAfter } from './verdicts.js';
import {
  authenticationOf,
  type Authentication,
  type SimulatedChallenge,
  type SimulatedChallengeEnd,
  type Transaction,
} from './model.js';

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

/** Returns whether the challenge request has arrived. */
export function isRequested({ state }: SimulatedChallenge): boolean {
  return state !== 'awaiting-request' && state !== 'never-requested';
}

export function challengedOf(transaction: Transaction | undefined): Challenged | undefined {
  const authentication = transaction && authenticationOf(transaction);
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
  const { authentication, challenge } = challenged;
  if (context.now().getTime() <= challenge.deadline) return;
  if (challenge.state === 'open') return end(challenged, 'timed-out', context);
  challenge.state = 'never-requested';
  authentication.verdict = verdictAfter('timed-out', transaction.card.scheme, context.randomUuid);
}

/** Accepts the first challenge request of a transaction, if it arrives in time. */
export function receiveRequest(
  { transaction, challenge }: Challenged,
  sessionData: string | undefined,
  context: ChallengeContext,
): 'accepted' | 'too-late' | 'repeated' {
  lapse(transaction, context);
  if (challenge.state === 'never-requested') return 'too-late';
  if (challenge.state !== 'awaiting-request') return 'repeated';
  challenge.state = 'open';
  challenge.deadline = context.now().getTime() + context.cardholderLimit;
  challenge.sessionData = sessionData;
  return 'accepted';
}

/** An action on the ACS page; `auto` is the page's own completion when the cardholder does nothing. */
export type ChallengeAction = 'confirm' | 'cancel' | 'auto';

/** Applies an action. Returns whether the cardholder gets another attempt or the challenge has ended. */
export function applyAction(
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
