import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHECKOUT, STARTS } from '../../../src/payment/checkout/checkout.table.js';
import { transition, type Flow } from '../../../src/protocol/flow.js';

type AnyFlow = Flow<string, string, string>;
type Matrix = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The expected state for each state and event of the payment, by the target: `target: 'EVENT EVENT'`. Written from
 * docs/life-of-a-payment.md, docs/orders.md (Redirect payments) and the States and transitions of both interface
 * documents. An event that a state does not list has no effect in it.
 */
const PAYMENT: Matrix = {
  // "Read the order": an open order shows the form, a pending one the unfinished payment, any other its outcome.
  'reading-order': {
    entering: 'ORDER_OPEN',
    pending: 'ORDER_PENDING',
    outcome: 'ORDER_SETTLED',
    unreachable: 'FAULT TIMED_OUT',
  },
  unreachable: { 'reading-order': 'CHECK_ORDER', 'reading-status': 'CHECK_STATUS' },

  // The form. Another tab may have paid, or started a redirect payment.
  entering: {
    'awaiting-preparation': 'PAY',
    initiating: 'START_REDIRECT',
    pending: 'ORDER_PENDING',
    outcome: 'ORDER_SETTLED NOT_STARTED',
    'reading-order': 'CHECK_ORDER',
  },
  'correcting-redirect': {
    'awaiting-preparation': 'PAY',
    initiating: 'START_REDIRECT',
    pending: 'ORDER_PENDING',
    outcome: 'ORDER_SETTLED NOT_STARTED',
    'reading-order': 'CHECK_ORDER',
  },

  // "Pay": nothing is sent before the preparation has ended, so Cancel is possible. A pending order is read again.
  'awaiting-preparation': {
    authenticating: 'PREPARED',
    entering: 'FIELDS_REFUSED CANCEL',
    outcome: 'PAYMENT_ENDED FAULT TIMED_OUT',
    'reading-status': 'PAYMENT_PENDING',
  },
  authenticating: {
    'opening-challenge': 'CHALLENGE_REQUIRED',
    'awaiting-issuer': 'DECOUPLED',
    'awaiting-preparation': 'TRANSACTION_UNKNOWN CHALLENGE_DEMANDED',
    entering: 'FIELDS_REFUSED',
    outcome: 'PAYMENT_ENDED FAULT TIMED_OUT',
    'reading-status': 'PAYMENT_PENDING',
  },

  // "A challenge": each end of it makes the backend read the result from the gateway.
  'opening-challenge': {
    challenging: 'CHALLENGE_LOADED',
    'checking-challenge': 'SHOPPER_RETURNED',
    'leaving-challenge': 'REOPEN_CHALLENGE',
    'reading-result': 'CHALLENGE_NOTIFIED CANCEL CHALLENGE_BLOCKED CHALLENGE_TOO_LATE FAULT',
  },
  'leaving-challenge': {
    'awaiting-preparation': 'CHALLENGE_ABANDONED CHALLENGE_DEMANDED',
    outcome: 'PAYMENT_ENDED FAULT TIMED_OUT',
    'reading-status': 'PAYMENT_PENDING',
  },
  challenging: {
    'checking-challenge': 'SHOPPER_RETURNED',
    'reading-result': 'CHALLENGE_NOTIFIED CANCEL CHALLENGE_BLOCKED AUTHENTICATION_TIMED_OUT FAULT',
  },
  'checking-challenge': {
    'awaiting-preparation': 'CHALLENGE_DEMANDED',
    challenging: 'CHALLENGE_OPEN',
    outcome: 'PAYMENT_ENDED',
    'reading-status': 'PAYMENT_PENDING',
    'reading-result': 'CHALLENGE_NOTIFIED CANCEL CHALLENGE_BLOCKED AUTHENTICATION_TIMED_OUT FAULT',
  },
  'awaiting-issuer': {
    'awaiting-preparation': 'CHALLENGE_DEMANDED',
    outcome: 'PAYMENT_ENDED',
    'reading-status': 'PAYMENT_PENDING',
    'reading-result': 'CANCEL AUTHENTICATION_TIMED_OUT FAULT',
  },
  'reading-result': {
    'awaiting-preparation': 'CHALLENGE_DEMANDED',
    outcome: 'PAYMENT_ENDED FAULT TIMED_OUT',
    'reading-status': 'PAYMENT_PENDING',
  },

  // "Redirect payments": before the first redirect nothing can be charged, so a failure is reported.
  initiating: {
    redirecting: 'REDIRECT',
    'correcting-redirect': 'FIELDS_REFUSED',
    outcome: 'PAYMENT_ENDED FAULT TIMED_OUT',
    'reading-status': 'PAYMENT_PENDING',
  },
  // After a redirect the shopper may have paid: no answer but an address counts, and the order is read.
  resuming: {
    redirecting: 'REDIRECT',
    'reading-status': 'FIELDS_REFUSED PAYMENT_ENDED PAYMENT_PENDING FAULT TIMED_OUT',
  },
  redirecting: { 'reading-status': 'NOT_REDIRECTED CHECK_STATUS', pending: 'ORDER_PENDING', outcome: 'ORDER_SETTLED' },
  'reading-status': {
    'awaiting-status': 'STATUS_EXPECTED',
    pending: 'ORDER_PENDING',
    outcome: 'ORDER_SETTLED',
    unreachable: 'FAULT TIMED_OUT',
  },
  'awaiting-status': { pending: 'PATIENCE_OVER', outcome: 'ORDER_SETTLED' },
  pending: {
    outcome: 'ORDER_SETTLED',
    'reading-status': 'CHECK_STATUS',
    resuming: 'START_REDIRECT',
    'choosing-another': 'CHOOSE_ANOTHER',
  },

  // "Abandoned redirects": the next choice replaces the unfinished payment, unless the backend keeps it.
  'choosing-another': {
    'awaiting-preparation': 'PAY',
    switching: 'START_REDIRECT',
    outcome: 'ORDER_SETTLED',
    'reading-status': 'CHECK_STATUS',
  },
  switching: {
    redirecting: 'REDIRECT',
    'choosing-another': 'FIELDS_REFUSED',
    'reading-status': 'PAYMENT_ENDED PAYMENT_PENDING FAULT TIMED_OUT',
  },

  // "One outcome". One that is in doubt settles by itself.
  outcome: {
    entering: 'TRY_AGAIN',
    'reading-order': 'CHECK_ORDER',
    'reading-status': 'CHECK_STATUS',
    outcome: 'ORDER_SETTLED',
  },
};

