import type { FrameFault } from '../../three-d-secure/acs-frame.js';
import type { CheckoutStep, PreparationState } from '../flow/checkout.states.js';

/**
 * The steps of a payment, for support. It contains no card data and no names, and only the origin of an address.
 */
export type TraceEntry =
  /** A step of the payment. `at`: ISO 8601 in UTC. */
  | { readonly at: string; readonly step: CheckoutStep }
  /** A state of the preparation of a card. */
  | { readonly at: string; readonly preparation: PreparationState }
  /** An observation of the page. */
  | ({ readonly at: string } & Observation);

/**
 * An event that a page observes besides the steps. Each except a ready frame indicates a wrong configuration or a
 * network fault.
 */
export type Observation =
  /** The unexpected origin of a well-formed frame message. */
  | { readonly unexpectedOrigin: string }
  /** A fault of the set-up that a 3-D Secure frame has found. */
  | { readonly acsFrame: FrameFault }
  /** The frame with the isolated card fields has started, or has not done so in time. */
  | { readonly cardFrame: 'ready' | 'not-loaded' }
  /** The name of an exception, such as `TypeError`, after which the next step follows. */
  | { readonly exception: string }
  /** The family of a font for isolated card fields that could not be fetched. */
  | { readonly fontNotLoaded: string };

/** More entries than a payment has. */
const LONGEST = 200;

/** The trace with one more entry. */
export function traced(trace: readonly TraceEntry[], entry: TraceEntry): readonly TraceEntry[] {
  return trace.length < LONGEST ? [...trace, entry] : trace;
}
