import type { AuthorizationData } from '../../gateway/authorization-data.js';
import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import { isPaymentAttempt, type OperationAttempt } from '../record/attempts.js';
import type { HistoryEntry, OrderFlag } from '../record/history.js';
import type { OperationStep } from '../record/operation.table.js';
import { cardPayment } from '../record/order-due.js';
import {
  lastPaymentOf,
  mayTakePayment,
  operationAttempts,
  type AuthenticationRecord,
  type OrderRecord,
} from '../record/order-record.js';
import { amountsOf, type OrderAmounts } from '../states/money.js';

/** An order as the back office and support see it. */
export interface ShopView extends OrderAmounts {
  /** The id of the order. */
  readonly id: string;
  /** The shop's own number for the order. */
  readonly reference?: string;
  /** The state of the order (docs/orders.md). */
  readonly state: OrderState;
  /** The reason why an order has ended without a payment. */
  readonly ended?: 'cancelled' | 'expired';
  /** True when the order takes no payment until a person reopens it (`orders.suspend`). */
  readonly suspended: boolean;
  /** Minor units. */
  readonly amount: string;
  /** Alphabetic code (ISO 4217). */
  readonly currency: string;
  /** Decimals of the amount. */
  readonly exponent: number;
  /** Time from which no payment begins, ISO 8601 in UTC. */
  readonly expiresAt?: string;
  /** True when the issuer is liable for fraud; null before an authentication has ended. */
  readonly liabilityShift: boolean | null;
  /** The authentication of the last authorization; before any, the latest one. */
  readonly authentication: AuthenticationView | null;
  /** The method of the last payment: `card` or a redirect payment method; null before any. */
  readonly method: string | null;
  /** The gateway order id of the last payment, which `settle` and `reopen` name as `attempt`; `none` before any. */
  readonly lastPayment: string;
  /** Data of the card authorization that has paid the order, or has reserved its amount; null without one. */
  readonly authorization: AuthorizationData | null;
  /** The captures, oldest first. */
  readonly captures: readonly OperationView[];
  /** The voids, oldest first. */
  readonly voids: readonly OperationView[];
  /** The refunds, oldest first. */
  readonly refunds: readonly OperationView[];
  /** Facts that need a person's attention. */
  readonly flags: readonly OrderFlag[];
  /** True when a message, an answer and the report disagree, or when a second payment was made. */
  readonly contradiction: boolean;
  /** A log for people. Read `state` and `flags` in code. */
  readonly history: readonly HistoryEntry[];
}

/** Result of the authentication of an order, without card data. */
export interface AuthenticationView {
  /** The result, with the name of the interface. */
  readonly status?: string;
  /** The electronic commerce indicator. */
  readonly eci?: string;
  /** The protocol version. */
  readonly version?: string;
  /** The transaction identifier of the 3-D Secure server. */
  readonly serverTransId?: string;
  /** The state of the shop on the cardholder's list of trusted shops. */
  readonly whitelistStatus?: string;
}

/** A capture, a void or a refund of an order. */
export interface OperationView {
  /** Idempotency key of the call. */
  readonly key: string;
  /** Time of the request, ISO 8601 in UTC. */
  readonly at: string;
  /** Minor units. */
  readonly amount: string;
  /** The progress of the call. */
  readonly state: OperationStep;
  /** Present for a call that was made elsewhere: the gateway has shown it, or a person has recorded it. */
  readonly elsewhere?: 'gateway' | 'person';
  /** Present for a void of what was left after a capture. */
  readonly rest?: true;
  /** Present while a person can correct the result: a person has decided it, or a leg without an amount. */
  readonly by?: 'person' | 'leg';
  /** The gateway's text. */
  readonly message?: string;
}

export function shopView(record: OrderRecord): ShopView {
  const { id, reference, state, amount, currency, exponent, liabilityShift, flags, history } = record;
  const authentication = relevantAuthentication(record);
  return {
    id,
    ...(reference === undefined ? {} : { reference }),
    state,
    ...(record.ended === undefined ? {} : { ended: record.ended }),
    suspended: record.suspended === true,
    amount,
    currency,
    exponent,
    ...(record.expiresAt === undefined ? {} : { expiresAt: record.expiresAt }),
    liabilityShift,
    authentication: authentication ? authenticationView(authentication) : null,
    method: methodOf(record),
    lastPayment: lastPaymentOf(record),
    authorization: authorizationOf(record),
    captures: viewsOf(record, 'capture'),
    voids: viewsOf(record, 'void'),
    refunds: viewsOf(record, 'refund'),
    ...amountsOf(record),
    flags,
    contradiction: flags.some(({ kind }) => kind === 'contradiction' || kind === 'second-payment'),
    history,
  };
}

function viewsOf(record: OrderRecord, kind: OperationAttempt['kind']): readonly OperationView[] {
  return operationAttempts(record)
    .filter((operation) => operation.kind === kind)
    .map(({ key, sentAt, amount, progress, elsewhere, ...operation }) => ({
      key,
      at: sentAt,
      amount,
      state: progress.step,
      ...(elsewhere === undefined ? {} : { elsewhere }),
      ...('rest' in operation ? { rest: operation.rest } : {}),
      ...('by' in progress ? { by: progress.by } : {}),
      ...(progress.step !== 'sent' && progress.message ? { message: progress.message } : {}),
    }));
}

function authorizationOf(record: OrderRecord): AuthorizationData | null {
  const progress = cardPayment(record)?.progress;
  if (progress?.step !== 'succeeded') return null;
  const { step: _step, at: _at, ...data } = progress;
  return data;
}

/** The authentication of the last authorization; before any, the latest one past the version check. */
function relevantAuthentication(record: OrderRecord): AuthenticationRecord | undefined {
  const { authentications, attempts } = record;
  if (mayTakePayment(record) || record.state === 'authenticated') {
    return authentications.findLast(({ stage }) => stage !== 'checked');
  }
  const payer = record.payment?.gatewayOrderId;
  const last = attempts.findLast(
    (attempt) => isPaymentAttempt(attempt) && (payer ?? attempt.gatewayOrderId) === attempt.gatewayOrderId,
  );
  if (last?.kind !== 'card' || last.serverTransId === null) return undefined;
  return authentications.findLast(({ serverTransId }) => serverTransId === last.serverTransId);
}

function authenticationView({ status, eci, messageVersion, serverTransId, whitelistStatus }: AuthenticationRecord) {
  return {
    ...(status ? { status } : {}),
    ...(eci ? { eci } : {}),
    ...(messageVersion ? { version: messageVersion } : {}),
    ...(serverTransId ? { serverTransId } : {}),
    ...(whitelistStatus ? { whitelistStatus } : {}),
  };
}

function methodOf({ payment, attempts, authentications }: OrderRecord): string | null {
  if (payment) return payment.method;
  const redirect = attempts.findLast(({ kind }) => kind === 'redirect');
  if (redirect?.kind === 'redirect') return redirect.method;
  return authentications.length > 0 ? 'card' : null;
}
