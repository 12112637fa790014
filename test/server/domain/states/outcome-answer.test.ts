import { describe, expect, it } from 'vitest';
import type { RedirectEnd } from '../../../../src/server/domain/record/redirect-attempt.table.js';
import type { OrderState, OutcomeCode } from '../../../../src/protocol/adapter/outcome-codes.js';
import { outcomeAnswer, settledAnswer } from '../../../../src/server/domain/states/outcome-answer.js';
import { afterNoon, CARD_SUCCEEDED, cardAttempt, FIRST, redirectAttempt } from '../../orders/attempts.js';

describe('the answer of an order', () => {
  it('the answer of an order has an outcome with its status, and the order with its state and nothing else', () => {
    const order = { id: 'A', state: 'open', amount: '1999' } as const;
    expect(outcomeAnswer('declined', order)).toEqual({
      result: 'outcome',
      outcome: {
        status: 'declined',
        code: 'declined',
        retryable: true,
        same_card: true,
        order: { id: 'A', state: 'open' },
      },
    });
  });

  it('the answer of a paid order has the time at which its authorization was sent', () => {
    const paid = cardAttempt({ progress: { ...CARD_SUCCEEDED, at: afterNoon(60_000).toISOString() } });
    const order = {
      id: 'A',
      state: 'paid',
      payment: { gatewayOrderId: FIRST, method: 'card' },
      attempts: [paid],
    } as const;
    for (const { outcome } of [outcomeAnswer('authorized', order), settledAnswer(order)]) {
      expect(outcome.order).toEqual({ id: 'A', state: 'paid', paid_at: paid.sentAt });
    }
  });

  it('the answer of a paid order has the time of the result of a redirect payment, unless a person has reported it', () => {
    const timeOf = (progress: RedirectEnd) =>
      outcomeAnswer('already-paid', {
        id: 'A',
        state: 'paid',
        payment: { gatewayOrderId: FIRST, method: 'testpay' },
        attempts: [redirectAttempt({ progress })],
      }).outcome.order.paid_at;
    const at = afterNoon(60_000).toISOString();
    expect(timeOf({ step: 'succeeded', at, confirmedBy: 'report' })).toBe(at);
    expect(timeOf({ step: 'succeeded', at, confirmedBy: 'person' })).toBeUndefined();
  });

  /** docs/outcomes.md. */
  it.each<[OrderState, OutcomeCode]>([
    ['open', 'gateway-unavailable'],
    ['pending', 'awaiting-final-status'],
    ['in-doubt', 'authorization-unanswered'],
    ['paid', 'already-paid'],
    ['authenticated', 'card-authenticated'],
    ['failed', 'payment-not-completed'],
    ['partly-refunded', 'already-paid'],
    ['partly-captured', 'reserved'],
    ['refunded', 'payment-returned'],
    ['voided', 'payment-returned'],
  ])('follows from the state alone when nothing else is known: %s is answered with %s', (state, code) => {
    expect(settledAnswer({ id: 'A', state, attempts: [] })).toMatchObject({
      result: 'outcome',
      outcome: { code, order: { id: 'A', state } },
    });
  });
});
