import type { CheckoutSnapshot, Outcome } from '../../../src/payment.js';

/** A page with its present step, and what the invariants have to know of its past. */
export interface WatchedPage {
  readonly order: string;
  step: CheckoutSnapshot['step'];
  since: number;
  preparation: CheckoutSnapshot['preparation'];
  /** Time at which this state of the preparation began. */
  preparingSince: number;
  /** Why the page may send another outcome event: each event takes the first of them. */
  readonly reasons: string[];
  last?: Outcome['status'];
  /** True when a call of the page that may charge had no answer, and may still arrive. */
  hasUnansweredCall?: boolean;
  /** True when the last act of the shopper in the page was a check of the order. */
  hasChecked?: boolean;
  /** Since when the page has shown an unfinished payment although the order has an end, in a healed world. */
  staleSince?: number;
}

/** Acts of a shopper in a page. */
export type Command = 'pay' | 'redirect' | 'tryAgain' | 'choose' | 'cancel' | 'check' | 'reopen';
