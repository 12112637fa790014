import { describe, expect, it } from 'vitest';
import { withApproval, withEnd, withUnresolved, withUnsent } from '../../../../src/server/domain/card/card-results.js';
import type { CardProgress } from '../../../../src/server/domain/record/attempts.js';
import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { after, cardAttemptOf, orderInDoubt, progressOf, SENT, SENT_AT } from '../../use-cases/card/card-order.js';

const AT = after(1_000);
const AT_TEXT = '2026-11-20T12:00:01.000Z';
const OTHER = 'A-9876543210';
const DECLINED = { step: 'ended', at: SENT_AT, code: 'declined' } as const;
const ANSWER = { result: '101', message: 'DECLINED' };

const eventsOf = ({ history }: OrderRecord) => history.map(({ event }) => event);

describe('an approval', () => {
  it.each([
    [
      { pasref: '77', authcode: '12' },
      { pasref: '77', authcode: '12' },
    ],
    [{ pasref: '77', authcode: '' }, { pasref: '77' }],
    [{ pasref: '', authcode: '12' }, { authcode: '12' }],
    [{}, {}],
  ])('an approval with %j pays the order, and the attempt has %j', (references, kept) => {
    const attempt = cardAttemptOf();
    const paid = withApproval(orderInDoubt(attempt), attempt, references, AT);
    expect(paid.state).toBe('paid');
    expect(progressOf(paid)).toEqual({ step: 'succeeded', at: AT_TEXT, ...kept });
    expect(paid.payment).toEqual({ gatewayOrderId: SENT, method: 'card', card: '422200******5344', ...kept });
  });

  it.each([
    [{ pasref: '78', authcode: '12' }, { pasref: '77' }],
    [{ pasref: '', authcode: '12' }, {}],
    [{}, {}],
  ])('an approval with %j does not change an attempt that has succeeded with %j', (references, known) => {
    const attempt = cardAttemptOf({ progress: { step: 'succeeded', at: SENT_AT, ...known } });
    const order = { ...orderInDoubt(attempt), state: 'paid' as const };
    expect(withApproval(order, attempt, references, AT)).toBe(order);
  });

  it.each([
    [
      { pasref: '77', authcode: '12' },
      { pasref: '77', authcode: '12' },
    ],
    [{ pasref: '77', authcode: '' }, { pasref: '77' }],
  ])('an approval with %j gives an attempt without references, and its payment, %j', (references, kept) => {
    const attempt = cardAttemptOf({ progress: { step: 'succeeded', at: SENT_AT } });
    const payment = { gatewayOrderId: SENT, method: 'card', card: '422200******5344' };
    const order = { ...orderInDoubt(attempt), state: 'paid' as const, payment };
    const named = { ...attempt, progress: { ...attempt.progress, ...kept } };
    expect(withApproval(order, attempt, references, AT)).toEqual({
      ...order,
      attempts: [named],
      payment: { ...payment, ...kept },
    });
    const besideOther = { ...order, payment: { gatewayOrderId: OTHER, method: 'card' } };
    expect(withApproval(besideOther, attempt, references, AT)).toEqual({ ...besideOther, attempts: [named] });
  });
});

