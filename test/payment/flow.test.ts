import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CARD_PAYMENT } from '../../src/payment/card-payment.table.js';
import { tasksOf, transition, type Flow } from '../../src/protocol/flow.js';
import { REDIRECT_PAYMENT, redirectPaymentFlow } from '../../src/payment/redirect-payment.table.js';
import { PREPARATION } from '../../src/payment/preparation.table.js';

type AnyFlow = Flow<string, string, string>;
const FLOWS: readonly (readonly [string, AnyFlow])[] = [
  ['preparation', PREPARATION as AnyFlow],
  ['card payment', CARD_PAYMENT as AnyFlow],
  ['redirect payment', REDIRECT_PAYMENT as AnyFlow],
];

/** States in which a task watches the order for as long as the page is open, while the shopper waits for nothing. */
const ON_THE_WATCH = ['entering', 'pending', 'choosing-another'];

/** Every simple path from the initial state, as the events that lead along it. */
function paths(flow: AnyFlow): { readonly events: readonly string[]; readonly states: readonly string[] }[] {
  const found: { events: string[]; states: string[] }[] = [];
  const walk = (events: string[], states: string[]) => {
    const state = states[states.length - 1]!;
    for (const [event, to] of Object.entries(flow.states[state]!.on)) {
      found.push({ events: [...events, event], states: [...states, to!] });
      if (!states.includes(to!)) walk([...events, event], [...states, to!]);
    }
  };
  walk([], [flow.initial]);
  return found;
}

