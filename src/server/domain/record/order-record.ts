import type { PaymentAnswer } from '../../../protocol/adapter/adapter-answers.js';
import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import type { ProblemCode } from '../../../protocol/adapter/problem-document.js';
import type { RedirectValues } from '../../../protocol/redirect/redirect-fields.js';
import type { PaymentResult } from '../../../protocol/redirect/status-message.js';
import type { OrderLine } from '../../../protocol/values/amount.js';
import type { FieldIssue } from '../../../protocol/values/field-issue.js';
import type {
  AuthenticationStatus,
  ChallengeRequestIndicator,
  ExemptStatus,
} from '../../../protocol/three-d-secure/three-d-secure-values.js';
import type { Address, AuthenticationExtras, MessageExtension, Payer } from '../input/payer.js';
import {
  isPaymentAttempt,
  type Attempt,
  type OperationAttempt,
  type PaymentAttempt,
  type RefundAttempt,
} from './attempts.js';
import {
  withHistoryEntry,
  type HistoryDetails,
  type HistoryEntry,
  type HistoryEvent,
  type OrderFlag,
} from './history.js';
import type { KeyedRequest } from '../identifiers/keyed-request.js';
import type { OrderChange } from './order-change.js';
import type { MethodOffer } from '../input/method-offer.js';
import type { Policies } from '../input/policies.js';
import { isOpen } from './operation.table.js';
import { Problem } from '../problems/problem.js';
import { orderStateRow } from './order-state.table.js';

/** Version of the records that this version of the package writes. */
export const RECORD_VERSION = 1;

/**
 * An order as it is stored: one document, changed as a whole by compare-and-set. It has no card data
 * beyond the first six and last four digits.
 */
export interface OrderRecord extends RedirectValues {
  /** Version of the record's form. */
  readonly version: typeof RECORD_VERSION;
  /** The id of the order, unique in the store. */
  readonly id: string;
  /** ISO 8601 in UTC. */
  readonly createdAt: string;
  /** Time of the last change, ISO 8601 in UTC, by the store's clock. */
  readonly updatedAt: string;
  /**
   * Time of the next look-up of an attempt, or of the end of an order that expires, ISO 8601 in UTC; absent when there
   * is none.
   */
  readonly dueAt?: string;
  /**
   * Time of the next delivery of a change to the shop, ISO 8601 in UTC; absent when no change waits. A stopped delivery
   * has a time in the year 9999.
   */
  readonly deliverAt?: string;
  /** Time of the next routine look-up of a payment, ISO 8601 in UTC; absent when there is none. */
  readonly checkAt?: string;
  /** Time at which the oldest payment in doubt was sent, ISO 8601 in UTC; absent unless the order is in doubt. */
  readonly unresolvedSince?: string;
  /** Minor units. */
  readonly amount: string;
  /** Alphabetic code (ISO 4217). */
  readonly currency: string;
  /** Another text after each `orders.update`; absent before the first. */
  readonly revision?: string;
  /** Decimals of the amount, by the option `exponents` when the order was created, or by ISO 4217. */
  readonly exponent: number;
  /** The shop's text about the order, which the page shows. */
  readonly description?: string;
  /** The parts of the amount, which the page shows; absent once the payer data is. */
  readonly lines?: readonly OrderLine[];
  /** The shop's own number for the order, which the page shows. */
  readonly reference?: string;
  /** Text on the shopper's proof of payment. Default: the description. */
  readonly descriptor?: string;
  /** `add-card` confirms a card without charging it: nothing is authorized. */
  readonly purpose: 'pay' | 'add-card';
  /** Changed only by `withOrderEvent` (order-transition.ts). */
  readonly state: OrderState;
  /** Time from which no payment begins, ISO 8601 in UTC, by the store's clock. */
  readonly expiresAt?: string;
  /** Fingerprint of the input of `orders.create`; absent for an order without a `key`, and once it was erased. */
  readonly inputFingerprint?: string;
  /** The reason why the order has ended without a payment. */
  readonly ended?: 'cancelled' | 'expired';
  /** Keys of `orders.cancel` whose answer is that the order has ended. A later success does not make them new. */
  readonly endKeys?: readonly string[];
  /** Time at which `orders.erase` removed the person, ISO 8601 in UTC. No later write brings one back. */
  readonly erased?: string;
  /** True from `orders.suspend` until `orders.reopen` or a final state: the order takes no payment. */
  readonly suspended?: true;
  /** Payment methods in the order in which the page shows them. */
  readonly methods: readonly MethodOffer[];
  /** Sent with payment-set. */
  readonly comments?: readonly string[];
  /**
   * Empty once the order takes no further payment and its changes were delivered, as are the other payer data, without
   * the country.
   */
  readonly payer: Payer;
  /** The address to which goods are sent, for the authentication request. */
  readonly shippingAddress?: Address;
  /** The merchant's wish for a challenge. */
  readonly challengeRequestIndicator: ChallengeRequestIndicator;
  /** The exemption that the merchant requests. */
  readonly exemptStatus?: ExemptStatus;
  /** Policies of this order, instead of those of the backend's options. */
  readonly policies?: Partial<Policies>;
  /** Further fields of the authentication request. */
  readonly authentication?: AuthenticationExtras;
  /** The transactions of 3-D Secure 2, oldest first. */
  readonly authentications: readonly AuthenticationRecord[];
  /** Every call that could move money, oldest first. */
  readonly attempts: readonly Attempt[];
  /** The payment that paid the order. */
  readonly payment?: Payment;
  /** True when the issuer is liable for fraud; null before an authentication has ended. */
  readonly liabilityShift: boolean | null;
  /** Status messages of refunds whose reference is not known yet. */
  readonly earlyRefundMessages: readonly EarlyRefundMessage[];
  /** Facts that need a person's attention. */
  readonly flags: readonly OrderFlag[];
  /** Answers by Idempotency-Key. */
  readonly answers: Readonly<Record<string, StoredAnswer>>;
  /** Counts to which the option `limits` applies. */
  readonly counts?: OrderCounts;
  /** True once a process with `onOrderChanged` has written the order: its changes are kept by every process. */
  readonly notifies?: true;
  /** Changes that `onOrderChanged` has not received yet, oldest first. */
  readonly changes: readonly OrderChange[];
  /** Number of changes so far; numbers the next one. */
  readonly changeCount: number;
  /** Delivery of the oldest change: leased by one process, postponed after a failure, or stopped until a resend. */
  readonly delivery?: {
    readonly notBefore: string;
    readonly failures: number;
    /** Time of the first of the failures, ISO 8601 in UTC. */
    readonly failingSince?: string;
    readonly stopped?: true;
  };
  /** Audit log. No decision depends on it. */
  readonly history: readonly HistoryEntry[];
}

