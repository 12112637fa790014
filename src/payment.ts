/**
 * `scudo-checkout/payment`: the checkout without the elements, for pages that bring their own design.
 * Safe to import without a DOM.
 */
export { createCheckout, type Checkout } from './payment/checkout/checkout.js';
export type { CheckoutSnapshot } from './payment/checkout/checkout-snapshot.js';
export type { CheckoutOptions, CheckoutPageOptions, ReturnPageOptions } from './payment/checkout/checkout-options.js';
export { CHECKOUT } from './payment/checkout/checkout.table.js';
export type { CheckoutStep, PreparationState } from './payment/flow/checkout.states.js';
export type { CheckoutEventType } from './payment/flow/checkout.events.js';
export type { CheckoutIntervals } from './payment/flow/checkout.dependencies.js';
export { transition, type Flow } from './protocol/flow.js';
export { fetchBackend, type FetchBackendOptions } from './payment/backend-client/fetch-backend.js';
export { framesIn, type FrameHost } from './payment/card/frame-host.js';
export { BackendError, type BackendFault } from './payment/backend-client/backend-error.js';
export type {
  BackendClient,
  Order,
  Card,
  PageExtras,
  PayerInput,
  PhoneInput,
  AddressInput,
  VersionCheckResult,
  AuthenticationInput,
  AuthorizationInput,
  OrderMethod,
  RedirectInput,
  BackendAnswer,
} from './payment/backend-client/backend-client.js';
export type { BrowserData } from './three-d-secure/browser-data.js';
export type { Outcome, OutcomeCode, OutcomeStatus, OrderState } from './payment/outcome.js';
export { exponentOf, formatAmount, type Amount, type OrderLine } from './protocol/values/amount.js';
export { OUTCOMES } from './protocol/adapter/outcome-codes.js';
export type { Observation, TraceEntry } from './payment/checkout/trace.js';
export { systemClock, type Clock } from './payment/clock.js';
