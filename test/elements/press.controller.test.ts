import { LitElement } from 'lit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Press } from '../../src/elements/press.controller.js';

class PressedElement extends LitElement {
  readonly press = new Press(this);
}
customElements.define('pressed-element', PressedElement);

function connected(): PressedElement {
  const element = new PressedElement();
  document.body.append(element);
  return element;
}

describe('Press', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    document.body.replaceChildren();
  });

  it('a key without a waiting change requests no frame', () => {
    connected();
    const frame = vi.spyOn(globalThis, 'requestAnimationFrame');
    window.dispatchEvent(new KeyboardEvent('keydown'));
    expect(frame).not.toHaveBeenCalled();
  });

  it('a change during a press is made once, in the frame after the release', async () => {
    const { press } = connected();
    const change = vi.fn();
    window.dispatchEvent(new PointerEvent('pointerdown'));
    press.whenReleased(change);
    expect(change).not.toHaveBeenCalled();
    window.dispatchEvent(new PointerEvent('pointerup'));
    window.dispatchEvent(new KeyboardEvent('keydown'));
    await expect.poll(() => change.mock.calls.length).toBe(1);
  });
});
