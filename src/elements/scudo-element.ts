import { LitElement, type PropertyDeclarations } from 'lit';
import { systemClock, type Clock } from '../payment/clock.js';
import { isLoopbackHost } from '../protocol/values/web-address.js';
import { fetchBackend } from '../payment/backend-client/fetch-backend.js';
import type { BackendClient } from '../payment/backend-client/backend-client.js';
import { baseStyles } from './themes/base.styles.js';
import { Icons } from './icons/icons.controller.js';
import { reportMistake } from './developer/report-mistake.js';
import { reporter } from './developer/reporter.js';
import { nextTask } from './tasks/next-task.js';
import { knowsLanguage } from './i18n/languages.js';
import { Language } from './i18n/language.controller.js';
import type { Messages } from './i18n/messages.js';
import { themeStyles } from './themes/theme.styles.js';
import type { NextStep } from './outcome/outcome-panel.template.js';

/**
 * Base class of the elements, with backend, order, clock, language and theme.
 *
 * @cssprop [--scudo-color-brand=#1d58d1] - Color of the brand. It gives the colors of buttons, focus ring and chosen
 * payment method, in light and dark, with enough contrast.
 * @cssprop [--scudo-color-text=inherit] - Color of text. Default: that of the page.
 * @cssprop [--scudo-color-quiet=derived] - Color of hints. Default: a tone of the text color.
 * @cssprop [--scudo-color-surface=transparent] - Background color.
 * @cssprop [--scudo-color-sheet=derived] - Background color of the dialog. Default: the surface, or the browser's own
 * background.
 * @cssprop [--scudo-color-field=derived] - Background color of fields. Default: white below dark text and black below
 * light text, translucent.
 * @cssprop [--scudo-color-placeholder=derived] - Color of examples in empty fields. Default: a tone of the text color.
 * @cssprop [--scudo-color-line=derived] - Color of borders; panels have a lighter tone of it. Default: a tone of the
 * text color.
 * @cssprop [--scudo-color-accent=derived] - Background color of buttons, and color of the chosen payment method.
 * Default: the brand, lighter in dark.
 * @cssprop [--scudo-color-on-accent=derived] - Color of text on buttons. Default: white or black, as contrasts more.
 * @cssprop [--scudo-color-selected=derived] - Background color of the chosen payment method. Default: a tint of the
 * accent.
 * @cssprop [--scudo-color-hover=derived] - Background color of a payment method below the pointer. Default: a tint of
 * the text color.
 * @cssprop [--scudo-color-focus=derived] - Color of the focus ring. Default: the accent, darker in light.
 * @cssprop [--scudo-color-good=light-dark(#146c2e, #6dd58c)] - Color of a successful outcome.
 * @cssprop [--scudo-color-waiting=light-dark(#8a5300, #ffcf8f)] - Color of an outcome that is not final.
 * @cssprop [--scudo-color-error=light-dark(#b3261e, #ffb4ab)] - Color of errors, and of a failed outcome.
 * @cssprop [--scudo-color-backdrop=rgb(0 0 0 / 60%)] - Color over the page while the dialog is open.
 * @cssprop [--scudo-font=inherit] - Font of all text. Default: that of the page, with its size.
 * @cssprop [--scudo-small-size=0.875em] - Font size of labels, hints and errors.
 * @cssprop [--scudo-label-weight=600] - Font weight of labels and of the names of methods.
 * @cssprop [--scudo-title-size=1.125em] - Font size of titles.
 * @cssprop [--scudo-title-weight=600] - Font weight of titles and of the names of groups.
 * @cssprop [--scudo-button-weight=600] - Font weight of buttons.
 * @cssprop [--scudo-radius=0.625rem] - Corner radius.
 * @cssprop [--scudo-radius-button=var(--scudo-radius)] - Corner radius of buttons.
 * @cssprop [--scudo-radius-panel=derived] - Corner radius of payment methods, outcome and dialog. Default: 1.4 times
 * the radius.
 * @cssprop [--scudo-line-width=1px] - Width of borders.
 * @cssprop [--scudo-field-shadow=0 1px 2px rgb(0 0 0 / 5%)] - Shadow of fields.
 * @cssprop [--scudo-invalid-shadow=derived] - Shadow around a field with an error, which no rule for a part removes.
 * Default: a ring in the color of errors. With `none`, for fields that are only a line, a line in that color is left.
 * @cssprop [--scudo-button-shadow=0 1px 2px rgb(0 0 0 / 12%)] - Shadow of the button that pays.
 * @cssprop [--scudo-shadow=0 24px 64px rgb(0 0 0 / 35%)] - Shadow of the dialog.
 * @cssprop [--scudo-width=32rem] - Maximum width of the element.
 * @cssprop [--scudo-padding=0] - Space around the content.
 * @cssprop [--scudo-space=1rem] - Space between fields, groups and buttons.
 * @cssprop [--scudo-label-gap=0.375rem] - Space between a label and its field.
 * @cssprop [--scudo-field-gap=var(--scudo-space)] - Space between fields.
 * @cssprop [--scudo-group-gap=var(--scudo-space)] - Space between groups of fields. Default: the space, and 1.25 times
 * the space above a group with a name.
 * @cssprop [--scudo-control-size=3rem] - Minimum height of fields and buttons.
 * @cssprop [--scudo-button-size=3.25rem] - Minimum height of the button that pays.
 * @cssprop [--scudo-control-inset=0.75rem] - Space inside fields and, times 1.75, inside buttons.
 * @cssprop [--scudo-field-inset=derived] - Space inside fields. Default: the inset of controls.
 * @cssprop [--scudo-button-inset=derived] - Space inside buttons. Default: 1.75 times the inset of controls.
 * @cssprop [--scudo-reserve=28rem] - Minimum height of the form, also while the order is loaded, so that content below
 * it does not move.
 * @cssprop [--scudo-motion=1s] - Duration of a turn of the spinner; 0s for no animation.
 */
