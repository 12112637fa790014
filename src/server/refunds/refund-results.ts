import type { PaymentResult, StatusMessage } from '../../protocol/status-message.js';
import { GatewayError } from '../gateway/gateway-error.js';
import { isRefusedRequest } from '../gateway/refused-request.js';
import type { RefundRecord } from '../gateway/report-records.js';
import type { SignedAnswer } from '../gateway/signed-xml-call.js';
import type { RefundAttempt, RefundProgress } from '../orders/attempts.js';
import { withLookUpEnded } from '../orders/look-ups.js';
import { refundAttempts, withAttempt, withEntry, type OrderRecord } from '../orders/order-record.js';
import { transition, withFlag } from '../orders/order-transition.js';
import { isSameAmount } from '../orders/same-amount.js';
import { paidAttempt, sumOf } from './refundable.js';

/** Clocks of gateway and backend may differ by so many milliseconds. */
const CLOCK_MARGIN = 60_000;

export interface RefundEnd {
  readonly step: Exclude<RefundProgress['step'], 'sent'>;
  readonly pasref?: string;
  readonly message?: string;
}

/** What an answer to payment-credit proves (docs/reference/gateway.md#refund-answers). */
export function endOfAnswer({ trust, result, message, pasref }: SignedAnswer): RefundEnd {
  const known = { message, ...(pasref && trust === 'signed' ? { pasref } : {}) };
  if (trust === 'signed') {
    if (result === '00') return { step: 'done', ...known };
    if (result === '01') return { step: 'pending', ...known };
    if (/^[12]\d\d$/.test(result)) return { step: 'refused', ...known };
  }
  const refused = trust !== 'wrong-hash' && (isRefusedRequest({ result, message }) || isRefusedRefund(result, message));
  return { step: refused ? 'refused' : 'unresolved', ...known };
}

/** 512: more than is left. 508 FAILED: the payment is still pending. */
function isRefusedRefund(result: string, message: string): boolean {
  return result === '512' || (result === '508' && /^failed$/i.test(message.trim()));
}

/** Only a request that never left is certain proof that nothing was refunded. */
export function endOfFault(error: unknown): RefundEnd {
  const message = error instanceof Error ? error.message : 'not sent';
  // The client validates its own message before it sends it.
  if (!(error instanceof GatewayError)) return { step: 'refused', message };
  const { failure } = error;
  return { step: failure.kind === 'unanswered' && !failure.sent ? 'refused' : 'unresolved', message };
}

const STEP_OF_RESULT = { '00': 'done', '101': 'refused', '01': 'pending' } as const;

