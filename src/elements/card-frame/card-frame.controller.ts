import { html, nothing, type LitElement, type ReactiveController, type TemplateResult } from 'lit';
import type { CardFrameCommand, CardFrameStyle } from '../../protocol/adapter/card-frame-commands.js';
import type { CardFieldName } from '../../protocol/adapter/card-frame-lists.js';
import {
  cardFrameMessage,
  type CardFrameMessage,
  type CardFrameState,
} from '../../protocol/adapter/card-frame-messages.js';
import type { Card } from '../../payment/backend-client/backend-client.js';
import {
  fetchThroughFrame,
  heldCard,
  type HeldCardAnswer,
  type HeldCardCall,
} from '../../payment/backend-client/card-frame-calls.js';
import { loadedFetch } from '../../payment/backend-client/loaded-fetch.js';
import type { Clock } from '../../payment/clock.js';
import type { Language } from '../i18n/language.controller.js';
import type { IsolatedCardFields } from '../card-form/payment-form.controller.js';
import type { CardFont } from './card-font.js';
import { pageStyleAt, samples, watchPageStyle } from './page-style.js';

/** Milliseconds after which a frame that does not answer is reported to the shopper. */
const HELP_AFTER = 15_000;

/** The height of the fields with the default style, in pixels, until the frame reports its own. */
const USUAL_HEIGHT = 360;

/** Pixels; no form is higher, and a frame must not take the whole page. */
const MAX_HEIGHT = 2_000;

const NO_FIELDS: CardFrameState = { scudo: 'card-state', typed: false, complete: false, invalid: [] };

export interface CardFrameOptions {
  readonly language: Language;
  readonly clock: () => Clock;
  readonly fonts: () => readonly CardFont[];
  /** Called with the reference of a complete and valid card number, and with undefined otherwise. */
  readonly onNumber: (reference: string | undefined) => void;
  /** Called when the shopper has typed into a field. */
  readonly onTyped: () => void;
  /** Called when the shopper presses Enter in a field. */
  readonly onSubmit: () => void;
}

interface Pending {
  readonly resolve: (answer: HeldCardAnswer) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * The frame with the isolated card fields (docs/isolated-fields.md), from the side of the page. It has the origin of the
 * backend, so that no script of a page of another origin can read the card. It accepts messages of its own frame and origin only.
 */
export class CardFrame implements ReactiveController, IsolatedCardFields {
  /** The fields, without their texts. */
  state: CardFrameState = NO_FIELDS;
  #page: URL | undefined;
  #order = '';
  #isReady = false;
  #hasFailed = false;
  #isLocked = false;
  #sentLock = false;
  #sentStyle = '';
  #height = USUAL_HEIGHT;
  #connection: AbortController | undefined;
  #stopHelp: () => void = () => undefined;
  #calls = 0;
  readonly #pending = new Map<number, Pending>();
  readonly #checks = new Map<number, (valid: boolean) => void>();

  constructor(
    private readonly host: LitElement,
    private readonly options: CardFrameOptions,
  ) {
    host.addController(this);
  }

