/** `scudo-checkout/server`: the merchant backend, and the typed client of the gateway. */
import './protocol/require-node.js';
export {
  createMerchantBackend,
  type CloseOptions,
  type MerchantHandler,
} from './server/merchant-backend.js';
export type { Orders } from './server/orders-api.js';
export type { MerchantBackendOptions, OnAttempt } from './server/options/backend-options.js';
export { openTelemetry, type OpenTelemetryApi } from './server/adapters/telemetry/open-telemetry.js';
export { exponentOf, formatAmount, type Amount, type OrderLine } from './protocol/values/amount.js';
export { OptionError, type OptionMistake } from './server/util/option-error.js';
export type {
  AttemptReport,
  BackendEvent,
  BackendEventFacts,
  BackendEventParts,
  BeforePayment,
  CardFieldsPlace,
  GatewayCallName,
  GatewayResult,
  OnEvent,
  OnProblem,
  PaymentRefusal,
  PaymentStart,
  PaymentWay,
  ProblemReport,
  ReportCode,
} from './server/ports/ports.js';
export { DEFAULT_LIMITS, type Limits } from './server/limits/limits.js';
export type { Connection } from './server/adapters/http/connection.js';
export type { NodeListener } from './server/adapters/http/node-listener.js';
export { Problem } from './server/domain/problems/problem.js';
export { createGateway, type Gateway } from './server/gateway/gateway.js';
export type { GatewayOptions, GatewayPaths, HashAlgorithms } from './server/gateway/gateway-options.js';
export type { After } from './server/util/timers.js';
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
export type { KnownCard } from './server/util/card-data.js';
export type { CardAuthorization } from './server/gateway/card-authorizations.js';
export type { CardQueryAnswer, CardQueryOptions } from './server/gateway/card-query.js';
export type { SignedAnswer, Trust } from './server/gateway/signed-xml-call.js';
export type { KnownPayment, MessageTrust } from './server/gateway/status-messages.js';
export { StoreBusyError } from './server/domain/problems/store-busy-error.js';
export { StoreClosedError } from './server/domain/problems/store-closed-error.js';
export { createPostgresOrderStore } from './server/adapters/store/postgres-order-store.js';
export type { PostgresOptions } from './server/adapters/store/postgres-options.js';
export type {
  PostgresClient,
  PostgresPool,
  PostgresResult,
  PostgresRow,
} from './server/adapters/store/postgres-connection.js';
export { createSqliteOrderStore } from './server/adapters/store/sqlite-order-store.js';
export type { SqliteOptions } from './server/adapters/store/sqlite-options.js';
export { matchesFilter, searchTerms, type StoreFilter } from './server/book/order-filter.js';
export type {
  CounterValue,
  CountOptions,
  StoreDueOptions,
  StoreListOptions,
  OrderStore,
  StorePruneOptions,
  StoreWriteOptions,
  TimedRecord,
  VersionedRecord,
} from './server/book/order-store.js';
export type {
  AuthenticationRecord,
  EarlyRefundMessage,
  OrderCounts,
  OrderRecord,
  Payment,
  StoredAnswer,
} from './server/domain/record/order-record.js';
export type { KeyedRequest } from './server/domain/identifiers/keyed-request.js';
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
  RefundAttempt,
  SetAside,
  VoidAttempt,
} from './server/domain/record/attempts.js';
export type { RedirectProgress } from './server/domain/record/redirect-attempt.table.js';
export type { AuthorizationData } from './server/gateway/authorization-data.js';
export type {
  FlagKind,
  HistoryDetails,
  HistoryEntry,
  HistoryEvent,
  OrderFlag,
} from './server/domain/record/history.js';
export type { FlagChange, OrderChange, StateChange } from './server/domain/record/order-change.js';
export type { OnOrderChanged } from './server/use-cases/orders/deliver-changes.js';
export { ORDER_STATE_TABLE } from './server/domain/record/order-state.table.js';
export type { OrderEventType } from './server/domain/record/order-event.js';
export type { OrderUpdate } from './server/domain/record/change-order.js';
export type { NewOrder } from './server/domain/record/new-order.js';
export type { Address, AuthenticationExtras, MessageExtension, Payer } from './server/domain/input/payer.js';
export type { RandomBytes } from './server/domain/identifiers/gateway-order-id.js';
export type { ListInput, OrderFilter, OrderPage } from './server/use-cases/orders/orders.js';
export type { EraseInput } from './server/use-cases/orders/erase.js';
export { csvLines, jsonLines, type ExportInput, type OrderRow } from './server/use-cases/orders/export-orders.js';
export type { PruneInput, PruneReport } from './server/use-cases/orders/prune.js';
export type { SuspendInput, SuspendReport } from './server/use-cases/orders/suspend.js';
export type { AuthenticationView, OperationView, ShopView } from './server/domain/views/shop-view.js';
export type { ReopenInput, SettleInput } from './server/use-cases/orders/settle-by-person.js';
export type { BalanceDifference, BalanceInput, BalanceReport } from './server/use-cases/reconciliation/balance.js';
export type { ReconcileInput, ReconcileReport } from './server/use-cases/reconciliation/reconcile.js';
export type { MethodOffer } from './server/domain/input/method-offer.js';
export type { StoredCard, StoredPayment } from './server/use-cases/card/stored-payment.js';
export type { CancelAnswer, CancelInput } from './server/use-cases/operations/cancel.js';
export type { CaptureAnswer, CaptureInput } from './server/use-cases/operations/capture.js';
export { amountsOf, type OrderAmounts } from './server/domain/states/money.js';
export type { RefundAnswer, RefundInput } from './server/use-cases/operations/refund.js';
export type { PageField } from './server/domain/input/page-fields.js';
export { SAFE_POLICIES, type Policies, type Policy } from './server/domain/input/policies.js';
export { MessageError, type FieldIssue } from './protocol/values/field-issue.js';
export type { ShopperField } from './protocol/adapter/adapter-answers.js';
export type { OrderState } from './protocol/adapter/outcome-codes.js';
export type { Outcome } from './protocol/adapter/outcome.js';
export type { Digest, HashAlgorithm } from './protocol/values/securehash.js';
