import type { LitElement, ReactiveController } from 'lit';
import {
  decodeMessage,
  encodeCommand,
  type CardFrameCommand,
  type CardFrameMessage,
  type CardFrameNeeds,
  type CardFrameState,
  type CardFrameStyle,
} from '../../protocol/adapter/card-frame-codec.js';
import type { CardFieldName, NextTry } from '../../protocol/adapter/card-frame-lists.js';
import { cardFrameMessageSchema } from '../../protocol/adapter/card-frame-messages.js';
import type { Card } from '../../payment/backend-client/backend-client.js';
import { BackendError } from '../../payment/backend-client/backend-error.js';
import { fetchThroughFrame, heldCard, type HeldCardCall } from '../../payment/backend-client/card-frame-calls.js';
import type { Observation } from '../../payment/checkout/trace.js';
import type { Clock } from '../../payment/clock.js';
import { warnDeveloper } from '../developer/console-line.js';
import type { Language } from '../i18n/language.controller.js';
import { usableArrangement, type Arrangement } from '../card-form/arrangement.js';
import type { PaymentForm } from '../card-form/payment-form.controller.js';
import { isCardField } from '../fields/form-field.js';
import { loadFonts, type CardFont } from './card-font.js';
import { FrameCalls } from './frame-calls.js';
import { Press } from '../press.controller.js';
import { pageStyleAt, watchPageStyle } from './page-style.js';

/** Milliseconds after which a frame that does not answer is reported to the shopper. */
const HELP_AFTER = 15_000;

/** Pixels; no form is higher, and a frame must not take the whole page. */
const MAX_HEIGHT = 2_000;

/** The JSON of an empty list of fonts: the list that was sent last is kept as JSON. */
const NO_FONTS = '[]';
const NO_NEEDS: CardFrameNeeds = { inherited: [], properties: [], partStyles: [], messages: [], icons: [] };
const NO_FIELDS: CardFrameState = { scudo: 'card-state', typed: false, complete: false, invalid: [] };

export interface CardFrameOptions {
  readonly language: Language;
  readonly clock: () => Clock;
  /** The `fetch` of the page, for calls without card data and for fonts. */
  readonly fetch: typeof globalThis.fetch;
  readonly fonts: () => readonly CardFont[];
  readonly arrangement: () => Arrangement;
  /** Brands and time for the checks of the card fields. */
  readonly form: () => Pick<PaymentForm, 'brands' | 'now'>;
  /** Called with the reference of a complete and valid card number, and with undefined otherwise. */
  readonly onNumber: (reference: string | undefined) => void;
  /** Called when the shopper has typed into a field. */
  readonly onTyped: () => void;
  /** Called when the shopper presses Enter in a field. */
  readonly onSubmit: () => void;
  /** Returns drawings of icons by name: undefined while they are loaded. */
  readonly icons: (names: readonly string[]) => Readonly<Record<string, object>> | undefined;
  /** Called when the frame is ready, and when a font could not be loaded. */
  readonly onObserved: (observation: Observation) => void;
  /** Called with the reason for developers, after which only `open` starts again. */
  readonly onFailed: (reason: string) => void;
}

/**
 * The frame with the isolated card fields (docs/isolated-fields.md), from the side of the page. It has the origin of
 * the backend, so that no script of a page of another origin can read the card. It accepts messages of its own frame
 * and origin only.
 */
export class CardFrame implements ReactiveController {
  /** The fields, without their texts. */
  state: CardFrameState = NO_FIELDS;
  #page: URL | undefined;
  #src: string | undefined;
  #order = '';
  /** The frame whose page is ready. */
  #readyFrame: HTMLIFrameElement | null = null;
  #isLocked = false;
  #sentLock = false;
  #stopWaiting: (() => void) | undefined;
  /** Presses of Pay that wait for the frame. */
  readonly #presses: (() => void)[] = [];
  #sentStyle = '';
  /** True when the next rendering is caused by the frame. */
  #isOwnRendering = false;
  #needs: CardFrameNeeds = NO_NEEDS;
  #height: number | undefined;
  #connection: AbortController | undefined;
  #sentFonts = NO_FONTS;
  #sentIcons = '';
  readonly #press: Press;
  readonly #calls = new FrameCalls((command) => this.#send(command));

