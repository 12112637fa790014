/** Milliseconds after a key in which the frame takes no focus from the page, and in which a returned focus counts. */
const SECOND = 1_000;

/** Milliseconds in which the shopper's Tab or press moves the focus. */
const ACT = 300;

/** The returns of the focus after which the frame believes that the page takes keys. */
const MOST_RETURNS = { beforeKeys: 4, afterKeys: 2 };

/** The returns that the frame has asked for and that do not count, until a key or a press of the shopper. */
const MOST_ASKED = 4;

/**
 * Finds out if the page takes keys of the shopper: it gives the focus to a field of its own and returns it after a key.
 * The events of the frame are the shopper's own. Commands of the page are not: they move the focus only once after the
 * frame has asked for it, and never while the shopper types (docs/security.md#with-isolated-fields).
 */
export class FocusGuard {
  /** The time of the last key, until Enter or a valid card ends the typing. */
  #typedAt: number | undefined;
  /** True while the fields are locked for a valid card: no key of the shopper is expected. */
  #isOver = false;
  /** The time of the shopper's Tab, Enter or press, until it has moved the focus inside the frame. */
  #actedAt = -Infinity;
  #leftAt: number | undefined;
  #returns = 0;
  #asked = 0;
  #isGranted = false;
  /** True when the focus has come back since then. The permission ends when it leaves again. */
  #isUsed = false;

  /** @param now returns milliseconds that pass evenly */
  constructor(private readonly now: () => number) {}

  /**
   * Follows keys, presses and the focus of the shopper until the signal aborts. The page can cause none of these events
   * but the last two.
   * @param onTaken called when the page takes keys
   */
  watch(window: Window, signal: AbortSignal, onTaken: () => void): void {
    const follow = (type: string, on: (event: Event) => void) =>
      window.addEventListener(type, (event) => event.isTrusted && on(event), { signal, capture: true });
    follow('keydown', (event) => this.pressedKey((event as KeyboardEvent).key));
    follow('pointerdown', () => this.acted());
    follow('focusin', () => this.entered());
    follow('blur', ({ target }) => target === window && this.left());
    follow('focus', ({ target }) => target === window && this.returned() && onTaken());
  }

  /** The time until a second has passed since the last key, in milliseconds. */
  get quietIn(): number {
    return this.#typedAt === undefined ? 0 : Math.max(0, this.#typedAt + SECOND - this.now());
  }

  /** A key of the shopper in a field. */
  pressedKey(key: string): void {
    if (key === 'Tab' || key === 'Enter') this.acted();
    this.#typedAt = key === 'Enter' ? undefined : this.now();
    this.#asked = 0;
  }

  /** A press of the shopper in the frame. */
  acted(): void {
    this.#actedAt = this.now();
    this.#asked = 0;
  }

  /** A field has received the focus, so that the last Tab or press is used up. */
  entered(): void {
    this.#actedAt = -Infinity;
  }

  /** The fields are locked for a valid card, or open again. */
  lock(isLocked: boolean): void {
    if (isLocked) this.#typedAt = undefined;
    this.#isOver = isLocked;
  }

  /** Lets the page give the focus to the frame once. */
  grant(): void {
    this.#isGranted = true;
    this.#isUsed = false;
  }

  /** True when the page may give the focus to a field now. */
  mayFocus(): boolean {
    const may = this.#isGranted && this.quietIn === 0;
    if (may) this.#isGranted = false;
    return may;
  }

  /** The focus has left the frame. */
  left(): void {
    this.#leftAt = this.#isActing ? undefined : this.now();
    if (this.#isUsed) this.#isGranted = false;
  }

  /** The focus has come back. Returns true when the page takes keys. */
  returned(): boolean {
    const isSoon = this.#leftAt !== undefined && this.now() - this.#leftAt < SECOND;
    const isAsked = this.#isGranted && this.quietIn === 0 && this.#asked < MOST_ASKED;
    this.#leftAt = undefined;
    this.#isUsed = this.#isGranted;
    if (isSoon && !this.#isOver && !this.#isActing) {
      if (isAsked) this.#asked++;
      else this.#returns++;
    }
    return this.#returns >= MOST_RETURNS[this.#typedAt === undefined ? 'beforeKeys' : 'afterKeys'];
  }

  get #isActing(): boolean {
    return this.now() - this.#actedAt < ACT;
  }
}
