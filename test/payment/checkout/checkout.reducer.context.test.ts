import { describe, expect, it } from 'vitest';
import { reduce } from '../../../src/payment/checkout/checkout.reducer.js';
import type { CheckoutContext, PreparedCard } from '../../../src/payment/flow/checkout.context.js';
import type { CheckoutEvent } from '../../../src/payment/flow/checkout.events.js';
import type { CheckoutStep, PreparationState } from '../../../src/payment/flow/checkout.states.js';
import { NO_CARD } from '../../../src/payment/preparation/preparation.reducer.js';
import { outcomeOf } from '../../../src/payment/outcome.js';
import { OPEN_ORDER, UNFINISHED_ORDER } from '../../browser/scripted-backend.js';
import { after, ATTEMPT, CONTEXT } from './sample-context.js';
import { CARD } from './scripted-page.js';

const declined = outcomeOf('declined', { id: 'A1', state: 'open' });
const paid = outcomeOf('already-paid', { id: 'A1', state: 'paid' });
const pending = outcomeOf('awaiting-final-status', { id: 'A1', state: 'pending' });
const REFUSED = [{ field: 'country', message: 'is missing' }];
const CHOICE = { input: { method: 'paypal' }, key: 'key-3' };
/** A shopper who has corrected fields and seen an outcome. */
const SECOND_TRY: Partial<CheckoutContext> = { refused: REFUSED, outcome: declined, isRedirectKept: true };

/** The prepared card after an event of the preparation. */
function prepared(before: PreparedCard, event: CheckoutEvent, preparation: PreparationState = 'prepared') {
  const from = { payment: 'entering', preparation: 'checking-version' } as const;
  return reduce({ ...CONTEXT, preparation: before }, { event, from, to: { preparation } }).preparation;
}

describe('reduce with an order that was read', () => {
  it('keeps the order, and drops the outcome of an order that is open', () => {
    const order = { ...OPEN_ORDER, amount: '2500' };
    const context = after('reading-order', { type: 'ORDER_OPEN', order }, { outcome: declined, rereads: 'status' });
    expect(context).toMatchObject({ order: { amount: '2500' }, rereads: 'order' });
    expect(context.outcome).toBeUndefined();
  });

  it('keeps the order without an outcome while the final status is expected', () => {
    const context = after('reading-status', { type: 'STATUS_EXPECTED', order: UNFINISHED_ORDER }, { page: 'return' });
    expect(context.order).toBe(UNFINISHED_ORDER);
    expect(context.outcome).toBeUndefined();
  });

  it('shows a pending order as pending, and reads its status from then on', () => {
    expect(after('reading-order', { type: 'ORDER_PENDING', order: UNFINISHED_ORDER })).toMatchObject({
      order: UNFINISHED_ORDER,
      rereads: 'status',
      outcome: { status: 'pending', code: 'awaiting-final-status', order: { id: 'A1', state: 'pending' } },
    });
  });

  it('shows the outcome of a settled order, with the order if it could be read', () => {
    const order = { ...OPEN_ORDER, state: 'paid' } as const;
    expect(after('reading-order', { type: 'ORDER_SETTLED', order, outcome: paid })).toMatchObject({
      order,
      outcome: paid,
    });
    const context = after('reading-status', { type: 'ORDER_SETTLED', outcome: paid });
    expect(context).toMatchObject({ order: OPEN_ORDER, outcome: paid });
  });

  it('shows pending when the patience is over, and reads the status from then on', () => {
    expect(after('awaiting-status', { type: 'PATIENCE_OVER' }, { page: 'return' })).toMatchObject({
      rereads: 'status',
      outcome: { status: 'pending', order: { id: 'A1', state: 'pending' } },
    });
  });

  /** The focus stays where it is while a page loads, and moves to a result for which the shopper has waited here. */
  it.each<[CheckoutStep, number, boolean]>([
    ['reading-order', 60_000, false],
    ['reading-status', 60_000, false],
    ['redirecting', 60_000, false],
    ['choosing-another', 60_000, false],
    ['entering', 60_000, true],
    ['correcting-redirect', 60_000, true],
    ['pending', 60_000, true],
    ['outcome', 60_000, true],
    ['awaiting-status', 60_000, true],
    ['awaiting-status', 0, false],
  ])('the focus may move after an order was settled in %s with a patience of %i ms: %s', (from, patience, expected) => {
    const settled = { type: 'ORDER_SETTLED', outcome: paid } as const;
    expect(after(from, settled, { patience }).mayMoveFocus).toBe(expected);
    expect(after(from, settled, { patience, mayMoveFocus: true }).mayMoveFocus).toBe(true);
  });
});

