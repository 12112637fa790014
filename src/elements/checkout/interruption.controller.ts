import type { LitElement, ReactiveController } from 'lit';
import type { Checkout } from '../../payment/checkout/checkout.js';
import type { CheckoutStep } from '../../payment/flow/checkout.states.js';
import { loadedLateParts } from '../late/load-late-parts.js';
import { afterPaint } from '../tasks/next-task.js';
import { isBusy } from './element-states.js';

export interface InterruptionOptions {
  /** The running checkout; undefined until its form is shown. */
  readonly shown: () => Checkout | undefined;
  readonly order: () => string;
}

/**
 * The note that an earlier payment of the order was interrupted, which the storage of the tab has. The first access to
 * the storage waits for another process of the browser, so it comes after the form is shown.
 */
export class Interruption implements ReactiveController {
  /** The checkout for which the storage was read. */
  #readFor: Checkout | undefined;
  /** True when the page was left during the challenge of an earlier payment, until the shopper pays. */
  isKnown = false;

  constructor(
    private readonly host: LitElement,
    private readonly options: InterruptionOptions,
  ) {
    host.addController(this);
  }

  hostUpdated(): void {
    const checkout = this.options.shown();
    if (checkout && checkout !== this.#readFor) void this.#read(checkout);
  }

  /** Follows a step of the order. */
  follow(step: CheckoutStep): void {
    loadedLateParts()?.rememberChallenge(this.options.order(), step);
    if (isBusy(step)) this.isKnown = false;
  }

  async #read(checkout: Checkout): Promise<void> {
    this.#readFor = checkout;
    this.isKnown = false;
    await afterPaint();
    const { shown, order } = this.options;
    // Meanwhile the shopper may have begun to pay.
    if (shown() !== checkout || !loadedLateParts()?.wasInterrupted(order())) return;
    this.isKnown = true;
    this.host.requestUpdate();
  }
}
