import type { LitElement, ReactiveController } from 'lit';
import type { Outcome, OutcomeStatus } from '../payment/outcome.js';

/** Nothing is left to be paid here: a form around it may be sent. */
const SETTLED: readonly OutcomeStatus[] = ['paid', 'authenticated', 'pending'];

/**
 * The element's part in a merchant's own `<form>` (HTML: form-associated custom elements): it is
 * invalid until its order is settled, so that the form cannot be sent before it is paid; it follows
 * a disabled fieldset; and it has no value, least of all a card.
 */
export class FormMembership implements ReactiveController {
  readonly #internals: ElementInternals;
  #disabled = false;

  constructor(
    private readonly host: LitElement,
    private readonly outcomes: () => readonly (Outcome | undefined)[],
    /** What is still to be done, for the browser's own bubble. */
    private readonly words: () => string,
  ) {
    this.#internals = host.attachInternals();
    host.addController(this);
  }

  get disabled(): boolean {
    return this.#disabled;
  }

  set disabled(disabled: boolean) {
    this.#disabled = disabled;
    this.host.requestUpdate();
  }

  hostUpdated(): void {
    // Where the browser takes whoever sends the form too early: to the button, or to what there is to read.
    const anchor =
      this.host.renderRoot.querySelector<HTMLElement>('[type=submit], #outcome-title, #unreachable') ?? undefined;
    if (this.outcomes().some((outcome) => outcome && SETTLED.includes(outcome.status))) this.#internals.setValidity({});
    else this.#internals.setValidity({ valueMissing: true }, this.words(), anchor);
  }
}
