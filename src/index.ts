/** `scudo-checkout`: registers the elements. */
export { ScudoCheckout } from './elements/checkout.js';
export { ScudoChallengeEvent, ScudoOutcomeEvent, ScudoStepEvent } from './elements/events.js';
export type { Outcome, OutcomeCode, OutcomeStatus, OrderState } from './payment.js';
