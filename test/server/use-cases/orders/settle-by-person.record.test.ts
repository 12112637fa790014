import { describe, expect, it } from 'vitest';
import {
  isOperationDecision,
  withPaymentSettled,
  withReopened,
} from '../../../../src/server/use-cases/orders/settle-by-person.js';
import { operationToSettle } from '../../../../src/server/use-cases/operations/settle-operation.js';
import type { Attempt } from '../../../../src/server/domain/record/attempts.js';
import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import {
  afterNoon,
  CARD_SUCCEEDED,
  cardAttempt,
  eventsOf,
  FIRST,
  NOON,
  orderOf,
  REDIRECT_FAILED,
  REDIRECT_SUCCEEDED,
  redirectAttempt,
  refundAttempt,
  SECOND,
  THIRD,
} from '../../orders/attempts.js';

const PERSON = { by: 'Grace', reason: 'called the acquirer' };
/** A minute after the attempts were sent. */
const at = afterNoon(60_000);
const TIME = at.toISOString();

const unresolved = cardAttempt({ progress: { step: 'unresolved', cause: 'no-answer' } });
const declined = cardAttempt({ progress: { step: 'ended', at: NOON, code: 'declined' } });
const settle = (record: OrderRecord, as: 'paid' | 'failed', attempt?: string) =>
  withPaymentSettled(record, { as, ...PERSON, ...(attempt === undefined ? {} : { attempt }) }, at);
const changesOf = ({ changes }: OrderRecord) =>
  changes.map((change) => [
    change.kind === 'state' ? change.event : change.kind === 'flag' ? change.flag : change.kind,
    change.attempt,
  ]);
const wrong = (what: string, field: string, message: RegExp) =>
  expect.objectContaining({
    name: 'MessageError',
    what,
    issues: [{ field, message: expect.stringMatching(message) as unknown, missing: false }],
  }) as unknown as Error;