  constructor(
    private readonly host: LitElement,
    private readonly options: CardFrameOptions,
  ) {
    this.fetch = fetchThroughFrame((call, signal) => this.#call(call, signal), options.fetch);
    this.#press = new Press(host);
    host.addController(this);
  }

  /** The address of the frame's page; undefined when it is closed. */
  get src(): string | undefined {
    return this.#src;
  }

  /** The height of the fields, in pixels; undefined until the frame reports it. */
  get height(): number | undefined {
    return this.#height;
  }

  /** Locks the fields, or unlocks them, after the next rendering. */
  set locked(locked: boolean) {
    this.#isLocked = locked;
  }

  /** A `fetch` for `fetchBackend`, which makes calls with card data through the frame. */
  readonly fetch: typeof globalThis.fetch;

  get number(): string | undefined {
    return this.state.reference;
  }

  /** Opens the frame of a backend for an order. */
  open(backend: string, order: string): void {
    const page = new URL('fields', new URL(backend.endsWith('/') ? backend : `${backend}/`, document.baseURI));
    this.#order = order;
    if (page.href !== this.#page?.href) {
      this.#page = page;
      this.#src = this.#addressOf(page);
      this.#reset();
      this.#endWait();
    } else if (this.#readyFrame) this.#start();
  }

  /**
   * Adds language and arrangement to an address, so that the fields of the HTML are those of the script
   * (src/html/card-fields-html.ts). What is usual is left out.
   */
  #addressOf(page: URL): string {
    const { layout = '', labels = '', fieldOrder } = usableArrangement(this.options.arrangement());
    const { chosen } = this.options.language;
    const order = fieldOrder.filter(isCardField).join(' ');
    const address = new URL(page);
    for (const [name, value] of Object.entries({ lang: chosen === 'en' ? '' : chosen, layout, labels, order }))
      if (value !== '') address.searchParams.set(name, value);
    return address.href;
  }

  /** Removes the frame, and with it all that was typed. */
  close(): void {
    this.#page = undefined;
    this.#src = undefined;
    this.#reset();
    this.#endWait();
  }

  hostConnected(): void {
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    window.addEventListener('message', (event) => this.#receive(event), { signal });
    watchPageStyle(this.host, () => this.#sendStyle(), signal);
  }

  hostDisconnected(): void {
    this.#connection?.abort();
    this.#endWait();
    // A frame that is inserted again loads again.
    this.#reset();
  }

  hostUpdated(): void {
    // The frame is removed while the order cannot be paid by card. The next one has to load first.
    if (this.#readyFrame && this.#frame !== this.#readyFrame) this.#reset();
    if (!this.#frame) this.#endWait();
    if (!this.#isOwnRendering) this.#sendStyle();
    this.#isOwnRendering = false;
    if (this.#readyFrame) void this.#sendFonts();
    this.#sendIcons();
    if (this.#sentLock !== this.#isLocked) this.#sendLock();
    // An order that cannot be paid by card has no frame.
    if (this.#frame && !this.#readyFrame && !this.#stopWaiting) this.#awaitFrame();
  }

  /**
   * Asks for a valid card. Without one, the frame shows the errors and focuses the first invalid field. With one, it
   * locks its fields, so that the card that was checked is the one that is paid with: render the host to unlock them.
   */
  async check(): Promise<Card | undefined> {
    // Its HTML takes texts before its script runs. Pay is pressed once, and waits.
    if (!this.#readyFrame) await new Promise<void>((resolve) => this.#presses.push(resolve));
    if (!this.#readyFrame) return undefined;
    // The frame answers at once, unless it has failed since it was ready.
    this.#awaitFrame();
    const valid = await this.#calls.check();
    this.#endWait();
    if (valid) this.#sentLock = true;
    // Before the answer, the focus stays on the button: a valid card needs no correction.
    else if (valid === false) this.#focusInvalid();
    return valid && this.number !== undefined ? heldCard(this.number) : undefined;
  }

  refuse(wireNames: readonly string[]): boolean {
    if (wireNames.length === 0) return false;
    void this.#calls.refuse(wireNames).then((valid) => valid === false && this.#focusInvalid());
    return true;
  }

  #focusInvalid(): void {
    this.#frame?.focus();
    // A field of a frame without the focus does not get it by itself.
    this.#send({ scudo: 'card-focus' });
  }

  end(nextTry: NextTry): void {
    this.#send({ scudo: 'card-end', nextTry });
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

  get #frame(): HTMLIFrameElement | null {
    return this.host.renderRoot.querySelector<HTMLIFrameElement>('.card-frame iframe');
  }

  #send(command: CardFrameCommand, transfer: Transferable[] = []): void {
    if (!this.#readyFrame || !this.#page) return;
    this.#frame?.contentWindow?.postMessage(encodeCommand(command), this.#page.origin, transfer);
  }

  #receive({ origin, source, data }: MessageEvent<unknown>): void {
    const frame = this.#frame?.contentWindow;
    // Origin, source, then shape (docs/reference/browser-lessons.md#message-validation).
    if (!frame || origin !== this.#page?.origin || source !== frame) return;
    const message = cardFrameMessageSchema.safeParse(data);
    if (message.success) this.#take(decodeMessage(message.data));
  }

  #take(message: CardFrameMessage): void {
    switch (message.scudo) {
      case 'card-ready':
        // A frame that was loaded again has no card and knows no call.
        this.#reset();
        this.#readyFrame = this.#frame;
        this.#needs = message.needs;
        this.#endWait();
        this.options.onObserved({ cardFrame: 'ready' });
        this.#start();
        this.#sentFonts = NO_FONTS;
        void this.#sendFonts();
        return;
      case 'card-size':
        // An error that unfolds would move the button that the shopper is pressing.
        return this.#press.whenReleased(() => {
          this.#height = Math.min(Math.max(message.height, 0), MAX_HEIGHT);
          this.#render();
        });
      case 'card-state': {
        const isNew = message.reference !== this.state.reference;
        this.state = message;
        if (message.typed) this.options.onTyped();
        if (isNew) this.options.onNumber(message.reference);
        return this.#render();
      }
      case 'card-submit':
        return this.options.onSubmit();
      case 'card-checked':
      case 'card-answer':
        return this.#calls.answered(message);
    }
  }

  /** Renders what the frame has sent, with each key that the shopper presses. It changes no style of the page. */
  #render(): void {
    this.#isOwnRendering = true;
    this.host.requestUpdate();
  }

  #start(): void {
    const style = this.#style();
    if (!style) return;
    this.#sentStyle = JSON.stringify(style);
    this.#send({ scudo: 'card-open', order: this.#order, style });
    this.#sentIcons = '';
    this.#sendIcons();
    this.#sendLock();
  }

  #sendIcons(): void {
    const icons = this.#readyFrame ? this.options.icons(this.#needs.icons) : undefined;
    if (!icons || JSON.stringify(icons) === this.#sentIcons) return;
    this.#sentIcons = JSON.stringify(icons);
    this.#send({ scudo: 'card-icons', icons });
  }

  #sendLock(): void {
    this.#sentLock = this.#isLocked;
    this.#send({ scudo: 'card-lock', locked: this.#isLocked });
  }

  #style(): CardFrameStyle | undefined {
    const place = this.host.renderRoot.querySelector<HTMLElement>('.card-frame');
    if (!place) return undefined;
    const arrangement = this.options.arrangement();
    const { layout, labels, fieldOrder } = usableArrangement(arrangement);
    const { brands, now } = this.options.form();
    return {
      ...pageStyleAt(place, this.options.language, this.#needs),
      ...(layout ? { layout } : {}),
      ...(labels ? { labels } : {}),
      ...(arrangement.autoAdvance ? { autoAdvance: true } : {}),
      ...(brands ? { brands: [...brands] } : {}),
      ...(now ? { now } : {}),
      fieldOrder: fieldOrder.filter(isCardField),
    };
  }

  #sendStyle(): void {
    const style = this.#readyFrame ? this.#style() : undefined;
    if (!style || JSON.stringify(style) === this.#sentStyle) return;
    this.#sentStyle = JSON.stringify(style);
    this.#send({ scudo: 'card-style', style });
  }

  /** Sends the fonts of the page, and again when the property has another list. */
  async #sendFonts(): Promise<void> {
    const list = JSON.stringify(this.options.fonts());
    if (list === this.#sentFonts) return;
    this.#sentFonts = list;
    const { loaded, missing } = await loadFonts(this.options.fonts(), this.options.fetch);
    // Another list was set meanwhile, or the frame was loaded again.
    if (list !== this.#sentFonts) return;
    // A font that cannot be loaded is replaced by the next one of the family list.
    for (const { family, src } of missing) {
      warnDeveloper(`The font ${src} could not be loaded.`, 'font-not-loaded');
      this.options.onObserved({ fontNotLoaded: family });
    }
    this.#send(
      { scudo: 'card-fonts', fonts: loaded },
      loaded.map(({ data }) => data),
    );
  }

  async #call(call: HeldCardCall, signal?: AbortSignal) {
    if (!this.#readyFrame || !this.#frame)
      throw new BackendError({ kind: 'unsent' }, 'The frame with the card fields is not there.');
    return this.#calls.fetch(call, signal);
  }

  #endWait(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = undefined;
    for (const go of this.#presses.splice(0)) go();
  }

  #awaitFrame(): void {
    this.#endWait();
    this.#stopWaiting = this.options.clock().after(HELP_AFTER, () => {
      this.#reset();
      this.#endWait();
      this.options.onFailed(`The frame ${this.#page?.href}, an address below publicUrl of the backend, did not load.`);
    });
  }

  /** Drops the state of an earlier document in the frame, and ends its calls. */
  #reset(): void {
    this.#readyFrame = null;
    this.#sentStyle = '';
    this.#calls.end();
    if (this.state.reference !== undefined) this.options.onNumber(undefined);
    this.state = NO_FIELDS;
  }
}