export abstract class ScudoElement extends LitElement {
  static override styles = [themeStyles, baseStyles];

  // Decorators would add 0.4 kB to each page.
  static override properties: PropertyDeclarations = {
    backend: {},
    order: {},
    messages: { attribute: false },
    customer: {},
    next: { attribute: false },
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
   * The name by which a paid order thanks the shopper, such as `Ada`. The page gives it; the element reads it neither
   * from the card nor from the order.
   */
  declare customer: string | undefined;

  /**
   * The next step after a paid order, as a link: its text, and an address on the origin of the page or with https. A
   * link with another address is not shown.
   *
   * @example
   * element.next = { text: 'Follow your order', href: '/orders/4711' };
   */
  declare next: NextStep | undefined;

  /**
   * A backend client of the page, which replaces `fetchBackend(backend)`. It cannot be replaced once the shopper has
   * typed into a card field; calls with card data of isolated fields never go through it.
   */
  declare adapter: BackendClient | undefined;

  /** The clock of all timers, for tests. */
  declare clock: Clock;

  protected readonly language = new Language(this);

  protected readonly icons = new Icons(this);

  constructor() {
    super();
    this.backend = '';
    this.order = '';
    this.clock = systemClock;
    // The texts for developers are in a file of their own. Only pages with a mistake load it, and all on localhost.
    this.addController({
      hostConnected: () => {
        if (isLoopbackHost(location.hostname) || !this.isComplete || !knowsLanguage(this.lang)) reportMistake(this);
      },
    });
  }

  /** True until the element has rendered what the shopper waits for. */
  protected isStarting(): boolean {
    return false;
  }

  /**
   * Makes each rendering of the start a task of its own: the first one is not added to the task that runs the script.
   * Later ones follow the shopper's input at once.
   */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.isStarting()) await nextTask();
    await super.scheduleUpdate();
  }

  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    super.attributeChangedCallback(name, before, value);
    this.requestUpdate();
  }

  /** True when there is an order, and a backend with an address. */
  protected get isComplete(): boolean {
    const { backend, adapter, order } = this;
    return (backend === '' ? adapter !== undefined : isAddress(backend)) && order !== '';
  }

  protected get backendClient(): BackendClient {
    return this.adapter ?? fetchBackend(this.backend, { clock: this.clock });
  }
}

reporter.report = reportMistake;

function isAddress(text: string): boolean {
  try {
    return new URL(text, document.baseURI).href !== '';
  } catch {
    return false;
  }
}
