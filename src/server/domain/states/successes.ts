import {
  hasBegun,
  hasSucceeded,
  isCapturedLater,
  isUnresolved,
  type PaymentAttempt,
  type RedirectAttempt,
} from '../record/attempts.js';
import { reservesAmount } from '../record/operation.table.js';
import {
  paymentAttempts,
  operationAttempts,
  redirectAttempt,
  withAttempt,
  withEntry,
  withoutAuthentications,
  type OrderRecord,
  type Payment,
} from '../record/order-record.js';
import { isVoid } from './money.js';
import { handles, withOrderEvent, withFlag } from './order-transition.js';
import { withRedirectProgress } from '../record/redirect-attempt.table.js';
import type { OrderEventType } from '../record/order-event.js';

/**
 * Applies the success of an attempt, which is already marked as succeeded. Sets the order to paid if it
 * waits for this attempt. A late success pays the order when no other attempt has paid it and none is unresolved.
 * It waits for an unresolved attempt. After another payment, or beside another success that waits, it is a second
 * payment, and flagged.
 */
export function withSuccess(record: OrderRecord, attempt: PaymentAttempt, at: Date): OrderRecord {
  const { gatewayOrderId } = attempt;
  const detail = { orderId: gatewayOrderId };
  if (record.payment) return withSecondPayments(record, at);
  if (isAnotherUnresolved(record, gatewayOrderId)) {
    const waiting = withEntry(record, at, 'success-waiting', detail);
    return withFlagsBeside(waiting, waitingSuccess(waiting), at);
  }
  const type = eventOfSuccess(record, attempt);
  if (!type) return withFlag(record, 'contradiction', gatewayOrderId, at);
  const paid = withOrderEvent({ ...record, payment: paymentOf(attempt) }, { type, attempt: gatewayOrderId }, at);
  const isLate = type === 'LATE_SUCCESS' || type === 'LATE_RESERVATION';
  const noted = isLate ? withEntry(paid, at, 'late-success', detail) : paid;
  return withSecondPayments(withFlagsOfPayment(noted, record, at), at);
}

/** The record with a flag when its payment is about the order before a change, and when the order had ended before. */
export function withFlagsOfPayment(paid: OrderRecord, before: OrderRecord, at: Date): OrderRecord {
  const attempt = paymentAttempts(paid).find(({ gatewayOrderId }) => gatewayOrderId === paid.payment?.gatewayOrderId);
  if (!attempt) return paid;
  const { gatewayOrderId, amount, currency } = attempt;
  const isOtherAmount = amount !== paid.amount || currency !== paid.currency;
  const compared = isOtherAmount ? withFlag(paid, 'amount-differs', gatewayOrderId, at) : paid;
  return before.state === 'cancelled' ? withFlag(compared, 'paid-after-end', gatewayOrderId, at) : compared;
}

/** The record with a flag for each success beside the payment, also for one that had waited for it. */
export function withSecondPayments(record: OrderRecord, at: Date): OrderRecord {
  return withFlagsBeside(record, record.payment, at);
}

function withFlagsBeside(record: OrderRecord, kept: { gatewayOrderId: string } | undefined, at: Date): OrderRecord {
  const isFlagged = (gatewayOrderId: string) =>
    record.flags.some(({ kind, attempt }) => kind === 'second-payment' && attempt === gatewayOrderId);
  return paymentAttempts(record)
    .filter((attempt) => hasSucceeded(attempt) && attempt.gatewayOrderId !== kept?.gatewayOrderId)
    .filter(({ gatewayOrderId }) => !isFlagged(gatewayOrderId))
    .reduce((flagged, { gatewayOrderId }) => {
      const entry = withEntry(flagged, at, 'second-payment', { orderId: gatewayOrderId });
      return withFlag(entry, 'second-payment', gatewayOrderId, at);
    }, record);
}

/**
 * The record after its unresolved attempt has ended. A success that waited for it pays the order. An attempt that the
 * shopper has begun to pay, by a signed message, is waited for again.
 */
