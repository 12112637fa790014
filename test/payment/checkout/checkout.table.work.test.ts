import { describe, expect, it } from 'vitest';
import { CHECKOUT } from '../../../src/payment/checkout/checkout.table.js';
import { tasksOf, type Flow } from '../../../src/protocol/flow.js';

type AnyFlow = Flow<string, string, string>;

/** Milliseconds from the Limits of both interface documents and docs/life-of-a-payment.md. */
const LIMITS: Readonly<Record<string, number>> = {
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
  'checking-version': 30_000,
  'running-method': 10_000,
  prepared: 900_000,
};

/** The event of a limit where it is not that of an unanswered call, `TIMED_OUT`. */
const LIMIT_EVENTS: Readonly<Record<string, string>> = {
  'opening-challenge': 'CHALLENGE_TOO_LATE',
  challenging: 'AUTHENTICATION_TIMED_OUT',
  'checking-challenge': 'AUTHENTICATION_TIMED_OUT',
  'awaiting-issuer': 'AUTHENTICATION_TIMED_OUT',
  redirecting: 'NOT_REDIRECTED',
  'awaiting-status': 'PATIENCE_OVER',
  'checking-version': 'VERSION_CHECK_TIMED_OUT',
  'running-method': 'METHOD_TIMED_OUT',
  prepared: 'PREPARATION_EXPIRED',
};

/** The work of each state, from docs/life-of-a-payment.md. A state that is not listed waits for the shopper. */
const TASKS: Readonly<Record<string, string>> = {
  'reading-order': 'readOrder',
  entering: 'watchOrder',
  'correcting-redirect': 'watchOrder',
  'awaiting-preparation': 'awaitPreparation',
  authenticating: 'authenticate',
  'opening-challenge': 'challenge',
  'leaving-challenge': 'leaveChallenge',
  challenging: 'challenge',
  'checking-challenge': 'challenge checkChallenge',
  'awaiting-issuer': 'awaitIssuer',
  'reading-result': 'readResult',
  initiating: 'initiate',
  resuming: 'initiate',
  switching: 'initiate',
  redirecting: 'redirect watchOrder',
  'reading-status': 'readStatus',
  'awaiting-status': 'awaitStatus',
  pending: 'awaitStatus',
  'choosing-another': 'awaitStatus',
  outcome: 'awaitStatus',
  'checking-version': 'checkVersion',
  'running-method': 'runMethod',
};

/** Events that a task of a state can send and that change nothing there, from the same documents. */
const IGNORED: Readonly<Record<string, string>> = {
  entering: 'FAULT',
  'correcting-redirect': 'FAULT',
  outcome: 'FAULT',
  challenging: 'CHALLENGE_LOADED',
  'checking-challenge': 'CHALLENGE_LOADED SHOPPER_RETURNED',
  redirecting: 'FAULT',
  'awaiting-status': 'FAULT',
  pending: 'FAULT',
  'choosing-another': 'FAULT',
};

/** States in which a task watches the order for as long as the page is open, while the shopper waits for nothing. */
const WATCHING = ['entering', 'correcting-redirect', 'pending', 'choosing-another', 'outcome'];

describe.each([
  ['payment', CHECKOUT.payment as AnyFlow],
  ['preparation', CHECKOUT.preparation as AnyFlow],
])('the work of the %s', (_name, flow) => {
  const states = Object.keys(flow.states);

  it('does the documented work in each state, and nothing in a state that waits for the shopper', () => {
    for (const state of states) expect(tasksOf(flow.states[state]!).join(' '), state).toBe(TASKS[state] ?? '');
  });

  it('the table of a flow has the documented event for each time limit', () => {
    for (const state of states) {
      const { after } = flow.states[state]!;
      if (after) expect(after.event, state).toBe(LIMIT_EVENTS[state] ?? 'TIMED_OUT');
    }
  });

  it('names the events of tasks that change nothing in a state', () => {
    for (const state of states) expect(flow.states[state]!.ignore?.join(' '), state).toBe(IGNORED[state]);
  });

  it('the table of a flow has the documented time limits, and one for each state in which the shopper waits', () => {
    for (const state of states) {
      const { task, after } = flow.states[state]!;
      expect(after?.ms, state).toBe(LIMITS[state]);
      if (task !== undefined && !WATCHING.includes(state)) expect(after, state).toBeDefined();
    }
  });
});

describe('the work of the checkout', () => {
  it('keeps the frame of the challenge and its ten minutes while the backend is asked', () => {
    const { challenging, 'checking-challenge': checking } = CHECKOUT.payment.states;
    expect(tasksOf(checking)).toContain('challenge');
    expect(checking.after).toBe(challenging.after);
  });

  it('runs no task that calls the backend for a card while another method is chosen', () => {
    expect(tasksOf(CHECKOUT.payment.states['choosing-another'])).toEqual(['awaitStatus']);
  });
});
