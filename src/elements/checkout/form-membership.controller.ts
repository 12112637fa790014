import type { LitElement, ReactiveController } from 'lit';
import type { Outcome, OutcomeStatus } from '../../payment/outcome.js';

/** Outcomes after which a form around the element is valid. */
const SETTLED: readonly string[] = ['paid', 'authenticated'] satisfies OutcomeStatus[];

export interface MembershipOptions {
  /** The last outcome of the order, if it is known. */
  readonly outcome: () => Outcome | undefined;
  /** True when a pending order makes the form valid, too. */
  readonly acceptsPending: () => boolean;
  /** The validation message. */
  readonly message: () => string;
}

/**
 * Membership in a merchant's own `<form>` (HTML, form-associated custom elements). The element is invalid until its
 * order is paid, it follows a disabled fieldset, and it has no value, so that no card data is submitted.
 */
export class FormMembership implements ReactiveController {
  readonly #internals: ElementInternals;
  #disabled = false;

  constructor(
    private readonly host: LitElement,
    private readonly options: MembershipOptions,
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
    // The browser points at this element when the form is submitted too early.
    const anchor =
      this.host.renderRoot.querySelector<HTMLElement>('[type=submit]:not([hidden] *), #outcome-title, #unreachable') ??
      undefined;
    const { outcome, acceptsPending, message } = this.options;
    const settled = acceptsPending() ? [...SETTLED, 'pending'] : SETTLED;
    if (settled.includes(outcome()?.status ?? '')) this.#internals.setValidity({});
    else this.#internals.setValidity({ valueMissing: true }, message(), anchor);
  }
}
