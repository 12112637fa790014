import type { Claim, RedirectAttempt } from '../../domain/record/attempts.js';
import { withLookUpEnded } from '../../domain/record/look-up-lease.js';
import {
  redirectAttempt,
  withAttempt,
  withEntry,
  withoutUnsent,
  type OrderRecord,
} from '../../domain/record/order-record.js';
import {
  handles,
  withOrderEvent,
  withConfirmation,
  withFlag,
  withoutFlag,
} from '../../domain/states/order-transition.js';
import { isAwaited, withRedirectProgress, type RedirectEnd } from '../../domain/record/redirect-attempt.table.js';
import { afterEnd, withResumed, withSuccess } from '../../domain/states/successes.js';
import type { Finding, ReportVerdict } from './report-findings.js';

/** Time after which an unconfirmed status message is flagged, in milliseconds. */
export const REPORT_BEHIND_AFTER = 600_000;
/** Number of unreadable answers, and their time in milliseconds, after which the status message decides. */
const UNREADABLE = { count: 3, within: 10_000 } as const;

/** The record after the payments report was read about one of its redirect payments. */
export function withFinding(
  record: OrderRecord,
  gatewayOrderId: string,
  { verdict, merchantTransactionId }: Finding,
  at: Date,
): OrderRecord {
  const found = redirectAttempt(record, gatewayOrderId);
  if (!found) return record;
  const contradicted = { succeeded: '101', failed: '00' } as const;
  const isFinal = verdict === 'succeeded' || verdict === 'failed';
  const decided = isFinal && found.claim?.result !== contradicted[verdict];
  const notBegun = verdict === 'initiated' || verdict === 'not-listed';
  const attempt: RedirectAttempt = {
    ...withLookUpEnded(withReadable(found, verdict), at, { decided, notBegun }),
    ...(merchantTransactionId === undefined ? {} : { merchantTransactionId }),
  };
  const next = withAttempt(record, attempt);
  const { progress } = attempt;
  switch (progress.step) {
    case 'awaiting-result':
    case 'set-aside':
    case 'dismissed':
      return withVerdict(next, attempt, verdict, at);
    case 'succeeded':
    case 'failed':
      return withLaterVerdict(next, attempt, progress, verdict, at);
    case 'sent':
    case 'not-started':
      return next;
  }
}

/** A readable report resets the count of unreadable answers. */
function withReadable(attempt: RedirectAttempt, verdict: ReportVerdict): RedirectAttempt {
  if (verdict === 'unreadable' || !attempt.claim?.unreadable) return attempt;
  const { unreadable: _before, ...claim } = attempt.claim;
  return { ...attempt, claim };
}

/** The decision about an attempt without a final result, by its claim and by the report's verdict. */
function withVerdict(record: OrderRecord, attempt: RedirectAttempt, verdict: ReportVerdict, at: Date): OrderRecord {
  const { claim, gatewayOrderId } = attempt;
  switch (verdict) {
    case 'succeeded':
      if (claim?.result !== '101') return withRedirectEnd(record, attempt, 'succeeded', 'report', at);
      // Nothing waits for an attempt that was set aside: its success counts, whatever a message said.
      return !isAwaited(attempt)
        ? withFlag(withRedirectEnd(record, attempt, 'succeeded', 'report', at), 'contradiction', gatewayOrderId, at)
        : withFlag(record, 'contradiction', gatewayOrderId, at);
    case 'failed':
      // Of two messages that contradict each other, the report confirms one.
      if (claim?.result === '00' && !attempt.messages.includes('status-101'))
        return withFlag(record, 'contradiction', gatewayOrderId, at);
      return withRedirectEnd(record, attempt, 'failed', 'report', at);
    case 'contradictory':
      return withFlag(record, 'contradiction', gatewayOrderId, at);
    case 'begun':
      return mayBeResumed(attempt) ? withResumed(record, gatewayOrderId, at) : withReportBehind(record, attempt, at);
    case 'initiated':
    case 'not-listed':
    case 'undecided':
      return withReportBehind(record, attempt, at);
    case 'unreadable':
      return claim ? withUnreadable(record, attempt, claim, at) : record;
  }
}

/** True for an attempt that was set aside, although the shopper has begun to pay. A person's decision stays. */
function mayBeResumed({ progress, claim }: RedirectAttempt): boolean {
  return progress.step === 'set-aside' && claim?.result !== '101';
}

function withReportBehind(record: OrderRecord, { claim, gatewayOrderId }: RedirectAttempt, at: Date): OrderRecord {
  return claim && at.getTime() - Date.parse(claim.at) >= REPORT_BEHIND_AFTER
    ? withFlag(record, 'report-behind', gatewayOrderId, at)
    : record;
}

