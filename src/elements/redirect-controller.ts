import type { nothing, ReactiveController, ReactiveControllerHost, TemplateResult } from 'lit';
import {
  createRedirectPayment,
  leaveForGood,
  type RedirectPayment,
  type RedirectPaymentOptions,
  type RedirectPaymentSnapshot,
} from '../payment/redirect-payment.js';
import type { RedirectInput } from '../payment/merchant-backend.js';
import type { Outcome } from '../payment/outcome.js';
import { redirectSteps, replacesForm, type RedirectStepsOptions } from './redirect-steps.js';
import { ScudoOutcomeEvent, ScudoRedirectEvent, ScudoStepEvent } from './events.js';

const NOTHING: RedirectPaymentSnapshot = { step: 'choosing', trace: [], refused: [] };

/** The payment that leaves the page, for an element: what both elements do with it in the same way. */
export class RedirectController implements ReactiveController {
  /** Whether the shopper did something here: on loading a page the focus is not ours to take. */
  acted = false;
  #payment: RedirectPayment | undefined;
  #told: Outcome['status'] | undefined;
  snapshot = NOTHING;

  constructor(
    private readonly host: ReactiveControllerHost &
      HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment },
    /** Called after each step. */
    private readonly onStep: (snapshot: RedirectPaymentSnapshot) => void,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.end();
  }

  /** Ends what is under way, and shows nothing of it any more. */
  end(): void {
    this.#payment?.stop();
    this.#payment = undefined;
    this.snapshot = NOTHING;
  }

  /** Begins anew, whatever was under way. */
  begin(options: Omit<RedirectPaymentOptions, 'leave'>): void {
    this.end();
    const { order, patience } = options;
    const leave = (url: string) => this.host.dispatchEvent(new ScudoRedirectEvent(url, order)) && leaveForGood(url);
    this.#payment = createRedirectPayment({ ...options, leave });
    this.snapshot = this.#payment.snapshot;
    this.#told = undefined;
    this.host.requestUpdate();
    this.#payment.subscribe((snapshot) => {
      const before = this.snapshot.step;
      this.snapshot = snapshot;
      this.host.requestUpdate();
      // What was waited for is read out, and so is the answer to whatever the shopper did.
      if (this.acted || before === 'pending' || (before === 'awaiting-status' && patience)) this.#focus();
      this.host.dispatchEvent(new ScudoStepEvent(snapshot.step, order));
      this.onStep(snapshot);
    });
  }

  /** Tells an outcome that is news: the same after another look is none. */
  tell(outcome: Outcome): void {
    if (outcome.status === this.#told) return;
    this.#told = outcome.status;
    this.host.dispatchEvent(new ScudoOutcomeEvent(outcome));
  }

  #focus(): void {
    void this.host.updateComplete.then(() =>
      this.host.renderRoot.querySelector<HTMLElement>('#leave, #unreachable, #outcome-title')?.focus(),
    );
  }

  go(input: RedirectInput): void {
    this.acted = true;
    this.#payment?.go(input);
  }

  chooseAnother(): void {
    this.acted = true;
    this.#payment?.chooseAnother();
  }

  check(): void {
    this.acted = true;
    this.#payment?.check();
  }

  /** Renders the present step. */
  steps(options: Omit<RedirectStepsOptions, 'snapshot' | 'onContinue' | 'onCheck'>): TemplateResult | typeof nothing {
    return redirectSteps({
      ...options,
      snapshot: this.snapshot,
      onContinue: (method) => this.go({ method }),
      onCheck: () => this.check(),
    });
  }

  /** True when it shows something of its own in place of the form. */
  get shows(): boolean {
    return replacesForm(this.snapshot);
  }
}
