import { describe, expect, it } from 'vitest';
import type { OrderState } from '../../../../src/protocol/adapter/outcome-codes.js';
import type { CardAttempt, RedirectAttempt, RefundAttempt } from '../../../../src/server/domain/record/attempts.js';
import { attemptDueAt, checkAt, deliverAt, dueAt, orderTimes } from '../../../../src/server/domain/record/order-due.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import {
  afterNoon,
  CARD_SUCCEEDED,
  cardAttempt,
  FIRST,
  NOON,
  REDIRECT_FAILED,
  redirectAttempt,
  refundAttempt,
  SECOND,
} from '../../orders/attempts.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const DEADLINE = '2026-11-20T12:00:35.000Z';
const SOON = '2026-11-20T12:00:20.000Z';
const LATER = '2026-11-20T12:10:00.000Z';

const at = (ms: number) => afterNoon(ms).toISOString();
const lookedUp = (lastAt: string) => ({ lookUp: { lastAt } });
const SET_ASIDE = { progress: { step: 'set-aside', at: NOON, by: 'expiry' } } as const;
const DISMISSED = { progress: { step: 'dismissed', at: NOON } } as const;
const claimOf = (result: '00' | '101') => ({ claim: { result, at: NOON } });

describe('a card authorization', () => {
  const unresolved = { progress: { step: 'unresolved', cause: 'no-answer' } } as const;
  const ended = { step: 'ended', at: NOON, code: 'payment-not-completed' } as const;

  it.each<[string, Partial<CardAttempt>, string | undefined]>([
    ['that was sent is due at its deadline', {}, DEADLINE],
    ['that was sent is due at its deadline after an earlier look-up', lookedUp(SOON), DEADLINE],
    ['that was sent is due at the time of a look-up after its deadline', lookedUp(LATER), LATER],
    ['that is unresolved is due from the time at which it was sent', unresolved, NOON],
    ['that is unresolved is due from its last look-up', { ...unresolved, ...lookedUp(LATER) }, LATER],
    [
      'that was set aside is due a minute after it was sent',
      { ...unresolved, setAside: { at: NOON, by: 'person' } },
      at(MINUTE),
    ],
    ['that has succeeded is not due', { progress: CARD_SUCCEEDED }, undefined],
    ['that has ended is not due', { progress: ended }, undefined],
    ['that no query has found is due at its next query', { progress: { ...ended, recheckAt: LATER } }, LATER],
    [
      'that no query has found is due at a look-up after that',
      { progress: { ...ended, recheckAt: SOON }, ...lookedUp(LATER) },
      LATER,
    ],
    [
      'that no query has found is due at its next query after an earlier look-up',
      { progress: { ...ended, recheckAt: LATER }, ...lookedUp(SOON) },
      LATER,
    ],
  ])('a card authorization %s', (_title, change, expected) => {
    expect(attemptDueAt(cardAttempt(change))).toBe(expected);
  });
});