  /** A `fetch` for `fetchBackend`, which makes calls with card data through the frame. */
  readonly fetch = fetchThroughFrame((call, signal) => this.#call(call, signal), loadedFetch);

  get number(): string | undefined {
    return this.state.reference;
  }

  /** Opens the frame of a backend for an order. */
  open(backend: string, order: string): void {
    const page = new URL('fields', new URL(backend.endsWith('/') ? backend : `${backend}/`, document.baseURI));
    this.#order = order;
    if (page.href !== this.#page?.href) {
      this.#page = page;
      this.#reset();
      this.#awaitFrame();
    } else if (this.#isReady) this.#start();
  }

  /** Removes the frame, and with it all that was typed. */
  close(): void {
    this.#page = undefined;
    this.#reset();
    this.#stopHelp();
  }

  hostConnected(): void {
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    window.addEventListener('message', (event) => this.#receive(event), { signal });
    watchPageStyle(this.host, () => this.#sendStyle(), signal);
    if (this.#page) this.#awaitFrame();
  }

  hostDisconnected(): void {
    this.#connection?.abort();
    this.#stopHelp();
    // A frame that is inserted again loads again.
    this.#reset();
  }

  hostUpdated(): void {
    this.#sendStyle();
    if (this.#sentLock !== this.#isLocked) this.#sendLock();
  }

  /** Asks for a valid card. Without one, the frame shows the errors and focuses the first invalid field. */
  async check(): Promise<Card | undefined> {
    if (this.#hasFailed) this.host.renderRoot.querySelector<HTMLElement>('[part=message] button')?.focus();
    if (!this.#isReady) return undefined;
    this.#frame?.focus();
    const call = ++this.#calls;
    const valid = await new Promise<boolean>((resolve) => {
      this.#checks.set(call, resolve);
      this.#send({ scudo: 'card-check', call });
      // The frame answers at once, unless it has failed since it was ready.
      this.#awaitFrame();
    });
    this.#stopHelp();
    return valid && this.number !== undefined ? heldCard(this.number) : undefined;
  }

  refuse(wireNames: readonly string[]): boolean {
    const fields = wireNames.filter((name) => /^(card\.|number$)/.test(name));
    if (fields.length === 0) return false;
    this.#frame?.focus();
    this.#send({ scudo: 'card-refuse', fields });
    return true;
  }

  end(anotherTry: boolean): void {
    this.#send({ scudo: 'card-end', another_try: anotherTry });
  }

  forget(): void {
    this.#send({ scudo: 'card-forget' });
  }

  focus(field?: CardFieldName): void {
    void this.host.updateComplete.then(() => {
      this.#frame?.focus();
      this.#send({ scudo: 'card-focus', ...(field ? { field } : {}) });
    });
  }

  render(locked: boolean): TemplateResult | typeof nothing {
    if (!this.#page) return nothing;
    this.#isLocked = locked;
    const { localize } = this.options.language;
    if (this.#hasFailed) {
      return html`<div part="message" role="alert">
        <p>${localize('backend-unavailable')}</p>
        <button part="button secondary-button" type="button" @click=${() => this.#retry()}>${localize('reload')}</button>
      </div>`;
    }
    return html`<div class="card-frame">
      <iframe part="card-frame" title=${localize('card-details')} src=${this.#page.href} height=${this.#height}></iframe>
      ${samples()}
    </div>`;
  }

  get #frame(): HTMLIFrameElement | null {
    return this.host.renderRoot.querySelector<HTMLIFrameElement>('.card-frame iframe');
  }

  #send(command: CardFrameCommand, transfer: Transferable[] = []): void {
    if (this.#isReady && this.#page) this.#frame?.contentWindow?.postMessage(command, this.#page.origin, transfer);
  }

  #receive({ origin, source, data }: MessageEvent<unknown>): void {
    const frame = this.#frame?.contentWindow;
    // Origin, source, then shape (docs/reference/browser-lessons.md#message-validation).
    if (!frame || origin !== this.#page?.origin || source !== frame) return;
    const message = cardFrameMessage.safeParse(data);
    if (message.success) this.#take(message.data);
  }

  #take(message: CardFrameMessage): void {
    switch (message.scudo) {
      case 'card-ready':
        // A frame that was loaded again has no card and knows no call.
        this.#reset();
        this.#isReady = true;
        this.#stopHelp();
        this.#start();
        void this.#sendFonts();
        return;
      case 'card-size':
        this.#height = Math.min(Math.max(message.height, 0), MAX_HEIGHT);
        return this.host.requestUpdate();
      case 'card-state': {
        const isNew = message.reference !== this.state.reference;
        this.state = message;
        if (message.typed) this.options.onTyped();
        if (isNew) this.options.onNumber(message.reference);
        return;
      }
      case 'card-checked':
        this.#checks.get(message.call)?.(message.valid);
        this.#checks.delete(message.call);
        return;
      case 'card-submit':
        return this.options.onSubmit();
      case 'card-answer': {
        const { call, status, retry_after: retryAfter, body } = message;
        this.#pending.get(call)?.resolve({ status, retryAfter, body });
        this.#pending.delete(call);
      }
    }
  }

  #start(): void {
    const style = this.#style();
    if (!style) return;
    this.#sentStyle = JSON.stringify(style);
    this.#send({ scudo: 'card-open', order: this.#order, style });
    this.#sendLock();
  }

  #sendLock(): void {
    this.#sentLock = this.#isLocked;
    this.#send({ scudo: 'card-lock', locked: this.#isLocked });
  }

  #style(): CardFrameStyle | undefined {
    const place = this.host.renderRoot.querySelector<HTMLElement>('.card-frame');
    return place ? pageStyleAt(place, this.options.language) : undefined;
  }

  #sendStyle(): void {
    const style = this.#isReady ? this.#style() : undefined;
    if (!style || JSON.stringify(style) === this.#sentStyle) return;
    this.#sentStyle = JSON.stringify(style);
    this.#send({ scudo: 'card-style', style });
  }

  async #sendFonts(): Promise<void> {
    const loads = this.options.fonts().map(async ({ family, src, style, weight, unicodeRange }) => ({
      family,
      data: await fontData(src),
      ...(style === undefined ? {} : { style }),
      ...(weight === undefined ? {} : { weight }),
      ...(unicodeRange === undefined ? {} : { unicode_range: unicodeRange }),
    }));
    const loaded = await Promise.allSettled(loads);
    // A font that cannot be loaded is replaced by the next one of the family list.
    const fonts = loaded.flatMap((font) => (font.status === 'fulfilled' ? [font.value] : []));
    if (fonts.length > 0)
      this.#send(
        { scudo: 'card-fonts', fonts },
        fonts.map(({ data }) => data),
      );
  }

  #call({ path, reference, body, idempotencyKey }: HeldCardCall, signal?: AbortSignal): Promise<HeldCardAnswer> {
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      if (!this.#isReady) throw new TypeError('The frame with the card fields is not there.');
      const call = ++this.#calls;
      this.#pending.set(call, { resolve, reject });
      const abort = () => {
        if (!this.#pending.delete(call)) return;
        this.#send({ scudo: 'card-abort', call });
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      const key = idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey };
      this.#send({ scudo: 'card-call', call, path, reference, body: { ...body }, ...key });
    });
  }

  #retry(): void {
    this.#hasFailed = false;
    this.host.requestUpdate();
    this.#awaitFrame();
  }

  #awaitFrame(): void {
    this.#stopHelp();
    this.#stopHelp = this.options.clock().after(HELP_AFTER, () => {
      this.#reset();
      this.#hasFailed = true;
      this.host.requestUpdate();
    });
  }

  /** Drops the state of an earlier document in the frame, and ends its calls. */
  #reset(): void {
    this.#isReady = false;
    this.#hasFailed = false;
    this.#sentStyle = '';
    for (const { reject } of this.#pending.values())
      reject(new TypeError('The frame with the card fields was reloaded.'));
    this.#pending.clear();
    for (const resolve of this.#checks.values()) resolve(false);
    this.#checks.clear();
    if (this.state.reference !== undefined) this.options.onNumber(undefined);
    this.state = NO_FIELDS;
  }
}

async function fontData(src: string): Promise<ArrayBuffer> {
  const response = await loadedFetch(new URL(src, document.baseURI));
  if (!response.ok) throw new TypeError(`The font ${src} could not be loaded.`);
  return response.arrayBuffer();
}
