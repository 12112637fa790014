import { describe, expect, it } from 'vitest';
import { withQueryAnswer } from '../../../../src/server/domain/card/card-results.js';
import type { CardQueryAnswer } from '../../../../src/server/gateway/card-query.js';
import type { CardAttempt, CardProgress } from '../../../../src/server/domain/record/attempts.js';
import { cardAttempt, type OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { after, cardAttemptOf, orderInDoubt, progressOf, SENT, SENT_AT } from './card-order.js';
import { flagsOf, eventsOf } from '../../orders/attempts.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** A match by each of its fields. */
const FOUND: CardQueryAnswer = {
  orderId: SENT,
  result: '00',
  message: 'AUTH CODE 12',
  pasref: '77',
  authcode: '12',
  amount: '1999',
  currency: 'EUR',
  hashMatches: false,
};
const found = (change: { [Field in keyof CardQueryAnswer]?: CardQueryAnswer[Field] | undefined } = {}) =>
  ({ ...FOUND, ...change }) as CardQueryAnswer;

const unresolved = (cause: 'no-answer' | 'broken-answer' | 'system-error' | 'duplicate', more: object = {}) =>
  cardAttemptOf({ progress: { step: 'unresolved', cause, ...more } });

/** The order after a query of its only attempt, by default an hour after it was sent. */
const asked = (attempt: CardAttempt, answer: CardQueryAnswer | undefined, age = HOUR) =>
  withQueryAnswer(orderInDoubt(attempt), SENT, answer, after(age));

const undecidedOf = (record: OrderRecord) => cardAttempt(record, SENT)?.lookUp?.undecided;

describe('a query that finds the authorization', () => {
  it.each([
    ['in each field', {}],
    ['without an amount', { amount: undefined }],
    ['without a currency', { currency: undefined }],
    ['with leading zeros in the amount', { amount: '0001999' }],
  ])('a match %s pays the order', (_which, change) => {
    const paid = asked(unresolved('no-answer', { pasref: '77' }), found(change));
    expect(paid).toMatchObject({ state: 'paid', payment: { pasref: '77', authcode: '12' }, flags: [] });
    expect(eventsOf(paid)[0]).toEqual([
      'authorization-looked-up',
      { result: '00', message: 'AUTH CODE 12', orderId: SENT },
    ]);
    expect(undecidedOf(paid)).toBe(0);
  });

  it.each([
    ['order id', { orderId: 'A-2' }],
    ['reference', { pasref: '78' }],
    ['amount', { amount: '1998' }],
    ['currency', { currency: 'USD' }],
  ])('a match with another %s is flagged, and the order stays in doubt', (_which, change) => {
    const order = asked(unresolved('no-answer', { pasref: '77' }), found(change));
    expect([order.state, progressOf(order)?.step, flagsOf(order)]).toEqual([
      'in-doubt',
      'unresolved',
      [['contradiction', SENT]],
    ]);
    expect(eventsOf(order)[0]?.[0]).toBe('authorization-looked-up');
    expect(undecidedOf(order)).toBe(1);
  });

  it('a match with any reference is the attempt’s when no answer had one', () => {
    expect(asked(unresolved('no-answer'), found({ pasref: '78' })).state).toBe('paid');
    expect(asked(cardAttemptOf(), found({ pasref: '78' })).state).toBe('paid');
  });

  it('a match with another reference than the payment has is flagged', () => {
    const attempt = cardAttemptOf({ progress: { step: 'succeeded', at: SENT_AT, pasref: '77' } });
    expect(flagsOf(asked(attempt, found({ pasref: '78' })))).toEqual([['contradiction', SENT]]);
    expect(flagsOf(asked(attempt, found()))).toEqual([]);
  });

  it.each([
    ['101', 'declined'],
    ['103', 'card-blocked'],
    ['111', 'declined'],
    ['205', 'gateway-unavailable'],
  ])('a match with the verified result %s ends the attempt as %s and opens the order', (result, code) => {
    const ended = asked(unresolved('no-answer'), found({ result, message: 'NO', hashMatches: true }));
    expect(ended.state).toBe('open');
    expect(progressOf(ended)).toEqual({
      step: 'ended',
      at: '2026-11-20T13:00:00.000Z',
      code,
      answer: { result, message: 'NO' },
    });
    expect(eventsOf(ended)).toEqual([['authorization-looked-up', { result, message: 'NO', orderId: SENT }]]);
  });

  it.each([
    ['101', unresolved('no-answer')],
    ['103', unresolved('duplicate')],
    ['205', unresolved('system-error', { notFoundAt: SENT_AT })],
    ['111', cardAttemptOf()],
  ])(
    'a match with the unverified result %s opens the order at the same answer five seconds later',
    (result, attempt) => {
      const no = found({ result, message: 'NO' });
      const again = (order: OrderRecord, answer: CardQueryAnswer | undefined, ms: number) =>
        withQueryAnswer(order, SENT, answer, after(MINUTE + ms));
      const first = again(orderInDoubt(attempt), no, 0);
      expect([first.state, progressOf(first)]).toMatchObject([
        'in-doubt',
        { step: 'unresolved', declined: { at: '2026-11-20T12:01:00.000Z', result, pasref: '77' } },
      ]);
      expect(progressOf(first)).not.toHaveProperty('notFoundAt');
      const early = again(first, no, 4_999);
      expect([early.state, progressOf(early)]).toEqual(['in-doubt', progressOf(first)]);
      const ended = again(early, no, 5_000);
      expect([ended.state, progressOf(ended)]).toMatchObject([
        'open',
        { step: 'ended', answer: { result, message: 'NO' }, recheckAt: '2026-11-20T12:06:05.000Z' },
      ]);
      // A success is a success, whenever it is found.
      for (const order of [first, early, ended]) expect(again(order, found(), 5_000).state).toBe('paid');
      // The query that is due after the end is the last one when it is answered with a decline again.
      expect(progressOf(withQueryAnswer(ended, SENT, no, after(HOUR)))).not.toHaveProperty('recheckAt');
    },
  );

  it.each([
    ['another result', found({ result: '102' })],
    ['another reference', found({ result: '101', pasref: '78' })],
    ['“not found”', undefined],
  ])('a decline counts again from the beginning after %s', (_what, between) => {
    const no = found({ result: '101' });
    const answers = [no, between, no];
    const order = answers.reduce(
      (current, answer, index) => withQueryAnswer(current, SENT, answer, after(MINUTE + index * 10_000)),
      orderInDoubt(unresolved('no-answer')),
    );
    expect([order.state, progressOf(order)]).toMatchObject([
      'in-doubt',
      { step: 'unresolved', declined: { at: '2026-11-20T12:01:20.000Z', result: '101' } },
    ]);
    expect(withQueryAnswer(order, SENT, no, after(2 * MINUTE)).state).toBe('open');
  });

  it.each(['01', '301', '501', '1010', '9101', '1x1'])('a match with the result %s decides nothing', (result) => {
    const order = asked(unresolved('no-answer'), found({ result }));
    expect([order.state, progressOf(order)?.step, order.history]).toEqual(['in-doubt', 'unresolved', []]);
  });

  it.each([undefined, ''])('a match with the reference “%s” is none', (pasref) => {
    const order = asked(unresolved('no-answer'), found({ pasref }));
    expect([order.state, progressOf(order)?.step, order.history]).toEqual(['in-doubt', 'unresolved', []]);
  });

  it('an order without the attempt does not change', () => {
    const order = orderInDoubt();
    expect(withQueryAnswer(order, SENT, FOUND, after(HOUR))).toBe(order);
  });
});

describe('a query that finds an authorization after its end', () => {
  const END = { step: 'ended', at: SENT_AT, code: 'gateway-unavailable' } as const;
  const attempt = cardAttemptOf({ progress: { ...END, recheckAt: '2026-11-20T12:10:00.000Z' } });
  const order = { ...orderInDoubt(attempt), state: 'open' as const };
  const late = (change: Parameters<typeof found>[0]) => withQueryAnswer(order, SENT, found(change), after(HOUR));

  it('an approval pays the order', () => {
    expect(late({})).toMatchObject({ state: 'paid', payment: { gatewayOrderId: SENT } });
  });

  it('a decline leaves the end as it was, and no further query follows', () => {
    const declined = late({ result: '101' });
    expect([declined.state, progressOf(declined), declined.history]).toEqual(['open', END, []]);
  });

  it('another amount is flagged, and no further query follows', () => {
    const flagged = late({ amount: '1' });
    expect([flagged.state, progressOf(flagged), flagsOf(flagged)]).toEqual(['open', END, [['contradiction', SENT]]]);
  });
});

describe('a query that does not find the authorization', () => {
  it.each([
    ['waits for its answer', cardAttemptOf()],
    ['got no answer', unresolved('no-answer')],
    ['got a broken answer', unresolved('broken-answer')],
  ])('an attempt that %s ends only when it was sent more than five minutes ago', (_which, attempt) => {
    const early = asked(attempt, undefined, 5 * MINUTE);
    expect([early.state, progressOf(early), early.history]).toEqual(['in-doubt', attempt.progress, []]);
    expect(undecidedOf(early)).toBe(1);
    const late = asked(attempt, undefined, 5 * MINUTE + 1);
    expect(late.state).toBe('open');
    expect(progressOf(late)).toEqual({
      step: 'ended',
      at: '2026-11-20T12:05:00.001Z',
      code: 'gateway-unavailable',
      recheckAt: '2026-11-20T12:10:00.001Z',
    });
    expect(eventsOf(late)).toEqual([['authorization-never-arrived', { orderId: SENT }]]);
  });

  it('the age of an attempt is that at the time of the question, not of the answer', () => {
    const lookUp = { lastAt: '2026-11-20T12:05:00.000Z' };
    expect(asked({ ...unresolved('no-answer'), lookUp }, undefined, 6 * MINUTE).state).toBe('in-doubt');
  });

  it.each(['no-answer', 'broken-answer'] as const)('an attempt that got %s keeps its answer when it ends', (cause) => {
    const answer = { result: '101', message: 'DECLINED' };
    expect(progressOf(asked(unresolved(cause, { answer }), undefined))).toMatchObject({
      code: 'gateway-unavailable',
      answer,
    });
  });

  it('an attempt that was answered as a duplicate stays unresolved', () => {
    const order = asked(unresolved('duplicate'), undefined, 48 * HOUR);
    expect([order.state, progressOf(order)?.step, order.history]).toEqual(['in-doubt', 'unresolved', []]);
  });

  it('a payment stays paid', () => {
    const progress: CardProgress = { step: 'succeeded', at: SENT_AT };
    const order = asked(cardAttemptOf({ progress }), undefined);
    expect([progressOf(order), order.history, order.changes]).toEqual([progress, [], []]);
  });
});

describe('a query that does not find an authorization with a system error', () => {
  const answer = { result: '301', message: 'SYSTEM ERROR' };
  const asking = { answer, notFoundAt: SENT_AT };

  it('the first query is noted with its time, and the order stays in doubt', () => {
    const first = asked(unresolved('system-error', { answer }), undefined, 1_000);
    expect(first.state).toBe('in-doubt');
    expect(progressOf(first)).toEqual({
      step: 'unresolved',
      cause: 'system-error',
      answer,
      notFoundAt: '2026-11-20T12:00:01.000Z',
    });
  });

  it('the second query ends the attempt with the outcome of its answer when it is five seconds later', () => {
    const early = asked(unresolved('system-error', asking), undefined, 4_999);
    expect([early.state, progressOf(early)]).toEqual([
      'in-doubt',
      { step: 'unresolved', cause: 'system-error', ...asking },
    ]);
    const late = asked(
      unresolved('system-error', { ...asking, answer: { ...answer, result: '504' } }),
      undefined,
      5_000,
    );
    expect(late.state).toBe('open');
    expect(progressOf(late)).toEqual({
      step: 'ended',
      at: '2026-11-20T12:00:05.000Z',
      code: 'gateway-refused',
      answer: { ...answer, result: '504' },
      recheckAt: '2026-11-20T12:05:05.000Z',
    });
  });

  it('the second query ends an attempt without an answer as gateway-unavailable', () => {
    const ended = asked(unresolved('system-error', { notFoundAt: SENT_AT }), undefined, 5_000);
    expect(progressOf(ended)).toEqual({
      step: 'ended',
      at: '2026-11-20T12:00:05.000Z',
      code: 'gateway-unavailable',
      recheckAt: '2026-11-20T12:05:05.000Z',
    });
  });
});

describe('a query that does not find an authorization after its end', () => {
  const END = { step: 'ended', at: SENT_AT, code: 'gateway-unavailable' } as const;
  const ended = cardAttemptOf({ progress: { ...END, recheckAt: '2026-11-20T12:10:00.000Z' } });

  it.each([
    ['one minute', MINUTE, '2026-11-20T12:06:00.000Z'],
    ['ten minutes', 10 * MINUTE, '2026-11-20T12:20:00.000Z'],
    ['an hour', HOUR, '2026-11-20T14:00:00.000Z'],
    ['nearly a day', 24 * HOUR - 1, '2026-11-22T11:59:59.998Z'],
  ])('the next query after %s is at twice the time, and at least five minutes later', (_age, age, recheckAt) => {
    expect(progressOf(asked(ended, undefined, age))).toEqual({ ...END, recheckAt });
  });

  it('no further query follows when the attempt was sent a day ago', () => {
    const last = asked(ended, undefined, 24 * HOUR);
    expect([progressOf(last), last.history]).toEqual([END, []]);
  });
});
