import { html, nothing, type LitElement, type TemplateResult } from 'lit';
import type { CardFieldName, NextTry } from '../../protocol/adapter/card-frame-lists.js';
import type { Card } from '../../payment/backend-client/backend-client.js';
import { loadedFetch } from '../../payment/backend-client/loaded-fetch.js';
import type { IsolatedCardFields } from '../card-form/isolated-card-fields.js';
import { warnDeveloper } from '../developer/console-line.js';
import type { CardFrame, CardFrameOptions } from './card-frame.controller.js';

/**
 * The isolated card fields of a checkout (docs/isolated-fields.md). Their code is a file of its own, which is fetched
 * while the order is read, because most pages have inline fields. Reports code or a frame that does not load to the
 * shopper.
 */
export class LateCardFrame implements IsolatedCardFields {
  #frame: CardFrame | undefined;
  #place: readonly [backend: string, order: string] | undefined;
  #hasFailed = false;
  #failedLoads = 0;

  constructor(
    private readonly host: LitElement,
    private readonly options: Omit<CardFrameOptions, 'onFailed' | 'fetch'>,
  ) {}

  /** A `fetch` for `fetchBackend`, which makes calls with card data through the frame. */
  readonly fetch: typeof globalThis.fetch = (input, init) => (this.#frame?.fetch ?? loadedFetch)(input, init);

  get number(): string | undefined {
    return this.#frame?.number;
  }

  get brand(): string | undefined {
    return this.#frame?.state.brand;
  }

  get hasErrors(): boolean {
    return !!this.#frame?.state.invalid.length;
  }

  get hasFocus(): boolean {
    return !!this.#frame?.state.focused;
  }

  /** True when the frame is open at an address. */
  isAt(address: string): boolean {
    const [backend = ''] = this.#place ?? [];
    return address === new URL('fields', new URL(backend.replace(/\/?$/, '/'), document.baseURI)).href;
  }

  /** Opens the frame of a backend for an order. */
  open(backend: string, order: string): void {
    this.#place = [backend, order];
    this.#hasFailed = false;
    if (this.#frame) this.#frame.open(backend, order);
    else void this.#load();
  }

  /** Removes the frame, and with it all that was typed. */
  close(): void {
    this.#place = undefined;
    this.#frame?.close();
  }

  async #load(): Promise<void> {
    try {
      const { CardFrame } = await import('./card-frame.controller.js');
      this.#frame ??= new CardFrame(this.host, {
        ...this.options,
        fetch: loadedFetch,
        onFailed: (reason) => this.#fail(reason),
      });
      if (this.#place) this.#frame.open(...this.#place);
      this.host.requestUpdate();
    } catch (error) {
      this.#failedLoads++;
      this.#fail(`card-frame.js failed: ${String(error)}.`);
    }
  }

  #fail(reason: string): void {
    this.#hasFailed = true;
    warnDeveloper(reason, 'card-frame-not-loaded');
    this.options.onObserved({ cardFrame: 'not-loaded' });
    this.host.requestUpdate();
  }

  /** Asks for a valid card. Without one, the frame shows the errors and focuses the first invalid field. */
  async check(): Promise<Card | undefined> {
    if (!this.#hasFailed) return this.#frame?.check();
    this.host.renderRoot.querySelector<HTMLElement>('[part=message] button')?.focus();
    return undefined;
  }

  refuse(wireNames: readonly string[]): boolean {
    return this.#frame?.refuse(wireNames) ?? false;
  }

  end(nextTry: NextTry): void {
    this.#frame?.end(nextTry);
  }

  forget(): void {
    this.#frame?.forget();
  }

  focus(field?: CardFieldName): void {
    this.#frame?.focus(field);
  }

  render(locked: boolean): TemplateResult | typeof nothing {
    const { localize } = this.options.language;
    const frame = this.#frame;
    if (!this.#place) return nothing;
    if (!this.#hasFailed) {
      if (!frame?.src) return html`<div class="card-frame"></div>`;
      frame.locked = locked;
      return html`<div class="card-frame"><iframe part="card-frame" title=${localize('card-details')} src=${frame.src} height=${frame.height ?? ''}></iframe></div>`;
    }
    return html`<div part="message" role="alert">
      <p>${localize('fields-unavailable')}</p>
      <button part="button secondary-button" type="button" @click=${() => this.#retry()}>${localize('reload')}</button>
    </div>`;
  }

  #retry(): void {
    // Some browsers keep the failure of an import until the page is loaded again
    // (docs/reference/browser-lessons.md#failed-imports).
    if (!this.#frame && this.#failedLoads > 1) return location.reload();
    if (this.#place) this.open(...this.#place);
    this.host.requestUpdate();
  }
}
