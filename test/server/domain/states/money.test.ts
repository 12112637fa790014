import { describe, expect, it } from 'vitest';
import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { moneyOf, paidAttempt, sumOf } from '../../../../src/server/domain/states/money.js';
import { PAYMENT, refundedOrder, refundOf, SENT_AT } from '../../use-cases/operations/refunded-order.js';

const refundableAmount = (record: OrderRecord, payment?: string) => moneyOf(record, payment).refundable;
const DONE = { step: 'done', at: SENT_AT } as const;

describe('the refundable amount', () => {
  it.each([
    ['done', { progress: DONE }, 1499n],
    ['pending', { progress: { step: 'pending' } }, 1499n],
    ['waiting for its answer', { progress: { step: 'sent' } }, 1499n],
    ['unresolved', { progress: { step: 'unresolved' } }, 1499n],
    ['refused', { progress: { step: 'refused', at: SENT_AT } }, 1999n],
    ['one of another payment', { progress: DONE, gatewayOrderId: 'A-2' }, 1999n],
  ] as const)('the refundable amount beside a refund that is %s: %j, is %s', (_which, change, left) => {
    expect(refundableAmount(refundedOrder(refundOf(change)))).toBe(left);
  });

  it('the refundable amount is that of the payment that paid the order, or of the one that is named', () => {
    const order = refundedOrder(refundOf(), refundOf({ key: 'second', gatewayOrderId: 'A-2', amount: '1000' }));
    expect([refundableAmount(order), refundableAmount(order, PAYMENT), refundableAmount(order, 'A-2')]).toEqual([
      1499n,
      1499n,
      999n,
    ]);
  });

  it('the refundable amount is zero without a payment, and for a payment that the order does not have', () => {
    const { payment: _payment, ...unpaid } = refundedOrder();
    expect(refundableAmount(unpaid)).toBe(0n);
    expect(refundableAmount(refundedOrder(), 'A-3')).toBe(0n);
  });

  it('the refundable amount of a payment without a success is zero', () => {
    const order = refundedOrder();
    const attempts = order.attempts.map((attempt) =>
      attempt.kind === 'redirect'
        ? { ...attempt, progress: { step: 'awaiting-result', at: SENT_AT } as const }
        : attempt,
    );
    expect(paidAttempt({ ...order, attempts }, PAYMENT)).toBeUndefined();
    expect(refundableAmount({ ...order, attempts })).toBe(0n);
  });
});

it('the sum of refunds is exact above the largest safe number', () => {
  const large = refundOf({ amount: '9007199254740993' });
  expect(sumOf([large, large, refundOf({ amount: '1' })])).toBe(18_014_398_509_481_987n);
  expect(sumOf([])).toBe(0n);
});
