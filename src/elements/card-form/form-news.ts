import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';

/** The news of a form for screen readers, and the message for a refusal that is about no field. */
export class FormNews {
  /** The message above Pay; empty when there is none. */
  refusal = '';
  /** The text of the live region: the fields to correct after Pay, or the error of the field that was left. */
  text = '';
  /** True when the security code was cleared for another try with the same card. */
  isCodeCleared = false;
  /** The frame in which an equal text is set again. */
  #repeat = 0;

  constructor(private readonly host: ReactiveControllerHost) {}

  /** Sets the text of the live region. Screen readers say an equal text only if it was removed before. */
  announce(text: string): void {
    cancelAnimationFrame(this.#repeat);
    if (text !== '' && text === this.text) {
      this.text = '';
      this.#repeat = requestAnimationFrame(() => this.#set(text));
      this.host.requestUpdate();
    } else this.#set(text);
  }

  #set(text: string): void {
    this.text = text;
    this.host.requestUpdate();
  }

  renderRefusal(): TemplateResult | typeof nothing {
    return this.refusal ? html`<p class="error" part="message">${this.refusal}</p>` : nothing;
  }

  render(): TemplateResult {
    return html`<p class="for-readers" aria-live="polite">${this.text}</p>`;
  }
}