describe('a payment that a person settles as paid', () => {
  it('pays the order with the authorization, and records the person and the reason', () => {
    const paid = settle(orderOf('in-doubt', [unresolved]), 'paid');
    const payment = { gatewayOrderId: FIRST, method: 'card', card: '422200******5344' };
    expect(paid).toMatchObject({ state: 'paid', payment, flags: [] });
    expect(paid.attempts).toEqual([cardAttempt({ progress: { step: 'succeeded', at: TIME } })]);
    expect(changesOf(paid)).toEqual([['SETTLED_AS_PAID', FIRST]]);
    expect(eventsOf(paid)).toEqual([['settled', { as: 'paid', ...PERSON, orderId: FIRST }]]);
  });

  it('pays the order with the redirect payment, which a person has confirmed', () => {
    const paid = settle(orderOf('pending', [redirectAttempt()]), 'paid');
    expect(paid).toMatchObject({ state: 'paid', payment: { gatewayOrderId: FIRST, method: 'testpay', pasref: '5' } });
    expect(paid.attempts).toEqual([
      redirectAttempt({ progress: { step: 'succeeded', at: TIME, confirmedBy: 'person' } }),
    ]);
  });

  it('a payment that a person settles as paid is the unresolved one, else the last one, unless the person names another', () => {
    const attempts = [
      declined,
      redirectAttempt({ gatewayOrderId: SECOND }),
      cardAttempt({ gatewayOrderId: THIRD, progress: declined.progress }),
      refundAttempt({ gatewayOrderId: 'A-0000000009' }),
    ];
    const paidWith = (record: OrderRecord, attempt?: string) => settle(record, 'paid', attempt).payment?.gatewayOrderId;
    expect(paidWith(orderOf('pending', attempts))).toBe(SECOND);
    expect(paidWith(orderOf('pending', attempts), FIRST)).toBe(FIRST);
    expect(paidWith(orderOf('open', [attempts[0]!, attempts[2]!, attempts[3]!]))).toBe(THIRD);
  });

  it('sets the other unresolved payments aside, and leaves those that have ended, and refunds', () => {
    const attempts = [declined, redirectAttempt({ gatewayOrderId: SECOND }), refundAttempt()];
    const paid = settle(orderOf('pending', attempts), 'paid', FIRST);
    expect(paid.attempts.slice(1)).toEqual([
      redirectAttempt({ gatewayOrderId: SECOND, progress: { step: 'dismissed', at: TIME } }),
      refundAttempt(),
    ]);
  });

  it('makes a second payment of a success that had waited', () => {
    const waiting = redirectAttempt({ gatewayOrderId: SECOND, progress: REDIRECT_SUCCEEDED });
    const paid = settle(orderOf('in-doubt', [waiting, unresolved]), 'paid');
    expect(paid.payment?.gatewayOrderId).toBe(FIRST);
    expect(paid.flags).toEqual([{ kind: 'second-payment', at: TIME, attempt: SECOND }]);
  });

  it('a payment that a person settles as paid is a second payment of an order that is paid, which stays as it is', () => {
    const payment = { gatewayOrderId: FIRST, method: 'card' };
    const attempts = [
      cardAttempt({ progress: CARD_SUCCEEDED }),
      redirectAttempt({ gatewayOrderId: SECOND, progress: REDIRECT_FAILED }),
    ];
    const marked = settle(orderOf('paid', attempts, { payment }), 'paid', SECOND);
    expect(marked).toMatchObject({ state: 'paid', payment });
    expect(marked.attempts[1]?.progress).toEqual({ step: 'succeeded', at: TIME, confirmedBy: 'person' });
    expect(marked.flags).toEqual([{ kind: 'second-payment', at: TIME, attempt: SECOND }]);
    expect(changesOf(marked)).toEqual([['second-payment', SECOND]]);
    expect(eventsOf(marked).at(-1)).toEqual(['settled', { as: 'paid', ...PERSON, orderId: SECOND }]);
  });

  it('a payment that a person settles as paid is refused when it is the payment of the order already', () => {
    const attempts = [cardAttempt({ progress: CARD_SUCCEEDED })];
    const record = orderOf('paid', attempts, { payment: { gatewayOrderId: FIRST, method: 'card' } });
    expect(() => settle(record, 'paid')).toThrow(wrong('order', 'order', /^is paid and cannot be settled as paid$/));
  });
});

describe('a payment that a person settles as failed', () => {
  it('ends the order as failed, and is set aside', () => {
    const failed = settle(orderOf('in-doubt', [declined, { ...unresolved, gatewayOrderId: SECOND }]), 'failed');
    expect(failed).toMatchObject({ state: 'failed', flags: [] });
    expect(failed).not.toHaveProperty('payment');
    expect(failed.attempts).toEqual([
      declined,
      { ...unresolved, gatewayOrderId: SECOND, setAside: { at: TIME, by: 'person' } },
    ]);
    expect(changesOf(failed)).toEqual([['SETTLED_AS_FAILED', SECOND]]);
    expect(eventsOf(failed)).toEqual([['settled', { as: 'failed', ...PERSON, orderId: SECOND }]]);
  });

  it('lets a success that had waited pay the order', () => {
    const waiting = redirectAttempt({ gatewayOrderId: SECOND, progress: REDIRECT_SUCCEEDED });
    const paid = settle(orderOf('in-doubt', [waiting, unresolved]), 'failed');
    expect(paid).toMatchObject({ state: 'paid', payment: { gatewayOrderId: SECOND }, flags: [] });
  });

  it('a payment that a person settles as failed is refused when it is not unresolved, or the order does not wait', () => {
    const attempts = [declined, redirectAttempt({ gatewayOrderId: SECOND })];
    const message = /^must be an unresolved payment of this order$/;
    expect(() => settle(orderOf('pending', attempts), 'failed', FIRST)).toThrow(
      wrong('settlement', 'attempt', message),
    );
    const open = orderOf('open', [declined]);
    expect(() => settle(open, 'failed')).toThrow(wrong('order', 'order', /^is open and cannot be settled as failed$/));
  });

  it('a payment that a person settles as failed is refused when the order does not have it', () => {
    const message = /^must be the gateway order id of a payment of this order$/;
    const record = orderOf('in-doubt', [unresolved, refundAttempt({ gatewayOrderId: SECOND })]);
    for (const as of ['paid', 'failed'] as const) {
      expect(() => settle(record, as, SECOND)).toThrow(wrong('settlement', 'attempt', message));
      const nothing = /^is open and has no payment to settle$/;
      expect(() => settle(orderOf('open', []), as)).toThrow(wrong('order', 'order', nothing));
    }
  });
});

