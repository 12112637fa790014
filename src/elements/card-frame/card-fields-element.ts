import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import * as z from '../../protocol/zod.js';
import {
  decodeCommand,
  encodeMessage,
  type CardFrameCommand,
  type CardFrameMessage,
  type CardFrameStyle,
} from '../../protocol/adapter/card-frame-codec.js';
import { cardFrameCommandSchema } from '../../protocol/adapter/card-frame-commands.js';
import { CARD_FRAME_PARTS, type CardFieldName, type CardFramePart } from '../../protocol/adapter/card-frame-lists.js';
import { answerWithCard } from '../../payment/backend-client/answer-with-card.js';
import type { Card } from '../../payment/backend-client/backend-client.js';
import { randomKey } from '../../payment/random-key.js';
import { systemClock, type Clock } from '../../payment/clock.js';
import type { HeldCardCall } from '../../payment/backend-client/card-frame-calls.js';
import { brandOf, isCardComplete } from '../card-form/form-fields.js';
import { PaymentForm } from '../card-form/payment-form.controller.js';
import { isCardField } from '../fields/form-field.js';
import { iconTemplate, placeholderTemplate } from '../icons/icon.template.js';
import { isIcon } from '../icons/icons.js';
import { browserLanguages } from '../i18n/browser-languages.js';
import { takeOver } from '../late/take-over.js';
import { cardFieldsSheets } from './card-fields.styles.js';
import { NEEDS } from './card-frame-needs.js';
import { frameLanguage } from './frame-language.js';
import { FocusGuard } from './focus-guard.js';
import { familiesIn, inputFont, PageFonts } from './page-fonts.js';
import { takenKeysTexts } from './taken-keys-texts.js';

/** A card number, and the reference that stands for it outside the frame. */
interface HeldNumber {
  readonly reference: string;
  readonly number: string;
}

/**
 * The card fields inside their frame (docs/isolated-fields.md). Accepts messages of the page's origin only, and sends
 * none that contains card data.
 */
export class CardFields extends LitElement {
  static override styles = [...cardFieldsSheets];

  /** The origins of pages that may embed the frame. */
  origins = JSON.parse(document.body.dataset['origins'] ?? '[]') as readonly string[];
  /** The address of the backend, with a slash at the end. */
  base = new URL('.', location.href).href;
  /** Makes the calls of the backend. */
  fetch: typeof globalThis.fetch = (input, init) => globalThis.fetch(input, init);
  /** The clock of timers, and of the check of the expiry date if the page knows no other. */
  clock: Clock = systemClock;
  /** Milliseconds that pass evenly, for the keys and the focus of the shopper. */
  elapsed: () => number = () => performance.now();
  /** Returns references. */
  randomUuid: () => string = randomKey;

