import { describe, expect, it } from 'vitest';
import { outcomeFromMessage, outcomeOf } from '../../../src/protocol/adapter/outcome.js';
import {
  ORDER_STATES,
  OUTCOME_OF_STATE,
  OUTCOMES,
  outcomeMessageOf,
  outcomeMessageSchema,
  type OutcomeCode,
} from '../../../src/protocol/adapter/outcome-codes.js';

const ORDER = { id: 'A1', state: 'open' } as const;

describe('an outcome', () => {
  it.each(Object.keys(OUTCOMES) as OutcomeCode[])(
    'the outcome %s is the same in a message and as an object',
    (code) => {
      const outcome = outcomeOf(code, ORDER);
      expect(outcome).toEqual({ ...OUTCOMES[code], code, order: ORDER });
      const message = outcomeMessageOf(code, ORDER);
      expect(outcomeMessageSchema.parse(message)).toEqual(message);
      expect(outcomeFromMessage(message)).toEqual(outcome);
      // A backend in another language may leave it out.
      const { same_card: _absent, ...without } = message;
      expect(outcomeFromMessage(outcomeMessageSchema.parse(without))).toEqual(outcome);
    },
  );

  it('an outcome that needs another card can be tried again', () => {
    expect(Object.values(OUTCOMES).filter(({ retryable, sameCard }) => !sameCard && !retryable)).toEqual([]);
  });

  it('an outcome after which money may have moved cannot be tried again', () => {
    const moved = Object.values(OUTCOMES).filter(({ status }) => ['paid', 'pending', 'in-doubt'].includes(status));
    expect(moved.length).toBeGreaterThan(4);
    expect(moved.filter(({ retryable }) => retryable)).toEqual([]);
  });

  it('an outcome has the first 1,024 characters of the issuer’s text, and no empty text', () => {
    const message = outcomeMessageOf('declined', ORDER, 'x'.repeat(1025));
    expect(message.cardholder_text).toBe('x'.repeat(1024));
    expect(outcomeFromMessage(message)).toEqual({
      status: 'declined',
      code: 'declined',
      retryable: true,
      sameCard: true,
      order: ORDER,
      cardholderText: 'x'.repeat(1024),
    });
    expect(outcomeMessageOf('declined', ORDER, '')).not.toHaveProperty('cardholder_text');
    expect(outcomeOf('declined', ORDER, '')).not.toHaveProperty('cardholderText');
  });

  it.each([
    ['status', 'done'],
    ['status', undefined],
    ['code', 'brand-new'],
    ['code', undefined],
    ['retryable', 'true'],
    ['retryable', undefined],
    ['order', undefined],
    ['order', { id: 'A1' }],
    ['order', { state: 'open' }],
    ['order', { id: 'A1', state: 'new' }],
    ['cardholder_text', 7],
  ])('an outcome is refused when its %s is %j', (field, value) => {
    const message = { ...outcomeMessageOf('declined', ORDER, 'Call us.'), [field]: value };
    expect(outcomeMessageSchema.safeParse(message).success).toBe(false);
  });
});

describe('the outcome of an order', () => {
  it.each([
    ['pending', 'awaiting-final-status'],
    ['in-doubt', 'authorization-unanswered'],
    ['paid', 'already-paid'],
    ['authenticated', 'card-authenticated'],
    ['failed', 'payment-not-completed'],
    ['partly-refunded', 'already-paid'],
    ['partly-captured', 'reserved'],
    ['refunded', 'payment-returned'],
    ['voided', 'payment-returned'],
  ] as const)('the outcome of an order that is %s is %s', (state, code) => {
    expect(OUTCOME_OF_STATE[state]).toBe(code);
    expect(outcomeMessageSchema.parse(outcomeMessageOf(code, { id: 'A1', state })).order.state).toBe(state);
  });

  it('the outcome of an order exists for each state except open', () => {
    expect(Object.keys(OUTCOME_OF_STATE).sort()).toEqual(ORDER_STATES.filter((state) => state !== 'open').sort());
  });
});