/** Counts an unreadable report; the third one in a row lets the status message decide. */
function withUnreadable(record: OrderRecord, attempt: RedirectAttempt, claim: Claim, at: Date): OrderRecord {
  const { count, since } = claim.unreadable ?? { count: 0, since: at.toISOString() };
  const isInTime = at.getTime() - Date.parse(since) <= UNREADABLE.within;
  const unreadable = isInTime ? { count: count + 1, since } : { count: 1, since: at.toISOString() };
  const counted: RedirectAttempt = { ...attempt, claim: { ...claim, unreadable } };
  const next = withAttempt(record, counted);
  if (unreadable.count < UNREADABLE.count) return next;
  // Messages that contradict each other decide nothing: the order waits for a readable report, or for a person.
  if (isContradicted(attempt)) return withFlag(next, 'contradiction', attempt.gatewayOrderId, at);
  const step = claim.result === '00' ? 'succeeded' : 'failed';
  const decided = withRedirectEnd(next, counted, step, 'message', at);
  return withFlag(decided, 'unconfirmed', attempt.gatewayOrderId, at);
}

/** True when signed messages have reported a success and a failure. */
function isContradicted({ messages }: RedirectAttempt): boolean {
  return (['00', '101'] as const).every((result) =>
    messages.some((message) => message === `status-${result}` || message === `return-${result}`),
  );
}

/** The decision about an attempt that has ended: the report confirms its end or contradicts it. */
function withLaterVerdict(
  record: OrderRecord,
  attempt: RedirectAttempt,
  progress: RedirectEnd,
  verdict: ReportVerdict,
  at: Date,
): OrderRecord {
  const { gatewayOrderId } = attempt;
  if (verdict === progress.step) {
    const confirmed = withRedirectProgress(attempt, { ...progress, confirmedBy: 'report' });
    const next = withAttempt(record, confirmed);
    return verdict === 'succeeded'
      ? withConfirmation(next, gatewayOrderId, at)
      : withoutFlag(next, 'unconfirmed', gatewayOrderId);
  }
  if (verdict === 'succeeded') {
    // The report decides now, and no longer the message.
    const decided = withoutFlag(record, 'unconfirmed', gatewayOrderId);
    const flagged = withFlag(decided, 'contradiction', gatewayOrderId, at);
    return withRedirectEnd(flagged, attempt, 'succeeded', 'report', at);
  }
  if (verdict !== 'failed' && verdict !== 'contradictory') return record;
  // A payment that was reported as successful is never taken back.
  const disputed = withRedirectProgress(attempt, { ...progress, confirmedBy: 'disputed' });
  return withFlag(withAttempt(record, disputed), 'contradiction', gatewayOrderId, at);
}

/** The record after a redirect payment has ended. */
function withRedirectEnd(
  record: OrderRecord,
  attempt: RedirectAttempt,
  step: RedirectEnd['step'],
  confirmedBy: RedirectEnd['confirmedBy'],
  at: Date,
): OrderRecord {
  const ended = withRedirectProgress(attempt, { step, at: at.toISOString(), confirmedBy });
  const detail = { orderId: attempt.gatewayOrderId, confirmedBy };
  const next = withoutFlag(withAttempt(record, ended), 'report-behind', attempt.gatewayOrderId);
  if (step === 'succeeded') return withSuccess(withEntry(next, at, 'payment-confirmed', detail), ended, at);
  const entry = withEntry(next, at, 'payment-failed', detail);
  if (!isAwaited(attempt) || !handles(entry, 'REDIRECT_FAILED')) return entry;
  return afterEnd(withOrderEvent(entry, { type: 'REDIRECT_FAILED', attempt: attempt.gatewayOrderId }, at), at);
}

/** The record that no longer waits for a redirect payment, so that another one may begin. */
export function withSetAside(
  record: OrderRecord,
  attempt: RedirectAttempt,
  by: 'other-method' | 'expiry',
  at: Date,
): OrderRecord {
  const { gatewayOrderId } = attempt;
  const aside = withAttempt(record, withRedirectProgress(attempt, { step: 'set-aside', at: at.toISOString(), by }));
  const open = withOrderEvent(aside, { type: 'REDIRECT_SET_ASIDE', attempt: gatewayOrderId }, at);
  return afterEnd(withEntry(open, at, 'redirect-set-aside', { orderId: gatewayOrderId, by }), at);
}

/** Ends an attempt whose payment-set was not answered. */
export function withoutStart(record: OrderRecord, gatewayOrderId: string, at: Date): OrderRecord | undefined {
  const attempt = redirectAttempt(record, gatewayOrderId);
  if (attempt?.progress.step !== 'sent') return undefined;
  const ended = withAttempt(record, withRedirectProgress(attempt, { step: 'not-started', at: at.toISOString() }));
  return withEntry(ended, at, 'redirect-unanswered', { orderId: gatewayOrderId });
}

/** Removes an attempt whose payment-set certainly was not sent. */
export function withoutUnsentStart(record: OrderRecord, gatewayOrderId: string, at: Date): OrderRecord | undefined {
  const attempt = redirectAttempt(record, gatewayOrderId);
  if (attempt?.progress.step !== 'sent' && attempt?.progress.step !== 'not-started') return undefined;
  const { method } = attempt;
  return withEntry(withoutUnsent(record, gatewayOrderId), at, 'redirect-not-sent', {
    method,
    orderId: gatewayOrderId,
  });
}