/** The record after a status message about a refund; undefined when nothing changes. */
export function withRefundMessage(
  record: OrderRecord,
  { result, amount }: Pick<StatusMessage, 'result' | 'amount'>,
  pasref: string,
  at: Date,
): OrderRecord | undefined {
  const refunds = refundAttempts(record);
  const known = refunds.find((refund) => refund.pasref === pasref);
  if (known) return withRefundWord(record, known, { step: STEP_OF_RESULT[result], pasref }, at);
  // Without a reference of our own the message can only be about the one refund that has none.
  const [only, ...others] = refunds.filter((refund) => !refund.pasref && isOpen(refund));
  if (!only) return withUnexpected(record, at);
  const isIts = others.length === 0 && (amount === undefined || isSameAmount(amount, only.amount));
  if (isIts && only.progress.step === 'unresolved') {
    return withRefundWord(record, only, { step: STEP_OF_RESULT[result], pasref }, at);
  }
  // The answer, which has the reference, may still be on its way.
  return withEarlyMessage(record, pasref, result, at);
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
export function withRefundWord(
  record: OrderRecord,
  refund: RefundAttempt,
  end: RefundEnd,
  at: Date,
): OrderRecord | undefined {
  const { step } = refund.progress;
  if (step === 'done' || step === 'refused') {
    if (end.step === step || end.step === 'pending' || end.step === 'unresolved') return undefined;
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

/** The record after a refund was answered or settled, with the order's state that follows. */
export function withRefundEnd(record: OrderRecord, refund: RefundAttempt, end: RefundEnd, at: Date): OrderRecord {
  const { step, pasref, message } = end;
  const said = message === undefined ? {} : { message };
  const progress: RefundProgress =
    step === 'done' || step === 'refused' ? { step, at: at.toISOString(), ...said } : { step, ...said };
  const changed: RefundAttempt = { ...refund, progress, ...(pasref ? { pasref } : {}) };
  const detail = { amount: refund.amount, ...said };
  const next = withEntry(withAttempt(record, changed), at, EVENTS[step], detail);
  const refunded = step === 'done' ? withRefundedState(next, changed, at) : next;
  return pasref ? withEarlyMessagesOf(refunded, changed, pasref, at) : refunded;
}

/** Status messages that came before the answer by which their refund is known. */
function withEarlyMessagesOf(record: OrderRecord, refund: RefundAttempt, pasref: string, at: Date): OrderRecord {
  const early = record.earlyRefundMessages.filter((message) => message.pasref === pasref);
  const rest = record.earlyRefundMessages.filter((message) => message.pasref !== pasref);
  return early.reduce<OrderRecord>(
    (current, { result }) => {
      const known = refundAttempts(current).find(({ key }) => key === refund.key) ?? refund;
      return withRefundWord(current, known, { step: STEP_OF_RESULT[result], pasref }, at) ?? current;
    },
    early.length === 0 ? record : { ...record, earlyRefundMessages: rest },
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
  return transition(record, { type, attempt: gatewayOrderId }, at);
}

/**
 * The record after the refunds report was read for its order. A record of the report belongs to the refund
 * with its reference, else to one with its amount that was sent before it. "Not listed" releases the
 * amount only after `releaseAfter` milliseconds, because the report may be behind.
 */
export function withRefundReport(
  record: OrderRecord,
  key: string,
  listed: readonly RefundRecord[],
  releaseAfter: number,
  at: Date,
): OrderRecord {
  const refund = refundAttempts(record).find((one) => one.key === key);
  if (!refund || !isOpen(refund)) return record;
  const match = matchOf(record, refund, listed);
  const end = match && endOfRecord(match);
  const lookedUp = withLookUpEnded(refund, at, { decided: end !== undefined });
  const noted = withAttempt(record, lookedUp);
  if (end) return withRefundWord(noted, lookedUp, end, at) ?? noted;
  const isOver = refund.progress.step !== 'pending' && at.getTime() - Date.parse(refund.sentAt) >= releaseAfter;
  if (match || !isOver) return noted;
  const message = 'not listed in the refunds report';
  return withRefundEnd(
    withEntry(noted, at, 'refund-released', { amount: refund.amount }),
    lookedUp,
    { step: 'refused', message },
    at,
  );
}

export function isOpen({ progress }: RefundAttempt): boolean {
  return progress.step === 'sent' || progress.step === 'unresolved' || progress.step === 'pending';
}

function matchOf(
  record: OrderRecord,
  refund: RefundAttempt,
  listed: readonly RefundRecord[],
): RefundRecord | undefined {
  const own = listed.filter(({ orderId }) => orderId === refund.gatewayOrderId);
  if (refund.pasref) return own.find(({ pasref }) => pasref === refund.pasref);
  const claimed = refundAttempts(record).map((other) => other.pasref);
  return own.find(
    ({ pasref, amount, createdAt }) =>
      pasref !== undefined &&
      !claimed.includes(pasref) &&
      amount !== undefined &&
      isSameAmount(amount, refund.amount) &&
      (createdAt === undefined || isAfter(createdAt, refund.sentAt)),
  );
}

function isAfter(createdAt: string | Date, sentAt: string): boolean {
  const created = createdAt instanceof Date ? createdAt.getTime() : Date.parse(createdAt);
  return Number.isNaN(created) || created >= Date.parse(sentAt) - CLOCK_MARGIN;
}

function endOfRecord({ status, result, pasref, message }: RefundRecord): RefundEnd | undefined {
  const known = { ...(pasref ? { pasref } : {}), ...(message ? { message } : {}) };
  if (status === 'INITIATION_COMPLETED' || (status === undefined && result === '00')) return { step: 'done', ...known };
  if (
    status === 'INITIATION_REJECTED' ||
    status === 'INITIATION_FAILED' ||
    (status === undefined && result === '101')
  ) {
    return { step: 'refused', ...known };
  }
  const isPending = status === 'INITIATION_PENDING' || status === 'INITIATION_PROCESSING' || result === '01';
  return isPending ? { step: 'pending', ...known } : undefined;
}
