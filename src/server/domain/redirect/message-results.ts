import { FUND_STATUSES, type StatusMessage } from '../../../protocol/redirect/status-message.js';
import { withoutCardData } from '../../util/card-data.js';
import type { RedirectAttempt, SeenMessage } from '../record/attempts.js';
import type { HistoryDetails, MessageDetail } from '../record/history.js';
import { refundAttempts, redirectAttempt, withAttempt, withEntry, type OrderRecord } from '../record/order-record.js';
import { isResultOpen, withRedirectProgress } from '../record/redirect-attempt.table.js';
import { withFlag } from '../states/order-transition.js';
import { isAmount, isSameAmount } from '../record/same-amount.js';
import { withResumed } from '../states/successes.js';
import { withRefundMessage } from '../operations/refund-results.js';

/** The events of a signed message. */
type MessageEvent = {
  [Event in keyof HistoryDetails]: HistoryDetails[Event] extends MessageDetail ? Event : never;
}[keyof HistoryDetails];

/**
 * The record after a return message with a valid hash; undefined when it is nothing new. The message is
 * interim: it sets no result and no flag. With 00 or 01 the attempt can no longer be set aside, and one that was set
 * aside makes the order pending again.
 */
export function withReturnMessage(record: OrderRecord, message: StatusMessage, at: Date): OrderRecord | undefined {
  const attempt = attemptOf(record, message);
  if (!attempt) return undefined;
  const returned = withReturnHashes(attempt, message);
  const updated = returned && withAttempt(record, returned);
  const seen = withSeen(updated ?? record, returned ?? attempt, 'return', message);
  if (!seen) return updated;
  const event = ({ '00': 'return-success', '101': 'return-failure', '01': 'return-interim' } as const)[message.result];
  const noted = withNote(seen, event, message, at);
  return resumed(noted, attempt.gatewayOrderId, message.result, at);
}

/**
 * The record after a status message with a valid hash; undefined when it is nothing new. The first final
 * result becomes the claim that the payments report has to confirm, and a success replaces an unconfirmed failure.
 * Pure, so that messages may come in any order, twice, and at once.
 * Return and status messages have the same fields and hash, so a shopper can post a return message as a status message.
 * One that has arrived as a return message stays one. One that has not cannot be distinguished from a status message
 * (docs/orders.md, Redirect payments).
 */
export function withStatusMessage(record: OrderRecord, message: StatusMessage, at: Date): OrderRecord | undefined {
  const attempt = attemptOf(record, message);
  if (!attempt) return withOtherMessage(record, message, at);
  if (isReturned(attempt, message)) return withReturnMessage(record, message, at);
  const { result } = message;
  const seen = withSeen(record, attempt, 'status', message);
  if (!seen) return isLateSuccess(attempt, result) ? withClaim(record, attempt, message, at) : undefined;
  if (result === '01') {
    const noted = withNote(seen, isOver(attempt) ? 'status-late' : 'status-interim', message, at);
    return resumed(noted, attempt.gatewayOrderId, result, at);
  }

  const known = knownResult(attempt);
  if (known === result && isOver(attempt)) return withNote(seen, 'status-again', message, at);
  if (known === undefined) {
    const event = result === '00' ? 'status-success' : 'status-failure';
    return withClaim(withNote(seen, event, message, at), attempt, message, at);
  }
  const noted = withNote(seen, 'status-contradiction', message, at);
  const flagged = withFlag(noted, 'contradiction', attempt.gatewayOrderId, at);
  // A success after a failure is a late success: the report decides.
  return isLateSuccess(attempt, result) ? withClaim(flagged, attempt, message, at) : flagged;
}

/** Maximum number of return messages of an attempt that are recognized. Only the gateway can sign further ones. */
const MAX_RETURNS = 20;

function hashesOf({ sha1hash, sha256hash }: StatusMessage): readonly string[] {
  return [sha1hash, sha256hash].filter((hash) => hash !== undefined).map((hash) => hash.toLowerCase());
}

function isReturned({ returnHashes = [] }: RedirectAttempt, message: StatusMessage): boolean {
  return hashesOf(message).some((hash) => returnHashes.includes(hash));
}

/** The attempt with the hashes of a return message; undefined when it has them. */
function withReturnHashes(attempt: RedirectAttempt, message: StatusMessage): RedirectAttempt | undefined {
  if (isReturned(attempt, message)) return undefined;
  const { returnHashes = [] } = attempt;
  return { ...attempt, returnHashes: [...returnHashes, ...hashesOf(message)].slice(-MAX_RETURNS) };
}

/**
 * True for a success of an attempt that has failed, or whose failure nothing has confirmed yet: the report decides,
 * each time that the message comes.
 */
function isLateSuccess({ progress, claim }: RedirectAttempt, result: StatusMessage['result']): boolean {
  if (result !== '00') return false;
  return progress.step === 'failed' || (isResultOpen({ progress }) && claim?.result === '101');
}