/** A prepared card serves one authentication, and a payment or a settled order ends the preparation. */
const USED =
  'NUMBER_CLEARED PREPARED CANCEL FIELDS_REFUSED PAYMENT_ENDED PAYMENT_PENDING ORDER_SETTLED ORDER_PENDING FAULT TIMED_OUT';

/** From "Prepare while the shopper types" (docs/life-of-a-payment.md). */
const PREPARATION: Matrix = {
  idle: { 'checking-version': 'NUMBER_ENTERED' },
  'checking-version': {
    'running-method': 'METHOD_OFFERED',
    prepared: 'NO_METHOD',
    faulted: 'PREPARATION_FAULT VERSION_CHECK_TIMED_OUT',
    'checking-version': 'NUMBER_ENTERED',
    idle: USED,
  },
  'running-method': {
    prepared: 'METHOD_ENDED METHOD_TIMED_OUT PREPARATION_FAULT',
    'checking-version': 'NUMBER_ENTERED',
    idle: USED,
  },
  prepared: { 'checking-version': 'NUMBER_ENTERED', idle: `${USED} PREPARATION_EXPIRED` },
  faulted: { 'checking-version': 'NUMBER_ENTERED', idle: USED },
};

const EVENTS = [...new Set([PAYMENT, PREPARATION].flatMap((matrix) => Object.values(matrix).flatMap(eventsOf)))];

