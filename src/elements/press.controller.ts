import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The end of a press. The list of a select swallows the release of the pointer, and its choice or a key follows. */
const RELEASED = ['pointerup', 'pointercancel', 'change', 'keydown'];

/** Delays a change of the layout while the shopper presses a pointer, so that a button does not move from under it. */
export class Press implements ReactiveController {
  #isPressed = false;
  #waiting: (() => void)[] = [];
  #listening: AbortController | undefined;

  constructor(host: ReactiveControllerHost) {
    host.addController(this);
  }

  hostConnected(): void {
    this.#listening = new AbortController();
    const options = { capture: true, signal: this.#listening.signal };
    window.addEventListener('pointerdown', () => (this.#isPressed = true), options);
    for (const type of RELEASED) window.addEventListener(type, () => this.#release(), options);
  }

  hostDisconnected(): void {
    this.#listening?.abort();
    this.#isPressed = false;
    this.#waiting = [];
  }

  /** Calls back now, or after the release of the pointer. */
  whenReleased(change: () => void): void {
    if (this.#isPressed) this.#waiting.push(change);
    else change();
  }

  #release(): void {
    this.#isPressed = false;
    const waiting = this.#waiting;
    // A frame for each keystroke would be a part of its time.
    if (waiting.length === 0) return;
    this.#waiting = [];
    // The click of this press comes first.
    requestAnimationFrame(() => waiting.forEach((change) => change()));
  }
}