/** Letters, digits and base64. The hash does not cover the id, so a shopper may have put any text there. */
const TRANSACTION_ID = /^[a-z0-9+/=_-]{1,64}$/i;

/** The record after a message with its transaction id; undefined when the same message came before. */
function withSeen(
  record: OrderRecord,
  attempt: RedirectAttempt,
  kind: 'return' | 'status',
  { result, merchanttransactionid: id }: StatusMessage,
): OrderRecord | undefined {
  const { messages } = attempt;
  const seen: SeenMessage = `${kind}-${result}`;
  if (messages.includes(seen)) return undefined;
  const named = id && TRANSACTION_ID.test(id) ? { namedTransactionId: id } : {};
  return withAttempt(record, { ...attempt, ...named, messages: [...messages, seen] });
}

/** A message names the attempt by its order id; a payments reference that was never issued is not the attempt's. */
function attemptOf(record: OrderRecord, { orderid, pasref }: StatusMessage): RedirectAttempt | undefined {
  const attempt = redirectAttempt(record, orderid);
  return attempt && (!pasref || attempt.pasref === pasref) ? attempt : undefined;
}

function isOver({ progress }: RedirectAttempt): boolean {
  return progress.step === 'succeeded' || progress.step === 'failed';
}

/** The final result that is known of an attempt, from the report or from an earlier status message. */
function knownResult({ progress, claim }: RedirectAttempt): '00' | '101' | undefined {
  if (progress.step === 'succeeded') return '00';
  return progress.step === 'failed' ? '101' : claim?.result;
}

function withClaim(
  record: OrderRecord,
  { gatewayOrderId }: RedirectAttempt,
  message: StatusMessage,
  at: Date,
): OrderRecord {
  const attempt = redirectAttempt(record, gatewayOrderId);
  const { result } = message;
  if (!attempt || result === '01') return record;
  const claim = { result, at: at.toISOString() };
  const reopened = isOver(attempt)
    ? withRedirectProgress(attempt, { step: 'set-aside', at: at.toISOString(), by: 'failed' })
    : attempt;
  const claimed = withAmountChecked(withAttempt(record, { ...reopened, claim }), attempt, message, at);
  return resumed(claimed, gatewayOrderId, result, at);
}

/**
 * Waits again for a set-aside attempt of which a message says that the shopper has begun to pay, or has paid. Only a
 * success changes what a person has decided.
 */
function resumed(record: OrderRecord, gatewayOrderId: string, result: StatusMessage['result'], at: Date): OrderRecord {
  const step = redirectAttempt(record, gatewayOrderId)?.progress.step;
  const counts =
    result === '00' ? step === 'set-aside' || step === 'dismissed' : result === '01' && step === 'set-aside';
  return counts && !record.payment ? withResumed(record, gatewayOrderId, at) : record;
}

/** The hash does not cover the amount, so it decides nothing; a difference is flagged. */
function withAmountChecked(
  record: OrderRecord,
  attempt: RedirectAttempt,
  { amount }: StatusMessage,
  at: Date,
): OrderRecord {
  if (!isAmount(amount) || isSameAmount(amount, attempt.amount)) return record;
  return withFlag(record, 'amount-differs', attempt.gatewayOrderId, at);
}

/** A refund carries the order id of its payment and a reference of its own. */
function withOtherMessage(record: OrderRecord, message: StatusMessage, at: Date): OrderRecord | undefined {
  const { pasref, orderid } = message;
  const isOfRefund = refundAttempts(record).some(({ gatewayOrderId }) => gatewayOrderId === orderid);
  if (isOfRefund && pasref) {
    const settled = withRefundMessage(record, message, pasref, at);
    return settled && withNote(settled, 'refund-status', message, at);
  }
  if (record.flags.some(({ kind, attempt }) => kind === 'unexpected-message' && attempt === orderid)) return undefined;
  return withFlag(withNote(record, 'status-unexpected', message, at), 'unexpected-message', orderid, at);
}

/**
 * Notes a message in the history. The fund status and the amount are not covered by the hash: the
 * shopper may have changed them in a return message.
 */
function withNote(record: OrderRecord, event: MessageEvent, message: StatusMessage, at: Date): OrderRecord {
  const { result, timestamp, message: text, fundstatus, pasref, orderid, amount } = message;
  const detail: MessageDetail = {
    result,
    timestamp,
    orderId: orderid,
    ...(text === undefined ? {} : { message: withoutCardData(text).slice(0, 200) }),
    ...(fundstatus && FUND_STATUSES.some((status) => status === fundstatus) ? { fundStatus: fundstatus } : {}),
    ...(pasref === undefined ? {} : { pasref }),
    ...(amount === undefined || isSameAmount(amount, record.amount)
      ? {}
      : { amount: isAmount(amount) ? amount : 'unreadable' }),
  };
  return withEntry(record, at, event, detail);
}
