import type { CheckoutContext } from '../flow/checkout.context.js';
import type { CheckoutStates, CheckoutStep, PreparationState } from '../flow/checkout.states.js';
import type { TraceEntry } from './trace.js';

/** The state of a checkout at one moment, without card data and without names. It is never changed. */
export interface CheckoutSnapshot
  extends Pick<
    CheckoutContext,
    'order' | 'outcome' | 'outcomeToReport' | 'refused' | 'url' | 'isRedirectKept' | 'mayMoveFocus'
  > {
  /** The present step of the payment. */
  readonly step: CheckoutStep;
  /** The state of the preparation of a card. */
  readonly preparation: PreparationState;
  /** The steps so far, for support. */
  readonly trace: readonly TraceEntry[];
}

export function snapshotOf(
  { payment: step, preparation }: CheckoutStates,
  { order, outcome, outcomeToReport, refused, url, isRedirectKept, mayMoveFocus }: CheckoutContext,
  trace: readonly TraceEntry[],
): CheckoutSnapshot {
  return { step, preparation, trace, order, outcome, outcomeToReport, refused, url, isRedirectKept, mayMoveFocus };
}
