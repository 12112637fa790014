import { MessageError } from '../../protocol/values/field-issue.js';
import type { PaymentResult, StatusMessage } from '../../protocol/redirect/status-message.js';
import { GatewayError } from '../gateway/gateway-error.js';
import { isRefusedRequest } from '../gateway/refused-request.js';
import type { SignedAnswer } from '../gateway/signed-xml-call.js';
import { isAnswerDue } from '../orders/calls/deadline.js';
import type { RefundAttempt, RefundProgress } from '../orders/record/attempts.js';
import { refundAttempts, withAttempt, withEntry, type OrderRecord } from '../orders/record/order-record.js';
import { withFlag, withOrderEvent } from '../orders/states/order-transition.js';
import { paidAttempt, sumOf } from './refundable.js';

export interface RefundEnd {
  readonly step: Exclude<RefundProgress['step'], 'sent'>;
  readonly pasref?: string;
  /** The result of an answer that refuses the refund. */
  readonly result?: string;
  readonly message?: string;
}

/** Effect of an answer on the attempt (docs/reference/gateway.md#refund-answers). */
export function endOfAnswer({ trust, result, message, pasref }: SignedAnswer): RefundEnd {
  const known = { message, ...(pasref && trust === 'signed' ? { pasref } : {}) };
  if (trust === 'signed') {
    if (result === '00') return { step: 'done', ...known };
    if (result === '01') return { step: 'pending', ...known };
    if (/^[12]\d\d$/.test(result)) return { step: 'refused', result, ...known };
  }
  const refused = trust !== 'wrong-hash' && (isRefusedRequest({ result, message }) || isRefusedRefund(result, message));
  return refused ? { step: 'refused', result, ...known } : { step: 'unresolved', ...known };
}

/**
 * 400, 401: a wrong request, hash or refund password (Non-Card Payment Methods Interface, Errors). 512: more than is
 * left. 508 FAILED: the payment is still pending.
 */
function isRefusedRefund(result: string, message: string): boolean {
  return ['400', '401', '512'].includes(result) || (result === '508' && /^failed$/i.test(message.trim()));
}

/** Only a request that was not sent, or that the gateway has refused, proves that nothing was refunded. */
export function endOfFault(error: unknown): RefundEnd {
  const message = error instanceof Error ? error.message : 'not sent';
  // The client validates its own message before it sends it.
  if (error instanceof MessageError) return { step: 'refused', message };
  if (!(error instanceof GatewayError)) return { step: 'unresolved', message };
  const { failure } = error;
  if (failure.kind === 'refused') return { step: 'refused', result: failure.result, message: failure.message };
  return { step: failure.kind === 'unanswered' && !failure.sent ? 'refused' : 'unresolved', message };
}

const STEP_OF_RESULT = { '00': 'done', '101': 'refused', '01': 'pending' } as const;

/** The record after a status message about a refund; undefined when nothing changes. */
export function withRefundMessage(
  record: OrderRecord,
  { result }: Pick<StatusMessage, 'result'>,
  pasref: string,
  at: Date,
): OrderRecord | undefined {
  const refunds = refundAttempts(record);
  const known = refunds.find((refund) => refund.pasref === pasref);
  if (known) return withRefundResult(record, known, { step: STEP_OF_RESULT[result], pasref }, at);
  // The answer, or the refunds report, brings the reference by which this message is known.
  const isPossible = refunds.some((refund) => !refund.pasref && isOpen(refund));
  return isPossible ? withEarlyMessage(record, pasref, result, at) : withUnexpected(record, at);
}

function withUnexpected(record: OrderRecord, at: Date): OrderRecord | undefined {
  const attempt = record.payment?.gatewayOrderId ?? record.id;
  const flagged = withFlag(record, 'unexpected-message', attempt, at);
  return flagged === record ? undefined : flagged;
}

function withEarlyMessage(
  record: OrderRecord,
  pasref: string,
  result: PaymentResult,
  at: Date,
): OrderRecord | undefined {
  const { earlyRefundMessages: early } = record;
  if (early.some((one) => one.pasref === pasref && one.result === result)) return undefined;
  const message = { pasref, result, at: at.toISOString() };
  return withEntry({ ...record, earlyRefundMessages: [...early, message].slice(-20) }, at, 'refund-status-early', {
    pasref,
    result,
  });
}