describe('the end of an authorization', () => {
  it('the end opens the order, and the attempt has its code, answer and time', () => {
    const attempt = cardAttemptOf();
    const ended = withEnd(orderInDoubt(attempt), attempt, { code: 'declined', answer: ANSWER }, AT);
    expect(progressOf(ended)).toEqual({ step: 'ended', at: AT_TEXT, code: 'declined', answer: ANSWER });
    expect(ended).toMatchObject({
      state: 'open',
      changes: [{ kind: 'state', to: 'open', attempt: SENT, at: AT_TEXT }],
    });
  });

  it('the end of an attempt that has ended changes nothing', () => {
    const attempt = cardAttemptOf({ progress: { step: 'ended', at: SENT_AT, code: 'referral' } });
    const order = orderInDoubt(attempt);
    expect(withEnd(order, attempt, { code: 'declined' }, AT)).toBe(order);
  });

  it('the end of an attempt that has succeeded leaves the attempt and the state, and is flagged once as a contradiction', () => {
    const attempt = cardAttemptOf({ progress: { step: 'succeeded', at: SENT_AT } });
    const order = { ...orderInDoubt(attempt), state: 'paid' as const };
    const flagged = withEnd(order, attempt, { code: 'declined', answer: ANSWER }, AT);
    expect(flagged).toMatchObject({ state: 'paid', attempts: [attempt] });
    expect(flagged.flags).toEqual([{ kind: 'contradiction', at: AT_TEXT, attempt: SENT }]);
    expect(eventsOf(flagged)).toEqual(['flagged']);
    expect(withEnd(flagged, attempt, { code: 'declined', answer: ANSWER }, after(2_000))).toBe(flagged);
  });

  it('the end of an unresolved attempt opens the order', () => {
    const attempt = cardAttemptOf({ progress: { step: 'unresolved', cause: 'no-answer' } });
    expect(withEnd(orderInDoubt(attempt), attempt, { code: 'declined' }, AT).state).toBe('open');
  });

  it.each([
    ['waits for its answer', { progress: { step: 'sent' } }, 'in-doubt'],
    ['is unresolved', { progress: { step: 'unresolved', cause: 'duplicate' } }, 'in-doubt'],
    ['has ended', { progress: { step: 'ended', at: SENT_AT, code: 'declined' } }, 'open'],
    ['was set aside', { setAside: { at: SENT_AT, by: 'person' } }, 'open'],
  ] as const)('the order after the end, beside another card that %s: %j, is %s', (_which, change, state) => {
    const attempt = cardAttemptOf();
    const order = orderInDoubt(attempt, cardAttemptOf({ gatewayOrderId: OTHER, ...change }));
    const ended = withEnd(order, attempt, { code: 'declined' }, AT);
    expect(ended.state).toBe(state);
    expect(progressOf(ended)).toMatchObject({ step: 'ended' });
  });

  it('the end opens the order beside an unfinished redirect payment', () => {
    const attempt = cardAttemptOf();
    const { card: _card, serverTransId: _id, ...sent } = cardAttemptOf({ gatewayOrderId: OTHER });
    const redirect = {
      ...sent,
      kind: 'redirect',
      method: 'testpay',
      messages: [],
      progress: { step: 'awaiting-result', at: SENT_AT },
    } as const;
    const order = { ...orderInDoubt(attempt), attempts: [redirect, attempt] };
    expect(withEnd(order, attempt, { code: 'declined' }, AT).state).toBe('open');
  });

  it('the end of an attempt that was set aside does not open the order', () => {
    const attempt = cardAttemptOf({ setAside: { at: SENT_AT, by: 'person' } });
    const ended = withEnd(orderInDoubt(attempt), attempt, { code: 'declined' }, AT);
    expect([ended.state, progressOf(ended)?.step, ended.changes]).toEqual(['in-doubt', 'ended', []]);
  });

  it.each(['open', 'paid', 'pending', 'failed'] as const)('the end does not change an order that is %s', (state) => {
    const attempt = cardAttemptOf();
    const ended = withEnd({ ...orderInDoubt(attempt), state }, attempt, { code: 'declined' }, AT);
    expect([ended.state, progressOf(ended)?.step, ended.changes]).toEqual([state, 'ended', []]);
  });

  it('the end lets a success that waited for the attempt pay the order', () => {
    const attempt = cardAttemptOf();
    const waiting = cardAttemptOf({ gatewayOrderId: OTHER, progress: { step: 'succeeded', at: SENT_AT } });
    const ended = withEnd(orderInDoubt(waiting, attempt), attempt, { code: 'declined' }, AT);
    expect(ended).toMatchObject({ state: 'paid', payment: { gatewayOrderId: OTHER } });
  });
});

describe('an authorization that was not sent', () => {
  const end = { code: 'gateway-unavailable', detail: { why: 'unanswered', orderId: SENT } } as const;

  it('the attempt is removed, the order is open, and the history has the reason', () => {
    const [attempt, other] = [
      cardAttemptOf(),
      cardAttemptOf({ gatewayOrderId: OTHER, progress: { step: 'ended', at: SENT_AT, code: 'declined' } }),
    ];
    const unsent = withUnsent(orderInDoubt(other, attempt), attempt, end, AT);
    expect(unsent).toMatchObject({ state: 'open', attempts: [{ gatewayOrderId: OTHER }] });
    expect(unsent.history).toMatchObject([{ event: 'authorization-not-sent', at: AT_TEXT, detail: end.detail }]);
  });

  it.each([
    [
      'a person has set aside',
      { setAside: { at: SENT_AT, by: 'person' } },
      { step: 'ended', at: AT_TEXT, code: 'gateway-unavailable' },
    ],
    ['a look-up has ended', { progress: DECLINED }, DECLINED],
  ] as const)('the attempt stays when %s it: %j', (_which, change, progress) => {
    const attempt = cardAttemptOf(change);
    const unsent = withUnsent(orderInDoubt(attempt), attempt, end, AT);
    expect(progressOf(unsent)).toEqual(progress);
    expect(eventsOf(unsent)).toEqual(['authorization-not-sent']);
    expect(unsent.flags).toEqual([]);
  });

  it('the attempt stays when a person or a look-up has stored a success, and the contradiction is flagged', () => {
    const attempt = cardAttemptOf({ progress: { step: 'succeeded', at: SENT_AT } });
    const unsent = withUnsent({ ...orderInDoubt(attempt), state: 'paid' }, attempt, end, AT);
    expect(unsent).toMatchObject({ state: 'paid', attempts: [attempt] });
    expect(unsent.flags).toEqual([{ kind: 'contradiction', at: AT_TEXT, attempt: SENT }]);
    expect(eventsOf(unsent)).toEqual(['flagged', 'authorization-not-sent']);
  });
});

describe('an answer that decides nothing', () => {
  it('the attempt is unresolved with the cause, the answer and its reference, and the order stays in doubt', () => {
    const attempt = cardAttemptOf();
    const unresolved = { cause: 'broken-answer', answer: ANSWER, pasref: '77' } as const;
    const order = withUnresolved(orderInDoubt(attempt), attempt, unresolved);
    expect(progressOf(order)).toEqual({ step: 'unresolved', ...unresolved });
    expect(order.state).toBe('in-doubt');
  });

  it.each<CardProgress>([
    { step: 'unresolved', cause: 'duplicate' },
    { step: 'succeeded', at: SENT_AT },
    { step: 'ended', at: SENT_AT, code: 'declined' },
  ])('an attempt that is %j already does not change', (progress) => {
    const attempt = cardAttemptOf({ progress });
    const order = orderInDoubt(attempt);
    expect(withUnresolved(order, attempt, { cause: 'no-answer' })).toBe(order);
  });
});