/** The amount that a payment takes. */
export interface Price {
  /** Minor units. */
  readonly amount: string;
  /** Alphabetic code (ISO 4217). */
  readonly currency: string;
}

/** Counts of an order since its creation, or since `orders.reopen`. */
export interface OrderCounts {
  /** Payment attempts that were begun. */
  readonly attempts: number;
  /** Different card numbers of these attempts. The count stays when the fingerprints are dropped. */
  readonly cards: number;
  /** One entry for each attempt by card, so that the count of an attempt that was not sent can be undone. */
  readonly cardFingerprints?: readonly string[];
  /** Fingerprint of the token of the page of each of these entries, in the same order. */
  readonly pageKeys?: readonly string[];
  /** Version checks of the order, also those that were refused because of `cardsPerOrder`. */
  readonly versionChecks: number;
}

/** The payment that paid an order. */
export interface Payment {
  /** The gateway order id of the attempt. */
  readonly gatewayOrderId: string;
  /** `card`, or the code of the redirect payment method. */
  readonly method: string;
  /** First six and last four digits. */
  readonly card?: string;
  /** The payments reference. */
  readonly pasref?: string;
  /** The issuer's code of an approved authorization. */
  readonly authcode?: string;
}

/** A transaction of 3-D Secure 2, from its version check on. */
export interface AuthenticationRecord {
  /** Absent for a card that is not enrolled in 3-D Secure 2. */
  readonly serverTransId?: string;
  /** HMAC fingerprint of the card number, scoped to the order. Empty once the order takes no further payment. */
  readonly cardFingerprint: string;
  /** HMAC fingerprint of the key of the frame that has the card; absent for inline card fields. */
  readonly frameKey?: string;
  /** HMAC fingerprint of the token of the page that made the version check; absent for `orders.payStored`. */
  readonly page?: string;
  /** First six and last four digits. */
  readonly card: string;
  /** Amount and currency of the authentication; absent before it is requested, because a version check has none. */
  readonly price?: Price;
  /** The protocol version of the authentication, from the version check. */
  readonly messageVersion?: string;
  /** True when the version check returned a method URL. */
  readonly hasMethodUrl?: boolean;
  /**
   * `checked` by the version check, `requested` from the gateway, `challenge` open at the ACS. `decoupled` while the
   * issuer authenticates in its own app. `authorizing` while an authorization is about to be sent. `closed` for good.
   */
  readonly stage: 'checked' | 'requested' | 'challenge' | 'decoupled' | 'authorizing' | 'closed';
  /** True once the shopper has cancelled the challenge in the shop: it authorizes nothing. */
  readonly isCancelled?: boolean;
  /** Time of the answer with which the stage began, ISO 8601 in UTC; absent before the first answer. */
  readonly stageSince?: string;
  /** Time at which the last read of the result began, ISO 8601 in UTC, by the store's clock. */
  readonly readAt?: string;
  /** The result, with the name of the interface. */
  readonly status?: AuthenticationStatus;
  /** The issuer's reason, as the interface has it. */
  readonly statusReason?: string;
  /** The electronic commerce indicator. */
  readonly eci?: string;
  /** The transaction identifier of the ACS. */
  readonly acsTransId?: string;
  /** The state of the shop on the cardholder's list of trusted shops. */
  readonly whitelistStatus?: string;
  /** Scheme-specific data, unchanged. */
  readonly messageExtension?: readonly MessageExtension[];
}

