import { settleDecoupled } from './decoupled.js';
import type { ChallengeEnd } from './issuer.js';
import { verdictAfter } from './issuer.js';
import type { Authentication, Transaction } from './transaction.js';

/** The challenge request must reach the ACS within 30 seconds (spec: Limits). */
const REQUEST_LIMIT = 30_000;
/** EMV gives the cardholder ten minutes from then on; the documents are silent. */
const CARDHOLDER_LIMIT = 600_000;
/** One-time codes until N (issue: three at most). */
export const ATTEMPTS = 3;

/** A challenge as the ACS keeps it: by transaction, never in the browser (no cookies, no storage). */
export interface Challenge {
  /** EMV's window size, 01 to 05. */
  readonly windowSize: string;
  state: 'awaiting-request' | 'open' | ChallengeEnd;
  /** Whether the challenge request has come: there is one, and no second. */
  requested: boolean;
  deadline: number;
  attemptsLeft: number;
  /** The merchant's, given back with the result. */
  sessionData: string | undefined;
}

export function newChallenge(windowSize: string, at: Date): Challenge {
  return {
    windowSize,
    state: 'awaiting-request',
    requested: false,
    deadline: at.getTime() + REQUEST_LIMIT,
    attemptsLeft: ATTEMPTS,
    sessionData: undefined,
  };
}

/** A transaction that has a challenge. */
export interface Challenged {
  readonly transaction: Transaction;
  readonly authentication: Authentication;
  readonly challenge: Challenge;
}

export function challengedOf(transaction: Transaction | undefined): Challenged | undefined {
  const authentication = transaction?.authentication;
  return transaction && authentication?.challenge
    ? { transaction, authentication, challenge: authentication.challenge }
    : undefined;
}

/** What the ACS needs to carry a challenge on. */
export interface ChallengeContext {
  readonly now: () => Date;
  readonly randomUuid: () => string;
  readonly challengeCode: string;
  readonly autoComplete: number | false;
}

/** Ends a challenge whose time is up. Everybody who looks at a transaction asks first. */
export function lapse(transaction: Transaction, context: ChallengeContext): void {
  settleDecoupled(transaction, context);
  const challenged = challengedOf(transaction);
  if (challenged?.challenge.state !== 'awaiting-request' && challenged?.challenge.state !== 'open') return;
  if (context.now().getTime() > challenged.challenge.deadline) end(challenged, 'timed-out', context);
}

/** Takes the challenge request; only the first one, and only in time. */
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
  challenge.deadline = context.now().getTime() + CARDHOLDER_LIMIT;
  challenge.sessionData = sessionData;
  return 'accepted';
}

/** What the person at the bank's page does; `auto` is the page itself, left alone. */
export type ChallengeAction = 'confirm' | 'cancel' | 'auto';

/** Answers whether another attempt is due; otherwise the challenge has ended. */
export function act(
  challenged: Challenged,
  action: ChallengeAction,
  code: string,
  context: ChallengeContext,
): 'another-attempt' | 'ended' {
  const { challenge } = challenged;
  lapse(challenged.transaction, context);
  // A double click: the first one counts, and the second is shown the same end.
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
  how: ChallengeEnd,
  { randomUuid }: ChallengeContext,
): void {
  challenge.state = how;
  authentication.verdict = verdictAfter(how, transaction.card.scheme, randomUuid);
}
