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
 * Base class of the elements, with backend, order, clock, language and theme.
 *
 * @cssprop [--scudo-color-text=light-dark(#1b1f24, #f1f3f5)] - Color of text.
 * @cssprop [--scudo-color-quiet=light-dark(#57606a, #b3bac2)] - Color of hints.
 * @cssprop [--scudo-color-surface=light-dark(#ffffff, #16191d)] - Background color.
 * @cssprop [--scudo-color-field=transparent] - Background color of fields.
 * @cssprop [--scudo-color-line=light-dark(#767f8a, #8b949e)] - Color of borders.
 * @cssprop [--scudo-color-accent=light-dark(#0b57d0, #8ab4f8)] - Background color of buttons, and color of the chosen payment method.
 * @cssprop [--scudo-color-on-accent=light-dark(#ffffff, #0b1a33)] - Color of text on buttons.
 * @cssprop [--scudo-color-focus=var(--scudo-color-accent)] - Color of the focus ring.
 * @cssprop [--scudo-color-good=light-dark(#146c2e, #6dd58c)] - Edge color of a successful outcome.
 * @cssprop [--scudo-color-error=light-dark(#b3261e, #ffb4ab)] - Color of errors, and edge color of a failed outcome.
 * @cssprop [--scudo-color-backdrop=rgb(0 0 0 / 60%)] - Color over the page while the dialog is open.
 * @cssprop [--scudo-font=16px/1.5 system-ui, sans-serif] - Font of all text.
 * @cssprop [--scudo-small-size=0.875em] - Font size of hints and errors.
 * @cssprop [--scudo-label-weight=500] - Font weight of labels.
 * @cssprop [--scudo-title-size=1.125em] - Font size of titles.
 * @cssprop [--scudo-title-weight=600] - Font weight of titles and of the names of groups.
 * @cssprop [--scudo-button-weight=600] - Font weight of buttons.
 * @cssprop [--scudo-radius=8px] - Corner radius.
 * @cssprop [--scudo-radius-button=var(--scudo-radius)] - Corner radius of buttons.
 * @cssprop [--scudo-radius-panel=var(--scudo-radius)] - Corner radius of the outcome and the dialog.
 * @cssprop [--scudo-line-width=1px] - Width of borders.
 * @cssprop [--scudo-shadow=none] - Shadow of the dialog.
 * @cssprop [--scudo-width=32rem] - Maximum width of the element.
 * @cssprop [--scudo-padding=0] - Space around the content.
 * @cssprop [--scudo-space=16px] - Space between fields, groups and buttons.
 * @cssprop [--scudo-control-size=44px] - Minimum height of fields and buttons.
 * @cssprop [--scudo-control-inset=12px] - Space inside fields and buttons.
 * @cssprop [--scudo-reserve=28rem] - Minimum height of a checkout, so that content below it does not move when the order has loaded.
 * @cssprop [--scudo-motion=1.2s] - Duration of one beat of the progress animation; 0s for no animation.
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

  /** The address of the merchant's backend, such as `/scudo`. Relative addresses are relative to the page. */
  declare backend: string;

  /** The id of the order. */
  declare order: string;

  /** Messages of the page, which replace those of the language. */
  declare messages: Partial<Messages> | undefined;

  /**
   * A backend client of the page, which replaces `fetchBackend(backend)`. It cannot be replaced once the shopper has typed into
   * a card field; calls with card data of isolated fields never go through it.
   */
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
