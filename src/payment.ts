/**
 * `scudo-checkout/payment`: the flows without the elements, for pages that bring their own looks.
 * Safe to import without a DOM.
 */
export {
  createCardPayment,
  type CardPayment,
  type CardPaymentOptions,
  type CardPaymentSnapshot,
} from './payment/card-payment.js';
export { CARD_PAYMENT, type CardPaymentState } from './payment/card-payment.table.js';
export { PREPARATION, type PreparationState } from './payment/preparation.table.js';
export {
  createRedirectPayment,
  type RedirectPayment,
  type RedirectPaymentOptions,
  type RedirectPaymentSnapshot,
} from './payment/redirect-payment.js';
export { REDIRECT_PAYMENT, redirectPaymentFlow, type RedirectPaymentState } from './payment/redirect-payment.table.js';
export { transition, type Flow } from './protocol/flow.js';
export { fetchBackend, type FetchBackendOptions } from './payment/fetch-backend.js';
export { framesIn, type FrameHost } from './payment/frame-host.js';
export { BackendError, type BackendFault } from './payment/backend-error.js';
export type {
  MerchantBackend,
  Order,
  Card,
  Payer,
  Preparation,
  AuthenticationInput,
  AuthorizationInput,
  OfferedMethod,
  RedirectInput,
  PaymentAnswer,
} from './payment/merchant-backend.js';
export type { PageExtras } from './protocol/authentication-extras.js';
export type { Outcome, OutcomeCode, OutcomeStatus, OrderState } from './payment/outcome.js';
export type { TraceEntry } from './payment/trace.js';
export { systemClock, type Clock } from './payment/clock.js';
