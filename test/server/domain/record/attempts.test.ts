import { describe, expect, it } from 'vitest';
import { hasSucceeded, isUnresolved, type CardProgress } from '../../../../src/server/domain/record/attempts.js';
import type { RedirectProgress } from '../../../../src/server/domain/record/redirect-attempt.table.js';
import {
  CARD_SUCCEEDED,
  cardAttempt,
  NOON,
  REDIRECT_FAILED,
  REDIRECT_SUCCEEDED,
  redirectAttempt,
} from '../../orders/attempts.js';

const setAside = { at: NOON, by: 'person' } as const;

/** Steps of an attempt: whether it blocks the order, and whether it took the money. */
const CARD: readonly [CardProgress, blocks: boolean, paid: boolean][] = [
  [{ step: 'sent' }, true, false],
  [{ step: 'unresolved', cause: 'no-answer' }, true, false],
  [CARD_SUCCEEDED, false, true],
  [{ step: 'ended', at: NOON, code: 'declined' }, false, false],
];
const REDIRECT: readonly [RedirectProgress, blocks: boolean, paid: boolean][] = [
  [{ step: 'sent' }, false, false],
  [{ step: 'not-started', at: NOON }, false, false],
  [{ step: 'awaiting-result', at: NOON }, true, false],
  [{ step: 'set-aside', at: NOON, by: 'expiry' }, false, false],
  [{ step: 'dismissed', at: NOON }, false, false],
  [REDIRECT_SUCCEEDED, false, true],
  [REDIRECT_FAILED, false, false],
];

describe('a payment attempt', () => {
  it.each(CARD)('a card authorization with the progress %j blocks the order: %s; it took the money: %s', (...row) => {
    const [progress, blocks, paid] = row;
    expect(isUnresolved(cardAttempt({ progress }))).toBe(blocks);
    expect(isUnresolved(cardAttempt({ progress, setAside }))).toBe(false);
    expect(hasSucceeded(cardAttempt({ progress }))).toBe(paid);
    expect(hasSucceeded(cardAttempt({ progress, setAside }))).toBe(paid);
  });

  it.each(REDIRECT)('a redirect payment with the progress %j blocks the order: %s; it took the money: %s', (...row) => {
    const [progress, blocks, paid] = row;
    expect(isUnresolved(redirectAttempt({ progress }))).toBe(blocks);
    expect(hasSucceeded(redirectAttempt({ progress }))).toBe(paid);
  });
});
