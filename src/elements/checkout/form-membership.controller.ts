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

let knowsStates: boolean | undefined;

/**
 * False in browsers with the earlier syntax of custom states (`:--name`), where adding a state throws an error. The
 * browser is asked once, because it parses the selector at each call.
 */
const hasStates = () =>
  (knowsStates ??= (globalThis as { readonly CSS?: typeof CSS }).CSS?.supports('selector(:state(a))') ?? false);

/**
 * Membership in a merchant's own `<form>` (HTML, form-associated custom elements). The element is invalid until its
 * order is paid, it follows a disabled fieldset, and it has no value, so that no card data is submitted. The same
 * internals have the custom states of the element.
 */
export class FormMembership implements ReactiveController {
  /** Environments of component tests have a part of it (docs/testing.md#component-tests). */
  readonly #internals: Partial<ElementInternals>;
  #disabled = false;
  /** The message and the anchor that the browser has. Setting them again makes it compute the styles again. */
  #shown: readonly [message?: string, anchor?: HTMLElement | undefined] = [];

  constructor(
    private readonly host: LitElement,
    private readonly options: MembershipOptions,
  ) {
    this.#internals = (host as Partial<LitElement>).attachInternals?.() ?? {};
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
    // Without a button, the first field represents the form.
    const anchor = find('[type=submit]:not([hidden] *), #outcome-title, #unreachable') ?? find('form input');
    const { outcome, acceptsPending, message, states } = this.options;
    const settled = acceptsPending() ? [...SETTLED, 'pending'] : SETTLED;
    this.#showValidity(settled.includes(outcome()?.status ?? '') ? undefined : message(), anchor);
    if (hasStates()) this.#showStates(states());
  }

  #showValidity(message: string | undefined, anchor: HTMLElement | undefined): void {
    if (message === undefined) this.#internals.setValidity?.({});
    else if (message !== this.#shown[0] || anchor !== this.#shown[1])
      this.#internals.setValidity?.({ valueMissing: true }, message, anchor);
    this.#shown = message === undefined ? [] : [message, anchor];
  }

  #showStates(present: readonly string[]): void {
    const { states } = this.#internals;
    if (!states) return;
    for (const state of [...states]) if (!present.includes(state)) states.delete(state);
    for (const state of present) if (!states.has(state)) states.add(state);
  }
}
