/** `scudo-checkout/server`: the merchant's backend, and the typed client of the gateway. */
export {
  createMerchantBackend,
  type MerchantBackend,
  type MerchantBackendOptions,
  type Connection,
} from './server/merchant-backend.js';
export { createGateway, type Gateway } from './server/gateway/gateway.js';
export type { GatewayOptions } from './server/gateway/gateway-options.js';
export { GatewayError, type GatewayFailure } from './server/gateway/gateway-error.js';
export type { VersionCheck } from './server/gateway/version-check.js';
export type { AuthenticationInput, SearchInput } from './server/gateway/authentications.js';
export type { PaymentSet, PaymentSetResult } from './server/gateway/payment-sets.js';
export type { PaymentCredit, PaymentCreditResult } from './server/gateway/payment-credits.js';
export type { PaymentReportInput, RefundReportInput, ReportPage } from './server/gateway/reports.js';
export type { CardAuthorization, CardAuthorizationResult } from './server/gateway/card-authorizations.js';
export { createSqliteOrderStore, type SqliteOptions } from './server/store/sqlite-order-store.js';
export type { OrderStore, Versioned } from './server/store/order-store.js';
export type { OrderRecord, HistoryEntry } from './server/orders/order-record.js';
export type { AuthenticationExtras } from './protocol/authentication-extras.js';
export type { NewOrder, Orders, ShopView } from './server/orders/orders.js';
export type { MethodOffer } from './server/orders/payment-methods.js';
export type { StoredCard, StoredPayment } from './server/card/stored-payment.js';
export type { RefundAnswer, RefundInput } from './server/refunds/refund.js';
export { SAFE_POLICIES, type Policies, type Policy } from './server/orders/policies.js';
export { MessageError } from './protocol/field-issue.js';