/** Status message of a refund whose reference is not known yet. */
export interface EarlyRefundMessage {
  /** The refund's own payments reference. */
  readonly pasref: string;
  /** `00` refunded, `101` refused, `01` interim. */
  readonly result: PaymentResult;
  /** Time of the message, ISO 8601 in UTC. */
  readonly at: string;
}

/** The answer to a call with an Idempotency-Key. */
export interface StoredAnswer {
  /** The call, its transaction and the fingerprint of its card, which goes once the order takes no further payment. */
  readonly request: KeyedRequest;
  /** Time at which the call began, and later that of its answer, ISO 8601 in UTC. */
  readonly since: string;
  /** Last write of the call that is being processed, by the store's clock. */
  readonly renewedAt?: string;
  /** Absent while the call is being processed. */
  readonly answer?: PaymentAnswer;
  /** A problem that stays the answer: the same request, arriving once more, must not charge. */
  readonly problem?: ProblemCode;
  /** The fields that the problem names, without their values. */
  readonly fields?: readonly Pick<FieldIssue, 'field' | 'message'>[];
}

/** True when a payment may begin, also after a final failure. */
export function isPayable(record: Pick<OrderRecord, 'state' | 'suspended' | 'attempts'>): boolean {
  return mayTakePayment(record) && !record.suspended && !isReturning(record);
}

/** True while the return of a success has no result. A success whose return is refused pays the order. */
function isReturning({ attempts }: Pick<OrderRecord, 'attempts'>): boolean {
  return attempts.some((one) => !isPaymentAttempt(one) && one.kind !== 'capture' && isOpen(one));
}

/** True when nothing has paid the order and nothing of it is unresolved, also while it is suspended. */
export function mayTakePayment({ state }: Pick<OrderRecord, 'state'>): boolean {
  return orderStateRow(state).payable === true;
}

/** @throws {Problem} payment-under-way while the order is `in-doubt` or `pending` */
export function refuseUnderWay({ state }: Pick<OrderRecord, 'state'>): void {
  if (orderStateRow(state).underWay) throw new Problem('payment-under-way');
}

/** True when a payment has paid the order, or has reserved its amount. */
export function isCovered({ state }: Pick<OrderRecord, 'state'>): boolean {
  return orderStateRow(state).covered === true;
}

/** The attempts that can pay the order. */
export function paymentAttempts({ attempts }: Pick<OrderRecord, 'attempts'>): readonly PaymentAttempt[] {
  return attempts.filter(isPaymentAttempt);
}

/** The gateway order id of the last payment, or `none`. */
export function lastPaymentOf(record: OrderRecord): string {
  return paymentAttempts(record).at(-1)?.gatewayOrderId ?? 'none';
}

/** The captures, voids and refunds of an order, or those of one payment. */
export function operationAttempts({ attempts }: OrderRecord, gatewayOrderId?: string): readonly OperationAttempt[] {
  return attempts.filter(
    (attempt): attempt is OperationAttempt =>
      !isPaymentAttempt(attempt) && (gatewayOrderId === undefined || attempt.gatewayOrderId === gatewayOrderId),
  );
}