describe('a redirect payment', () => {
  const failed = { progress: REDIRECT_FAILED };
  const byMessage = (step: 'succeeded' | 'failed') =>
    ({ progress: { step, at: NOON, confirmedBy: 'message' } }) as const;

  it.each<[string, Partial<RedirectAttempt>, string | undefined]>([
    ['that was sent is due at its deadline', { progress: { step: 'sent' } }, DEADLINE],
    [
      'that was sent is due at its deadline after a look-up',
      { progress: { step: 'sent' }, ...lookedUp(LATER) },
      DEADLINE,
    ],
    ['that was not started is not due', { progress: { step: 'not-started', at: NOON } }, undefined],
    ['that awaits its result is due from the time at which it was sent', {}, NOON],
    ['that awaits its result is due from its last look-up', lookedUp(LATER), LATER],
    ['that was set aside is followed up', SET_ASIDE, at(MINUTE)],
    ['that a person has set aside is followed up', DISMISSED, at(MINUTE)],
    ['whose success is reported is due at once', claimOf('00'), NOON],
    ['that was set aside and whose success is reported is due at once', { ...SET_ASIDE, ...claimOf('00') }, NOON],
    [
      'that was set aside and whose failure is reported is followed up',
      { ...SET_ASIDE, ...claimOf('101') },
      at(MINUTE),
    ],
    [
      'that a person has set aside and whose success is reported is followed up',
      { ...DISMISSED, ...claimOf('00') },
      at(MINUTE),
    ],
    [
      'whose success the report has confirmed is not due',
      { progress: { ...REDIRECT_FAILED, step: 'succeeded' } },
      undefined,
    ],
    [
      'whose success the report disputes is not due',
      { progress: { step: 'succeeded', at: NOON, confirmedBy: 'disputed' } },
      undefined,
    ],
    ['whose success only a message has confirmed is due', byMessage('succeeded'), NOON],
    ['whose failure only a message has confirmed is due', { ...byMessage('failed'), ...lookedUp(LATER) }, LATER],
    ['that has failed is not due', failed, undefined],
    ['that has failed after failures in messages is not due', { ...failed, messages: ['return-101'] }, undefined],
    [
      'that has failed although a return reports success is followed up',
      { ...failed, messages: ['return-00'] },
      at(MINUTE),
    ],
    [
      'that has failed although one of several messages reports success is followed up',
      { ...failed, messages: ['return-01', 'status-00', 'status-101'] },
      at(MINUTE),
    ],
    [
      'that has succeeded after such a message is not due',
      { progress: { ...REDIRECT_FAILED, step: 'succeeded' }, messages: ['status-00'] },
      undefined,
    ],
  ])('a redirect payment %s', (_title, change, expected) => {
    expect(attemptDueAt(redirectAttempt(change))).toBe(expected);
  });
});

describe('a refund', () => {
  it.each<[string, Partial<RefundAttempt>, string | undefined]>([
    ['that was sent is due at its deadline', {}, DEADLINE],
    ['that was sent is due at a look-up after its deadline', lookedUp(LATER), LATER],
    ['that was sent is due at its deadline after an earlier look-up', lookedUp(SOON), DEADLINE],
    ['that is unresolved is due from the time at which it was sent', { progress: { step: 'unresolved' } }, NOON],
    ['that is pending is due from its last look-up', { progress: { step: 'pending' }, ...lookedUp(LATER) }, LATER],
    ['that was made is not due', { progress: { step: 'done', at: NOON } }, undefined],
    ['that was refused is not due', { progress: { step: 'refused', at: NOON } }, undefined],
    [
      'of a payment with an id without a random part is due',
      { gatewayOrderId: 'A', progress: { step: 'pending' } },
      NOON,
    ],
  ])('a refund %s', (_title, change, expected) => {
    expect(attemptDueAt(refundAttempt(change))).toBe(expected);
  });
});

describe('an attempt that is followed up', () => {
  it.each<[string, number, number]>([
    ['a minute after a look-up in the first ten minutes', 9 * MINUTE, 10 * MINUTE],
    ['a tenth of its age after a later look-up', 100 * MINUTE, 110 * MINUTE],
    ['six hours after a look-up on a later day', 20 * DAY, 20.25 * DAY],
    ['for the last time after thirty days', 29.75 * DAY, 30 * DAY],
  ])('an attempt that is followed up is due %s', (_title, last, next) => {
    const attempt = redirectAttempt({ ...SET_ASIDE, ...lookedUp(at(last)) });
    expect(attemptDueAt(attempt)).toBe(at(next));
  });

  it('an attempt that is followed up is no longer due when that would be after thirty days', () => {
    const attempt = redirectAttempt({ ...SET_ASIDE, ...lookedUp(at(29.75 * DAY + 1)) });
    expect(attemptDueAt(attempt)).toBeUndefined();
  });
});

