import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import type { RefundProgress } from '../record/attempts.js';
import type { HistoryEntry, OrderFlag } from '../record/history.js';
import { mayTakePayment, refundAttempts, type AuthenticationRecord, type OrderRecord } from '../record/order-record.js';

/** An order as the back office and support see it. */
export interface ShopView {
  /** The id of the order. */
  readonly id: string;
  /** The shop's own number for the order. */
  readonly reference?: string;
  /** The state of the order (docs/orders.md). */
  readonly state: OrderState;
  /** The reason why an order has ended without a payment. */
  readonly ended?: 'cancelled' | 'expired';
  /** Minor units. */
  readonly amount: string;
  /** Alphabetic code (ISO 4217). */
  readonly currency: string;
  /** Decimals of the amount. */
  readonly exponent: number;
  /** True when the issuer is liable for fraud; null before an authentication has ended. */
  readonly liabilityShift: boolean | null;
  /** The authentication of the last authorization; before any, the latest one. */
  readonly authentication: AuthenticationView | null;
  /** The method of the last payment: `card` or a redirect payment method; null before any. */
  readonly method: string | null;
  /** The refunds, oldest first. */
  readonly refunds: readonly RefundView[];
  /** Amount that can still be refunded, in minor units. */
  readonly refundable: string;
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

/** A refund of an order. */
export interface RefundView {
  /** Idempotency key of the refund. */
  readonly key: string;
  /** Time of the request, ISO 8601 in UTC. */
  readonly at: string;
  /** Minor units. */
  readonly amount: string;
  /** The progress of the refund. */
  readonly state: RefundProgress['step'];
  /** The gateway's text. */
  readonly message?: string;
}

export function shopView(record: OrderRecord, refundable: bigint): ShopView {
  const { id, reference, state, amount, currency, exponent, liabilityShift, flags, history } = record;
  const authentication = relevantAuthentication(record);
  return {
    id,
    ...(reference === undefined ? {} : { reference }),
    state,
    ...(record.ended === undefined ? {} : { ended: record.ended }),
    amount,
    currency,
    exponent,
    liabilityShift,
    authentication: authentication ? authenticationView(authentication) : null,
    method: methodOf(record),
    refunds: refundAttempts(record).map(({ key, sentAt, amount: refunded, progress }) => ({
      key,
      at: sentAt,
      amount: refunded,
      state: progress.step,
      ...(progress.step !== 'sent' && progress.message ? { message: progress.message } : {}),
    })),
    refundable: String(refundable),
    flags,
    contradiction: flags.some(({ kind }) => kind === 'contradiction' || kind === 'second-payment'),
    history,
  };
}

/** The authentication of the last authorization; before any, the latest one past the version check. */
function relevantAuthentication(record: OrderRecord): AuthenticationRecord | undefined {
  const { authentications, attempts } = record;
  if (mayTakePayment(record) || record.state === 'authenticated') {
    return authentications.findLast(({ stage }) => stage !== 'checked');
  }
  const payer = record.payment?.gatewayOrderId;
  const last = attempts.findLast(
    ({ kind, gatewayOrderId }) => kind !== 'refund' && (payer ?? gatewayOrderId) === gatewayOrderId,
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
