/** `scudo-checkout`: registers the elements. */
export { ScudoCheckout } from './elements/checkout/checkout-element.js';
export { ScudoReturn } from './elements/return/return-element.js';
export { PAYMENT_METHODS, type MethodDisplay } from './elements/payment-methods/payment-methods.js';
export { ICONS, type Icon, type IconDrawing, type IconName, type IconShape } from './elements/icons/icons.js';
export { ENGLISH_MESSAGES } from './elements/i18n/english.js';
export { LANGUAGES } from './elements/i18n/languages.js';
export type { FieldName } from './elements/fields/form-field.js';
export type { Messages } from './elements/i18n/messages.js';
export {
  ScudoChallengeEvent,
  type ScudoEventMap,
  ScudoOutcomeEvent,
  ScudoRedirectEvent,
  ScudoStepEvent,
} from './elements/events.js';
export type { Outcome, OutcomeCode, OutcomeStatus, OrderState } from './payment.js';
