import { describe, expect, it } from 'vitest';
import {
  isKnownNotBegun,
  isLookUpOf,
  isLookUpUnderWay,
  mayLookUp,
  withLookUpEnded,
  withLookUpStarted,
} from '../../../../src/server/domain/record/look-up-lease.js';
import { afterNoon, cardAttempt, NOON } from '../../orders/attempts.js';

const time = (ms: number) => afterNoon(ms).toISOString();
const noon = afterNoon(0);
const leased = cardAttempt({ lookUp: { lastAt: NOON, leaseUntil: time(60_000) } });
const ended = cardAttempt({ lookUp: { lastAt: NOON, undecided: 1 } });

describe('a look-up of an attempt', () => {
  it('a look-up of an attempt may begin when there was none', () => {
    expect(mayLookUp(cardAttempt(), noon)).toBe(true);
    expect(isLookUpUnderWay(cardAttempt(), noon)).toBe(false);
  });

  it('a look-up of an attempt may begin three seconds after the last one began', () => {
    expect(mayLookUp(ended, afterNoon(2_999))).toBe(false);
    expect(mayLookUp(ended, afterNoon(3_000))).toBe(true);
    expect(isLookUpUnderWay(ended, noon)).toBe(false);
  });

  it('a look-up of an attempt may begin a minute after one whose process died', () => {
    expect(mayLookUp(leased, afterNoon(59_999))).toBe(false);
    expect(isLookUpUnderWay(leased, afterNoon(59_999))).toBe(true);
    expect(mayLookUp(leased, afterNoon(60_000))).toBe(true);
    expect(isLookUpUnderWay(leased, afterNoon(60_000))).toBe(false);
  });

  it('a look-up of an attempt has a lease of a minute, and keeps the number of look-ups without a decision', () => {
    expect(withLookUpStarted(cardAttempt(), noon)).toEqual(leased);
    const before = cardAttempt({ lookUp: { lastAt: NOON, undecided: 4, notBegunAt: NOON } });
    expect(withLookUpStarted(before, afterNoon(5_000))).toStrictEqual(
      cardAttempt({ lookUp: { lastAt: time(5_000), leaseUntil: time(65_000), undecided: 4 } }),
    );
  });

  it('a look-up of an attempt has no lease once it has ended, and counts when it decided nothing', () => {
    const undecided = withLookUpEnded(leased, afterNoon(1_000), { decided: false });
    expect(undecided).toStrictEqual(cardAttempt({ lookUp: { lastAt: NOON, undecided: 1 } }));
    expect(withLookUpEnded(undecided, noon, { decided: false }).lookUp?.undecided).toBe(2);
    expect(withLookUpEnded(undecided, noon, { decided: true }).lookUp).toStrictEqual({ lastAt: NOON, undecided: 0 });
  });

  it('a look-up of an attempt can find a redirect payment that was never begun', () => {
    const found = withLookUpEnded(leased, afterNoon(2_000), { decided: false, notBegun: true });
    expect(found.lookUp).toStrictEqual({ lastAt: NOON, undecided: 1, notBegunAt: time(2_000) });
  });

  it.each([
    [-1, false],
    [0, true],
    [2_999, true],
    [3_000, false],
  ])('a redirect payment is known not to be begun for three seconds: %i ms', (ms, expected) => {
    expect(isKnownNotBegun(cardAttempt({ lookUp: { lastAt: NOON, notBegunAt: NOON } }), afterNoon(ms))).toBe(expected);
    expect(isKnownNotBegun(cardAttempt({ lookUp: { lastAt: NOON } }), afterNoon(ms))).toBe(false);
  });

  it('a look-up of an attempt has ended when its lease is gone or belongs to another look-up', () => {
    expect(isLookUpOf(leased, leased)).toBe(true);
    expect(isLookUpOf(leased, withLookUpStarted(leased, afterNoon(60_000)))).toBe(false);
    expect(isLookUpOf(leased, withLookUpEnded(leased, noon, { decided: false }))).toBe(false);
    expect(isLookUpOf(leased, cardAttempt())).toBe(false);
  });

  it('a look-up of an attempt began when it ended, where its beginning was lost', () => {
    const lost = withLookUpEnded(cardAttempt(), afterNoon(1_000), { decided: true });
    expect(lost.lookUp).toStrictEqual({ lastAt: time(1_000), undecided: 0 });
  });
});
