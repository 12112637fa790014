import { withRedirectProgress } from '../../domain/record/redirect-attempt.table.js';
import {
  hasBegun,
  isCapturedLater,
  isPaymentAttempt,
  isUnresolved,
  type PaymentAttempt,
} from '../../domain/record/attempts.js';
import { isAnswerDue } from '../../domain/record/deadline.js';
import { MessageError } from '../../../protocol/values/field-issue.js';
import { orderFieldError } from '../../domain/record/new-order.js';
import {
  lastPaymentOf,
  paymentAttempts,
  withAttempt,
  withEntry,
  type OrderRecord,
} from '../../domain/record/order-record.js';
import { withoutCounts } from '../../limits/order-limits.js';
import { handles, withOrderEvent } from '../../domain/states/order-transition.js';
import { redirectsSetAside } from '../../domain/states/pending-redirect.js';
import { afterEnd, paymentOf, withFlagsOfPayment, withSecondPayments } from '../../domain/states/successes.js';

interface Decision {
  /** The person who decides, for the audit. At most 500 characters, and not blank. */
  readonly by: string;
  /** The reason, for the audit. At most 500 characters, and not blank. */
  readonly reason: string;
}

/**
 * A person's decision about a payment, capture, void or refund that the gateway cannot settle, or a record of a call
 * that was made elsewhere.
 */
export type SettleInput = Decision &
  (
    | {
        /** The result of the payment. */
        readonly as: 'paid' | 'failed';
        /** Gateway order id of the payment. Default: the unresolved one, else the last one. */
        readonly attempt?: string | undefined;
      }
    | {
        /** The result of the refund. */
        readonly as: 'refunded' | 'not-refunded';
        /** Key of the refund. */
        readonly refund: string;
      }
    | {
        /** The result of the capture. */
        readonly as: 'captured' | 'not-captured';
        /** Key of the capture. */
        readonly capture: string;
      }
    | {
        /** The result of the void of `orders.cancel`. */
        readonly as: 'voided' | 'not-voided';
        /** Key of the cancellation. */
        readonly cancel: string;
      }
    | {
        /** A call of a card payment that was made in the gateway's own back office. */
        readonly as: 'captured-elsewhere' | 'voided-elsewhere' | 'refunded-elsewhere';
        /** Minor units. A void is of the whole payment; after a capture, of what is left to capture. */
        readonly amount: string;
        /** Idempotency key, at most 255 characters. The same key again records nothing. Default: from `randomUuid`. */
        readonly key?: string | undefined;
        /** Gateway order id of the payment, for a second payment of the order. Default: the payment that paid it. */
        readonly attempt?: string | undefined;
      }
  );

/** A decision about the result of a capture, a void or a refund. */
export type OperationDecision = Extract<
  SettleInput,
  { readonly refund: string } | { readonly capture: string } | { readonly cancel: string }
>;
/** A record of a call that was made elsewhere. */
export type ElsewhereDecision = Extract<SettleInput, { readonly amount: string }>;

/** The decisions of a person, each with the field that names or describes what it decides. */
export const DECISIONS = {
  paid: 'attempt',
  failed: 'attempt',
  refunded: 'refund',
  'not-refunded': 'refund',
  captured: 'capture',
  'not-captured': 'capture',
  voided: 'cancel',
  'not-voided': 'cancel',
  'captured-elsewhere': 'amount',
  'voided-elsewhere': 'amount',
  'refunded-elsewhere': 'amount',
} as const satisfies Readonly<Record<SettleInput['as'], string>>;

/** True for a decision about the result of a capture, a void or a refund. */
export function isOperationDecision(input: SettleInput): input is OperationDecision {
  return ['refund', 'capture', 'cancel'].includes(DECISIONS[input.as]);
}

/** True for a record of a call that was made elsewhere. */
export function isElsewhereDecision(input: SettleInput): input is ElsewhereDecision {
  return DECISIONS[input.as] === 'amount';
}

/** A person's decision to open an order for another payment. */
export type ReopenInput = Decision & {
  /**
   * Gateway order id of the last payment that the person has seen, or `none`. The order stays as it is when another
   * payment is its last one. Default: the last payment when the call begins.
   */
  readonly attempt?: string | undefined;
};

/**
 * Settles one payment by a person's decision. A later success of a payment that was settled as failed
 * is a late success, and flagged where another payment has paid the order.
 * @throws {MessageError} naming `attempt`, or `order`, also while an authorization is under way
 */
