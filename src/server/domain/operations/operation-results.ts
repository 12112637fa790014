import { MessageError } from '../../../protocol/values/field-issue.js';
import { GatewayError } from '../../gateway/gateway-error.js';
import { isAnswerDue } from '../record/deadline.js';
import type { OperationAttempt, OperationProgress, RefundAttempt } from '../record/attempts.js';
import { canBecome, isOpen, type OperationStep } from '../record/operation.table.js';
import { operationAttempts, refundAttempt, withAttempt, withEntry, type OrderRecord } from '../record/order-record.js';
import { moneyOf } from '../states/money.js';
import { handles, withFlag, withOrderEvent } from '../states/order-transition.js';

/** The result of a capture, a void or a refund, from an answer, a message, a look-up or a person. */
export interface OperationEnd {
  readonly step: Exclude<OperationStep, 'sent'>;
  readonly pasref?: string;
  /** The result of an answer that refuses the call. */
  readonly result?: string;
  readonly message?: string;
  /** Says that the clock of this server is wrong. It is for the log, and no part of the order. */
  readonly clock?: string | undefined;
  /** Present when a person has decided. */
  readonly by?: 'person';
}

/** Only a request that was not sent, or that the gateway has refused, proves that no money moved. */
export function endOfFault(error: unknown): OperationEnd {
  const message = error instanceof Error ? error.message : 'not sent';
  // The client validates its own message before it sends it.
  if (error instanceof MessageError) return { step: 'refused', message };
  if (!(error instanceof GatewayError)) return { step: 'unresolved', message };
  const { failure } = error;
  if (failure.kind === 'refused') return { step: 'refused', result: failure.result, message: failure.message };
  return { step: failure.kind === 'unanswered' && !failure.sent ? 'refused' : 'unresolved', message };
}

/** The record after a message or a look-up names the result of a call. The first final result holds. */
export function withOperationResult(
  record: OrderRecord,
  operation: OperationAttempt,
  end: OperationEnd,
  at: Date,
): OrderRecord | undefined {
  const { step } = operation.progress;
  if (isOpen(operation))
    return canBecome(operation, end.step) ? withOperationEnd(record, operation, end, at) : undefined;
  if (end.step === step) return withReference(record, operation, end);
  if (end.step === 'pending' || end.step === 'unresolved') return undefined;
  const flagged = withFlag(record, 'contradiction', operation.gatewayOrderId, at);
  return flagged === record ? undefined : flagged;
}

/** The record with the reference of a call that a person settled before its answer arrived; undefined without one. */
function withReference(record: OrderRecord, operation: OperationAttempt, end: OperationEnd): OrderRecord | undefined {
  const { pasref } = end;
  if (operation.pasref || !pasref || isReferenceOfAnother(record, operation, end)) return undefined;
  return withAttempt(record, { ...operation, pasref });
}

/** A reference belongs to one call: another one was matched with it by mistake. */
function isReferenceOfAnother(record: OrderRecord, operation: OperationAttempt, { pasref }: OperationEnd): boolean {
  return operationAttempts(record).some(
    (one) => (one.key !== operation.key || one.kind !== operation.kind) && one.pasref && one.pasref === pasref,
  );
}

/** The record after a call was answered or settled, with the order's state that follows. */
export function withOperationEnd(
  record: OrderRecord,
  operation: OperationAttempt,
  end: OperationEnd,
  at: Date,
): OrderRecord {
  const { message, result } = end;
  const isTaken = isReferenceOfAnother(record, operation, end);
  const text = message === undefined ? {} : { message };
  const refusal = end.step === 'refused' && result !== undefined ? { result } : {};
  const changed: OperationAttempt = {
    ...operation,
    progress: progressOf(end, at),
    ...(end.pasref && !isTaken ? { pasref: end.pasref } : {}),
  };
  const detail = { amount: operation.amount, ...refusal, ...text };
  const settled = withEntry(withAttempt(record, changed), at, `${operation.kind}-${end.step}`, detail);
  const next = isTaken ? withFlag(settled, 'contradiction', operation.gatewayOrderId, at) : settled;
  const moved = end.step === 'done' ? withMoneyState(next, changed, at) : next;
  return changed.kind === 'refund' && changed.pasref ? withEarlyMessagesOf(moved, changed, changed.pasref, at) : moved;
}

const STEP_OF_RESULT = { '00': 'done', '101': 'refused', '01': 'pending' } as const;

/** The step that a status message reports about a refund. */
export function stepOfMessage(result: keyof typeof STEP_OF_RESULT): 'done' | 'refused' | 'pending' {
  return STEP_OF_RESULT[result];
}

/** Status messages that arrived before the answer with their reference. */
function withEarlyMessagesOf(record: OrderRecord, refund: RefundAttempt, pasref: string, at: Date): OrderRecord {
  const early = record.earlyRefundMessages.filter((message) => message.pasref === pasref);
  if (early.length === 0) return record;
  const rest = record.earlyRefundMessages.filter((message) => message.pasref !== pasref);
  return early.reduce<OrderRecord>(
    (current, { result }) => {
      const known = refundAttempt(current, refund.key) ?? refund;
      return withOperationResult(current, known, { step: stepOfMessage(result), pasref }, at) ?? current;
    },
    { ...record, earlyRefundMessages: rest },
  );
}

function progressOf({ step, message, result, by }: OperationEnd, at: Date): OperationProgress {
  const text = message === undefined ? {} : { message };
  switch (step) {
    case 'done':
      return { step, at: at.toISOString(), ...text };
    case 'refused':
      return {
        step,
        at: at.toISOString(),
        ...(result === undefined ? {} : { result }),
        ...text,
        ...(by === undefined ? {} : { by }),
      };
    default:
      return { step, ...text };
  }
}

/** The record with the state that follows from the amounts. Only the payment that paid the order changes its state. */
export function withMoneyState(record: OrderRecord, { kind, gatewayOrderId }: OperationAttempt, at: Date): OrderRecord {
  if (record.payment?.gatewayOrderId !== gatewayOrderId) return record;
  const { captured, refunded, isReserved } = moneyOf(record);
  const event = (current: OrderRecord, type: Parameters<typeof withOrderEvent>[1]['type']) =>
    handles(current, type)
      ? withOrderEvent(current, { type, attempt: gatewayOrderId }, at)
      : withFlag(current, 'contradiction', gatewayOrderId, at);
  const refundEvent = refunded < captured ? 'REFUNDED_IN_PART' : 'REFUNDED_IN_FULL';
  switch (kind) {
    case 'void':
      return event(record, 'VOIDED');
    case 'refund':
      // An account can allow more than the whole amount.
      return captured === 0n || record.state === 'refunded' ? record : event(record, refundEvent);
    case 'capture': {
      if (isReserved) return event(record, 'CAPTURED_IN_PART');
      // A capture whose result arrives after that of the last one changes the amounts only.
      if (!handles(record, 'CAPTURED')) return record;
      const paid = event(record, 'CAPTURED');
      return refunded > 0n ? event(paid, refundEvent) : paid;
    }
  }
}

/** True while the answer of a call may still arrive. */
export function isUnderWay(operation: OperationAttempt, at: Date): boolean {
  return operation.progress.step === 'sent' && isAnswerDue(operation, at);
}

/** The step of a call as its caller sees it: without an answer by its deadline it is unresolved. */
export function stepAt(operation: OperationAttempt, now: Date): OperationStep {
  const { step } = operation.progress;
  return step === 'sent' && !isUnderWay(operation, now) ? 'unresolved' : step;
}
