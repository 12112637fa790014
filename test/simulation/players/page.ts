import type { Checkout } from '../../../src/payment.js';
import type { Owner } from '../engine/scheduler.js';
import type { Tab } from './browser.js';

/** A page of a shopper: a tab with a checkout in it. */
export interface Page {
  readonly tab: Tab;
  /** The timers of the checkout, apart from those of the shopper and the network. */
  readonly timers: Owner;
  readonly checkout: Checkout;
  readonly kind: 'checkout' | 'return';
  /** The shopper wants to pay by redirect here. */
  readonly prefersRedirect: boolean;
  /** False once the shopper has left the page. */
  isOpen: boolean;
}