export function withPaymentSettled(
  record: OrderRecord,
  { as, attempt: gatewayOrderId, ...decision }: Extract<SettleInput, { as: 'paid' | 'failed' }>,
  at: Date,
): OrderRecord {
  const attempt = attemptToSettle(record, gatewayOrderId);
  requireNothingUnderWay(record, at);
  const type =
    as === 'failed' ? 'SETTLED_AS_FAILED' : isCapturedLater(attempt) ? 'SETTLED_AS_RESERVED' : 'SETTLED_AS_PAID';
  const detail = { as, ...decision, orderId: attempt.gatewayOrderId };
  // A second payment is marked as such, so that it can be refunded. The state stays.
  if (as === 'paid' && record.payment && attempt.progress.step !== 'succeeded') {
    const marked = withSecondPayments({ ...withPaidByPerson(record, attempt, at), payment: record.payment }, at);
    return withEntry(marked, at, 'settled', detail);
  }
  if (!handles(record, type)) throw orderFieldError('order', `is ${record.state} and cannot be settled as ${as}`);
  if (as === 'failed' && !isUnresolved(attempt))
    throw wrongSettlement('attempt', 'must be an unresolved payment of this order');
  const event = { type, attempt: attempt.gatewayOrderId } as const;
  const paid = as === 'paid' ? withPaidByPerson(record, attempt, at) : record;
  const settled = withOrderEvent(withoutWaiting(paid, at), event, at);
  const entry = withEntry(settled, at, 'settled', detail);
  return as === 'paid' ? withSecondPayments(withFlagsOfPayment(entry, record, at), at) : afterEnd(entry, at);
}

/** The record with every unresolved payment, and some others, set aside by a person. */
function withoutWaiting(record: OrderRecord, at: Date, others: readonly PaymentAttempt[] = []): OrderRecord {
  const time = at.toISOString();
  const attempts = record.attempts.map((attempt) => {
    if (!isPaymentAttempt(attempt) || !(isUnresolved(attempt) || others.includes(attempt))) return attempt;
    if (attempt.kind === 'card') return { ...attempt, setAside: { at: time, by: 'person' as const } };
    const wasBegun = hasBegun(attempt) ? { wasBegun: true as const } : {};
    return withRedirectProgress(attempt, { step: 'dismissed', at: time, ...wasBegun });
  });
  return { ...record, attempts };
}

/**
 * Opens the order for another payment, and resets the counts to which `limits` applies. The payments that it waited for
 * are set aside, and those of an open order that were set aside before are ended.
 * @throws {MessageError} naming `order` or `attempt`
 */
export function withReopened(record: OrderRecord, decision: ReopenInput, at: Date): OrderRecord {
  if (!handles(record, 'REOPENED')) throw orderFieldError('order', `is ${record.state} and cannot be reopened`);
  requireNothingUnderWay(record, at);
  const { by, reason, attempt } = decision;
  if (attempt !== undefined && attempt !== lastPaymentOf(record))
    throw wrongDecision('reopening', 'attempt', 'must be the last payment of this order: show the order again');
  const ended = withoutWaiting(record, at, redirectsSetAside(record));
  const { suspended: _over, ...payable } = withoutCounts(ended);
  const open = withOrderEvent(payable, { type: 'REOPENED' }, at);
  return afterEnd(withEntry(open, at, 'reopened', { by, reason }), at);
}

/**
 * Checks that no authorization is being sent right now. A person who decides has seen the order before that, and the
 * shopper's page waits for the answer.
 * @throws {MessageError} naming `order`
 */
function requireNothingUnderWay(record: OrderRecord, at: Date): void {
  const isUnderWay = paymentAttempts(record).some(
    (attempt) => attempt.kind === 'card' && attempt.progress.step === 'sent' && isAnswerDue(attempt, at),
  );
  if (isUnderWay) throw orderFieldError('order', 'has an authorization under way; read the order again in a minute');
}

function wrongSettlement(field: string, message: string): MessageError {
  return wrongDecision('settlement', field, message);
}

function wrongDecision(what: string, field: string, message: string): MessageError {
  return new MessageError(what, [{ field, message, missing: false }]);
}

/**
 * The payment that a settlement decides. Default: the unresolved one, else the last one.
 * @throws {MessageError} naming `attempt`
 */
export function attemptToSettle(record: OrderRecord, gatewayOrderId?: string): PaymentAttempt {
  const attempts = paymentAttempts(record);
  const attempt =
    gatewayOrderId === undefined
      ? (attempts.findLast(isUnresolved) ?? attempts.at(-1))
      : attempts.find((one) => one.gatewayOrderId === gatewayOrderId);
  if (attempt) return attempt;
  throw gatewayOrderId === undefined
    ? orderFieldError('order', `is ${record.state} and has no payment to settle`)
    : wrongSettlement('attempt', 'must be the gateway order id of a payment of this order');
}

function withPaidByPerson(record: OrderRecord, attempt: PaymentAttempt, at: Date): OrderRecord {
  const end = { step: 'succeeded', at: at.toISOString() } as const;
  const succeeded: PaymentAttempt =
    attempt.kind === 'card'
      ? { ...attempt, progress: end }
      : withRedirectProgress(attempt, { ...end, confirmedBy: 'person' });
  return { ...withAttempt(record, succeeded), payment: paymentOf(succeeded) };
}
