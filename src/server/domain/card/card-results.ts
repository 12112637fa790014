import type { AuthorizationData } from '../../gateway/authorization-data.js';
import {
  isUnresolved,
  type CardAttempt,
  type CardProgress,
  type GatewayAnswer,
  type UnresolvedCause,
} from '../record/attempts.js';
import { RECHECKED_FOR } from '../record/order-due.js';
import { cardAttempt, withAttempt, withEntry, withoutUnsent, type OrderRecord } from '../record/order-record.js';
import { withFlag, withOrderEvent } from '../states/order-transition.js';
import { afterEnd, paymentOf, withSuccess } from '../states/successes.js';
import type { OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';
import type { CardQueryAnswer } from '../../gateway/card-query.js';
import { isRefusal } from '../../gateway/refused-request.js';
import { withLookUpEnded } from '../record/look-up-lease.js';
import type { HistoryDetails } from '../record/history.js';
import { isSameAmount } from '../record/same-amount.js';
import { finalCode, outcomeOfResult } from './authorization-results.js';

/** Time after which "not found" counts, in milliseconds. An earlier request may still arrive. */
const NOT_FOUND_MARGIN = 300_000;
/** Pause before a query that has to confirm the answer of the one before, in milliseconds. */
export const SECOND_QUERY_AFTER = 5_000;

type UnresolvedCard = Extract<CardProgress, { step: 'unresolved' }>;

/**
 * The record with what a query reports about a success: its batch now, and data that it lacks because a person has
 * settled it. Undefined without news.
 */
export function withQueriedData(
  record: OrderRecord,
  attempt: CardAttempt,
  data: AuthorizationData,
): OrderRecord | undefined {
  const { progress, gatewayOrderId } = attempt;
  if (progress.step !== 'succeeded' || (progress.pasref && progress.pasref !== data.pasref)) return undefined;
  const read = dataOf(data);
  const isNews = (Object.keys(read) as (keyof AuthorizationData)[]).some(
    (name) => progress[name] === undefined || (name === 'batchId' && progress.batchId !== read.batchId),
  );
  if (!isNews) return undefined;
  const { batchId = progress.batchId } = read;
  const known = { ...read, ...progress, ...(batchId === undefined ? {} : { batchId }) };
  const named: CardAttempt = { ...attempt, progress: known };
  const next = withAttempt(record, named);
  return next.payment?.gatewayOrderId === gatewayOrderId ? { ...next, payment: paymentOf(named) } : next;
}

/** Names of the data that an approved authorization keeps. */
const DATA_NAMES: Readonly<Record<keyof AuthorizationData, true>> = {
  pasref: true,
  authcode: true,
  batchId: true,
  srd: true,
  cvnResult: true,
  avsPostcodeResult: true,
  avsAddressResult: true,
  fraudResult: true,
  issuerName: true,
  issuerCountry: true,
};

function dataOf(answer: AuthorizationData): AuthorizationData {
  return Object.fromEntries(
    Object.entries(answer).filter(([name, text]) => Object.hasOwn(DATA_NAMES, name) && Boolean(text)),
  );
}

/** The record after the authorization was approved, by its answer or by a look-up. */
export function withApproval(
  record: OrderRecord,
  attempt: CardAttempt,
  data: AuthorizationData,
  at: Date,
): OrderRecord {
  if (attempt.progress.step === 'succeeded') return withReferences(record, attempt, data);
  const succeeded: CardAttempt = {
    ...attempt,
    progress: {
      step: 'succeeded',
      at: at.toISOString(),
      ...dataOf(data),
    },
  };
  return withSuccess(withAttempt(record, succeeded), succeeded, at);
}

/** The record with the references of a success that has none: a person settled it before the answer arrived. */
function withReferences(record: OrderRecord, attempt: CardAttempt, data: AuthorizationData): OrderRecord {
  const { progress, gatewayOrderId } = attempt;
  if (progress.step !== 'succeeded' || progress.pasref || !data.pasref) return record;
  const named: CardAttempt = { ...attempt, progress: { ...progress, ...dataOf(data) } };
  const next = withAttempt(record, named);
  return next.payment?.gatewayOrderId === gatewayOrderId ? { ...next, payment: paymentOf(named) } : next;
}

/**
 * The record after the authorization has ended without a charge. A success that a person or a look-up has stored holds,
 * and the contradiction is flagged.
 */
export function withEnd(
  record: OrderRecord,
  attempt: CardAttempt,
  end: { readonly code: OutcomeCode; readonly answer?: GatewayAnswer; readonly recheckAt?: string },
  at: Date,
): OrderRecord {
  if (attempt.progress.step === 'succeeded') return withFlag(record, 'contradiction', attempt.gatewayOrderId, at);
  if (attempt.progress.step === 'ended') return record;
  const ended = withAttempt(record, { ...attempt, progress: { step: 'ended', at: at.toISOString(), ...end } });
  // An attempt that was set aside does not block the order, and another unresolved card does.
  if (attempt.setAside || ended.state !== 'in-doubt' || isCardUnresolved(ended)) return ended;
  return afterEnd(withOrderEvent(ended, { type: 'AUTHORIZATION_ENDED', attempt: attempt.gatewayOrderId }, at), at);
}

/**
 * The record after an authorization that certainly was not sent. The attempt is removed, unless a look-up or a person
 * has decided about it.
 */
export function withUnsent(
  record: OrderRecord,
  attempt: CardAttempt,
  { code, detail }: { readonly code: OutcomeCode; readonly detail: HistoryDetails['authorization-not-sent'] },
  at: Date,
): OrderRecord {
  const ended = withEnd(record, attempt, { code }, at);
  const removed =
    attempt.progress.step === 'sent' && !attempt.setAside ? withoutUnsent(ended, attempt.gatewayOrderId) : ended;
  return withEntry(removed, at, 'authorization-not-sent', detail);
}

function isCardUnresolved({ attempts }: OrderRecord): boolean {
  return attempts.some((attempt) => attempt.kind === 'card' && isUnresolved(attempt));
}

/** The record after an answer that decides nothing, or after none. The order stays `in-doubt`. */
export function withUnresolved(
  record: OrderRecord,
  attempt: CardAttempt,
  unresolved: { readonly cause: UnresolvedCause; readonly answer?: GatewayAnswer; readonly pasref?: string },
): OrderRecord {
  if (attempt.progress.step !== 'sent') return record;
  return withAttempt(record, { ...attempt, progress: { step: 'unresolved', ...unresolved } });
}

/** The record after a look-up. */
export function withQueryAnswer(
  record: OrderRecord,
  gatewayOrderId: string,
  found: CardQueryAnswer | undefined,
  at: Date,
): OrderRecord {
  const attempt = cardAttempt(record, gatewayOrderId);
  if (!attempt) return record;
  const lookedUp = withLookUpEnded(attempt, at, { decided: found !== undefined && isAttemptsOwn(attempt, found) });
  const noted = withAttempt(record, lookedUp);
  return found ? withMatch(noted, lookedUp, found, at) : withNotFound(noted, lookedUp, at);
}

function withMatch(record: OrderRecord, attempt: CardAttempt, found: CardQueryAnswer, at: Date): OrderRecord {
  const { gatewayOrderId, progress } = attempt;
  const undecided = withAttempt(record, withNextRecheck(attempt, at));
  // A transaction that the gateway knows has a reference; a short document without one is no match.
  if (!found.pasref) return undecided;
  const answer = { result: found.result, message: found.message };
  const entry = withEntry(record, at, 'authorization-looked-up', { ...answer, orderId: gatewayOrderId });
  if (!isAttemptsOwn(attempt, found)) {
    return withFlag(withAttempt(entry, withoutRecheck(attempt)), 'contradiction', gatewayOrderId, at);
  }
  if (found.result === '00') return withApproval(entry, attempt, found, at);
  if (!isRefusal(found.result)) return undecided;
  if (progress.step === 'ended') return withAttempt(record, withoutRecheck(attempt));
  // Only the answer to the authorization itself starts another one in the same payment.
  const end = { code: finalCode(outcomeOfResult(found.result)), answer };
  if (found.hashMatches || progress.step === 'succeeded') return withEnd(entry, attempt, end, at);
  const declined = { at: at.toISOString(), result: found.result, pasref: found.pasref };
  const first = progress.step === 'unresolved' ? progress.declined : undefined;
  if (first?.result === declined.result && first.pasref === declined.pasref) {
    if (at.getTime() - Date.parse(first.at) < SECOND_QUERY_AFTER) return record;
    return withEnd(entry, attempt, { ...end, recheckAt: afterNotFoundMargin(at) }, at);
  }
  return withAttempt(entry, { ...attempt, progress: { ...withoutQueries(progress), declined } });
}

/** The unresolved progress without what queries have answered so far. */
function withoutQueries(progress: Extract<CardProgress, { step: 'sent' | 'unresolved' }>): UnresolvedCard {
  if (progress.step === 'sent') return { step: 'unresolved', cause: 'no-answer' };
  const { notFoundAt: _notFound, declined: _declined, ...unresolved } = progress;
  return unresolved;
}

function afterNotFoundMargin(at: Date): string {
  return new Date(at.getTime() + NOT_FOUND_MARGIN).toISOString();
}

/** A match has the attempt's order id; reference, amount and currency must agree where both sides have them. */
function isAttemptsOwn(attempt: CardAttempt, found: CardQueryAnswer): boolean {
  const { progress, amount, currency } = attempt;
  const pasref = progress.step === 'unresolved' || progress.step === 'succeeded' ? progress.pasref : undefined;
  return (
    found.orderId === attempt.gatewayOrderId &&
    (!pasref || pasref === found.pasref) &&
    (!found.amount || isSameAmount(found.amount, amount)) &&
    (!found.currency || found.currency === currency)
  );
}

/** Applies "not found". The cause of the unknown result decides. */
function withNotFound(before: OrderRecord, found: CardAttempt, at: Date): OrderRecord {
  // Only the same decline twice in a row counts.
  const attempt = withoutDecline(found);
  const record = withAttempt(before, attempt);
  const { progress, gatewayOrderId } = attempt;
  switch (progress.step) {
    case 'succeeded':
      return record;
    case 'ended':
      return withAttempt(record, withNextRecheck(attempt, at));
    case 'sent':
      return afterMargin({ code: 'gateway-unavailable' });
    case 'unresolved':
      switch (progress.cause) {
        case 'duplicate':
          return record;
        case 'no-answer':
        case 'broken-answer':
          return afterMargin({ code: 'gateway-unavailable', ...(progress.answer ? { answer: progress.answer } : {}) });
        case 'system-error':
          return secondTime(progress);
      }
  }

  function afterMargin(end: { readonly code: OutcomeCode; readonly answer?: GatewayAnswer }) {
    // The answer describes the time at which the question was sent.
    const askedAt = Date.parse(attempt.lookUp?.lastAt ?? at.toISOString());
    if (askedAt - Date.parse(attempt.sentAt) <= NOT_FOUND_MARGIN) return record;
    const entry = withEntry(record, at, 'authorization-never-arrived', { orderId: gatewayOrderId });
    return withEnd(entry, attempt, { ...end, recheckAt: afterNotFoundMargin(at) }, at);
  }

  function secondTime(unresolved: UnresolvedCard) {
    const { notFoundAt, answer } = unresolved;
    if (notFoundAt === undefined) {
      const noted = { ...attempt, progress: { ...unresolved, notFoundAt: at.toISOString() } };
      return withAttempt(record, noted);
    }
    if (at.getTime() - Date.parse(notFoundAt) < SECOND_QUERY_AFTER) return record;
    const code = answer ? outcomeOfResult(answer.result) : 'gateway-unavailable';
    return withEnd(record, attempt, { code, ...(answer ? { answer } : {}), recheckAt: afterNotFoundMargin(at) }, at);
  }
}

function withoutDecline(attempt: CardAttempt): CardAttempt {
  if (attempt.progress.step !== 'unresolved' || !attempt.progress.declined) return attempt;
  const { declined: _before, ...progress } = attempt.progress;
  return { ...attempt, progress };
}

/** Asks about an ended attempt again when twice the time has passed since it was sent: it may have been very late. */
function withNextRecheck(attempt: CardAttempt, at: Date): CardAttempt {
  const elapsed = at.getTime() - Date.parse(attempt.sentAt);
  if (attempt.progress.step !== 'ended' || elapsed >= RECHECKED_FOR) return withoutRecheck(attempt);
  const recheckAt = new Date(at.getTime() + Math.max(elapsed, NOT_FOUND_MARGIN)).toISOString();
  return { ...attempt, progress: { ...attempt.progress, recheckAt } };
}

function withoutRecheck(attempt: CardAttempt): CardAttempt {
  if (attempt.progress.step !== 'ended') return attempt;
  const { recheckAt: _done, ...progress } = attempt.progress;
  return { ...attempt, progress };
}