describe('an order', () => {
  const change = { id: 'A:1', sequence: 1, at: SOON, kind: 'flag', flag: 'contradiction' } as const;

  it('an order without work is not due', () => {
    expect(dueAt(sampleRecord('A'))).toBeUndefined();
    expect(dueAt(sampleRecord('A', { attempts: [cardAttempt({ progress: CARD_SUCCEEDED })] }))).toBeUndefined();
  });

  it('an order is due at the earliest time of its attempts, in any order', () => {
    const attempts = [
      cardAttempt({ progress: CARD_SUCCEEDED }),
      redirectAttempt({ gatewayOrderId: SECOND, ...lookedUp(LATER) }),
      refundAttempt(),
    ];
    expect(dueAt(sampleRecord('A', { attempts }))).toBe(DEADLINE);
    expect(dueAt(sampleRecord('A', { attempts: attempts.toReversed() }))).toBe(DEADLINE);
  });

  it('an order that a card has paid has at most 80 look-ups in 30 days, and later ones only while an amount is reserved', () => {
    const paid = (change: Partial<CardAttempt> = {}, state: OrderState = 'paid') =>
      sampleRecord('A', {
        state,
        payment: { gatewayOrderId: FIRST, method: 'card' },
        attempts: [cardAttempt({ progress: CARD_SUCCEEDED, ...change })],
      });
    const times = [afterNoon(3_000).toISOString()];
    for (let next: string | undefined = ''; next !== undefined; next = checkAt(paid(lookedUp(times.at(-1)!))))
      if (next) times.push(next);
    expect(times.length).toBeLessThanOrEqual(80);
    expect(times.at(-1)! <= at(30 * DAY)).toBe(true);
    // A reserved amount can still be captured.
    for (const state of ['authorized', 'partly-captured'] as const)
      expect(checkAt(paid(lookedUp(at(40 * DAY)), state))).toBe(at(41 * DAY));
  });

  it('an order in doubt has the time at which its oldest payment without a result was sent, and another order none', () => {
    const unresolved = { step: 'unresolved', cause: 'no-answer' } as const;
    const attempts = [
      cardAttempt({ sentAt: at(-MINUTE), progress: CARD_SUCCEEDED }),
      cardAttempt({ sentAt: LATER, progress: unresolved }),
      cardAttempt({ sentAt: SOON, progress: unresolved, ...lookedUp(LATER) }),
      cardAttempt({ sentAt: NOON, progress: unresolved, setAside: { at: NOON, by: 'person' } }),
    ];
    const timeOf = (state: OrderState) => orderTimes(sampleRecord('A', { state, attempts })).unresolvedSince;
    expect(timeOf('in-doubt')).toBe(SOON);
    expect(timeOf('open')).toBeUndefined();
  });

  it('an order with changes has its delivery at the time of the oldest change, beside its look-ups', () => {
    const changes = [change, { ...change, id: 'A:2', sequence: 2, at: LATER }];
    expect(deliverAt(sampleRecord('A', { changes }))).toBe(SOON);
    expect(dueAt(sampleRecord('A', { changes }))).toBeUndefined();
  });

  it('an order whose delivery was postponed has the time of the next delivery', () => {
    const delivery = { notBefore: LATER, failures: 1 };
    expect(deliverAt(sampleRecord('A', { changes: [change], delivery }))).toBe(LATER);
    expect(deliverAt(sampleRecord('A', { changes: [], delivery }))).toBeUndefined();
  });

  it('an order whose delivery has stopped has a time that does not come, so that its store keeps it', () => {
    const delivery = { notBefore: LATER, failures: 1, stopped: true } as const;
    expect(deliverAt(sampleRecord('A', { changes: [change], delivery }))).toBe('9999-12-31T23:59:59.999Z');
    expect(deliverAt(sampleRecord('A', { changes: [], delivery }))).toBeUndefined();
  });
});
