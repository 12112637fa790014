import type { Flow } from '../protocol/flow.js';

export type CardPaymentState =
  | 'reading-order'
  | 'unreachable'
  | 'entering'
  | 'entering-another'
  | 'awaiting-preparation'
  | 'authenticating'
  | 'opening-challenge'
  | 'leaving-challenge'
  | 'challenging'
  | 'asking-meanwhile'
  | 'awaiting-bank'
  | 'reading-result'
  | 'outcome';
export type CardPaymentTask =
  | 'readOrder'
  | 'watchOrder'
  | 'awaitPreparation'
  | 'authenticate'
  | 'challenge'
  | 'askMeanwhile'
  | 'leaveChallenge'
  | 'awaitBank'
  | 'readResult';
export type CardPaymentEventType =
  | 'OPEN'
  | 'SETTLED'
  | 'RELOAD'
  | 'PAY'
  | 'PREPARED'
  | 'REFUSED'
  | 'CHALLENGE'
  | 'DECOUPLED'
  | 'LOADED'
  | 'NOTIFIED'
  | 'BLOCKED'
  | 'CANCEL'
  | 'AGAIN'
  | 'LEFT'
  | 'RETURNED'
  | 'STILL_OPEN'
  | 'ENDED'
  | 'FAULT'
  | 'SILENT'
  | 'TOO_LATE'
  | 'TIMED_OUT'
  | 'TRY_AGAIN'
  | 'CHOOSE_ANOTHER'
  | 'CHECK';

/** The challenge request must reach the ACS within 30 seconds (3D Secure 2 Authentication Interface, Limits). */
const CHALLENGE_OPENS = { ms: 30_000, event: 'TOO_LATE' } as const;
/** 60 seconds are too short for shoppers who open a banking app, and without a limit a payment could stay open. */
const CHALLENGE_LASTS = { ms: 600_000, event: 'TIMED_OUT' } as const;

/** However a challenge ends, the backend reads its result; the frame's message decides nothing. */
const CHALLENGE_ENDS = {
  NOTIFIED: 'reading-result',
  CANCEL: 'reading-result',
  BLOCKED: 'reading-result',
  FAULT: 'reading-result',
} as const;

/** The flow of a card payment (3D Secure 2 Authentication Interface, States and transitions). */
export const CARD_PAYMENT: Flow<CardPaymentState, CardPaymentEventType, CardPaymentTask> = {
  initial: 'reading-order',
  states: {
    'reading-order': {
      task: 'readOrder',
      after: { ms: 30_000, event: 'SILENT' },
      on: { OPEN: 'entering', SETTLED: 'outcome', FAULT: 'unreachable', SILENT: 'unreachable' },
    },
    unreachable: {
      on: { RELOAD: 'reading-order' },
    },
    entering: {
      // Another tab may have paid meanwhile.
      task: 'watchOrder',
      on: {
        PAY: 'awaiting-preparation',
        SETTLED: 'outcome',
        RELOAD: 'reading-order',
        CHOOSE_ANOTHER: 'entering-another',
      },
    },
    'entering-another': {
      // A redirect payment of the order is unfinished. The version check replaces it, so that there is none before
      // Pay. The redirect flow watches the order.
      on: { PAY: 'awaiting-preparation', RELOAD: 'reading-order' },
    },
    'awaiting-preparation': {
      task: 'awaitPreparation',
      after: { ms: 45_000, event: 'SILENT' },
      on: {
        PREPARED: 'authenticating',
        ENDED: 'outcome',
        REFUSED: 'entering',
        CANCEL: 'entering',
        FAULT: 'outcome',
        SILENT: 'outcome',
      },
    },
    authenticating: {
      // One call authenticates, and authorizes when the issuer approves at once. From here on a missing
      // answer leaves the payment in doubt.
      task: 'authenticate',
      after: { ms: 90_000, event: 'SILENT' },
      on: {
        CHALLENGE: 'opening-challenge',
        DECOUPLED: 'awaiting-bank',
        ENDED: 'outcome',
        REFUSED: 'entering',
        FAULT: 'outcome',
        SILENT: 'outcome',
      },
    },
    'opening-challenge': {
      task: 'challenge',
      after: CHALLENGE_OPENS,
      on: { LOADED: 'challenging', AGAIN: 'leaving-challenge', TOO_LATE: 'reading-result', ...CHALLENGE_ENDS },
    },
    'leaving-challenge': {
      // The bank's page stayed blank, and an ACS rejects a second CReq for the same transaction. After the gateway
      // has confirmed that nothing was authenticated, a new authentication starts with the same card.
      task: 'leaveChallenge',
      after: { ms: 90_000, event: 'SILENT' },
      on: { LEFT: 'awaiting-preparation', ENDED: 'outcome', FAULT: 'outcome', SILENT: 'outcome' },
    },
    challenging: {
      task: 'challenge',
      after: CHALLENGE_LASTS,
      on: { RETURNED: 'asking-meanwhile', TIMED_OUT: 'reading-result', ...CHALLENGE_ENDS },
    },
    'asking-meanwhile': {
      // The shopper is back from a banking app: the challenge may have ended without a notification.
      task: ['challenge', 'askMeanwhile'],
      after: CHALLENGE_LASTS,
      on: { STILL_OPEN: 'challenging', ENDED: 'outcome', TIMED_OUT: 'reading-result', ...CHALLENGE_ENDS },
    },
    'awaiting-bank': {
      // The issuer authenticates elsewhere, for example in its app. The merchant's own time limit replaces this one.
      task: 'awaitBank',
      after: { ms: 600_000, event: 'TIMED_OUT' },
      on: { ENDED: 'outcome', CANCEL: 'reading-result', TIMED_OUT: 'reading-result', FAULT: 'reading-result' },
    },
    'reading-result': {
      task: 'readResult',
      after: { ms: 90_000, event: 'SILENT' },
      on: { ENDED: 'outcome', FAULT: 'outcome', SILENT: 'outcome' },
    },
    outcome: {
      on: { TRY_AGAIN: 'entering', CHECK: 'reading-order', CHOOSE_ANOTHER: 'entering-another' },
    },
  },
};
