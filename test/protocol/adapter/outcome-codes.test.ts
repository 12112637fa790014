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

/** Written by hand, because merchants rely on the codes: what the shopper can do after each outcome. */
const TABLE: readonly (readonly [code: string, status: string, retryable: boolean, sameCard: boolean])[] = [
  ['authorized', 'paid', false, true],
  ['already-paid', 'paid', false, true],
  ['card-authenticated', 'authenticated', false, true],
  ['declined', 'declined', true, true],
  ['referral', 'declined', true, true],
  ['card-blocked', 'declined', true, false],
  ['authentication-demanded', 'declined', true, true],
  ['authentication-failed', 'not-authenticated', true, true],
  ['issuer-rejected', 'not-authenticated', true, false],
  ['challenge-failed', 'not-authenticated', true, true],
  ['authentication-impossible', 'not-authenticated', true, true],
  ['authentication-attempted', 'not-authenticated', true, true],
  ['not-enrolled', 'not-authenticated', true, false],
  ['challenge-cancelled', 'cancelled', true, true],
  ['awaiting-final-status', 'pending', false, true],
  ['authorization-unanswered', 'in-doubt', false, true],
  ['backend-unanswered', 'in-doubt', false, true],
  ['payment-not-completed', 'failed', true, true],
  ['challenge-timed-out', 'failed', true, true],
  ['challenge-blocked', 'failed', true, true],
  ['challenge-too-late', 'failed', true, true],
  ['card-not-supported', 'failed', true, false],
  ['issuer-unavailable', 'failed', true, true],
  ['gateway-unavailable', 'failed', true, true],
  ['gateway-refused', 'failed', false, true],
  ['backend-unavailable', 'failed', true, true],
  ['backend-refused', 'failed', false, true],
  ['order-not-found', 'failed', false, true],
  ['order-closed', 'failed', false, true],
  ['too-many-attempts', 'failed', false, true],
  ['too-many-requests', 'failed', true, true],
];
const ORDER = { id: 'A1', state: 'open' } as const;

describe('an outcome', () => {
  it.each(TABLE)(
    'the outcome %s has the status %s, retryable %j and sameCard %j',
    (code, status, retryable, sameCard) => {
      const known = code as OutcomeCode;
      const outcome = { status, code, retryable, sameCard, order: ORDER };
      const message = { status, code, retryable, same_card: sameCard, order: ORDER };
      expect(outcomeMessageOf(known, ORDER)).toEqual(message);
      expect(outcomeMessageSchema.parse(message)).toEqual(message);
      expect(outcomeOf(known, ORDER)).toEqual(outcome);
      expect(outcomeFromMessage(outcomeMessageOf(known, ORDER))).toEqual(outcome);
      // A backend in another language may leave it out.
      const { same_card: _absent, ...without } = outcomeMessageOf(known, ORDER);
      expect(outcomeFromMessage(outcomeMessageSchema.parse(without))).toEqual(outcome);
    },
  );

  it('an outcome that needs another card can be tried again', () => {
    expect(Object.values(OUTCOMES).filter(({ retryable, sameCard }) => !sameCard && !retryable)).toEqual([]);
  });

  it('an outcome has one of the documented codes', () => {
    expect(Object.keys(OUTCOMES).sort()).toEqual(TABLE.map(([code]) => code).sort());
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
    ['refunded', 'already-paid'],
  ] as const)('the outcome of an order that is %s is %s', (state, code) => {
    expect(OUTCOME_OF_STATE[state]).toBe(code);
    expect(outcomeMessageSchema.parse(outcomeMessageOf(code, { id: 'A1', state })).order.state).toBe(state);
  });

  it('the outcome of an order exists for each state except open', () => {
    expect(Object.keys(OUTCOME_OF_STATE).sort()).toEqual(ORDER_STATES.filter((state) => state !== 'open').sort());
  });
});
