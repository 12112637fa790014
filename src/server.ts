/** `scudo-checkout/server`: the merchant backend, and the typed client of the gateway. */
import './protocol/require-node.js';
export {
  createMerchantBackend,
  type CloseOptions,
  type MerchantHandler,
} from './server/merchant-backend.js';
export type { Orders } from './server/orders-api.js';
export type {
  BackendEvent,
  BackendEventParts,
  MerchantBackendOptions,
  OnAttempt,
  OnEvent,
  OnProblem,
  ProblemReport,
} from './server/backend-options.js';
export { exponentOf, formatAmount, type Amount } from './protocol/values/amount.js';
export { OptionError, type OptionMistake } from './server/options/option-error.js';
export type { AttemptReport, BackendEventFacts, CardFieldsPlace } from './server/orders/backend-context.js';
export { DEFAULT_LIMITS, type Limits } from './server/orders/limits/limits.js';
export type { Connection } from './server/http/connection.js';
export type { NodeListener } from './server/http/node-listener.js';
export type { ReportCode } from './server/orders/backend-context.js';
export { Problem } from './server/orders/problems/problem.js';
export { createGateway, type Gateway } from './server/gateway/gateway.js';
export type { GatewayOptions, GatewayPaths, HashAlgorithms } from './server/gateway/gateway-options.js';
export type { After } from './server/gateway/timers.js';
export { GatewayError, type GatewayFailure } from './server/gateway/gateway-error.js';
export type { GatewayNames, HashFields } from './server/gateway/inferred-names.js';
export type { VersionCheck, VersionCheckAnswer } from './server/gateway/version-check.js';
export type {
  AuthenticationAnswer,
  AuthenticationParams,
  CreateAuthenticationOptions,
  ReadAuthenticationOptions,
} from './server/gateway/authentications.js';
export type { AuthenticationQuery, AuthenticationSummary } from './server/gateway/authentication-search.js';
export type { PaymentSet, PaymentSetResult } from './server/gateway/payment-sets.js';
export type { PaymentCredit } from './server/gateway/payment-credits.js';
export type { PaymentQuery, RefundQuery } from './server/gateway/reports.js';
export type { PaymentRecord, RefundRecord } from './server/gateway/report-records.js';
export type { ListOptions, ReportPage } from './server/gateway/pages.js';
export type { CallOptions } from './server/gateway/send.js';
export type { AccountFault } from './server/gateway/account-check.js';
export type { KnownCard } from './server/masking/card-data.js';
export type { CardAuthorization } from './server/gateway/card-authorizations.js';
export type { CardQueryAnswer, CardQueryOptions } from './server/gateway/card-query.js';
export type { SignedAnswer, Trust } from './server/gateway/signed-xml-call.js';
export type { KnownPayment, MessageTrust } from './server/gateway/status-messages.js';
export { StoreBusyError } from './server/orders/problems/store-busy-error.js';
export { StoreClosedError } from './server/orders/problems/store-closed-error.js';
export { createPostgresOrderStore } from './server/store/postgres-order-store.js';
export type { PostgresOptions } from './server/store/postgres-options.js';
export type { PostgresClient, PostgresPool, PostgresResult, PostgresRow } from './server/store/postgres-connection.js';
export { createSqliteOrderStore } from './server/store/sqlite-order-store.js';
export type { SqliteOptions } from './server/store/sqlite-options.js';
export { matchesFilter, searchTerms, type StoreFilter } from './server/orders/book/order-filter.js';
export type {
  CounterValue,
  CountOptions,
  StoreListOptions,
  OrderStore,
  StorePruneOptions,
  VersionedRecord,
} from './server/orders/book/order-store.js';
export type {
  AuthenticationRecord,
  EarlyRefundMessage,
  OrderCounts,
  OrderRecord,
  Payment,
  StoredAnswer,
} from './server/orders/record/order-record.js';
export type {
  Attempt,
  CaptureAttempt,
  CardAttempt,
  CardProgress,
  Claim,
  GatewayAnswer,
  LookUp,
  OperationAttempt,
  OperationProgress,
  RedirectAttempt,
  RedirectProgress,
  RefundAttempt,
  SetAside,
  VoidAttempt,
} from './server/orders/record/attempts.js';
export type { AuthorizationData } from './server/gateway/authorization-data.js';
export type {
  FlagKind,
  HistoryDetails,
  HistoryEntry,
  HistoryEvent,
  OrderFlag,
} from './server/orders/record/history.js';
export type { FlagChange, OrderChange, StateChange } from './server/orders/record/order-change.js';
export type { OnOrderChanged } from './server/orders/changes/deliver-changes.js';
export { ORDER_STATE_TABLE } from './server/orders/record/order-state.table.js';
export type { OrderEventType } from './server/orders/record/order-event.js';
export type { OrderUpdate } from './server/orders/api/change-order.js';
export type { NewOrder } from './server/orders/api/new-order.js';
export type { Address, AuthenticationExtras, MessageExtension, Payer } from './server/orders/input/payer.js';
export type { RandomBytes } from './server/orders/identifiers/gateway-order-id.js';
export type { ListInput, OrderFilter, OrderPage } from './server/orders/api/orders.js';
export type { EraseInput } from './server/orders/api/erase.js';
export { csvLines, jsonLines, type ExportInput, type OrderRow } from './server/orders/api/export-orders.js';
export type { PruneInput, PruneReport } from './server/orders/api/prune.js';
export type { SuspendInput, SuspendReport } from './server/orders/api/suspend.js';
export type { AuthenticationView, OperationView, ShopView } from './server/orders/views/shop-view.js';
export type { ReopenInput, SettleInput } from './server/orders/api/settle-by-person.js';
export type { BalanceDifference, BalanceInput, BalanceReport } from './server/reconciliation/balance.js';
export type { ReconcileInput, ReconcileReport } from './server/reconciliation/reconcile.js';
export type { MethodOffer } from './server/orders/input/method-offer.js';
export type { StoredCard, StoredPayment } from './server/card/stored-payment.js';
export type { CancelAnswer, CancelInput } from './server/cancellations/cancel.js';
export type { CaptureAnswer, CaptureInput } from './server/operations/capture.js';
export { amountsOf, type OrderAmounts } from './server/orders/states/money.js';
export type { RefundAnswer, RefundInput } from './server/refunds/refund.js';
export type { PageField } from './server/orders/input/page-fields.js';
export { SAFE_POLICIES, type Policies, type Policy } from './server/orders/input/policies.js';
export { MessageError, type FieldIssue } from './protocol/values/field-issue.js';
export type { ShopperField } from './protocol/adapter/adapter-answers.js';
export type { OrderState } from './protocol/adapter/outcome-codes.js';
export type { Outcome } from './protocol/adapter/outcome.js';
export type { Digest, HashAlgorithm } from './protocol/values/securehash.js';
