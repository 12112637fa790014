import { parseIsoTimestamp } from '../../../protocol/values/timestamp.js';
import { CLOCK_MARGIN, type RefundRecord } from '../../gateway/report-records.js';
import type { RefundAttempt } from '../record/attempts.js';
import { withLookUpEnded } from '../record/look-up-lease.js';
import { refundAttempt, refundAttempts, withAttempt, withEntry, type OrderRecord } from '../record/order-record.js';
import { withFlag } from '../states/order-transition.js';
import { isAmount, isSameAmount } from '../record/same-amount.js';
import { isUnderWay, withOperationEnd, withOperationResult, type OperationEnd } from './operation-results.js';
import { isOpen } from '../record/operation.table.js';

/** Records of the refunds report for one payment. */
export interface ListedRefunds {
  readonly listed: readonly RefundRecord[];
  /** False when the report has records that could not be read. */
  readonly isComplete: boolean;
}

/**
 * The record after the refunds report was read for one of its refunds. A record of the report belongs to
 * the refund with its reference, else to one with its amount that was sent before it. "Not listed" releases
 * the amount only after `releaseAfter` milliseconds, because the report may be behind, and only when no
 * other record could be the refund's.
 */
export function withRefundReport(
  record: OrderRecord,
  key: string,
  { listed, isComplete }: ListedRefunds,
  releaseAfter: number,
  at: Date,
): OrderRecord {
  const refund = refundAttempt(record, key);
  if (!refund || !isOpen(refund)) return record;
  const candidates = candidatesOf(record, refund, listed);
  const found = endOf(record, refund, candidates, at);
  const end = found === 'contradictory' ? undefined : found;
  const lookedUp = withLookUpEnded(refund, at, { decided: end !== undefined });
  const noted = withAttempt(record, lookedUp);
  if (end) return withOperationResult(noted, lookedUp, end, at) ?? noted;
  if (found === 'contradictory') return withFlag(noted, 'contradiction', refund.gatewayOrderId, at);
  const isOver = refund.progress.step !== 'pending' && at.getTime() - Date.parse(refund.sentAt) >= releaseAfter;
  if (!isOver) return noted;
  if (!isComplete || candidates.length > 0) return withFlag(noted, 'report-behind', refund.gatewayOrderId, at);
  const message = 'not listed in the refunds report';
  const released = withEntry(noted, at, 'refund-released', { key, amount: refund.amount });
  return withOperationEnd(released, lookedUp, { step: 'refused', message }, at);
}

/**
 * Records that do not contradict the refund. A field that the record does not have, or that cannot be read, contradicts
 * nothing.
 */
function candidatesOf(
  record: OrderRecord,
  refund: RefundAttempt,
  listed: readonly RefundRecord[],
): readonly RefundRecord[] {
  const claimed = refundAttempts(record).map(({ pasref }) => pasref);
  return listed.filter(
    ({ orderId, pasref, amount, createdAt }) =>
      orderId === refund.gatewayOrderId &&
      (pasref === undefined || (refund.pasref ? pasref === refund.pasref : !claimed.includes(pasref))) &&
      (!isAmount(amount) || isSameAmount(amount, refund.amount)) &&
      (createdAt === undefined || isAfter(createdAt, refund.sentAt)),
  );
}

/** The end that the report states for the refund. Only records that agree with each other decide. */
function endOf(
  record: OrderRecord,
  refund: RefundAttempt,
  candidates: readonly RefundRecord[],
  at: Date,
): ReturnType<typeof endOfRecord> {
  if (refund.pasref) return endOfRecords(candidates.filter(({ pasref }) => pasref === refund.pasref));
  const others = refundAttempts(record).filter(
    (other) =>
      other.key !== refund.key && !other.pasref && isOpen(other) && other.gatewayOrderId === refund.gatewayOrderId,
  );
  // The answer of a refund that is under way brings its own reference.
  if (others.some((other) => isUnderWay(other, at))) return undefined;
  const exact = candidates.find(({ pasref, amount }) => pasref !== undefined && isAmount(amount));
  if (!exact) return others.length === 0 && candidates.length === 1 ? endOfRecords(candidates) : undefined;
  const end = endOfRecords(candidates.filter(({ pasref }) => pasref === exact.pasref));
  if (others.length > 0 || end === undefined || end === 'contradictory') return end;
  // Another record may be the refund's, too.
  const steps = new Set(candidates.map((one) => stepOf(endOfRecord(one))));
  if (steps.has('done') && steps.has('refused')) return 'contradictory';
  const isRestRefused = candidates.every(
    (one) => one.pasref === exact.pasref || stepOf(endOfRecord(one)) === 'refused',
  );
  return end.step === 'refused' && !isRestRefused ? undefined : end;
}

/** Combines the records of one refund, in any order. A final result replaces the earlier states. */
function endOfRecords(records: readonly RefundRecord[]): ReturnType<typeof endOfRecord> {
  const ends = records.map(endOfRecord);
  const [done, refused] = [endWith('done'), endWith('refused')];
  if (ends.includes('contradictory') || (done && refused)) return 'contradictory';
  return done ?? refused ?? endWith('pending');

  function endWith(step: OperationEnd['step']): OperationEnd | undefined {
    return ends.find((end): end is OperationEnd => end !== 'contradictory' && end?.step === step);
  }
}

function stepOf(end: ReturnType<typeof endOfRecord>): string | undefined {
  return end === 'contradictory' ? end : end?.step;
}

/** True also for a time that cannot be read, which contradicts nothing. */
function isAfter(createdAt: string, sentAt: string): boolean {
  const created = parseIsoTimestamp(createdAt);
  return created === undefined || created.getTime() >= Date.parse(sentAt) - CLOCK_MARGIN;
}

/** True for a record of a refund that was made. */
export function isRefundDone(record: RefundRecord): boolean {
  return stepOf(endOfRecord(record)) === 'done';
}

/** Compares the fields that the record has. */
function endOfRecord({ status, result, pasref, message }: RefundRecord): OperationEnd | 'contradictory' | undefined {
  const known = { ...(pasref ? { pasref } : {}), ...(message ? { message } : {}) };
  const saysRefusal = status === 'INITIATION_REJECTED' || status === 'INITIATION_FAILED';
  if ((saysRefusal && result === '00') || (status === 'INITIATION_COMPLETED' && result === '101')) {
    return 'contradictory';
  }
  if (status === 'INITIATION_COMPLETED' || (status === undefined && result === '00')) return { step: 'done', ...known };
  if (saysRefusal || (status === undefined && result === '101')) return { step: 'refused', ...known };
  const isPending = status === 'INITIATION_PENDING' || status === 'INITIATION_PROCESSING' || result === '01';
  return isPending ? { step: 'pending', ...known } : undefined;
}
