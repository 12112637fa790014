import { describe, expect, it } from 'vitest';
import type { RefundAttempt } from '../../../../src/server/domain/record/attempts.js';
import { shop } from '../../scripted-gateway.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { refundedOrder, refundOf, SENT_AT } from './refunded-order.js';

const PERSON = { by: 'Grace', reason: 'The payment method has confirmed it by phone' };

/** A shop whose order “A” has these refunds. */
async function shopWith(...refunds: readonly RefundAttempt[]) {
  const store = memoryOrderStore();
  await store.insert(refundedOrder(...refunds));
  return shop({ store }).backend.orders;
}

describe('a person’s decision about a refund', () => {
  it.each([
    ['refunded', 'done', 'partly-refunded', 'refund-done', '1499'],
    ['not-refunded', 'refused', 'paid', 'refund-refused', '1999'],
  ] as const)(
    'the decision %s makes the refund %s and the order %s, and the history has it',
    async (as, step, state, event, refundable) => {
      const orders = await shopWith(refundOf());
      const record = await orders.settle('A', { as, refund: 'refund', ...PERSON });
      expect(record).toMatchObject({ state, attempts: [{}, {}, { key: 'refund', progress: { step } }] });
      expect(record.history).toMatchObject([
        { event, detail: { amount: '500' } },
        { event: 'settled', detail: { as, operation: 'refund', ...PERSON } },
      ]);
      expect(await orders.read('A')).toEqual(record);
      expect(await orders.shopView('A')).toMatchObject({ refundable });
    },
  );

  it('the decision is about one of several refunds', async () => {
    const orders = await shopWith(refundOf(), refundOf({ key: 'other', amount: '700' }));
    expect(await orders.settle('A', { as: 'refunded', refund: 'other', ...PERSON })).toMatchObject({
      attempts: [
        {},
        {},
        { key: 'refund', progress: { step: 'unresolved' } },
        { key: 'other', progress: { step: 'done' } },
      ],
    });
  });

  it.each([
    ['that the order does not have', 'unknown', 'must be the key of a refund of this order'],
    ['that is done', 'refund', 'is done already'],
  ])('a refund %s cannot be settled', async (_which, refund, message) => {
    const orders = await shopWith(refundOf({ progress: { step: 'done', at: SENT_AT } }));
    const before = await orders.read('A');
    await expect(orders.settle('A', { as: 'not-refunded', refund, ...PERSON })).rejects.toMatchObject({
      issues: [{ field: 'refund', message }],
    });
    expect(await orders.read('A')).toEqual(before);
  });
});