describe('an order that a person reopens', () => {
  it('an order that a person reopens has no unresolved payment, no counts and no flag of a limit', () => {
    const record = orderOf('in-doubt', [unresolved, refundAttempt()], {
      counts: { attempts: 3, cards: 1, cardFingerprints: ['f'], versionChecks: 4 },
      flags: [{ kind: 'too-many-attempts', at: NOON, limit: 'attemptsPerOrder' }],
    });
    const open = withReopened(record, { ...PERSON, as: 'paid' } as never, at);
    expect(open).toMatchObject({
      state: 'open',
      counts: { attempts: 0, cards: 0, cardFingerprints: [], versionChecks: 0 },
      flags: [],
    });
    expect(open.attempts).toEqual([{ ...unresolved, setAside: { at: TIME, by: 'person' } }, refundAttempt()]);
    expect(changesOf(open)).toEqual([['REOPENED', undefined]]);
    expect(eventsOf(open)).toEqual([['reopened', PERSON]]);
  });

  it('an order that a person reopens is paid by a success that had waited', () => {
    const waiting = redirectAttempt({ gatewayOrderId: SECOND, progress: REDIRECT_SUCCEEDED });
    expect(withReopened(orderOf('in-doubt', [waiting, unresolved]), PERSON, at)).toMatchObject({
      state: 'paid',
      payment: { gatewayOrderId: SECOND },
    });
  });

  it.each(['paid', 'partly-refunded', 'refunded', 'authenticated'] as const)(
    'an order that a person reopens is not one that is %s',
    (state) => {
      const message = new RegExp(`^is ${state} and cannot be reopened$`);
      expect(() => withReopened(orderOf(state, []), PERSON, at)).toThrow(wrong('order', 'order', message));
    },
  );
});

describe('an authorization that is under way', () => {
  const deadline = afterNoon(35_000);
  const early = new Date(deadline.getTime() - 1);
  const sent = cardAttempt();
  const calls: readonly [string, (record: OrderRecord, when: Date) => OrderRecord][] = [
    ['to reopen', (record, when) => withReopened(record, PERSON, when)],
    ['to settle as failed', (record, when) => withPaymentSettled(record, { as: 'failed', ...PERSON }, when)],
  ];

  const settledAsPaid = (record: OrderRecord, when: Date) =>
    withPaymentSettled(record, { as: 'paid', ...PERSON }, when);

  it.each(calls)('refuses %s the order until the time for its answer is over', (_title, call) => {
    const message = /under way; read the order again in a minute$/;
    expect(() => call(orderOf('in-doubt', [sent]), early)).toThrow(wrong('order', 'order', message));
    expect(() => call(orderOf('in-doubt', [declined, { ...sent, gatewayOrderId: SECOND }]), early)).toThrow();
    expect(call(orderOf('in-doubt', [sent]), deadline).attempts).toMatchObject([{ setAside: { by: 'person' } }]);
    expect(call(orderOf('in-doubt', [unresolved]), early).attempts).toMatchObject([{ setAside: { by: 'person' } }]);
  });

  it('an authorization that is under way is not a redirect payment that is being started', () => {
    const starting = redirectAttempt({ progress: { step: 'sent' } });
    expect(withReopened(orderOf('open', [starting]), PERSON, early).state).toBe('open');
  });

  it('an authorization that is under way can be settled as paid only when the time for its answer is over', () => {
    const paidAt = (when: Date, attempts: readonly Attempt[], attempt?: string) =>
      withPaymentSettled(orderOf('in-doubt', attempts), { as: 'paid', attempt, ...PERSON }, when).payment;
    const message = /^has an authorization under way; read the order again in a minute$/;
    const other = { ...sent, gatewayOrderId: SECOND };
    expect(() => paidAt(early, [sent])).toThrow(wrong('order', 'order', message));
    expect(() => paidAt(early, [declined, other], FIRST)).toThrow(wrong('order', 'order', message));
    expect(paidAt(deadline, [sent])).toMatchObject({ gatewayOrderId: FIRST });
    expect(paidAt(deadline, [declined, other], FIRST)).toMatchObject({ gatewayOrderId: FIRST });
    expect(paidAt(early, [unresolved])).toMatchObject({ gatewayOrderId: FIRST });
  });

  it('a redirect payment that is being started can be settled as paid', () => {
    const starting = orderOf('pending', [redirectAttempt({ progress: { step: 'sent' } })]);
    expect(withPaymentSettled(starting, { as: 'paid', ...PERSON }, early).state).toBe('paid');
  });

  it.each([...calls, ['to settle as paid', settledAsPaid]] as const)(
    'the call %s an order whose authorization is under way is accepted after the clock was set back by 35 seconds',
    (_title, call) => {
      const record = orderOf('in-doubt', [sent]);
      expect(() => call(record, afterNoon(-34_999))).toThrow(wrong('order', 'order', /under way/));
      expect(call(record, afterNoon(-35_000)).state).not.toBe('in-doubt');
    },
  );
});

