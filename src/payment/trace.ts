import type { CardPaymentState } from './card-payment.table.js';
import type { RedirectPaymentState } from './redirect-payment.table.js';
import type { PreparationState } from './preparation.table.js';

/**
 * What a payment did, for support: no card data, no names, no addresses but origins. A message of
 * our own form from another origin is how a wrong set-up shows (field lessons 4).
 */
export type TraceEntry =
  | { readonly at: string; readonly step: CardPaymentState | RedirectPaymentState }
  | { readonly at: string; readonly preparation: PreparationState }
  | { readonly at: string; readonly foreignMessage: string };

/** More than any payment has; what comes after is about nothing new. */
const LONGEST = 200;

/** The trace with one more entry. */
export function traced(trace: readonly TraceEntry[], entry: TraceEntry): readonly TraceEntry[] {
  return trace.length < LONGEST ? [...trace, entry] : trace;
}
