import type { LitElement, ReactiveController } from 'lit';
import type { Clock } from '../../payment/clock.js';
import { afterPaint } from '../tasks/next-task.js';

/** The longest time in milliseconds after the last change. */
const MAX_AGE = 1_800_000;
const PREFIX = 'scudo-fields ';

interface RememberedFieldsOptions {
  /** The order whose fields are remembered, while its form is open; undefined without the attribute. */
  readonly order: () => string | undefined;
  readonly form: {
    /** What the shopper has typed besides the card. */
    readonly payerTexts: object;
    /** Writes texts into the fields that are still empty. */
    recall(texts: object): void;
  };
}

/** What the shopper has typed besides the card, in the storage of the tab (docs/element.md#remembered-fields). */
export class RememberedFields implements ReactiveController {
  #readFor: string | undefined;
  /** The texts as they are stored; undefined until the storage was read. */
  #stored: string | undefined;
  #cancel: (() => void) | undefined;

  constructor(
    private readonly host: LitElement & { readonly clock: Clock },
    private readonly options: RememberedFieldsOptions,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#readFor = undefined;
    this.#cancel?.();
  }

  hostUpdated(): void {
    const order = this.host.isConnected ? this.options.order() : undefined;
    if (order === undefined) return;
    if (order !== this.#readFor) void this.#read(order);
    else this.#store(order);
  }

  async #read(order: string): Promise<void> {
    this.#readFor = order;
    this.#stored = undefined;
    // As with an interrupted payment, the storage is read once the form is shown.
    await afterPaint();
    const { host, options } = this;
    if (options.order() !== order) {
      this.#readFor = undefined;
      return;
    }
    this.#stored = '{}';
    for (const [key, { at, texts }] of storedFields()) {
      const age = host.clock.now().getTime() - Number(at);
      if (!(age >= 0 && age < MAX_AGE)) forgetFields(key);
      else if (key === order) {
        options.form.recall(Object(texts) as object);
        this.#stored = JSON.stringify(options.form.payerTexts);
        this.#cancel = host.clock.after(MAX_AGE - age, () => forgetFields(order));
      }
    }
  }

  #store(order: string): void {
    const texts = this.options.form.payerTexts;
    const text = JSON.stringify(texts);
    if (this.#stored === undefined || text === this.#stored) return;
    this.#stored = text;
    const { clock } = this.host;
    this.#cancel?.();
    this.#cancel = clock.after(MAX_AGE, () => forgetFields(order));
    try {
      sessionStorage.setItem(PREFIX + order, JSON.stringify({ at: clock.now().getTime(), texts }));
    } catch {
      // The storage is full, or the browser has none for this page.
    }
  }
}

/** Deletes what was kept of an order, at its outcome. */
export function forgetFields(order: string): void {
  try {
    sessionStorage.removeItem(PREFIX + order);
  } catch {
    // The browser has no storage for this page.
  }
}

/** Returns what is kept, by order. The storage may have any text, and a browser may have no storage for the page. */
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
