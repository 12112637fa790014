import type { CheckoutStep, PreparationState } from '../flow/checkout.states.js';

/**
 * The steps of a payment, for support. It contains no card data and no names, and only the origin of an address. A frame
 * message from another origin indicates a wrong configuration.
 */
export type TraceEntry =
  | { readonly at: string; readonly step: CheckoutStep }
  | { readonly at: string; readonly preparation: PreparationState }
  | { readonly at: string; readonly foreignMessage: string };

/** More entries than a payment has. */
const LONGEST = 200;

/** The trace with one more entry. */
export function traced(trace: readonly TraceEntry[], entry: TraceEntry): readonly TraceEntry[] {
  return trace.length < LONGEST ? [...trace, entry] : trace;
}
