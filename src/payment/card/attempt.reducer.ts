import type { CardPaymentAttempt } from '../flow/attempt.js';
import type { CheckoutEvent } from '../flow/checkout.events.js';

/** A browser's timer with a longer time fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

/** Returns the attempt after an event of the card payment. */
export function attemptBy(before: CardPaymentAttempt, event: CheckoutEvent): CardPaymentAttempt {
  switch (event.type) {
    case 'PREPARED':
      return { ...before, prepared: event.prepared };
    case 'CHALLENGE_REQUIRED':
      return { ...before, challenge: event.challenge };
    case 'DECOUPLED':
      return event.timeout === undefined
        ? before
        : { ...before, issuerTimeout: Math.min(event.timeout, LONGEST_TIMER) };
    case 'CHALLENGE_ABANDONED':
    case 'TRANSACTION_UNKNOWN': {
      const { card, payer, authentication } = before;
      const demanded = before.isChallengeDemanded ? { isChallengeDemanded: true } : {};
      return { card, payer, authentication, isRepeated: true, ...demanded, ...event.keys };
    }
    case 'CHALLENGE_DEMANDED': {
      const { card, payer, authentication } = before;
      return { card, payer, authentication, isChallengeDemanded: true, ...event.keys };
    }
    case 'CHALLENGE_NOTIFIED':
      return { ...before, cres: event.cres, ended: 'notified' };
    case 'SHOPPER_RETURNED': {
      // The backend has noted the CRes of an earlier signal.
      const { cres: _noted, ...attempt } = before;
      return { ...attempt, ended: 'returned' };
    }
    case 'CANCEL':
      return { ...before, ended: 'cancelled' };
    case 'CHALLENGE_TOO_LATE':
      return { ...before, ended: 'too-late' };
    case 'AUTHENTICATION_TIMED_OUT':
      return { ...before, ended: 'timed-out' };
    case 'CHALLENGE_BLOCKED':
    // The page could not show the challenge, or could not wait for the issuer.
    case 'FAULT':
      return { ...before, ended: 'blocked' };
    default:
      return before;
  }
}
