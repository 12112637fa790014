import { faultName, GatewayError, isUnsent } from '../../gateway/gateway-error.js';
import { isAnswerDue } from '../record/deadline.js';
import type { OperationAttempt, OperationProgress, RefundAttempt } from '../record/attempts.js';
import {
  canBecome,
  isCorrectable,
  isOpen,
  withOperationProgress,
  type OperationStep,
} from '../record/operation.table.js';
import {
  cardAttempt,
  operationAttempts,
  refundAttempt,
  withAttempt,
  withEntry,
  type OrderRecord,
} from '../record/order-record.js';
import { hasVoid, isVoid, moneyOf } from '../states/money.js';
import { handles, withFlag, withOrderEvent, withoutFlag } from '../states/order-transition.js';
import { afterReturnRefused } from '../states/successes.js';

/** The result of a capture, a void or a refund, from an answer, a message, a look-up or a person. */
export interface OperationEnd {
  readonly step: Exclude<OperationStep, 'sent'>;
  readonly pasref?: string;
  /** The result of an answer that refuses the call. */
  readonly result?: string;
  /** The gateway's text. */
  readonly message?: string;
  /** The fault of a call without a valid answer, for the history. */
  readonly why?: string;
  /** Says that the clock of this server is wrong. It is for the log, and no part of the order. */
  readonly clock?: string | undefined;
  /** Present when a person has decided, or a leg without an amount. */
  readonly by?: 'person' | 'leg';
}

/** Only a request that was not sent, or that the gateway has refused, proves that no money moved. */
export function endOfFault(error: unknown): OperationEnd {
  if (error instanceof GatewayError && error.failure.kind === 'refused')
    return { step: 'refused', result: error.failure.result, message: error.failure.message };
  return { step: isUnsent(error) ? 'refused' : 'unresolved', why: faultName(error) };
}

/**
 * The record after a message or a look-up names the result of a call. The first final result holds, unless a person has
 * decided that the call was not carried out, and the gateway reports its success.
 */
export function withOperationResult(
  record: OrderRecord,
  operation: OperationAttempt,
  end: OperationEnd,
  at: Date,
): OrderRecord | undefined {
  const { step } = operation.progress;
  if (isOpen(operation))
    return canBecome(operation, end.step) ? withOperationEnd(record, operation, end, at) : undefined;
  if (end.step === step) return withConfirmation(record, operation, end);
  if (end.step === 'pending' || end.step === 'unresolved') return undefined;
  // The gateway's success is a stronger proof than the decision of a person: the amount was used.
  const isOverruled = end.step === 'done' && isCorrectable(operation);
  const current = isOverruled ? withOperationEnd(record, operation, end, at) : record;
  const flagged = withFlag(current, 'contradiction', operation.gatewayOrderId, at);
  return flagged === record ? undefined : flagged;
}

/**
 * The record after the gateway has confirmed a decision that could be corrected: the call takes the reference, and the
 * decision holds for good. Undefined when nothing changes.
 */
function withConfirmation(
  record: OrderRecord,
  operation: OperationAttempt,
  end: OperationEnd,
): OrderRecord | undefined {
  if (isReferenceOfAnother(record, operation, end)) return undefined;
  const { pasref = operation.pasref } = end;
  if (operation.pasref === pasref && !isCorrectable(operation)) return undefined;
  if (operation.pasref && operation.pasref !== pasref) return undefined;
  const { by: _by, ...progress } = operation.progress as Extract<OperationProgress, { step: 'done' | 'refused' }>;
  return withAttempt(record, { ...operation, progress, ...(pasref === undefined ? {} : { pasref }) });
}

/** A reference belongs to one call: another one was matched with it by mistake, or an earlier answer came again. */
function isReferenceOfAnother(record: OrderRecord, operation: OperationAttempt, { pasref }: OperationEnd): boolean {
  const isOwn = (one: OperationAttempt) => one.key === operation.key && one.kind === operation.kind;
  const ofCalls = operationAttempts(record).flatMap((one) => (isOwn(one) ? [] : (one.pasref ?? [])));
  const authorization = authorizationOf(record, operation);
  return pasref !== undefined && (ofCalls.includes(pasref) || authorization === pasref);
}

/** The payments reference of the authorization of a card payment. */
function authorizationOf(record: OrderRecord, { gatewayOrderId }: OperationAttempt): string | undefined {
  const progress = cardAttempt(record, gatewayOrderId)?.progress;
  return progress && 'pasref' in progress ? progress.pasref : undefined;
}

