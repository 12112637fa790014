import type { CheckoutStep } from '../../payment/flow/checkout.states.js';

/** Steps in which the issuer waits for the shopper, and the one that reads the result after them. */
const WAITING: readonly CheckoutStep[] = [
  'opening-challenge',
  'challenging',
  'checking-challenge',
  'awaiting-issuer',
  'reading-result',
];

/** Steps of a page that was loaded again, before the shopper pays. */
const BEFORE: readonly CheckoutStep[] = ['reading-order', 'unreachable', 'entering'];

const keyOf = (order: string) => `scudo-challenge ${order}`;

/**
 * Remembers in the storage of the tab that an order has a challenge, until the challenge ends. A page that is loaded
 * again meanwhile finds it there. The storage has the id of the order only.
 */
export function rememberChallenge(order: string, step: CheckoutStep): void {
  try {
    if (WAITING.includes(step)) sessionStorage.setItem(keyOf(order), step);
    else if (!BEFORE.includes(step)) sessionStorage.removeItem(keyOf(order));
  } catch {
    // The storage is full, or the browser has none for this page.
  }
}

/** Returns true when the page was left during a challenge of the order, and the shopper has not paid since. */
export function wasInterrupted(order: string): boolean {
  try {
    return sessionStorage.getItem(keyOf(order)) !== null;
  } catch {
    return false;
  }
}