describe('reduce with an action of the shopper', () => {
  it('starts a card payment without the refused fields and the outcome of the last one', () => {
    const context = after('entering', { type: 'PAY', attempt: ATTEMPT }, { ...SECOND_TRY, rereads: 'status' });
    expect(context).toMatchObject({ attempt: ATTEMPT, refused: [], mayMoveFocus: true, rereads: 'order' });
    expect([context.outcome, context.isRedirectKept]).toEqual([undefined, undefined]);
  });

  it('starts a redirect payment without the outcome of the last payment', () => {
    const context = after('entering', { type: 'START_REDIRECT', choice: CHOICE }, SECOND_TRY);
    expect(context).toMatchObject({ choice: CHOICE, refused: [], mayMoveFocus: true, rereads: 'status' });
    expect([context.outcome, context.isRedirectKept]).toEqual([undefined, undefined]);
  });

  it('keeps the known outcome of an unfinished redirect payment that is resumed', () => {
    const context = after('pending', { type: 'START_REDIRECT', choice: CHOICE }, { ...SECOND_TRY, outcome: pending });
    expect(context).toMatchObject({ choice: CHOICE, refused: [], mayMoveFocus: true, outcome: pending });
    expect(context.isRedirectKept).toBe(true);
  });

  it('returns to an empty form', () => {
    const context = after('outcome', { type: 'TRY_AGAIN' }, { ...SECOND_TRY, rereads: 'status' });
    expect(context).toMatchObject({ refused: [], mayMoveFocus: true, rereads: 'order' });
    expect([context.outcome, context.isRedirectKept]).toEqual([undefined, undefined]);
  });

  it('no longer names the unfinished payment when the shopper chooses another method', () => {
    const context = after('pending', { type: 'CHOOSE_ANOTHER' }, { ...SECOND_TRY, order: UNFINISHED_ORDER });
    expect(context).toMatchObject({ refused: [], mayMoveFocus: true, isRedirectKept: false });
    const { redirect: _unfinished, ...order } = UNFINISHED_ORDER;
    expect(context.order).toEqual(order);
    expect(context.outcome).toBeUndefined();
    expect(after('pending', { type: 'CHOOSE_ANOTHER' }, { order: undefined as never }).order).toBeUndefined();
  });

  it.each(['CHECK_ORDER', 'CHECK_STATUS'] as const)('lets the focus move to the result of %s', (type) => {
    const context = after('outcome', { type }, SECOND_TRY);
    expect(context).toMatchObject({ mayMoveFocus: true, outcome: declined });
    expect(context.isRedirectKept).toBeUndefined();
  });
});

describe('reduce with the end of a payment', () => {
  it('shows the outcome with the new state of the order', () => {
    const context = after('authenticating', { type: 'PAYMENT_ENDED', outcome: paid }, { attempt: ATTEMPT });
    expect(context).toMatchObject({ outcome: paid, order: { ...OPEN_ORDER, state: 'paid' }, rereads: 'order' });
    expect(context).not.toHaveProperty('isRedirectKept');
  });

  it('keeps no order when none could be read before', () => {
    const context = after('authenticating', { type: 'PAYMENT_ENDED', outcome: paid }, { order: undefined as never });
    expect(context.order).toBeUndefined();
  });

  it('keeps an unfinished redirect payment that a version check did not replace', () => {
    const event = { type: 'PAYMENT_PENDING', outcome: pending } as const;
    const ended = { outcome: pending, order: { state: 'pending' }, rereads: 'status' };
    const checked = after('awaiting-preparation', event, { attempt: ATTEMPT });
    expect(checked).toMatchObject({ ...ended, isRedirectKept: true });
    // The other calls do not read the report, so that they say nothing about that payment.
    for (const step of ['authenticating', 'reading-result', 'initiating'] as const) {
      const context = after(step, event, { attempt: ATTEMPT });
      expect(context).toMatchObject({ ...ended, isRedirectKept: false });
    }
  });

  it.each([
    ['the same id', 'A1-paypal', true],
    ['the id of an earlier payment', 'A1-earlier', false],
    ['no id', undefined, false],
  ])(
    'reports the redirect payment as kept only if the order waits for the named one: %s',
    (_which, replaces, isKept) => {
      const event = { type: 'ORDER_PENDING', order: UNFINISHED_ORDER } as const;
      const context = after('reading-status', event, { replaces, isRedirectKept: true });
      expect(context).toMatchObject({ isRedirectKept: isKept, order: UNFINISHED_ORDER });
      expect(after('reading-status', event, { replaces }).isRedirectKept).toBeUndefined();
    },
  );

  it('says whether an unfinished redirect payment was kept instead of another one', () => {
    expect(after('switching', { type: 'PAYMENT_PENDING', outcome: pending })).toMatchObject({ isRedirectKept: true });
    const ended = after('switching', { type: 'PAYMENT_ENDED', outcome: declined });
    expect(ended).toMatchObject({ isRedirectKept: false, order: OPEN_ORDER });
    expect(ended.outcome).toBeUndefined();
  });

  it('changes nothing when a resumed redirect payment ends, because its order is read next', () => {
    const before = { outcome: pending, order: UNFINISHED_ORDER };
    expect(after('resuming', { type: 'PAYMENT_ENDED', outcome: declined }, before)).toEqual({
      ...CONTEXT,
      ...before,
      attempt: undefined,
    });
  });

  it.each<[CheckoutStep, string, string]>([
    ['awaiting-preparation', 'backend-unavailable', 'open'],
    ['authenticating', 'backend-unanswered', 'in-doubt'],
    ['initiating', 'backend-unavailable', 'open'],
  ])('names the order and its known state when %s has no answer', (from, code, state) => {
    const { outcome } = after(from, { type: 'TIMED_OUT' }, { attempt: ATTEMPT });
    expect(outcome).toMatchObject({ code, order: { id: 'A1', state } });
  });
});

