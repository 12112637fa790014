import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { createCheckout, navigateTop, type Checkout } from '../payment/checkout/checkout.js';
import type { CheckoutSnapshot } from '../payment/checkout/checkout-snapshot.js';
import type { CheckoutPageOptions, ReturnPageOptions } from '../payment/checkout/checkout-options.js';
import type { BackendClient } from '../payment/backend-client/backend-client.js';
import type { CheckoutStep } from '../payment/flow/checkout.states.js';
import { warnDeveloper } from './developer/console-line.js';
import { reportingClient, reportMistake } from './developer/report-mistake.js';
import { forgetFields } from './remembered-fields/remembered-fields.js';
import { loadedLateParts, loadLateParts } from './late/load-late-parts.js';
import { nextTask } from './tasks/next-task.js';
import { adoptStyles } from './themes/adopt-styles.js';
import { ScudoOutcomeEvent, ScudoRedirectEvent, ScudoStepEvent } from './events.js';

/** The steps whose content receives the focus when the shopper has acted or waited here. */
const WITH_FOCUS: readonly CheckoutStep[] = ['redirecting', 'unreachable', 'pending', 'outcome'];

/** Runs a checkout for an element: renders each snapshot, reports steps and outcomes, and moves the focus. */
export class CheckoutController implements ReactiveController {
  #checkout: Checkout | undefined;
  snapshot: CheckoutSnapshot | undefined;

  constructor(
    private readonly host: ReactiveControllerHost &
      HTMLElement & { readonly renderRoot: HTMLElement | DocumentFragment },
    /** Called after each change, before the events are fired. */
    private readonly onChange: (snapshot: CheckoutSnapshot, before: CheckoutSnapshot) => void = () => undefined,
    /** Moves the focus to the form, for a try that starts at once; false for other steps. */
    private readonly onRetry: (snapshot: CheckoutSnapshot) => boolean = () => false,
    /** Called before each change, while the element still has the last snapshot. */
    private readonly onLeave: (snapshot: CheckoutSnapshot, before: CheckoutSnapshot) => void = () => undefined,
  ) {
    host.addController(this);
  }

  /** The running checkout; undefined while there is no order. */
  get checkout(): Checkout | undefined {
    return this.#checkout;
  }

  hostDisconnected(): void {
    this.stop();
  }

  /** Ends all work and shows nothing. */
  stop(): void {
    this.#checkout?.stop();
    this.#checkout = undefined;
    this.snapshot = undefined;
    this.host.requestUpdate();
  }

  /** Ends all work, and keeps the last step on the screen. */
  stopWork(): void {
    this.#checkout?.stop();
  }

  start(options: CheckoutPageOptions | ReturnPageOptions): void {
    this.stop();
    const { order } = options;
    const redirect = (url: string) => this.host.dispatchEvent(new ScudoRedirectEvent(url, order)) && navigateTop(url);
    const backend = withLateParts(reportingClient(options.backend, this.host));
    const checkout = createCheckout({ ...options, backend, redirect });
    this.#checkout = checkout;
    this.snapshot = checkout.snapshot;
    checkout.subscribe((snapshot) => {
      const before = this.snapshot ?? snapshot;
      // A checkout that stops sends its last snapshot again.
      if (snapshot === before) return;
      this.onLeave(snapshot, before);
      this.snapshot = snapshot;
      for (const styles of loadedLateParts()?.lateStyles ?? []) adoptStyles(this.host.renderRoot, styles);
      this.host.requestUpdate();
      this.#reportSetUp(snapshot, before, backend.framePage);
      this.onChange(snapshot, before);
      const { step, mayMoveFocus, outcomeToReport } = snapshot;
      // The result of a payment that was in doubt is another outcome of the same step.
      const isStep = step !== before.step;
      if (!isStep && !outcomeToReport) return;
      // `<scudo-return>` shows the outcome of a redirect payment, and the form with the texts is on another page.
      if (step === 'outcome' || step === 'pending') forgetFields(order);
      if (mayMoveFocus && WITH_FOCUS.includes(step)) {
        if (this.onRetry(snapshot)) void this.host.updateComplete.then(() => checkout.tryAgain());
        else this.focus('#leave, #unreachable, #outcome-title');
        // All of the outcome, and above a bar of the page for which it has `scroll-padding`.
        void this.host.updateComplete.then(() => {
          // jsdom has no layout, and does not have the method.
          const panel: Partial<Element> | null = this.host.renderRoot.querySelector('.outcome:focus-within');
          panel?.scrollIntoView?.({ block: 'nearest' });
        });
      }
      if (isStep) this.host.dispatchEvent(new ScudoStepEvent(step, order));
      if (outcomeToReport) this.host.dispatchEvent(new ScudoOutcomeEvent(outcomeToReport));
    });
  }

  /** Prepares the number of a form in a task of its own, so that its last digit appears at once. */
  async enterNumber(number: string | undefined, form: { readonly number: string | undefined }): Promise<void> {
    const checkout = this.#checkout;
    if (number !== undefined) await nextTask();
    // The shopper may have changed it meanwhile.
    if (number === form.number) checkout?.enterNumber(number);
  }

  /** Reports what the frames and the order show about the set-up. */
  #reportSetUp({ trace, order }: CheckoutSnapshot, before: CheckoutSnapshot, framePage: string): void {
    const [entry, notificationOrigin] = [trace.at(-1), order?.notificationOrigin];
    if (entry !== before.trace.at(-1) && entry && 'acsFrame' in entry)
      reportMistake(this.host, { ...entry, framePage });
    if (!before.order && notificationOrigin && !framePage.startsWith(`${notificationOrigin}/`))
      reportMistake(this.host, { notificationOrigin, framePage });
  }

  /** Moves the focus after the next rendering. */
  focus(selector: string): void {
    void this.host.updateComplete.then(() => this.host.renderRoot.querySelector<HTMLElement>(selector)?.focus());
  }
}

/** Returns a client that reads an order together with the late parts, which show what it asks for and how it ends. */
function withLateParts(client: BackendClient): BackendClient {
  return {
    ...client,
    async readOrder(...input) {
      const read = client.readOrder(...input);
      // A failure counts when the parts are there.
      read.catch(() => undefined);
      await loadLateParts().catch((error: unknown) => {
        warnDeveloper('late.js did not load. Serve it beside scudo.js.', 'late-not-loaded');
        throw error;
      });
      return read;
    },
  };
}