describe.each(FLOWS)('the table of the %s', (_name, flow) => {
  const states = Object.keys(flow.states);
  const events = [...new Set(states.flatMap((state) => Object.keys(flow.states[state]!.on)))];

  it('leads along every path to where it says, and nowhere else', () => {
    const all = paths(flow);
    expect(all.length).toBeGreaterThan(states.length);
    for (const path of all) {
      const walked = path.events.reduce<string[]>(
        (done, event) => [...done, transition(flow, done[done.length - 1]!, event)!],
        [flow.initial],
      );
      expect(walked).toEqual(path.states);
    }
  });

  it('is total: any event in any state leads to a state or nowhere', () => {
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

  it('has no state that cannot be reached, and none without a way on', () => {
    const reached = new Set([flow.initial, ...paths(flow).flatMap((path) => path.states)]);
    expect([...reached].sort()).toEqual([...states].sort());
    for (const state of states) expect(Object.keys(flow.states[state]!.on), state).not.toHaveLength(0);
  });

  it('gives every work a limit, and every limit a way on', () => {
    for (const state of states) {
      const { task, after, on } = flow.states[state]!;
      if (task !== undefined && !ON_THE_WATCH.includes(state)) expect(after, state).toBeDefined();
      if (after) expect(Object.keys(on), state).toContain(after.event);
    }
  });
});

describe('the table of the redirect payment', () => {
  it('never ends because time ran out: what is awaited longer than the merchant’s patience is pending', () => {
    expect(redirectPaymentFlow(5).states['awaiting-status'].after).toEqual({ ms: 5, event: 'PATIENCE_OVER' });
    expect(transition(REDIRECT_PAYMENT, 'awaiting-status', 'PATIENCE_OVER')).toBe('pending');
    for (const event of ['SILENT', 'FAULT', 'STAYED', 'ENDED'] as const) {
      for (const state of [
        'awaiting-status',
        'pending',
        'going-on',
        'choosing-another',
        'switching',
        'redirecting',
        'returned',
      ] as const)
        expect(transition(REDIRECT_PAYMENT, state, event), `${state} ${event}`).not.toBe('outcome');
    }
  });

  it('sends nobody away twice at a time', () => {
    for (const state of [
      'initiating',
      'going-on',
      'switching',
      'redirecting',
      'returned',
      'awaiting-status',
      'outcome',
    ] as const)
      expect(transition(REDIRECT_PAYMENT, state, 'GO'), state).toBeUndefined();
  });
});

/** Written from "Abandoned redirects" (docs/orders.md, Redirect payments): the states of the choice of another method. */
const ANOTHER_METHOD = [
  ['pending', { CHOOSE_ANOTHER: 'choosing-another', GO: 'going-on' }],
  ['choosing-another', { GO: 'switching', SETTLED: 'outcome', CHECK: 'returned', FAULT: undefined }],
  [
    'switching',
    {
      REDIRECT: 'redirecting',
      REFUSED: 'choosing-another',
      ENDED: 'returned',
      FAULT: 'returned',
      SILENT: 'returned',
      GO: undefined,
      CHOOSE_ANOTHER: undefined,
    },
  ],
  ['choosing', { NOT_REPLACED: 'returned', CHOOSE_ANOTHER: undefined }],
  ['awaiting-status', { CHOOSE_ANOTHER: undefined }],
  ['outcome', { CHOOSE_ANOTHER: undefined }],
] as const;

describe('the choice of another method', () => {
  it.each(ANOTHER_METHOD)('leads from %s of the redirect flow to where the documents say', (state, expected) => {
    for (const [event, to] of Object.entries(expected))
      expect(transition(REDIRECT_PAYMENT, state, event as 'GO'), event).toBe(to);
  });

  it('leads to a card form that does nothing before Pay', () => {
    for (const state of ['entering', 'outcome'] as const)
      expect(transition(CARD_PAYMENT, state, 'CHOOSE_ANOTHER')).toBe('entering-another');
    for (const state of ['reading-order', 'awaiting-preparation', 'authenticating', 'challenging'] as const)
      expect(transition(CARD_PAYMENT, state, 'CHOOSE_ANOTHER'), state).toBeUndefined();
    expect(CARD_PAYMENT.states['entering-another'].task).toBeUndefined();
    expect(transition(CARD_PAYMENT, 'entering-another', 'PAY')).toBe('awaiting-preparation');
  });
});

describe('the table of the card payment', () => {
  it('opens a bank’s page again only where none is there, and only after the gateway was asked', () => {
    const states = Object.keys(CARD_PAYMENT.states) as (keyof typeof CARD_PAYMENT.states)[];
    expect(states.filter((state) => transition(CARD_PAYMENT, state, 'AGAIN'))).toEqual(['opening-challenge']);
    expect(states.filter((state) => transition(CARD_PAYMENT, state, 'LEFT'))).toEqual(['leaving-challenge']);
    expect(transition(CARD_PAYMENT, 'opening-challenge', 'AGAIN')).toBe('leaving-challenge');
  });

  it('tells of no failure by a fault once money may be moving: only an outcome or the result may follow', () => {
    for (const state of [
      'authenticating',
      'opening-challenge',
      'leaving-challenge',
      'challenging',
      'asking-meanwhile',
      'reading-result',
    ] as const) {
      for (const event of ['FAULT', 'SILENT', 'TOO_LATE', 'TIMED_OUT', 'BLOCKED', 'CANCEL'] as const) {
        const to = transition(CARD_PAYMENT, state, event);
        expect([undefined, 'outcome', 'reading-result'], `${state} ${event}`).toContain(to);
      }
    }
  });

  it('lets every end of a challenge be decided by the backend', () => {
    for (const state of ['opening-challenge', 'challenging', 'asking-meanwhile'] as const) {
      for (const event of ['NOTIFIED', 'CANCEL', 'BLOCKED'] as const)
        expect(transition(CARD_PAYMENT, state, event)).toBe('reading-result');
    }
  });

  it('the page waits 10 s for the method step, 30 s for the challenge request and 10 min for the shopper', () => {
    expect(PREPARATION.states['running-method'].after?.ms).toBe(10_000);
    expect(CARD_PAYMENT.states['opening-challenge'].after?.ms).toBe(30_000);
    expect(CARD_PAYMENT.states.challenging.after?.ms).toBe(600_000);
  });

  it('keeps the challenge’s frame while the backend is asked meanwhile', () => {
    expect(tasksOf(CARD_PAYMENT.states['asking-meanwhile'])).toContain('challenge');
  });
});
