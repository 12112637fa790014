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
  /** The custom states of the element. */
  readonly states: () => readonly string[];
}

/** False in browsers with the earlier syntax of custom states (`:--name`), where adding a state throws an error. */
const hasStates = () => CSS.supports('selector(:state(a))');

/**
 * Membership in a merchant's own `<form>` (HTML, form-associated custom elements). The element is invalid until its
 * order is paid, it follows a disabled fieldset, and it has no value, so that no card data is submitted. The same internals
 * have the custom states of the element.
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
    const find = (selector: string) => this.host.renderRoot.querySelector<HTMLElement>(selector) ?? undefined;
    // Without a button, the first field stands for the form.
    const anchor = find('[type=submit]:not([hidden] *), #outcome-title, #unreachable') ?? find('form input');
    const { outcome, acceptsPending, message, states } = this.options;
    const settled = acceptsPending() ? [...SETTLED, 'pending'] : SETTLED;
    if (settled.includes(outcome()?.status ?? '')) this.#internals.setValidity({});
    else this.#internals.setValidity({ valueMissing: true }, message(), anchor);
    if (!hasStates()) return;
    const present = states();
    this.#internals.states.clear();
    for (const state of present) this.#internals.states.add(state);
  }
}
