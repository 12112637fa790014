import type { PaymentAnswer } from '../../../protocol/adapter/adapter-answers.js';
import type { ChallengeEnd, ChallengeReport } from '../../../protocol/adapter/adapter-requests.js';
import { decodeChallengeResult } from '../../../protocol/three-d-secure/challenge-messages.js';
import type { OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';
import type { Uses } from '../../ports/ports.js';
import type { AuthenticationAnswer, ReadAuthenticationOptions } from '../../gateway/authentications.js';
import type { RunningCall } from '../calls/idempotency.js';
import {
  isCovered,
  isPayable,
  withAuthentication,
  withEntry,
  type AuthenticationRecord,
  type OrderRecord,
} from '../../domain/record/order-record.js';
import { priceOf } from '../../domain/record/revision.js';
import { settledAnswer, type Settled } from '../../domain/states/outcome-answer.js';
import { finalError, Problem } from '../../domain/problems/problem.js';
import { messageCategoryOf } from './authentication-message.js';
import { authorize, type AuthorizePorts } from './authorize.js';
import { cardTransaction, refuseNotOpen, schemeOf } from './card-transaction.js';
import { endedPayment } from './ended-payment.js';
import { asPresented } from '../../domain/card/demanded-challenge.js';
import type { Decision } from '../../domain/card/decision.js';
import { decisionOf, stageAfter, withAuthenticationAnswer } from './record-authentication.js';

/** Stages of an authentication whose result is not known yet. */
const OPEN_STAGES = ['challenge', 'decoupled'] as const;

/** Minimum interval between reads of one transaction, in milliseconds, over all callers and processes. */
const READ_INTERVAL = 3_000;
/**
 * Maximum number of reads after a notification: the ACS may notify the browser before the directory server has the
 * result.
 */
const READS_AFTER_NOTIFICATION = 3;
/** Maximum number of pauses before one read. The clocks of process and store may differ a little. */
const MAX_PAUSES = 3;

export type AuthorizeAfterChallengePorts = AuthorizePorts & Uses<'fingerprint' | 'policies'>;

/**
 * POST orders/{id}/authorizations, after a challenge: reads the result from the gateway, whatever the page and its CRes
 * say. Authorizes on success, unless the shopper has cancelled.
 */
export async function authorizeAfterChallenge(
  ports: AuthorizeAfterChallengePorts,
  id: string,
  { server_trans_id: serverTransId, card, ended, cres }: ChallengeReport,
  call: RunningCall,
): Promise<PaymentAnswer> {
  const { book, fingerprint, policies } = ports;
  const { record: read, at: now } = await book.readTimed(id);
  const order = asPresented(read);
  if (isCovered(order)) return settledAnswer(order);
  if (!isPayable(order)) throw new Problem('order-not-open');

  const at = { fingerprint, now };
  const transaction = await cardTransaction(at, order, serverTransId, card, OPEN_STAGES);
  const scheme = schemeOf(order, card.number);
  if (cres !== undefined) await noteChallengeResult(ports, id, transaction, cres);
  const isCancelled = ended === 'cancelled' || transaction.isCancelled === true;
  // A later report of the same challenge must not charge, also when this one cannot read the result.
  if (isCancelled) await book.update(id, (record) => withAuthentication(record, serverTransId, { isCancelled }));
  const authentication = await readResult(ports, id, serverTransId, ended, {
    messageCategory: messageCategoryOf(order),
    card: { number: card.number, securityCode: card.security_code },
  });
  if (!authentication) return { result: 'challenge-open' };

  if (stageAfter(authentication) !== 'closed' && isSignal(ended)) return { result: 'challenge-open' };
  const decision = decisionAfter(isCancelled, decisionOf(order, authentication, policies(order)));
  // Closes the authentication, so a later success at the ACS cannot authorize.
  const result = withAuthenticationAnswer(authentication, { from: transaction.stage, to: 'closed', decision });
  const otherwise = (record: OrderRecord) => afterAnotherReport(record, serverTransId);
  if (decision.do === 'authorize') {
    return authorize(ports, {
      order,
      card,
      scheme,
      price: transaction.price ?? priceOf(order),
      authentication,
      result,
      otherwise,
      call,
      ...(transaction.messageVersion ? { messageVersion: transaction.messageVersion } : {}),
    });
  }
  const { changed, record } = await book.update(id, result);
  if (!changed) return otherwise(record);
  switch (decision.do) {
    case 'challenge':
    case 'await':
      return outcome(unfinishedCode(ended));
    case 'end':
      return outcome(endedCode(decision.code, ended), authentication.cardholderResponseInfo);
  }

  function outcome(code: OutcomeCode, text?: string): PaymentAnswer {
    return endedPayment(ports, record, { code, number: card.number, serverTransId, text });
  }
}

/**
 * Checks a report before its key is claimed. Returns the answer to a report about an order that is paid, or about a
 * challenge that was read just now, for a shopper who has only returned.
 * @throws {Problem} order-not-open, authentication-unknown, request-in-progress
 */
export async function admitReport(
  { fingerprint }: Uses<'fingerprint'>,
  order: OrderRecord,
  { server_trans_id, card, ended }: ChallengeReport,
  now: Date,
): Promise<PaymentAnswer | undefined> {
  if (isCovered(order)) return settledAnswer(order);
  const transaction = cardTransaction({ fingerprint, now }, order, server_trans_id, card, OPEN_STAGES);
  if (!isPayable(order)) return refuseNotOpen(transaction);
  await transaction;
  const isRead = untilNextRead(order, server_trans_id, now) > 0;
  return ended === 'returned' && isRead ? { result: 'challenge-open' } : undefined;
}

/** The answer to a report when another report of the same challenge was first. */
function afterAnotherReport(record: OrderRecord, serverTransId: string): Settled {
  if (isPayable(record)) {
    const transaction = record.authentications.findLast((one) => one.serverTransId === serverTransId);
    throw new Problem(transaction?.stage === 'authorizing' ? 'request-in-progress' : 'authentication-unknown');
  }
  if (!isCovered(record)) throw new Problem('order-not-open');
  return settledAnswer(record);
}

/**
 * Reads the result from the gateway, at most once in three seconds. Returns undefined where the shopper has only
 * returned and the last read is more recent: the challenge was open then. Any other report waits for its read.
 */
async function readResult(
  ports: Uses<'book' | 'gateway' | 'pause'>,
  id: string,
  serverTransId: string,
  ended: ChallengeEnd,
  options: ReadAuthenticationOptions,
): Promise<AuthenticationAnswer | undefined> {
  const [maxReads, maxPauses] = [
    ended === 'notified' ? READS_AFTER_NOTIFICATION : 1,
    ended === 'returned' ? 0 : MAX_PAUSES,
  ];
  for (let reads = 1; ; reads++) {
    if (!(await claimRead(ports, id, serverTransId, maxPauses))) {
      if (ended === 'returned') return undefined;
      throw new Problem('request-in-progress');
    }
    const authentication = await ports.gateway.authentications.get(serverTransId, options).catch((error: unknown) => {
      // The page asks again after a signal. The end of a challenge ends the payment.
      throw isSignal(ended) ? error : finalError(error);
    });
    if (reads === maxReads || stageAfter(authentication) === 'closed') return authentication;
  }
}

/**
 * Claims a read of the transaction for this call, after a pause where another one is too recent. Renews the call's
 * lease.
 */
async function claimRead(
  { book, pause }: Uses<'book' | 'pause'>,
  id: string,
  serverTransId: string,
  maxPauses: number,
): Promise<boolean> {
  for (let pauses = 0; ; pauses++) {
    let wait = 0;
    await book.update(id, (record, at) => {
      wait = untilNextRead(record, serverTransId, at);
      return wait > 0 ? undefined : withAuthentication(record, serverTransId, { readAt: at.toISOString() });
    });
    if (wait === 0) return true;
    if (pauses === maxPauses) return false;
    await pause(wait);
  }
}

/** Milliseconds until the transaction may be read. A clock that was set back does not prolong them. */
function untilNextRead({ authentications }: OrderRecord, serverTransId: string, at: Date): number {
  const { readAt } = authentications.findLast((one) => one.serverTransId === serverTransId) ?? {};
  const wait = readAt === undefined ? 0 : Date.parse(readAt) + READ_INTERVAL - at.getTime();
  return wait > READ_INTERVAL ? 0 : Math.max(0, wait);
}

type ChallengeEvent = 'challenge-result' | 'challenge-result-unreadable' | 'challenge-result-of-another-transaction';

/** Notes a CRes in the history. It decides nothing. */
async function noteChallengeResult(
  { book }: Uses<'book'>,
  id: string,
  transaction: AuthenticationRecord,
  cres: string,
): Promise<void> {
  let event: ChallengeEvent = 'challenge-result-unreadable';
  let status = '';
  try {
    const { threeDSServerTransID, acsTransID, transStatus } = decodeChallengeResult(cres);
    const isSame = same(threeDSServerTransID, transaction.serverTransId) && same(acsTransID, transaction.acsTransId);
    event = isSame ? 'challenge-result' : 'challenge-result-of-another-transaction';
    status = transStatus;
  } catch {
    // Not base64url JSON of a CRes: the gateway's result counts in any case.
  }
  await book.update(id, (record, at) => withEntry(record, at, event, { transStatus: status }));
}

function same(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}

/**
 * True for a report that only asks, because a document that says "go and look" has come: no signature shows who wrote
 * it. A challenge that is open at the gateway stays open.
 */
function isSignal(ended: ChallengeEnd): boolean {
  return ended === 'returned' || ended === 'notified';
}

/** A shopper who has cancelled the payment is not charged, also when the issuer has confirmed it meanwhile. */
function decisionAfter(isCancelled: boolean, decision: Decision): Decision {
  return isCancelled && decision.do === 'authorize' ? { do: 'end', code: 'challenge-cancelled' } : decision;
}

function unfinishedCode(ended: ChallengeEnd): OutcomeCode {
  switch (ended) {
    case 'cancelled':
      return 'challenge-cancelled';
    case 'too-late':
      return 'challenge-too-late';
    case 'blocked':
      return 'challenge-blocked';
    case 'notified':
    case 'timed-out':
    case 'returned':
      return 'challenge-timed-out';
  }
}

/** A refusal after the shopper closed the challenge is reported as the shopper's own cancel. */
function endedCode(code: OutcomeCode, ended: ChallengeEnd): OutcomeCode {
  if (code !== 'authentication-failed' && code !== 'challenge-timed-out') return code;
  if (ended === 'cancelled') return 'challenge-cancelled';
  if (ended === 'too-late') return 'challenge-too-late';
  return code === 'authentication-failed' ? 'challenge-failed' : code;
}
