import type { LitElement, ReactiveController } from 'lit';
import type { Clock } from '../../payment/clock.js';
import { afterPaint } from '../tasks/next-task.js';

/** The longest time in milliseconds after the last change. */
const MAX_AGE = 1_800_000;
const PREFIX = 'scudo-fields ';

/** The form whose texts are kept. */
interface RememberedForm {
  /** The texts that the shopper has typed besides the card. */
  readonly payerTexts: object;
  /** True while a field has the focus. */
  readonly hasFocus: boolean;
  /** Writes texts into the fields that are still empty. */
  recall(texts: object): void;
}

/** Keeps the texts besides the card in the storage of the tab (docs/element.md#remembered-fields). */
export class RememberedFields implements ReactiveController {
  #readFor: string | undefined;
  /** The texts as they are stored; undefined until the storage was read. */
  #stored: string | undefined;
  /** The timers that delete texts, by order. */
  readonly #timers = new Map<string, () => void>();

  constructor(
    private readonly host: LitElement & { readonly clock: Clock; readonly order: string },
    private readonly form: RememberedForm,
    /** True while the texts are to be kept: the form is open, and the page wants it. */
    private readonly isOn: () => boolean,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#readFor = undefined;
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  hostUpdated(): void {
    const { order, isConnected } = this.host;
    if (!isConnected || !this.isOn()) return;
    if (order !== this.#readFor) void this.#read(order);
    else this.#store(order);
  }

  async #read(order: string): Promise<void> {
    this.#readFor = order;
    this.#stored = undefined;
    // As with an interrupted payment, the storage is read once the form is shown.
    await afterPaint();
    const { host, form } = this;
    if (!this.isOn() || host.order !== order) {
      this.#readFor = undefined;
      return;
    }
    this.#stored = '{}';
    for (const [key, { at, texts }] of storedFields()) {
      const age = host.clock.now().getTime() - Number(at);
      if (!(age >= 0 && age < MAX_AGE)) forgetFields(key);
      else if (key === order) {
        form.recall(Object(texts) as object);
        this.#stored = JSON.stringify(form.payerTexts);
        this.#forgetAfter(MAX_AGE - age, order);
      }
    }
  }

  #store(order: string): void {
    // The first digits of a card number that is typed into the wrong field are not kept either.
    if (this.form.hasFocus) return;
    const texts = this.form.payerTexts;
    const text = JSON.stringify(texts);
    if (this.#stored === undefined || text === this.#stored) return;
    this.#stored = text;
    const { clock } = this.host;
    this.#forgetAfter(MAX_AGE, order);
    try {
      sessionStorage.setItem(PREFIX + order, JSON.stringify({ at: clock.now().getTime(), texts }));
    } catch {
      // The storage is full, or the browser has none for this page.
    }
  }

  #forgetAfter(ms: number, order: string): void {
    this.#timers.get(order)?.();
    this.#timers.set(
      order,
      this.host.clock.after(ms, () => forgetFields(order)),
    );
  }
}

/** Deletes the texts of an order, at its outcome. */
export function forgetFields(order: string): void {
  try {
    sessionStorage.removeItem(PREFIX + order);
  } catch {
    // The browser has no storage for this page.
  }
}

/** Returns the texts that are kept, by order. The storage may have any text, or a browser none for the page. */
function storedFields(): readonly (readonly [order: string, data: Readonly<Record<string, unknown>>])[] {
  const parsed = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  };
  try {
    return Object.entries(sessionStorage as unknown as Readonly<Record<string, string>>)
      .filter(([key]) => key.startsWith(PREFIX))
      .map(([key, text]) => [key.slice(PREFIX.length), Object(parsed(text)) as Record<string, unknown>]);
  } catch {
    return [];
  }
}
