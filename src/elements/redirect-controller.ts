import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createRedirectPayment, leaveForGood, type RedirectPayment, type RedirectPaymentOptions, type RedirectPaymentSnapshot } from '../payment/redirect-payment.js';
import type { RedirectInput } from '../payment/merchant-backend.js';
import { ScudoRedirectEvent, ScudoStepEvent } from './events.js';

/** The payment that leaves the page, for an element: what both elements do with it in the same way. */
export class RedirectController implements ReactiveController {
  #payment: RedirectPayment | undefined;
  snapshot: RedirectPaymentSnapshot = { step: 'choosing', trace: [], refused: [] };

  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    /** Called after each step, with the one before. */
    private readonly onStep: (snapshot: RedirectPaymentSnapshot, before: RedirectPaymentSnapshot) => void,
  ) {
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#payment?.stop();
    this.#payment = undefined;
  }

  /** Begins anew, whatever was under way. */
  begin(options: Omit<RedirectPaymentOptions, 'leave'>): void {
    this.#payment?.stop();
    const { order } = options;
    const leave = (url: string) => this.host.dispatchEvent(new ScudoRedirectEvent(url, order)) && leaveForGood(url);
    this.#payment = createRedirectPayment({ ...options, leave });
    this.snapshot = this.#payment.snapshot;
    this.host.requestUpdate();
    this.#payment.subscribe((snapshot) => {
      const before = this.snapshot;
      this.snapshot = snapshot;
      this.host.requestUpdate();
      this.host.dispatchEvent(new ScudoStepEvent(snapshot.step, order));
      this.onStep(snapshot, before);
    });
  }

  go(input: RedirectInput): void {
    this.#payment?.go(input);
  }

  check(): void {
    this.#payment?.check();
  }

  /** Whether it shows something of its own, in place of the form. */
  get shows(): boolean {
    return this.snapshot.step !== 'choosing' && this.snapshot.step !== 'initiating';
  }
}
