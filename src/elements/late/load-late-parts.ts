import type { Checkout } from '../../payment/checkout/checkout.js';
import type * as lateParts from './late-parts.js';

/** The parts of the elements that are in late.js (docs/decisions/0032-card-form-in-the-first-file.md). */
export type LateParts = typeof lateParts;

let parts: LateParts | undefined;
let hasFailed = false;

/** Returns the parts, or undefined when they have not been loaded. They are there whenever an order was read. */
export function loadedLateParts(): LateParts | undefined {
  return parts;
}

/** Loads the parts for all elements of the page. Rejects when it cannot; the next call tries again. */
export async function loadLateParts(): Promise<LateParts> {
  try {
    parts ??= await import('./late-parts.js');
    return parts;
  } catch (error) {
    hasFailed = true;
    throw error;
  }
}

/**
 * Reads an order that could not be read. If the parts could not be loaded, it loads the page again, because some
 * browsers repeat no failed import (docs/reference/browser-lessons.md#failed-imports).
 */
export function readAgain(checkout: Pick<Checkout, 'check'>): void {
  if (hasFailed && !parts) location.reload();
  else checkout.check();
}