  /** The shadow root with the fields of the page's HTML, until the frame is opened. */
  #served: ShadowRoot | undefined = this.shadowRoot ?? undefined;
  #page: string | undefined;
  #order = '';
  #style: CardFrameStyle | undefined;
  #isLocked = false;
  #number: HeldNumber | undefined;
  /** The card that was valid at the last check, which comes with Pay, until the payment has ended. */
  #card: { readonly reference: string; readonly card: Card } | undefined;
  /** The secret of this frame, which the page does not have. */
  #frameKey: string | undefined;
  #sentState = '';
  /** The icons of the page; undefined until it has sent them. */
  #icons: ReadonlyMap<string, unknown> | undefined;
  #connection: AbortController | undefined;
  readonly #guard = new FocusGuard(() => this.elapsed());
  /** True once the page has taken keys of the shopper. The frame then has no fields, and sends no card. */
  #isTaken = false;
  readonly #fonts = new PageFonts(() => this.randomUuid());
  readonly #calls = new Map<number, AbortController>();
  readonly #parts = new CSSStyleSheet();
  readonly #form = new PaymentForm(
    this,
    frameLanguage(() => this.#style),
    (number) => this.#entered(number),
    {},
    () => this.clock,
    () => {
      // A card that was corrected is another one, and has to be checked again.
      this.#card = undefined;
      // The page receives the state after the rendering.
      this.requestUpdate();
    },
    { render: (name) => this.#renderIcon(name) },
  );
  readonly #size = new ResizeObserver(() => this.#sendSize());

  constructor() {
    super();
    this.#form.method = { code: 'card' };
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = (this.#connection = new AbortController());
    window.addEventListener('message', (event) => this.#receive(event), { signal });
    window.addEventListener('pagehide', () => this.#forget(), { signal });
    this.#guard.watch(window, signal, () => {
      this.#isTaken = true;
      this.#forget();
    });
    this.#size.observe(this);
    // The embedding page is one of these. The browser delivers the message only to a matching origin.
    for (const origin of this.origins) this.#send({ scudo: 'card-ready', needs: NEEDS }, origin);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection?.abort();
    this.#size.disconnect();
    this.#forget();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = super.createRenderRoot();
    if (root instanceof ShadowRoot) root.adoptedStyleSheets.push(this.#parts);
    return root;
  }

  override render(): TemplateResult | typeof nothing {
    const { lang } = document.documentElement;
    if (this.#isTaken)
      return html`<div class="taken" role="alert">${takenKeysTexts([lang, ...browserLanguages().slice(0, 1)]).map((text) => html`<p dir="auto">${text}</p>`)}</div>`;
    if (!this.#style) return nothing;
    return html`<div lang=${lang} dir=${this.#style.direction} @keydown=${(event: KeyboardEvent) => this.#pressed(event)}>${this.#form.renderCard(this.#isLocked)}${this.#form.news.render()}</div>`;
  }

  protected override update(changed: PropertyValues<this>): void {
    super.update(changed);
    if (!this.#served || !(this.#style || this.#isTaken)) return;
    takeOver(this.#served);
    this.#served = undefined;
  }

  protected override updated(): void {
    this.#sendState();
  }

  #renderIcon(name: string): TemplateResult | typeof nothing {
    if (!this.#icons) return placeholderTemplate([name], `icon-${name}`);
    const icon = this.#icons.get(name);
    // The frame loads nothing, so it has no images.
    return isIcon(icon) && !('src' in icon) ? iconTemplate(icon, `icon-${name}`) : nothing;
  }

  #send(message: CardFrameMessage, origin = this.#page): void {
    if (origin !== undefined && parent !== window) parent.postMessage(encodeMessage(message), origin);
  }

  #receive({ origin, source, data }: MessageEvent<unknown>): void {
    // Origin, source, then shape. The first page stays the only one.
    const isPage = this.#page === undefined ? this.origins.includes(origin) : origin === this.#page;
    if (!isPage || source !== parent) return;
    const command = cardFrameCommandSchema.safeParse(data);
    if (!command.success) return;
    this.#page = origin;
    this.#take(decodeCommand(command.data));
  }

  #take(command: CardFrameCommand): void {
    switch (command.scudo) {
      case 'card-open':
        this.#order = command.order;
        this.#sentState = '';
        this.#applyStyle(command.style);
        // The size is sent after the rendering: before it, the element has the space for the focus ring only.
        return void this.updateComplete.then(() => this.#sendSize());
      case 'card-style':
        return this.#applyStyle(command.style);
      case 'card-fonts':
        this.#fonts.use(command.fonts);
        return this.#style && this.#applyStyle(this.#style);
      case 'card-icons':
        this.#icons = new Map(Object.entries(command.icons));
        return this.requestUpdate();
      case 'card-lock':
        this.#isLocked = command.locked;
        if (!command.locked) this.#guard.lock(false);
        return this.requestUpdate();
      case 'card-check':
        return this.#check(command.call);
      case 'card-focus':
        return this.#focusField(command.field);
      case 'card-refuse':
        this.#form.refuse(command.fields, { focus: false });
        return this.#askForFocus(command.call);
      case 'card-end':
        this.#card = undefined;
        if (command.nextTry !== 'same-card' && command.nextTry !== 'same-texts') this.#number = undefined;
        this.#guard.grant();
        return this.#form.keepFor(command.nextTry);
      case 'card-forget':
        return this.#forget();
      case 'card-call': {
        const { call, path, reference, body, idempotencyKey } = command;
        return void this.#answer(call, { path, reference, body, ...(idempotencyKey ? { idempotencyKey } : {}) });
      }
      case 'card-abort':
        this.#calls.get(command.call)?.abort();
    }
  }

  #check(call: number): void {
    this.#card = undefined;
    const valid = this.#form.validate({ focus: false });
    const { card } = this.#form;
    if (valid && card && this.#number) {
      this.#guard.lock(true);
      this.#card = { reference: this.#number.reference, card };
      // The page unlocks the fields if it does not pay.
      this.#isLocked = true;
      this.requestUpdate();
    }
    this.#sendState();
    if (valid) this.#send({ scudo: 'card-checked', call, valid });
    else this.#askForFocus(call);
  }

  /**
   * Reports an invalid field to the page, which then gives it the focus: a second after the last key, so that the page
   * cannot take the focus back while the shopper types.
   */
  #askForFocus(call: number): void {
    const ask = () => {
      this.#guard.grant();
      this.#send({ scudo: 'card-checked', call, valid: false });
    };
    const ms = this.#guard.quietIn;
    if (ms === 0) ask();
    else this.#connection?.signal.addEventListener('abort', this.clock.after(ms, ask), { once: true });
  }

  #focusField(field: CardFieldName | undefined): void {
    if (!this.#guard.mayFocus()) return;
    if (field === undefined && this.#form.focusFirstError()) return;
    this.#form.focus(field ?? 'number');
  }

  async #answer(call: number, held: HeldCardCall): Promise<void> {
    if (this.#calls.has(call)) return;
    const running = new AbortController();
    this.#calls.set(call, running);
    const { status, unsent, retryAfter, body } = await answerWithCard(held, {
      base: this.base,
      order: this.#order,
      fetch: this.fetch,
      signal: running.signal,
      frameKey: (this.#frameKey ??= this.randomUuid()),
      held: (reference) => this.#heldBy(reference),
    });
    this.#calls.delete(call);
    if (endsPayment(status, body)) this.#forget();
    this.#send({
      scudo: 'card-answer',
      call,
      status,
      body,
      ...(unsent ? { unsent } : {}),
      ...(retryAfter === undefined ? {} : { retryAfter }),
    });
  }

  #heldBy(reference: string): { readonly number: string; readonly card?: Card } | undefined {
    if (this.#card?.reference === reference) return { number: this.#card.card.number, card: this.#card.card };
    return this.#number?.reference === reference ? { number: this.#number.number } : undefined;
  }

  #entered(number: string | undefined): void {
    if (number !== this.#number?.number)
      this.#number = number === undefined ? undefined : { number, reference: this.randomUuid() };
  }

  #pressed({ key, isComposing }: KeyboardEvent): void {
    if (key === 'Enter' && !isComposing) this.#send({ scudo: 'card-submit' });
  }

  /** Clears all texts. */
  #forget(): void {
    this.#form.keepFor('none');
    this.#card = undefined;
    this.#number = undefined;
  }

  #sendState(): void {
    if (!this.#style) return;
    const { texts } = this.#form;
    const held = this.#number;
    const brand = brandOf(texts);
    const state: CardFrameMessage = {
      scudo: 'card-state',
      typed: this.#form.hasCardText,
      complete: isCardComplete(texts, this.#form.date(), this.#form.brands),
      invalid: this.#form.invalid.filter(isCardField),
      focused: this.#form.hasFocus,
      ...(held ? { reference: held.reference } : {}),
      ...(brand === undefined ? {} : { brand }),
    };
    const text = JSON.stringify(state);
    if (text === this.#sentState) return;
    this.#sentState = text;
    this.#send(state);
  }

  #sendSize(): void {
    const { height } = this.getBoundingClientRect();
    if (this.#style && height > 0) this.#send({ scudo: 'card-size', height: Math.ceil(height) });
  }

  /** Takes over language and style of the page. Values are set one by one, so that none can contain a rule. */
  #applyStyle(style: CardFrameStyle): void {
    this.#style = style;
    const { documentElement: root } = document;
    root.lang = style.language;
    root.dir = style.direction;
    root.style.fontSize = style.rootFontSize;
    root.style.colorScheme = style.inherited['color-scheme'] ?? '';
    this.removeAttribute('style');
    this.style.paddingInline = `${style.ringSpace}px`;
    for (const [name, value] of Object.entries({ ...style.inherited, ...style.properties }))
      this.style.setProperty(name, name === 'font-family' ? this.#fonts.family(value) : value);
    this.#form.arrangement = style;
    ({ brands: this.#form.brands, now: this.#form.now } = style);
    this.setAttribute('layout', style.layout ?? '');
    this.setAttribute('labels', style.labels ?? '');
    this.#parts.replaceSync('');
    for (const part of CARD_FRAME_PARTS) {
      const at = this.#parts.insertRule(`[part~='${part}'] {}`, this.#parts.cssRules.length);
      const rule = this.#parts.cssRules[at] as CSSStyleRule;
      // Rules of a page for a part override those inside an element.
      for (const [name, value] of Object.entries(style.parts[part] ?? {}))
        if (STATE_PARTS.includes(part) && !/color|shadow/.test(name)) continue;
        else if (name !== 'font-family') rule.style.setProperty(name, value, 'important');
        else if (part !== 'input') rule.style.setProperty(name, this.#fonts.family(value), 'important');
    }
    this.style.setProperty('--_input-font', familiesIn(inputFont(style)).join(', ') || 'system-ui');
    this.requestUpdate();
  }
}

/** Parts that come and go. A height that follows them would show the page which field has the focus. */
const STATE_PARTS: readonly CardFramePart[] = ['field-focused', 'input-invalid'];

const outcomeAnswerSchema = z.object({ result: z.enum(['outcome']), outcome: z.object({ retryable: z.boolean() }) });

/** True for an answer after which the card is not needed again. */
function endsPayment(status: number, body: string): boolean {
  if (status !== 200) return false;
  try {
    return !outcomeAnswerSchema.parse(JSON.parse(body)).outcome.retryable;
  } catch {
    return false;
  }
}