export function afterEnd(record: OrderRecord, at: Date): OrderRecord {
  if (record.payment) return record;
  const waiting = waitingSuccess(record);
  if (waiting) return withSuccess(record, waiting, at);
  const begun = paymentAttempts(record).find(isBegun);
  return begun ? withResumed(record, begun.gatewayOrderId, at) : record;
}

/** The record after a void or refund was refused or not sent. The success that it was about pays an unpaid order. */
export function afterReturnRefused(record: OrderRecord, at: Date): OrderRecord {
  if (record.payment || !handles(record, 'LATE_SUCCESS')) return record;
  const waiting = waitingSuccess(record);
  return waiting ? withSuccess(record, waiting, at) : record;
}

/** The record that waits again for an attempt, because a signed message or the report says that it was begun. */
export function withResumed(record: OrderRecord, gatewayOrderId: string, at: Date): OrderRecord {
  if (!handles(record, 'SUCCESS_REPORTED')) return record;
  const attempt = redirectAttempt(record, gatewayOrderId);
  return attempt ? withRedirectResumed(record, attempt, 'SUCCESS_REPORTED', at) : record;
}

/** The record that waits again for a redirect payment that was set aside. */
export function withRedirectResumed(
  record: OrderRecord,
  attempt: RedirectAttempt,
  type: 'REDIRECT_STARTED' | 'SUCCESS_REPORTED',
  at: Date,
): OrderRecord {
  const { gatewayOrderId } = attempt;
  const resumed = withRedirectProgress(attempt, { step: 'awaiting-result', at: at.toISOString() });
  const next = withoutAuthentications(withAttempt(record, resumed));
  const pending = withOrderEvent(next, { type, attempt: gatewayOrderId }, at);
  return withEntry(pending, at, 'redirect-resumed', { orderId: gatewayOrderId });
}

/** The success that pays the order when its unresolved attempt ends without one. */
export function waitingSuccess(record: OrderRecord): PaymentAttempt | undefined {
  return paymentAttempts(record).find((attempt) => hasSucceeded(attempt) && !isRefunded(record, attempt));
}

/** True for a payment of which a part was returned, or may have been: it pays nothing any more. */
function isRefunded(record: OrderRecord, { gatewayOrderId }: PaymentAttempt): boolean {
  return operationAttempts(record, gatewayOrderId).some(
    (operation) => (isVoid(operation) || operation.kind === 'refund') && reservesAmount(operation),
  );
}

/** True for an attempt that is over for the order, while the last message says that the shopper has begun to pay. */
function isBegun(attempt: PaymentAttempt): boolean {
  if (attempt.kind !== 'redirect' || attempt.progress.step !== 'set-aside') return false;
  return attempt.claim ? attempt.claim.result === '00' : hasBegun(attempt);
}

function isAnotherUnresolved(record: OrderRecord, gatewayOrderId: string): boolean {
  return paymentAttempts(record).some((other) => other.gatewayOrderId !== gatewayOrderId && isUnresolved(other));
}

function eventOfSuccess({ state }: OrderRecord, attempt: PaymentAttempt): OrderEventType | undefined {
  const isReserved = isCapturedLater(attempt);
  if (state === 'in-doubt' && attempt.kind === 'card') {
    return isReserved ? 'AUTHORIZATION_RESERVED' : 'AUTHORIZATION_APPROVED';
  }
  if (state === 'pending' && attempt.kind === 'redirect') return 'REDIRECT_SUCCEEDED';
  if (state !== 'open' && state !== 'failed' && state !== 'cancelled') return undefined;
  return isReserved ? 'LATE_RESERVATION' : 'LATE_SUCCESS';
}

/** The payment of an attempt that has succeeded. */
export function paymentOf(attempt: PaymentAttempt): Payment {
  const { gatewayOrderId } = attempt;
  if (attempt.kind === 'redirect') {
    return { gatewayOrderId, method: attempt.method, ...(attempt.pasref ? { pasref: attempt.pasref } : {}) };
  }
  const { progress, card } = attempt;
  const { pasref, authcode } = progress.step === 'succeeded' ? progress : {};
  return {
    gatewayOrderId,
    method: 'card',
    card,
    ...(pasref ? { pasref } : {}),
    ...(authcode ? { authcode } : {}),
  };
}
