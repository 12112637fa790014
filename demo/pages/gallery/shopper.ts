import type { CheckoutStep } from 'scudo-checkout/payment';
import type { LitElement } from 'lit';
import type { StillClock } from './still-clock.js';

/** The visible state of an element when a scene is reached. */
export interface Sight {
  /** The last reported step; undefined when no step was reported. */
  readonly step?: CheckoutStep;
  /** A selector that matches in its shadow root. */
  readonly shows: string;
}

/** The limit for loading frames and languages, in milliseconds of real time. */
const LONGEST = 60_000;

/** Operates an element as a shopper does: types, presses buttons and waits for a visible state. */
export class Shopper {
  #step: string | undefined;

  constructor(
    private readonly element: LitElement,
    readonly clock: StillClock,
  ) {
    element.addEventListener('scudo-step', ({ detail }) => (this.#step = detail.step));
    // A redirect would leave the gallery.
    element.addEventListener('scudo-redirect', (event) => event.preventDefault());
  }

  /** Types into fields by their id, or selects an option. */
  async type(texts: Readonly<Record<string, string>>): Promise<void> {
    for (const [id, text] of Object.entries(texts)) {
      const field = (await this.#find(`#${id}`)) as HTMLInputElement | HTMLSelectElement;
      field.value = text;
      field.dispatchEvent(
        field.localName === 'select'
          ? new Event('change', { bubbles: true })
          : new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText' }),
      );
    }
  }

  /** Chooses a payment method by its code. */
  async choose(code: string): Promise<void> {
    const methods = await this.#find('[part~=methods]');
    // The value of a radio button is a property, which a selector does not match.
    [...methods.querySelectorAll<HTMLInputElement>('[type=radio]')].find(({ value }) => value === code)?.click();
  }

  async press(selector: string): Promise<void> {
    (await this.#find(selector)).click();
  }

  async pay(): Promise<void> {
    const button = (await this.#find('[part~=pay-button]')) as HTMLButtonElement;
    const isRendered = button.getClientRects().length > 0;
    // In Firefox a button submits nothing in a frame that is not rendered, such as one of the studio's strip.
    if (isRendered || !button.form) button.click();
    else button.form.dispatchEvent(new SubmitEvent('submit', { cancelable: true, submitter: button }));
  }

  sees({ step, shows }: Sight): Promise<void> {
    return this.#until(() => this.#step === step && this.#seen(shows) !== null, `${step ?? 'no step'} with ${shows}`);
  }

  /** Waits until the element has loaded a language. */
  hasLanguage(language: string): Promise<void> {
    return this.#until(() => this.#seen('[lang]')?.getAttribute('lang') === language, `words in ${language}`);
  }

  #seen(selector: string): HTMLElement | null {
    return this.element.shadowRoot?.querySelector<HTMLElement>(selector) ?? null;
  }

  async #find(selector: string): Promise<HTMLElement> {
    await this.#until(() => this.#seen(selector) !== null, selector);
    return this.#seen(selector)!;
  }

  /** Resolves as soon as a condition holds. Checks it again after each change of the element. */
  async #until(holds: () => boolean, what: string): Promise<void> {
    await this.element.updateComplete;
    if (holds()) return;
    await new Promise<void>((resolve, reject) => {
      const over = new AbortController();
      const check = () => {
        if (!holds()) return;
        over.abort();
        resolve();
      };
      const changes = new MutationObserver(check);
      changes.observe(this.element.renderRoot, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
      this.element.addEventListener('scudo-step', check, { signal: over.signal });
      const tooLong = setTimeout(() => {
        over.abort();
        reject(new Error(`Not reached: ${what}. The last step was ${this.#step ?? 'none'}.`));
      }, LONGEST);
      over.signal.addEventListener('abort', () => {
        changes.disconnect();
        clearTimeout(tooLong);
      });
    });
  }
}
