import type { PaymentResult, StatusMessage } from '../../../protocol/redirect/status-message.js';
import { isRefusal, isRefusedRequest } from '../../gateway/refused-request.js';
import type { SignedAnswer } from '../../gateway/signed-xml-call.js';
import { stepOfMessage, withOperationResult, type OperationEnd } from './operation-results.js';
import { isOpen } from '../record/operation.table.js';
import { refundAttempts, withEntry, type OrderRecord } from '../record/order-record.js';
import { withFlag } from '../states/order-transition.js';

/** Effect of an answer on the attempt (docs/reference/gateway.md#refund-answers). */
export function endOfAnswer({ trust, result, message, pasref, clock }: SignedAnswer): OperationEnd {
  const known = { message, clock, ...(pasref && trust === 'signed' ? { pasref } : {}) };
  if (trust === 'signed') {
    if (result === '00') return { step: 'done', ...known };
    if (result === '01') return { step: 'pending', ...known };
    if (isRefusal(result)) return { step: 'refused', result, ...known };
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

/** The record after a status message about a refund; undefined when nothing changes. */
export function withRefundMessage(
  record: OrderRecord,
  { result }: Pick<StatusMessage, 'result'>,
  pasref: string,
  at: Date,
): OrderRecord | undefined {
  const refunds = refundAttempts(record);
  const known = refunds.find((refund) => refund.pasref === pasref);
  if (known) return withOperationResult(record, known, { step: stepOfMessage(result), pasref }, at);
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
