import { describe, expect, it } from 'vitest';
import { ORDER_STATES } from '../../../../src/protocol/adapter/outcome-codes.js';
import * as records from '../../../../src/server/domain/record/order-record.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { cardAttempt, FIRST, redirectAttempt, refundAttempt, SECOND, THIRD } from '../../orders/attempts.js';

const card = cardAttempt({ gatewayOrderId: FIRST });
const redirect = redirectAttempt({ gatewayOrderId: SECOND });
const refund = refundAttempt({ gatewayOrderId: SECOND, key: 'refund-1' });
const otherRefund = refundAttempt({ gatewayOrderId: SECOND, key: 'refund-2' });
const record = sampleRecord('A', { attempts: [card, redirect, refund, otherRefund] });

it('only an order that is open or failed can be paid', () => {
  expect(ORDER_STATES.filter((state) => records.isPayable(sampleRecord('A', { state })))).toEqual(['open', 'failed']);
});

describe('the attempts of an order', () => {
  it('the payments of an order are its authorizations and redirect payments, and the refunds the others', () => {
    expect(records.paymentAttempts(record)).toEqual([card, redirect]);
    expect(records.refundAttempts(record)).toEqual([refund, otherRefund]);
  });

  it('an attempt is found by its kind and gateway order id, and a refund by its key', () => {
    expect(records.cardAttempt(record, FIRST)).toBe(card);
    expect(records.cardAttempt(record, SECOND)).toBeUndefined();
    expect(records.redirectAttempt(record, SECOND)).toBe(redirect);
    expect(records.redirectAttempt(record, FIRST)).toBeUndefined();
    expect(records.refundAttempt(record, 'refund-2')).toBe(otherRefund);
    expect(records.refundAttempt(record, 'refund-3')).toBeUndefined();
    const another = cardAttempt({ gatewayOrderId: THIRD });
    expect(records.cardAttempt({ ...record, attempts: [card, another] }, THIRD)).toBe(another);
    const later = redirectAttempt({ gatewayOrderId: THIRD });
    expect(records.redirectAttempt({ ...record, attempts: [redirect, later] }, THIRD)).toBe(later);
  });

  it('a changed attempt replaces the one of its kind with its id', () => {
    const changed = { card: { ...card, amount: '1' }, redirect: { ...redirect, amount: '2' } };
    expect(records.withAttempt(record, changed.card).attempts).toEqual([changed.card, redirect, refund, otherRefund]);
    expect(records.withAttempt(record, changed.redirect).attempts).toEqual([
      card,
      changed.redirect,
      refund,
      otherRefund,
    ]);
    const another = cardAttempt({ gatewayOrderId: THIRD });
    const cards = records.withAttempt({ ...record, attempts: [card, another] }, changed.card).attempts;
    expect(cards).toEqual([changed.card, another]);
    const twin = redirectAttempt({ gatewayOrderId: FIRST });
    expect(records.withAttempt({ ...record, attempts: [card, twin] }, changed.card).attempts).toEqual([
      changed.card,
      twin,
    ]);
  });

  it('a changed refund replaces the one with its key, not the payment or the other refunds of that payment', () => {
    const changed = { ...otherRefund, amount: '3' };
    expect(records.withAttempt(record, changed).attempts).toEqual([card, redirect, refund, changed]);
    expect(records.withAttempt(record, { ...changed, key: 'refund-3' })).toEqual(record);
  });

  it('a payment that was not sent is removed, and the refunds and other payments stay', () => {
    expect(records.withoutUnsent(record, FIRST).attempts).toEqual([redirect, refund, otherRefund]);
    expect(records.withoutUnsent(record, SECOND).attempts).toEqual([card, refund, otherRefund]);
    expect(records.withoutUnsent(record, THIRD)).toEqual(record);
  });
});

it('a change of one authentication leaves the others as they are', () => {
  const one = { serverTransId: 'T1', cardFingerprint: 'f', card: '422200******5344', stage: 'checked' } as const;
  const authentications = [one, { ...one, serverTransId: 'T2' }];
  const changed = records.withAuthentication(sampleRecord('A', { authentications }), 'T2', { stage: 'requested' });
  expect(changed.authentications).toEqual([one, { ...one, serverTransId: 'T2', stage: 'requested' }]);
});

describe('a new entry of the history', () => {
  const at = new Date('2026-11-20T12:00:01.500Z');

  it('a new entry of the history has its time, the state so far and its detail, after the other entries', () => {
    const first = records.withEntry(sampleRecord('A', { state: 'failed' }), at, 'created', undefined);
    expect(first.history).toEqual([{ at: '2026-11-20T12:00:01.500Z', event: 'created', state: 'failed' }]);
    const second = records.withEntry(first, at, 'late-success', { orderId: FIRST });
    expect(second.history).toEqual([
      first.history[0],
      { at: '2026-11-20T12:00:01.500Z', event: 'late-success', state: 'failed', detail: { orderId: FIRST } },
    ]);
  });
});
