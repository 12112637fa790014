import { LitElement, type PropertyDeclarations } from 'lit';
import { systemClock, type Clock } from '../payment/clock.js';
import { fetchBackend } from '../payment/backend-client/fetch-backend.js';
import type { BackendClient } from '../payment/backend-client/backend-client.js';
import { challengeStyles } from './themes/challenge.styles.js';
import { checkoutStyles } from './themes/checkout.styles.js';
import { Language } from './i18n/language.controller.js';
import type { Messages } from './i18n/messages.js';
import { themeStyles } from './themes/theme.styles.js';

/**
 * The base of both elements: backend, order, clock, language and theme.
 *
 * @cssprop [--scudo-color-text=light-dark(#1b1f24, #f1f3f5)] - text
 * @cssprop [--scudo-color-quiet=light-dark(#57606a, #b3bac2)] - hints
 * @cssprop [--scudo-color-surface=light-dark(#ffffff, #16191d)] - background
 * @cssprop [--scudo-color-field=transparent] - background of fields
 * @cssprop [--scudo-color-line=light-dark(#767f8a, #8b949e)] - borders
 * @cssprop [--scudo-color-accent=light-dark(#0b57d0, #8ab4f8)] - buttons and what is chosen
 * @cssprop [--scudo-color-on-accent=light-dark(#ffffff, #0b1a33)] - text on buttons
 * @cssprop [--scudo-color-focus=var(--scudo-color-accent)] - the ring around what has the focus
 * @cssprop [--scudo-color-good=light-dark(#146c2e, #6dd58c)] - the edge of a good outcome
 * @cssprop [--scudo-color-error=light-dark(#b3261e, #ffb4ab)] - errors, and the edge of a bad outcome
 * @cssprop [--scudo-color-backdrop=rgb(0 0 0 / 60%)] - over the page while a dialog is open
 * @cssprop [--scudo-font=16px/1.5 system-ui, sans-serif] - the font
 * @cssprop [--scudo-small-size=0.875em] - size of hints and errors
 * @cssprop [--scudo-label-weight=500] - weight of labels
 * @cssprop [--scudo-title-size=1.125em] - size of titles
 * @cssprop [--scudo-title-weight=600] - weight of titles and groups’ names
 * @cssprop [--scudo-button-weight=600] - weight of buttons
 * @cssprop [--scudo-radius=8px] - how round corners are
 * @cssprop [--scudo-radius-button=var(--scudo-radius)] - how round buttons are
 * @cssprop [--scudo-radius-panel=var(--scudo-radius)] - how round the outcome and the dialog are
 * @cssprop [--scudo-line-width=1px] - width of borders
 * @cssprop [--scudo-shadow=none] - shadow of the dialog
 * @cssprop [--scudo-width=32rem] - how wide it gets
 * @cssprop [--scudo-padding=0] - space around everything
 * @cssprop [--scudo-space=16px] - space between things
 * @cssprop [--scudo-control-size=44px] - how high fields and buttons are at least: density
 * @cssprop [--scudo-control-inset=12px] - space inside fields and buttons
 * @cssprop [--scudo-reserve=28rem] - how high a checkout is at least, so that nothing below it moves when the order has loaded
 * @cssprop [--scudo-motion=1.2s] - how long a beat of the sign of life lasts; 0s for none
 */
export abstract class ScudoElement extends LitElement {
  static override styles = [themeStyles, checkoutStyles, challengeStyles];

  // Decorators would add 0.4 kB to each page.
  static override properties: PropertyDeclarations = {
    backend: {},
    order: {},
    messages: { attribute: false },
    adapter: { attribute: false },
    clock: { attribute: false },
  };

  /** Observes HTML's own `lang` and `dir`, so that a change renders the element again. */
  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'lang', 'dir'];
  }

  /** The address of the merchant's backend, such as `/scudo`. */
  declare backend: string;

  /** The id of the order. */
  declare order: string;

  /** Texts of the page, which replace those of the language. */
  declare messages: Partial<Messages> | undefined;

  /** An adapter of the page, instead of `fetchBackend(backend)`. */
  declare adapter: BackendClient | undefined;

  /** The clock of all timers, for tests. */
  declare clock: Clock;

  protected readonly language = new Language(this);

  constructor() {
    super();
    this.backend = '';
    this.order = '';
    this.clock = systemClock;
  }

  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    super.attributeChangedCallback(name, before, value);
    this.requestUpdate();
  }

  /** True when there is an order and a backend. */
  protected get isComplete(): boolean {
    return (this.backend !== '' || this.adapter !== undefined) && this.order !== '';
  }

  protected get backendClient(): BackendClient {
    return this.adapter ?? fetchBackend(this.backend, { clock: this.clock });
  }
}