/** The record after a message or a report names the result of a refund. The first final result holds. */
export function withRefundResult(
  record: OrderRecord,
  refund: RefundAttempt,
  end: RefundEnd,
  at: Date,
): OrderRecord | undefined {
  const { step } = refund.progress;
  if (step === 'done' || step === 'refused') {
    if (end.step === step) return withReference(record, refund, end);
    if (end.step === 'pending' || end.step === 'unresolved') return undefined;
    const flagged = withFlag(record, 'contradiction', refund.gatewayOrderId, at);
    return flagged === record ? undefined : flagged;
  }
  return step === end.step ? undefined : withRefundEnd(record, refund, end, at);
}

const EVENTS = {
  done: 'refund-done',
  pending: 'refund-pending',
  refused: 'refund-refused',
  unresolved: 'refund-unresolved',
} as const;

/** The record with the reference of a refund that a person settled before its answer arrived; undefined without one. */
function withReference(record: OrderRecord, refund: RefundAttempt, end: RefundEnd): OrderRecord | undefined {
  const { pasref } = end;
  if (refund.pasref || !pasref || isReferenceOfAnother(record, refund, end)) return undefined;
  return withAttempt(record, { ...refund, pasref });
}

/** A reference belongs to one refund: another one was matched with it by mistake. */
function isReferenceOfAnother(record: OrderRecord, refund: RefundAttempt, { pasref }: RefundEnd): boolean {
  return refundAttempts(record).some((one) => one.key !== refund.key && one.pasref && one.pasref === pasref);
}

/** The record after a refund was answered or settled, with the order's state that follows. */
export function withRefundEnd(record: OrderRecord, refund: RefundAttempt, end: RefundEnd, at: Date): OrderRecord {
  const { step, message, result } = end;
  const isTaken = isReferenceOfAnother(record, refund, end);
  const pasref = isTaken ? undefined : end.pasref;
  const text = message === undefined ? {} : { message };
  const refusal = step === 'refused' && result !== undefined ? { result } : {};
  const progress: RefundProgress =
    step === 'done' || step === 'refused' ? { step, at: at.toISOString(), ...refusal, ...text } : { step, ...text };
  const changed: RefundAttempt = { ...refund, progress, ...(pasref ? { pasref } : {}) };
  const detail = { amount: refund.amount, ...refusal, ...text };
  const settled = withEntry(withAttempt(record, changed), at, EVENTS[step], detail);
  const next = isTaken ? withFlag(settled, 'contradiction', refund.gatewayOrderId, at) : settled;
  const refunded = step === 'done' ? withRefundedState(next, changed, at) : next;
  return pasref ? withEarlyMessagesOf(refunded, changed, pasref, at) : refunded;
}

/** Status messages that arrived before the answer with their reference. */
function withEarlyMessagesOf(record: OrderRecord, refund: RefundAttempt, pasref: string, at: Date): OrderRecord {
  const early = record.earlyRefundMessages.filter((message) => message.pasref === pasref);
  const rest = record.earlyRefundMessages.filter((message) => message.pasref !== pasref);
  return early.reduce<OrderRecord>(
    (current, { result }) => {
      const known = refundAttempts(current).find(({ key }) => key === refund.key) ?? refund;
      return withRefundResult(current, known, { step: STEP_OF_RESULT[result], pasref }, at) ?? current;
    },
    { ...record, earlyRefundMessages: rest },
  );
}

/** Only refunds of the payment that paid the order change its state. */
function withRefundedState(record: OrderRecord, { gatewayOrderId }: RefundAttempt, at: Date): OrderRecord {
  const { payment } = record;
  const paid = payment && paidAttempt(record, payment.gatewayOrderId);
  if (!payment || !paid || payment.gatewayOrderId !== gatewayOrderId) return record;
  const done = sumOf(
    refundAttempts(record).filter((one) => one.progress.step === 'done' && one.gatewayOrderId === gatewayOrderId),
  );
  const type = done < BigInt(paid.amount) ? 'REFUNDED_IN_PART' : 'REFUNDED_IN_FULL';
  return withOrderEvent(record, { type, attempt: gatewayOrderId }, at);
}

/** True while the answer of a refund may still arrive. */
export function isUnderWay(refund: RefundAttempt, at: Date): boolean {
  return refund.progress.step === 'sent' && isAnswerDue(refund, at);
}

export function isOpen({ progress }: RefundAttempt): boolean {
  return progress.step === 'sent' || progress.step === 'unresolved' || progress.step === 'pending';
}
