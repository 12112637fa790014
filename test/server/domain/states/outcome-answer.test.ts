import { describe, expect, it } from 'vitest';
import type { OrderState, OutcomeCode } from '../../../../src/protocol/adapter/outcome-codes.js';
import { outcomeAnswer, settledAnswer } from '../../../../src/server/domain/states/outcome-answer.js';

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