/** True when `orders.cancel` with the key has ended the order, or has found that it had ended. */
export function isEndKey({ endKeys = [] }: OrderRecord, key: string): boolean {
  return endKeys.includes(key);
}

/** The captures, voids and refunds with a key. Only a cancellation has two: a refused void, and a refund. */
export function operationsWithKey(record: OrderRecord, key: string): readonly OperationAttempt[] {
  return operationAttempts(record).filter((operation) => operation.key === key);
}

/** The capture, void or refund with a key. */
export function operationAttempt<Kind extends OperationAttempt['kind']>(
  record: OrderRecord,
  kind: Kind,
  key: string,
): Extract<OperationAttempt, { kind: Kind }> | undefined {
  return operationsWithKey(record, key).find(
    (operation): operation is Extract<OperationAttempt, { kind: Kind }> => operation.kind === kind,
  );
}

export function refundAttempts({ attempts }: OrderRecord): readonly RefundAttempt[] {
  return attempts.filter((attempt) => attempt.kind === 'refund');
}

export function cardAttempt(record: OrderRecord, gatewayOrderId: string) {
  return record.attempts.find((attempt) => attempt.kind === 'card' && attempt.gatewayOrderId === gatewayOrderId) as
    | Extract<Attempt, { kind: 'card' }>
    | undefined;
}

export function redirectAttempt(record: OrderRecord, gatewayOrderId: string) {
  return record.attempts.find((attempt) => attempt.kind === 'redirect' && attempt.gatewayOrderId === gatewayOrderId) as
    | Extract<Attempt, { kind: 'redirect' }>
    | undefined;
}

export function refundAttempt(record: OrderRecord, key: string): RefundAttempt | undefined {
  return operationAttempt(record, 'refund', key);
}

/** The record with one attempt replaced. A payment is identified by its gateway order id, the others by their key. */
export function withAttempt(record: OrderRecord, changed: Attempt): OrderRecord {
  const isSame = (other: Attempt) =>
    other.kind === changed.kind &&
    (isPaymentAttempt(other) || isPaymentAttempt(changed)
      ? other.gatewayOrderId === changed.gatewayOrderId
      : other.key === changed.key);
  return { ...record, attempts: record.attempts.map((attempt) => (isSame(attempt) ? changed : attempt)) };
}

/**
 * The record without a payment that certainly did not reach the gateway. Such a payment is not counted, so the record
 * would grow with each of them. Its entries stay in the history, which evicts the oldest of them (history.ts).
 */
export function withoutUnsent(record: OrderRecord, gatewayOrderId: string): OrderRecord {
  const attempts = record.attempts.filter((one) => !isPaymentAttempt(one) || one.gatewayOrderId !== gatewayOrderId);
  return { ...record, attempts };
}

/** The record with one authentication changed. */
export function withAuthentication(
  record: OrderRecord,
  serverTransId: string,
  change: Partial<AuthenticationRecord>,
): OrderRecord {
  return {
    ...record,
    authentications: record.authentications.map((one) =>
      one.serverTransId === serverTransId ? { ...one, ...change } : one,
    ),
  };
}

/**
 * The record without the authentications of earlier choices. A late call must not charge them any more, and the one of
 * a declined card does not belong to a redirect payment.
 */
export function withoutAuthentications(record: OrderRecord): OrderRecord {
  const isOpen = ({ stage }: AuthenticationRecord) =>
    stage === 'checked' || stage === 'challenge' || stage === 'decoupled';
  const authentications = record.authentications.map((one) =>
    isOpen(one) ? ({ ...one, stage: 'closed' } as const) : one,
  );
  return { ...record, authentications, liabilityShift: null };
}

/**
 * The record with an entry in its history. The state of the entry is the one so far: the order book writes all entries
 * of a change with the state after it (order-book.ts).
 */
export function withEntry<Event extends HistoryEvent>(
  record: OrderRecord,
  at: Date,
  event: Event,
  detail: HistoryDetails[Event],
): OrderRecord {
  const entry = { at: at.toISOString(), event, state: record.state, ...(detail ? { detail } : {}) } as HistoryEntry;
  return { ...record, history: withHistoryEntry(record.history, entry) };
}