/** The record after a call was answered or settled, with the order's state that follows. */
export function withOperationEnd(
  record: OrderRecord,
  operation: OperationAttempt,
  given: OperationEnd,
  at: Date,
): OrderRecord {
  const { gatewayOrderId } = operation;
  const isTaken = isReferenceOfAnother(record, operation, given);
  const end = isTaken ? withoutReference(given) : given;
  // Without its reference, the answer decides nothing about a call that is unresolved already.
  if (isTaken && !canBecome(operation, end.step)) return withFlag(record, 'contradiction', gatewayOrderId, at);
  const { message, result, why } = end;
  const text = { ...(message === undefined ? {} : { message }), ...(why === undefined ? {} : { why }) };
  const refusal = end.step === 'refused' && result !== undefined ? { result } : {};
  const changed: OperationAttempt = {
    ...withOperationProgress(operation, progressOf(end, at)),
    ...(end.pasref ? { pasref: end.pasref } : {}),
  };
  const detail = { key: operation.key, amount: operation.amount, ...refusal, ...text };
  const settled = withEntry(withAttempt(record, changed), at, `${operation.kind}-${end.step}`, detail);
  const next = isTaken ? withFlag(settled, 'contradiction', gatewayOrderId, at) : withoutFlagsOf(settled, changed);
  const moved = withStateOf(next, operation, changed, at);
  return changed.kind === 'refund' && changed.pasref ? withEarlyMessagesOf(moved, changed, changed.pasref, at) : moved;
}

/**
 * The end of a call whose answer has the reference of another one. A success is that of the other call, and only the
 * gateway's leg or its report decides.
 */
function withoutReference({ pasref: _taken, ...end }: OperationEnd): OperationEnd {
  return end.step === 'refused' ? end : { ...end, step: 'unresolved' };
}

/**
 * The record without the flags whose reason has gone. A result is known now, a call of another party has a record now,
 * or an amount was captured or released.
 */
function withoutFlagsOf(record: OrderRecord, operation: OperationAttempt): OrderRecord {
  const { gatewayOrderId, key, kind, pasref, progress } = operation;
  const known = isOpen(operation) ? record : withoutFlag(record, 'unknown-result', gatewayOrderId, key);
  const recorded = pasref === undefined ? known : withoutFlag(known, 'changed-elsewhere', gatewayOrderId, pasref);
  const isTaken = progress.step === 'done' && kind !== 'refund';
  return isTaken ? withoutFlag(recorded, 'not-captured', gatewayOrderId) : recorded;
}

/** The record with the order's state that follows from a call. A success whose return was refused pays it. */
function withStateOf(
  record: OrderRecord,
  { progress: before }: OperationAttempt,
  operation: OperationAttempt,
  at: Date,
): OrderRecord {
  switch (operation.progress.step) {
    case 'done':
      return withMoneyState(record, operation, at);
    case 'refused':
      return afterReturnRefused(before.step === 'done' ? withCorrectedState(record, operation, at) : record, at);
    default:
      return record;
  }
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
      return { step, at: at.toISOString(), ...text, ...(by === undefined ? {} : { by }) };
    case 'refused': {
      const person = by === 'person' ? { by } : {};
      return { step, at: at.toISOString(), ...(result === undefined ? {} : { result }), ...text, ...person };
    }
    default:
      return { step, ...text };
  }
}

/** The record with the state that follows from the amounts. Only the payment that paid the order changes its state. */
function withMoneyState(record: OrderRecord, operation: OperationAttempt, at: Date): OrderRecord {
  const { kind, gatewayOrderId } = operation;
  if (record.payment?.gatewayOrderId !== gatewayOrderId) return record;
  const { captured, refunded, isReserved } = moneyOf(record);
  const event = (current: OrderRecord, type: Parameters<typeof withOrderEvent>[1]['type']) =>
    handles(current, type)
      ? withOrderEvent(current, { type, attempt: gatewayOrderId }, at)
      : withFlag(current, 'contradiction', gatewayOrderId, at);
  const refundEvent = refunded < captured ? 'REFUNDED_IN_PART' : 'REFUNDED_IN_FULL';
  if (isVoid(operation)) return event(record, 'VOIDED');
  switch (kind) {
    case 'refund':
      // An account can allow more than the whole amount.
      return captured === 0n || record.state === 'refunded' ? record : event(record, refundEvent);
    // A void of the rest ends the captures, as the last one does.
    default: {
      if (isReserved) return event(record, 'CAPTURED_IN_PART');
      // A capture whose result arrives after that of the last one changes the amounts only, and the refunded part.
      if (record.state === 'refunded' && refunded < captured) return event(record, 'REFUNDED_IN_PART');
      if (!handles(record, 'CAPTURED')) return record;
      const paid = event(record, 'CAPTURED');
      return refunded > 0n ? event(paid, refundEvent) : paid;
    }
  }
}

/** The record with the state that its amounts have after a person has taken back a capture, a void or a refund. */
function withCorrectedState(record: OrderRecord, { gatewayOrderId }: OperationAttempt, at: Date): OrderRecord {
  if (record.payment?.gatewayOrderId !== gatewayOrderId || hasVoid(record, gatewayOrderId)) return record;
  const { captured, refunded, isReserved } = moneyOf(record);
  const reserved = captured > 0n ? 'CORRECTED_TO_PARTLY_CAPTURED' : 'CORRECTED_TO_AUTHORIZED';
  const settled = refunded === 0n ? 'CORRECTED_TO_PAID' : refunded < captured ? 'REFUNDED_IN_PART' : 'REFUNDED_IN_FULL';
  const type = isReserved ? reserved : settled;
  return handles(record, type) ? withOrderEvent(record, { type, attempt: gatewayOrderId }, at) : record;
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