function eventsOf(targets: Readonly<Record<string, string>>): string[] {
  return Object.values(targets).flatMap((events) => events.split(' '));
}

function expected(matrix: Matrix, state: string, event: string): string | undefined {
  return Object.entries(matrix[state] ?? {}).find(([, events]) => events.split(' ').includes(event))?.[0];
}

describe.each([
  ['payment', CHECKOUT.payment as AnyFlow, PAYMENT],
  ['preparation', CHECKOUT.preparation as AnyFlow, PREPARATION],
])('the table of the %s', (_name, flow, matrix) => {
  const states = Object.keys(flow.states);

  it('the table of a flow has the states and events of the documents', () => {
    expect([...states].sort()).toEqual(Object.keys(matrix).sort());
    const named = states.flatMap((state) => Object.keys(flow.states[state]!.on));
    expect(EVENTS).toEqual(expect.arrayContaining([...new Set(named)]));
  });

  it.each(Object.keys(matrix))('leads from %s to the documented state for every event', (state) => {
    for (const event of EVENTS) expect(transition(flow, state, event), event).toBe(expected(matrix, state, event));
  });

  it('returns a state or nothing for any event in any state', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...states),
        fc.oneof(fc.constantFrom(...EVENTS), fc.string(), fc.constantFrom('toString', '__proto__', 'constructor')),
        (state, event) => {
          const to = transition(flow, state, event);
          return to === undefined ? expected(matrix, state, event) === undefined : states.includes(to);
        },
      ),
      { seed: 10 },
    );
  });

  it('reaches every state from a page that starts', () => {
    const reached = new Set(['reading-order', 'reading-status', 'idle'].filter((state) => states.includes(state)));
    for (const state of reached) for (const to of Object.values(flow.states[state]!.on)) reached.add(to!);
    expect([...reached].sort()).toEqual([...states].sort());
  });
});

describe('the checkout', () => {
  it('reads the order first, and on the return page its status, with no card prepared', () => {
    expect([CHECKOUT.payment.initial, CHECKOUT.preparation.initial]).toEqual(['reading-order', 'idle']);
    expect(STARTS).toEqual({
      checkout: { payment: 'reading-order', preparation: 'idle' },
      return: { payment: 'reading-status', preparation: 'idle' },
    });
  });

  it('never shows a failure of a redirect payment because time ran out', () => {
    for (const event of ['TIMED_OUT', 'FAULT', 'NOT_REDIRECTED', 'PATIENCE_OVER', 'PAYMENT_ENDED'] as const) {
      for (const state of [
        'awaiting-status',
        'pending',
        'resuming',
        'choosing-another',
        'switching',
        'redirecting',
        'reading-status',
      ] as const)
        expect(transition(CHECKOUT.payment, state, event), `${state} ${event}`).not.toBe('outcome');
    }
  });

  it('waits 10 s for the method step, 30 s for the challenge request and 10 min for the shopper', () => {
    expect(CHECKOUT.preparation.states['running-method'].after?.ms).toBe(10_000);
    expect(CHECKOUT.payment.states['opening-challenge'].after?.ms).toBe(30_000);
    expect(CHECKOUT.payment.states.challenging.after?.ms).toBe(600_000);
  });

  it('starts a payment only from a form or from an unfinished redirect payment', () => {
    const states = Object.keys(PAYMENT) as (keyof typeof CHECKOUT.payment.states)[];
    const starting = (event: 'PAY' | 'START_REDIRECT') =>
      states.filter((state) => transition(CHECKOUT.payment, state, event));
    expect(starting('PAY')).toEqual(['entering', 'correcting-redirect', 'choosing-another']);
    expect(starting('START_REDIRECT')).toEqual(['entering', 'correcting-redirect', 'pending', 'choosing-another']);
  });
});
