import type { BackendClient } from '../backend-client/backend-client.js';
import type { FrameHost } from '../card/frame-host.js';
import type { Clock } from '../clock.js';
import type { CheckoutIntervals } from '../flow/checkout.dependencies.js';
import type { CheckoutStep, PreparationState } from '../flow/checkout.states.js';

interface SharedOptions {
  /** The client of the merchant's backend, such as `fetchBackend('/scudo')`. */
  readonly backend: BackendClient;
  /** The id of the order. */
  readonly order: string;
  /** Redirects the shopper. Default: navigates the top-level window. */
  readonly redirect?: (url: string) => void;
  /** The clock of all timers. Default: `systemClock`. */
  readonly clock?: Clock;
  /** Returns idempotency keys. Default: `crypto.randomUUID`. */
  readonly randomUuid?: () => string;
  /** Time limits in milliseconds by state, instead of the table's. */
  readonly limits?: Readonly<Partial<Record<CheckoutStep | PreparationState, number>>>;
  /** Intervals of repeated calls in milliseconds, instead of the defaults. */
  readonly intervals?: Partial<CheckoutIntervals>;
  /** Stops the checkout, as `stop()` does. */
  readonly signal?: AbortSignal;
}

/** A page that takes payments for an order. */
export interface CheckoutPageOptions extends SharedOptions {
  readonly page?: 'checkout';
  /** The places of the method frame and the challenge frame. */
  readonly frames: FrameHost;
  /** `on-number` (default) prepares while the shopper still types; `on-pay` only then. */
  readonly prepare?: 'on-number' | 'on-pay';
  /**
   * The most version checks before Pay. An order has a limit of version checks (docs/limits.md), and a shopper who
   * corrects the number often must not use them up while typing. Default: 10.
   */
  readonly versionChecksBeforePay?: number;
}

/** The page to which the shopper returns from a redirect payment. */
export interface ReturnPageOptions extends SharedOptions {
  readonly page: 'return';
  /** Milliseconds to wait for the final status before the step `pending`. Default: 60,000. */
  readonly patience?: number;
}

/** The options of `createCheckout`. */
export type CheckoutOptions = CheckoutPageOptions | ReturnPageOptions;
