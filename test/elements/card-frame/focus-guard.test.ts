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

  it('a focus that comes back is the shopper’s before the first key, and after a valid card', () => {
    const { guard, pass } = guarded();
    const returns = () =>
      [1, 2, 3].map(() => {
        guard.left();
        pass(50);
        return guard.returned();
      });
    expect(returns()).toEqual([false, false, false]);
    guard.pressedKey('4');
    guard.endTyping();
    expect(returns()).toEqual([false, false, false]);
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