const refundToSettle = (record: OrderRecord, { refund }: { readonly refund: string }, when: Date) =>
  operationToSettle(record, { field: 'refund', key: refund, at: when, step: 'done' });

describe('a refund that a person settles', () => {
  it.each([
    ['paid', false],
    ['failed', false],
    ['refunded', true],
    ['not-refunded', true],
  ] as const)('a refund that a person settles is named by a decision as %s: %s', (as, expected) => {
    expect(isOperationDecision({ as, refund: 'refund-1', ...PERSON } as never)).toBe(expected);
  });

  it.each([
    ['sent', afterNoon(35_000)],
    ['unresolved', afterNoon(0)],
    ['pending', afterNoon(0)],
  ] as const)(
    'a refund that a person settles is the one with its key, while it has not ended: %s, at %j',
    (step, when) => {
      const refund = refundAttempt({ key: 'refund-2', progress: { step } });
      const record = orderOf('paid', [refundAttempt({ progress: { step: 'done', at: NOON } }), refund]);
      expect(refundToSettle(record, { refund: 'refund-2' }, when)).toBe(refund);
    },
  );

  it('a refund that a person settles is refused until the time for its answer is over, also when the clock was set back', () => {
    const record = orderOf('paid', [refundAttempt()]);
    const settledAt = (ms: number) => refundToSettle(record, { refund: 'refund-1' }, afterNoon(ms));
    const message = /^is under way; read the order again in a minute$/;
    for (const ms of [-34_999, 0, 34_999]) {
      expect(() => settledAt(ms)).toThrow(wrong('settlement', 'refund', message));
    }
    for (const ms of [-35_000, 35_000]) expect(settledAt(ms)).toBe(record.attempts[0]);
  });

  it.each(['done', 'refused'] as const)('a refund that a person settles is refused when it is %s', (step) => {
    const record = orderOf('paid', [refundAttempt({ progress: { step, at: NOON } })]);
    const message = new RegExp(`^is ${step} already$`);
    const settled = () => refundToSettle(record, { refund: 'refund-1' }, at);
    expect(settled).toThrow(wrong('settlement', 'refund', message));
  });

  it('a refund that a person settles is refused when the order does not have it', () => {
    const message = /^must be the key of a refund of this order$/;
    const settled = () => refundToSettle(orderOf('paid', []), { refund: 'refund-1' }, at);
    expect(settled).toThrow(wrong('settlement', 'refund', message));
  });
});