describe('reduce after a payment without an answer', () => {
  it.each<CheckoutStep>(['authenticating', 'leaving-challenge', 'reading-result'])(
    'remembers that the call of %s may still arrive, also when the form is shown again',
    (from) => {
      const unanswered = after(from, { type: 'TIMED_OUT' }, { attempt: ATTEMPT });
      expect(unanswered.hasUnansweredCall).toBe(true);
      const { hasUnansweredCall } = after('reading-order', { type: 'ORDER_OPEN', order: OPEN_ORDER }, unanswered);
      expect(hasUnansweredCall).toBe(true);
    },
  );

  it.each<[CheckoutStep, CheckoutEvent]>([
    ['awaiting-preparation', { type: 'TIMED_OUT' }],
    ['awaiting-preparation', { type: 'FAULT', error: new Error('scripted') }],
    ['initiating', { type: 'TIMED_OUT' }],
    ['initiating', { type: 'FAULT', error: new Error('scripted') }],
  ])('the next payment is in doubt when %s ends by $1.type', (from, event) => {
    const context = after(from, event, { attempt: ATTEMPT, hasUnansweredCall: true });
    expect(context).toMatchObject({
      outcome: { code: 'authorization-unanswered', status: 'in-doubt', order: { id: 'A1', state: 'in-doubt' } },
      hasUnansweredCall: true,
    });
    expect(context.outcomeToReport).toBe(context.outcome);
    // Without such a payment before it, nothing was charged.
    expect(after(from, event, { attempt: ATTEMPT }).hasUnansweredCall).toBe(false);
  });

  it('reads the order after a redirect payment that was not begun, and its status once the shopper was sent away', () => {
    const started = after('entering', { type: 'START_REDIRECT', choice: CHOICE }, { hasUnansweredCall: true });
    expect(started.rereads).toBe('order');
    expect(after('initiating', { type: 'REDIRECT', url: 'https://pay.example/1' }, started).rereads).toBe('status');
  });
});

describe('reduce with an event of the preparation', () => {
  const versionCheck = { enrolled: true, serverTransId: 'T1' } as const;
  const typed: PreparedCard = { number: CARD.number, completion: 'UNAVAILABLE' };

  it('prepares a new number without the results of the one before', () => {
    const before: PreparedCard = { number: '1', versionCheck, completion: 'YES', fault: new Error('scripted') };
    expect(prepared(before, { type: 'NUMBER_ENTERED', number: CARD.number }, 'checking-version')).toEqual(typed);
  });

  it.each<[CheckoutEvent, Partial<PreparedCard>]>([
    [{ type: 'METHOD_OFFERED', versionCheck }, { versionCheck }],
    [{ type: 'NO_METHOD', versionCheck: { enrolled: false } }, { versionCheck: { enrolled: false } }],
    [{ type: 'METHOD_ENDED', completion: 'YES' }, { completion: 'YES' }],
    [{ type: 'METHOD_ENDED', completion: 'NO' }, { completion: 'NO' }],
    [{ type: 'METHOD_TIMED_OUT' }, { completion: 'NO' }],
    [{ type: 'PREPARATION_FAULT', error: 'scripted' }, { fault: 'scripted' }],
    [{ type: 'VERSION_CHECK_TIMED_OUT' }, {}],
    [{ type: 'SHOPPER_RETURNED' }, {}],
  ])('keeps the result of $type with the number', (event, change) => {
    expect(prepared(typed, event)).toEqual({ ...typed, ...change });
  });

  it('drops the number when the preparation has ended', () => {
    expect(prepared(typed, { type: 'NUMBER_CLEARED' }, 'idle')).toEqual(NO_CARD);
  });

  it('counts version checks before Pay only, and keeps everything else', () => {
    const step = (payment: CheckoutStep, event: CheckoutEvent) =>
      reduce(
        { ...CONTEXT, url: 'https://pay.example/1', versionChecksBeforePay: 3 },
        { event, from: { payment, preparation: 'idle' }, to: { preparation: 'checking-version' } },
      );
    const entered = { type: 'NUMBER_ENTERED', number: CARD.number } as const;
    expect(step('entering', entered)).toMatchObject({ versionChecksBeforePay: 4, url: 'https://pay.example/1' });
    expect(step('awaiting-preparation', entered).versionChecksBeforePay).toBe(3);
    expect(step('entering', { type: 'NO_METHOD', versionCheck }).versionChecksBeforePay).toBe(3);
  });
});
