import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHECKOUT, STARTS } from '../../../src/payment/checkout/checkout.table.js';
import { tasksOf, transition, type Flow } from '../../../src/protocol/flow.js';

type AnyFlow = Flow<string, string, string>;

/** States in which a task watches the order for as long as the page is open, while the shopper waits for nothing. */
const WATCHING = ['entering', 'correcting-redirect', 'pending', 'choosing-another', 'outcome'];

describe.each([
  ['payment', CHECKOUT.payment as AnyFlow],
  ['preparation', CHECKOUT.preparation as AnyFlow],
])('the table of the %s', (_name, flow) => {
  const states = Object.keys(flow.states);
  const events = [...new Set(states.flatMap((state) => Object.keys(flow.states[state]!.on)))];

  it('returns a state or nothing for any event in any state', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...states),
        fc.oneof(fc.constantFrom(...events), fc.string(), fc.constantFrom('toString', '__proto__', 'constructor')),
        (state, event) => {
          const to = transition(flow, state, event);
          return to === undefined ? !Object.hasOwn(flow.states[state]!.on, event) : states.includes(to);
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

  it('ends each state in which the shopper waits for a task, after a time that leads elsewhere', () => {
    for (const state of states.filter((one) => !WATCHING.includes(one))) {
      const { task, after } = flow.states[state]!;
      if (task === undefined) continue;
      expect(after, state).toBeDefined();
      expect(transition(flow, state, after!.event), state).not.toBe(state);
      expect(transition(flow, state, after!.event), state).toBeDefined();
    }
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
    const states = Object.keys(CHECKOUT.payment.states) as (keyof typeof CHECKOUT.payment.states)[];
    const starting = (event: 'PAY' | 'START_REDIRECT') =>
      states.filter((state) => transition(CHECKOUT.payment, state, event));
    expect(starting('PAY')).toEqual(['entering', 'correcting-redirect', 'choosing-another']);
    expect(starting('START_REDIRECT')).toEqual(['entering', 'correcting-redirect', 'pending', 'choosing-another']);
  });

  it('cancels before anything is sent and while the issuer asks the shopper, and in no other state', () => {
    const states = Object.keys(CHECKOUT.payment.states) as (keyof typeof CHECKOUT.payment.states)[];
    expect(states.filter((state) => transition(CHECKOUT.payment, state, 'CANCEL'))).toEqual([
      'awaiting-preparation',
      'opening-challenge',
      'challenging',
      'checking-challenge',
      'awaiting-issuer',
    ]);
  });

  it('keeps the frame of the challenge and its ten minutes while the backend is asked', () => {
    const { challenging, 'checking-challenge': checking } = CHECKOUT.payment.states;
    expect(tasksOf(checking)).toContain('challenge');
    expect(checking.after).toBe(challenging.after);
  });

  it('continues only tasks that last, because a task that has ended would not start again in the next state', () => {
    const { states } = CHECKOUT.payment;
    const names = Object.keys(states) as (keyof typeof states)[];
    const continued = names.flatMap((name) =>
      Object.values(states[name].on)
        .filter((target) => target !== name)
        .flatMap((target) => tasksOf(states[name]).filter((task) => tasksOf(states[target]).includes(task))),
    );
    expect([...new Set(continued)].sort()).toEqual(['awaitStatus', 'challenge', 'watchOrder']);
    expect(tasksOf(states.outcome)).toEqual(['awaitResult', 'watchOutcome']);
  });

  it('runs no task that calls the backend for a card while another method is chosen', () => {
    expect(tasksOf(CHECKOUT.payment.states['choosing-another'])).toEqual(['awaitStatus']);
  });
});
