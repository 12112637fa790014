import type { CheckoutEventType, CheckoutLimit } from '../flow/checkout.events.js';
import type { CardStep, CheckoutStep } from '../flow/checkout.states.js';
import { defineStates } from '../flow/states.js';
import type { PreparationCommand } from '../preparation/preparation.table.js';

type End = 'PAYMENT_ENDED' | 'PAYMENT_PENDING';
/** The end of a payment whose authorization was answered. */
type AuthorizationEnd = End | 'CHALLENGE_DEMANDED';

/** The events that each task may send. */
export type CardTaskEvents = {
  readonly awaitPreparation: 'NUMBER_ENTERED' | 'PREPARED' | 'FIELDS_REFUSED' | End;
  readonly authenticate:
    | 'CHALLENGE_REQUIRED'
    | 'DECOUPLED'
    | 'TRANSACTION_UNKNOWN'
    | 'FIELDS_REFUSED'
    | AuthorizationEnd;
  readonly challenge: 'CHALLENGE_LOADED' | 'CHALLENGE_NOTIFIED' | 'CHALLENGE_BLOCKED' | 'SHOPPER_RETURNED' | 'CANCEL';
  readonly checkChallenge: 'CHALLENGE_OPEN' | AuthorizationEnd;
  readonly leaveChallenge: 'CHALLENGE_ABANDONED' | AuthorizationEnd;
  readonly awaitIssuer: AuthorizationEnd;
  readonly readResult: AuthorizationEnd;
};

/** The challenge request must reach the ACS within 30 seconds (3D Secure 2 Authentication Interface, Limits). */
const CHALLENGE_OPENS = { ms: 30_000, event: 'CHALLENGE_TOO_LATE' } as const;
/** 60 seconds are too short for shoppers who open a banking app, and without a limit a payment could stay open. */
const CHALLENGE_LASTS = { ms: 600_000, event: 'AUTHENTICATION_TIMED_OUT' } as const;

/** Signals that a challenge may have ended. They are not signed, so a challenge without a result stays open. */
const CHALLENGE_SIGNALS = { SHOPPER_RETURNED: 'checking-challenge', CHALLENGE_NOTIFIED: 'checking-challenge' } as const;

/** However a challenge ends, the backend reads its result; the frame's message decides nothing. */
const CHALLENGE_ENDS = {
  CANCEL: 'reading-result',
  CHALLENGE_BLOCKED: 'reading-result',
  FAULT: 'reading-result',
} as const;

/** A pending order may wait for a redirect payment that the card did not replace: it is read. */
const ENDS = { PAYMENT_ENDED: 'outcome', PAYMENT_PENDING: 'reading-status' } as const;

/** After a soft decline a new version check and authentication follow, which ask for a challenge: once. */
const AUTHORIZATION_ENDS = { ...ENDS, CHALLENGE_DEMANDED: 'awaiting-preparation' } as const;

/** Without an answer, the outcome says whether money may have moved. */
const UNANSWERED = { FAULT: 'outcome', TIMED_OUT: 'outcome' } as const;

/** The card payment, from Pay to the outcome (3D Secure 2 Authentication Interface, States and transitions). */
export const CARD_STATES = defineStates<
  CardStep,
  CheckoutStep,
  CheckoutEventType,
  CardTaskEvents,
  CheckoutLimit,
  'FAULT',
  PreparationCommand
>()({
  'awaiting-preparation': {
    task: 'awaitPreparation',
    after: { ms: 45_000, event: 'TIMED_OUT' },
    on: { PREPARED: 'authenticating', FIELDS_REFUSED: 'entering', CANCEL: 'entering', ...ENDS, ...UNANSWERED },
  },
  authenticating: {
    // One call authenticates, and authorizes when the issuer approves at once. From here on a missing
    // answer leaves the payment in doubt.
    task: 'authenticate',
    after: { ms: 90_000, event: 'TIMED_OUT' },
    on: {
      CHALLENGE_REQUIRED: 'opening-challenge',
      DECOUPLED: 'awaiting-issuer',
      // The gateway has forgotten the version check: once, another one replaces it.
      TRANSACTION_UNKNOWN: 'awaiting-preparation',
      FIELDS_REFUSED: 'entering',
      ...AUTHORIZATION_ENDS,
      ...UNANSWERED,
    },
  },
  'opening-challenge': {
    task: 'challenge',
    after: CHALLENGE_OPENS,
    on: {
      CHALLENGE_LOADED: 'challenging',
      ...CHALLENGE_SIGNALS,
      REOPEN_CHALLENGE: 'leaving-challenge',
      CHALLENGE_TOO_LATE: 'reading-result',
      ...CHALLENGE_ENDS,
    },
  },
  'leaving-challenge': {
    // The issuer's page stayed blank, and an ACS rejects a second CReq for the same transaction. After the gateway
    // has confirmed that nothing was authenticated, a new authentication starts with the same card.
    task: 'leaveChallenge',
    after: { ms: 90_000, event: 'TIMED_OUT' },
    on: { CHALLENGE_ABANDONED: 'awaiting-preparation', ...AUTHORIZATION_ENDS, ...UNANSWERED },
  },
  challenging: {
    task: 'challenge',
    after: CHALLENGE_LASTS,
    on: { ...CHALLENGE_SIGNALS, AUTHENTICATION_TIMED_OUT: 'reading-result', ...CHALLENGE_ENDS },
    // The issuer's page may load several pages of its own.
    ignore: ['CHALLENGE_LOADED'],
  },
  'checking-challenge': {
    // The shopper is back from a banking app, or the frame has a page of the backend: the challenge may have ended. A
    // signal meanwhile is looked at afterwards.
    task: ['challenge', 'checkChallenge'],
    after: CHALLENGE_LASTS,
    on: {
      CHALLENGE_OPEN: 'challenging',
      AUTHENTICATION_TIMED_OUT: 'reading-result',
      ...AUTHORIZATION_ENDS,
      ...CHALLENGE_ENDS,
    },
    ignore: ['CHALLENGE_LOADED', 'SHOPPER_RETURNED', 'CHALLENGE_NOTIFIED'],
  },
  'awaiting-issuer': {
    // The issuer authenticates elsewhere, for example in its app. The merchant's own time limit replaces this one.
    task: 'awaitIssuer',
    after: { ms: 600_000, event: 'AUTHENTICATION_TIMED_OUT' },
    on: {
      CANCEL: 'reading-result',
      AUTHENTICATION_TIMED_OUT: 'reading-result',
      FAULT: 'reading-result',
      ...AUTHORIZATION_ENDS,
    },
  },
  'reading-result': {
    task: 'readResult',
    after: { ms: 90_000, event: 'TIMED_OUT' },
    on: { ...AUTHORIZATION_ENDS, ...UNANSWERED },
  },
});
