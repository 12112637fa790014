import { describe, expect, it } from 'vitest';
import { FocusGuard } from '../../../src/elements/card-frame/focus-guard.js';

function guarded() {
  let time = 0;
  const guard = new FocusGuard(() => time);
  return { guard, pass: (ms: number) => void (time += ms) };
}

/** The focus leaves for some time and returns, after a key of the shopper. */
function taken({ guard, pass }: ReturnType<typeof guarded>, away: number, key = '4'): boolean {
  guard.pressedKey(key);
  pass(10);
  guard.left();
  pass(away);
  return guard.returned();
}

describe('a focus that leaves and comes back', () => {
  it.each([30, 60, 150, 400, 999])('twice after %d ms while the shopper types is taken by the page', (away) => {
    const shopper = guarded();
    expect([taken(shopper, away), taken(shopper, away)]).toEqual([false, true]);
  });

  it.each([1_000, 5_000])('after %d ms is the shopper’s', (away) => {
    const shopper = guarded();
    for (let time = 0; time < 5; time++) expect(taken(shopper, away)).toBe(false);
  });

  it.each(['Tab', 'Enter'])('after %s is the shopper’s', (key) => {
    const shopper = guarded();
    for (let time = 0; time < 5; time++) expect(taken(shopper, 100, key)).toBe(false);
  });

  it('a focus that comes back by a press in the frame is the shopper’s', () => {
    const { guard, pass } = guarded();
    for (let time = 0; time < 5; time++) {
      guard.pressedKey('4');
      guard.left();
      pass(200);
      guard.acted();
      expect(guard.returned()).toBe(false);
      guard.entered();
    }
  });

  it('a focus that comes back after a Tab inside the frame is taken by the page', () => {
    const { guard, pass } = guarded();
    const returns = [1, 2].map(() => {
      guard.pressedKey('Tab');
      guard.entered();
      guard.left();
      pass(50);
      return guard.returned();
    });
    expect(returns).toEqual([false, true]);
  });

  /** The focus leaves and comes back at once, several times, without a key in the frame. */
  const returns = ({ guard, pass }: ReturnType<typeof guarded>, count: number, before = () => undefined as unknown) =>
    Array.from({ length: count }, () => {
      guard.left();
      pass(50);
      before();
      return guard.returned();
    });

  it('a focus that comes back before the first key is taken by the page at the fourth time', () => {
    expect(returns(guarded(), 4)).toEqual([false, false, false, true]);
  });

  it('a focus that comes back while a valid card is locked is the shopper’s, and counts once the fields are open', () => {
    const shopper = guarded();
    shopper.guard.pressedKey('4');
    shopper.guard.lock(true);
    expect(returns(shopper, 5)).toEqual([false, false, false, false, false]);
    shopper.guard.lock(false);
    expect(returns(shopper, 4)).toEqual([false, false, false, true]);
  });

  it('a page that makes the frame ask for the focus each time is noticed after four more returns', () => {
    const typing = guarded();
    typing.guard.pressedKey('4');
    typing.pass(1_000);
    expect(returns(typing, 6, () => typing.guard.grant()).indexOf(true)).toBe(5);
    const untyped = guarded();
    expect(returns(untyped, 8, () => untyped.guard.grant()).indexOf(true)).toBe(7);
  });

  it('a shopper who presses Pay again after each correction is not warned', () => {
    const shopper = guarded();
    for (let time = 0; time < 9; time++) {
      shopper.guard.pressedKey('4');
      shopper.pass(1_000);
      expect(returns(shopper, 1, () => shopper.guard.grant())).toEqual([false]);
    }
  });

  it('the focus of the page is allowed once after the frame has asked for it, and never within a second of a key', () => {
    const { guard, pass } = guarded();
    expect(guard.mayFocus()).toBe(false);
    guard.pressedKey('4');
    guard.grant();
    pass(999);
    expect(guard.mayFocus()).toBe(false);
    pass(1);
    expect([guard.mayFocus(), guard.mayFocus()]).toEqual([true, false]);
  });

  it('counts again once the focus that the frame has asked for has left', () => {
    const { guard, pass } = guarded();
    guard.pressedKey('4');
    pass(1_000);
    guard.grant();
    const returns = [1, 2, 3].map(() => {
      guard.left();
      pass(50);
      return guard.returned();
    });
    expect(returns).toEqual([false, false, true]);
  });
});
