import { describe, expect, it } from 'vitest';
import { MessageError } from '../../../../src/protocol/values/field-issue.js';
import { GatewayError } from '../../../../src/server/gateway/gateway-error.js';
import type { OperationProgress } from '../../../../src/server/domain/record/attempts.js';
import { refundAttempt, type OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import {
  endOfFault,
  withOperationEnd,
  withOperationResult,
} from '../../../../src/server/domain/operations/operation-results.js';
import { endOfAnswer, withRefundMessage } from '../../../../src/server/domain/operations/refund-results.js';
import { PAYMENT, refundedOrder, refundOf, SENT_AT } from '../../use-cases/operations/refunded-order.js';
import { flagsOf } from '../../orders/attempts.js';

const AT = new Date('2026-11-20T13:00:00.000Z');
const stepOf = (record: OrderRecord | undefined) => record && refundAttempt(record, 'refund')?.progress.step;

describe('the answer to a refund', () => {
  it.each([
    ['signed', '00', 'SUCCEEDED', 'done'],
    ['signed', '01', 'PENDING', 'pending'],
    ['signed', '101', 'DECLINED', 'refused'],
    ['signed', '205', 'No connection', 'refused'],
    ['signed', '302', 'Error', 'unresolved'],
    ['signed', '1010', 'Unknown', 'unresolved'],
    ['signed', '5101', 'Unknown', 'unresolved'],
    ['unsigned', '00', 'SUCCEEDED', 'unresolved'],
    ['unsigned', '205', 'No connection', 'unresolved'],
    ['unsigned', '508', ' Failed ', 'refused'],
    ['unsigned', '400', 'No amount', 'refused'],
    ['signed', '401', 'Hash mismatch', 'refused'],
    ['wrong-hash', '401', 'Hash mismatch', 'unresolved'],
    ['unsigned', '508', 'NOT FAILED', 'unresolved'],
    ['unsigned', '508', 'FAILED LATER', 'unresolved'],
    ['unsigned', '509', 'FAILED', 'unresolved'],
    ['wrong-hash', '512', 'Refund limit exceeded', 'unresolved'],
    ['wrong-hash', '00', 'SUCCEEDED', 'unresolved'],
  ] as const)('the answer that is %s with %s %s leads to %s', (trust, result, message, step) => {
    expect(endOfAnswer({ trust, result, message })).toEqual({
      step,
      message,
      ...(step === 'refused' ? { result } : {}),
    });
  });

  it('the reference of an answer counts only when the answer is signed', () => {
    const answer = { result: '01', message: 'PENDING', pasref: '77' };
    expect(endOfAnswer({ ...answer, trust: 'signed' })).toHaveProperty('pasref', '77');
    for (const trust of ['unsigned', 'wrong-hash'] as const)
      expect(endOfAnswer({ ...answer, trust })).not.toHaveProperty('pasref');
  });

  it.each([
    ['input that the client rejects', 'refused', 'not-sent', new MessageError('refund', [])],
    ['a request that left nothing', 'refused', 'not-sent', new GatewayError({ kind: 'unanswered', sent: false }, 'r')],
    ['a lost answer', 'unresolved', 'unanswered', new GatewayError({ kind: 'unanswered', sent: true }, 'refund')],
    ['an HTTP status', 'unresolved', 'http', new GatewayError({ kind: 'http', status: 500 }, 'refund')],
    ['another error', 'unresolved', 'fault', new Error('disk full')],
    ['a value that is no error', 'unresolved', 'fault', 'disk full'],
  ] as const)(
    'the refund after %s is %s with the cause %s, and has no text of the gateway',
    (_what, step, why, error) => {
      expect(endOfFault(error)).toEqual({ step, why });
    },
  );
});

describe('a status message about a refund', () => {
  it.each([
    ['00', 'done', 'partly-refunded'],
    ['101', 'refused', 'paid'],
    ['01', 'pending', 'paid'],
  ] as const)('a status message %s with the reference of the refund makes it %s', (result, step, state) => {
    const order = refundedOrder(refundOf({ pasref: '77' }), refundOf({ key: 'other', pasref: '78' }));
    const settled = withRefundMessage(order, { result }, '77', AT);
    expect(stepOf(settled)).toBe(step);
    expect(settled?.state).toBe(state);
    expect(settled && refundAttempt(settled, 'other')?.progress.step).toBe('unresolved');
  });

  it.each(['sent', 'unresolved', 'pending'] as const)(
    'a status message with an unknown reference waits for a refund that is %s',
    (step) => {
      const waiting = withRefundMessage(refundedOrder(refundOf({ progress: { step } })), { result: '00' }, '77', AT);
      expect(waiting?.earlyRefundMessages).toEqual([{ pasref: '77', result: '00', at: AT.toISOString() }]);
      expect(waiting?.history).toMatchObject([
        { event: 'refund-status-early', detail: { pasref: '77', result: '00' } },
      ]);
      expect(stepOf(waiting)).toBe(step);
    },
  );

  it('a status message that waits already is not kept twice, and a newer one is', () => {
    const once = withRefundMessage(refundedOrder(refundOf()), { result: '01' }, '77', AT)!;
    expect(withRefundMessage(once, { result: '01' }, '77', AT)).toBeUndefined();
    expect(withRefundMessage(once, { result: '00' }, '77', AT)?.earlyRefundMessages).toHaveLength(2);
    expect(withRefundMessage(once, { result: '01' }, '78', AT)?.earlyRefundMessages).toHaveLength(2);
  });

  it('the latest 20 messages with unknown references are kept', () => {
    let order = refundedOrder(refundOf());
    for (let reference = 1; reference <= 21; reference++)
      order = withRefundMessage(order, { result: '00' }, String(reference), AT)!;
    const kept = order.earlyRefundMessages.map(({ pasref }) => pasref);
    expect(kept).toHaveLength(20);
    expect([kept[0], kept.at(-1)]).toEqual(['2', '21']);
  });

  it.each<[string, OperationProgress, string | undefined]>([
    ['has ended', { step: 'refused', at: SENT_AT }, undefined],
    ['has another reference', { step: 'pending' }, '78'],
  ])('a status message with an unknown reference is flagged once when each refund %s', (_which, progress, pasref) => {
    const order = refundedOrder(refundOf({ progress, ...(pasref ? { pasref } : {}) }));
    const flagged = withRefundMessage(order, { result: '00' }, '77', AT)!;
    expect(flagsOf(flagged)).toEqual([['unexpected-message', PAYMENT]]);
    expect(withRefundMessage(flagged, { result: '00' }, '77', AT)).toBeUndefined();
  });

  it('a status message about a refund of an order without a payment is flagged with the order', () => {
    const { payment: _payment, ...unpaid } = refundedOrder();
    expect(flagsOf(withRefundMessage(unpaid, { result: '00' }, '77', AT)!)).toEqual([['unexpected-message', 'A']]);
  });
});

describe('a result of a refund', () => {
  it('a final result holds: an interim one changes nothing, and the opposite is flagged once', () => {
    for (const [step, opposite] of [
      ['done', 'refused'],
      ['refused', 'done'],
    ] as const) {
      const refund = refundOf({ progress: { step, at: SENT_AT } });
      const order = refundedOrder(refund);
      for (const later of [step, 'pending', 'unresolved'] as const)
        expect(withOperationResult(order, refund, { step: later }, AT)).toBeUndefined();
      const flagged = withOperationResult(order, refund, { step: opposite }, AT)!;
      expect([stepOf(flagged), flagsOf(flagged)]).toEqual([step, [['contradiction', PAYMENT]]]);
      expect(withOperationResult(flagged, refund, { step: opposite }, AT)).toBeUndefined();
    }
  });

  it('a result that the refund has already changes nothing', () => {
    const refund = refundOf({ progress: { step: 'pending' } });
    expect(withOperationResult(refundedOrder(refund), refund, { step: 'pending' }, AT)).toBeUndefined();
  });

  it('keeps the reference of an answer to a refund that a person has settled', () => {
    const settled = refundOf({ progress: { step: 'done', at: SENT_AT } });
    const order = refundedOrder(settled);
    const answer = { step: 'done', pasref: '77' } as const;
    const named = withOperationResult(order, settled, answer, AT)!;
    expect(refundAttempt(named, 'refund')).toEqual({ ...settled, pasref: '77' });
    expect({ ...named, attempts: [] }).toEqual({ ...order, attempts: [] });
    const known = refundOf({ ...settled, pasref: '76' });
    expect(withOperationResult(refundedOrder(known), known, answer, AT)).toBeUndefined();
    const another = refundOf({ key: 'other', pasref: '77' });
    expect(withOperationResult(refundedOrder(settled, another), settled, answer, AT)).toBeUndefined();
  });

  it.each([
    ['done', 'refund-done'],
    ['pending', 'refund-pending'],
    ['refused', 'refund-refused'],
    ['unresolved', 'refund-unresolved'],
  ] as const)('the history has a refund that is %s as %s, with its key, amount and the text', (step, event) => {
    const refund = refundOf({ progress: { step: 'sent' } });
    const { history } = withOperationEnd(refundedOrder(refund), refund, { step, message: 'text' }, AT);
    expect(history).toMatchObject([{ event, at: AT.toISOString(), detail: { amount: '500', message: 'text' } }]);
    const [bare] = withOperationEnd(refundedOrder(refund), refund, { step }, AT).history;
    expect(bare?.detail).toEqual({ key: 'refund', amount: '500' });
  });

  it('a reference of another refund is not taken over, and a person is asked', () => {
    const refund = refundOf();
    const order = refundedOrder(refund, refundOf({ key: 'other', pasref: '77' }));
    const settled = withOperationEnd(order, refund, { step: 'done', pasref: '77' }, AT);
    expect(refundAttempt(settled, 'refund')).not.toHaveProperty('pasref');
    expect([stepOf(settled), flagsOf(settled)]).toEqual(['unresolved', [['contradiction', PAYMENT]]]);
  });

  it('two refunds without a reference do not contradict each other', () => {
    const refund = refundOf();
    const settled = withOperationEnd(refundedOrder(refund, refundOf({ key: 'other' })), refund, { step: 'done' }, AT);
    expect(flagsOf(settled)).toEqual([]);
  });

  it('messages that arrived before the reference settle the refund, and others go on waiting', () => {
    const refund = refundOf();
    const early = ['77', '78'].map((pasref) => ({ pasref, result: '00' as const, at: SENT_AT }));
    const order = { ...refundedOrder(refund), earlyRefundMessages: early };
    const settled = withOperationEnd(order, refund, { step: 'pending', pasref: '77' }, AT);
    expect(stepOf(settled)).toBe('done');
    expect(settled.earlyRefundMessages).toEqual([early[1]]);
    const none = withOperationEnd(order, refund, { step: 'pending', pasref: '79' }, AT);
    expect([stepOf(none), none.earlyRefundMessages]).toEqual(['pending', early]);
  });

  it.each([
    ['a part of the payment', '1498', 'partly-refunded'],
    ['the rest of the payment', '1499', 'refunded'],
  ])('the order after a refund of %s, %s, is %s', (_what, amount, state) => {
    const done = refundOf({ key: 'done', progress: { step: 'done', at: SENT_AT } });
    const refused = refundOf({ key: 'refused', amount: '1', progress: { step: 'refused', at: SENT_AT } });
    const ofSecond = refundOf({ key: 'second', gatewayOrderId: 'A-2', progress: { step: 'done', at: SENT_AT } });
    const refund = refundOf({ amount });
    const order = { ...refundedOrder(done, refused, ofSecond, refund), state: 'partly-refunded' as const };
    const settled = withOperationEnd(order, refund, { step: 'done' }, AT);
    expect(settled.state).toBe(state);
    expect(settled.changes).toMatchObject([{ kind: 'state', to: state, attempt: PAYMENT }]);
  });

  it('the order stays paid after a refund of a second payment, and without a successful one', () => {
    const ofSecond = refundOf({ gatewayOrderId: 'A-2' });
    expect(withOperationEnd(refundedOrder(ofSecond), ofSecond, { step: 'done' }, AT).state).toBe('paid');
    const refund = refundOf();
    const { payment, ...unpaid } = refundedOrder(refund);
    for (const order of [unpaid, { ...unpaid, payment: payment!, attempts: [refund] }]) {
      const settled = withOperationEnd(order, refund, { step: 'done' }, AT);
      expect([settled.state, stepOf(settled)]).toEqual(['paid', 'done']);
    }
  });

  it('messages that arrived before the reference are applied one after the other', () => {
    const refund = refundOf({ progress: { step: 'sent' } });
    const early = (['01', '00', '101'] as const).map((result) => ({ pasref: '77', result, at: SENT_AT }));
    const order = { ...refundedOrder(refundOf({ key: 'other' }), refund), earlyRefundMessages: early };
    const settled = withOperationEnd(order, refund, { step: 'unresolved', pasref: '77' }, AT);
    // The first final result holds, and its opposite is flagged.
    expect([stepOf(settled), flagsOf(settled)]).toEqual(['done', [['contradiction', PAYMENT]]]);
    expect(settled.history.map(({ event }) => event)).toEqual([
      'refund-unresolved',
      'refund-pending',
      'refund-done',
      'flagged',
    ]);
    expect(refundAttempt(settled, 'other')).toEqual(refundOf({ key: 'other' }));
  });

  it.each([
    ['done', { step: 'done', at: AT.toISOString() }],
    ['refused', { step: 'refused', at: AT.toISOString() }],
    ['pending', { step: 'pending' }],
    ['unresolved', { step: 'unresolved' }],
  ] as const)('the progress of a refund that is %s is %j, and has a text only where there is one', (step, progress) => {
    const refund = refundOf({ progress: { step: 'sent' } });
    const order = refundedOrder(refund);
    expect(refundAttempt(withOperationEnd(order, refund, { step }, AT), 'refund')?.progress).toStrictEqual(progress);
    expect(
      refundAttempt(withOperationEnd(order, refund, { step, message: 'text' }, AT), 'refund')?.progress,
    ).toStrictEqual({ ...progress, message: 'text' });
  });
});
