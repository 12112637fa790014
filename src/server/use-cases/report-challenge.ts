import type { PaymentAnswer } from '../../protocol/adapter/adapter-answers.js';
import type { ChallengeEnd, ChallengeReport } from '../../protocol/adapter/adapter-requests.js';
import { decodeChallengeResult } from '../../protocol/three-d-secure/challenge-messages.js';
import type { OutcomeCode } from '../../protocol/adapter/outcome-codes.js';
import type { KeyedCall, Uses } from '../ports/ports.js';
import type { Caller } from '../limits/declined-cards.js';
import type { AuthenticationAnswer, ReadAuthenticationOptions } from '../gateway/authentications.js';
import { refuseAttempt, reportAttempt, withCardNoted, type RefusePorts } from './calls/attempt-report.js';
import { once, type Beginning, type Claimed, type OncePorts, type RunningCall } from './calls/idempotency.js';
import {
  isCovered,
  isPayable,
  withAuthentication,
  withEntry,
  type AuthenticationRecord,
  type OrderRecord,
} from '../domain/record/order-record.js';
import { keyedCardPayment } from '../domain/identifiers/keyed-request.js';
import { priceOf } from '../domain/record/revision.js';
import { settledAnswer, type Settled } from '../domain/states/outcome-answer.js';
import { finalError, Problem } from '../domain/problems/problem.js';
import { messageCategoryOf } from './card/authentication-message.js';
import { authorize, type AuthorizePorts } from './card/authorize.js';
import { cardFingerprints, type CardFingerprints } from './card/card-fingerprint.js';
import { cardTransaction, refusedNotOpen, schemeOf } from './card/card-transaction.js';
import { endedPayment } from './card/ended-payment.js';
import { asPresented } from '../domain/card/demanded-challenge.js';
import type { Decision } from '../domain/card/decision.js';
import { decisionOf, stageAfter, withAuthenticationAnswer } from './card/record-authentication.js';

/** Stages of an authentication whose result is not known yet. */
const OPEN_STAGES = ['challenge', 'decoupled'] as const;

/** Minimum interval between reads of one transaction, in milliseconds, over all callers and processes. */
const READ_INTERVAL = 3_000;
/**
 * Maximum number of reads after a notification: the ACS may notify the browser before the directory server has the
 * result.
 */
const READS_AFTER_NOTIFICATION = 3;
/** The end of a challenge that the shopper has cancelled, also when the issuer has confirmed the payment. */
const CANCELLED = { do: 'end', code: 'challenge-cancelled' } as const;
/** Maximum number of pauses before one read. The clocks of process and store may differ a little. */
const MAX_PAUSES = 3;

export type ReportChallengePorts = AuthorizePorts & OncePorts & RefusePorts & Uses<'declinedCards' | 'policies'>;

/**
 * POST orders/{id}/authorizations: ends a challenge once for the key. A challenge that is open can be finished at a
 * limit of the client, so it takes no place.
 * @throws {Problem} those of `once` and `begin`
 */
export async function reportChallenge(
  ports: ReportChallengePorts,
  { id, key, caller, signal }: KeyedCall,
  body: ChallengeReport,
): Promise<PaymentAnswer> {
  const { number } = body.card;
  const payment = { id, method: 'card', number, caller };
  const fingerprints = await cardFingerprints(ports, id, body.card);
  if (body.ended === 'cancelled') await noteCancellation(ports, id, body, fingerprints);
  return once<OpenChallenge, ReportChallengePorts>(ports, {
    id,
    key,
    signal,
    request: await keyedCardPayment(ports, 'authorizations', id, body),
    begin: (record, at) => begin(record, body, fingerprints, at),
    onRefused: (error) => refuseAttempt(ports, payment, error),
    work: (claimed, call, leased) =>
      reportAttempt(leased, payment, async () =>
        withCardNoted(leased, caller, number, await authorizeAfterChallenge(leased, claimed, body, caller, call)),
      ),
  });
}

/**
 * Notes that the shopper has cancelled: from then on the challenge authorizes nothing. Another report may hold the key
 * and be reading a success, so this write comes before that of the key. `once` refuses a transaction that is not the
 * caller's.
 */
async function noteCancellation(
  { book }: Uses<'book'>,
  id: string,
  { server_trans_id: serverTransId }: ChallengeReport,
  fingerprints: CardFingerprints,
): Promise<void> {
  await book.update(id, (record, at) => {
    try {
      const { isCancelled } = cardTransaction(record, serverTransId, fingerprints, OPEN_STAGES, at);
      return isCancelled ? undefined : withAuthentication(record, serverTransId, { isCancelled: true });
    } catch {
      return undefined;
    }
  });
}

/** A challenge whose result is not known yet. */
interface OpenChallenge {
  readonly transaction: AuthenticationRecord;
  /** True when the write that claimed the key has claimed a read of the transaction. */
  readonly isReadClaimed: boolean;
}

/**
 * Checks a report and notes what the page says. Returns the answer if the order is paid. A shopper who only returns to
 * a challenge that was read just now gets `challenge-open`.
 * @throws {Problem} order-not-open, authentication-unknown, request-in-progress
 */
function begin(
  record: OrderRecord,
  { server_trans_id: serverTransId, ended, cres }: ChallengeReport,
  fingerprints: CardFingerprints,
  at: Date,
): Beginning<OpenChallenge> {
  if (isCovered(record)) return { answer: settledAnswer(record) };
  const find = () => cardTransaction(record, serverTransId, fingerprints, OPEN_STAGES, at);
  if (!isPayable(record)) throw refusedNotOpen(find);
  const transaction = find();
  const isReadClaimed = untilNextRead(record, serverTransId, at) === 0;
  if (ended === 'returned' && !isReadClaimed) return { answer: { result: 'challenge-open' } };
  const noted = cres === undefined ? record : withChallengeResult(record, transaction, cres, at);
  const reported = isReadClaimed ? withAuthentication(noted, serverTransId, { readAt: at.toISOString() }) : noted;
  return { record: reported, checked: { transaction, isReadClaimed } };
}

/**
 * Reads the result of a challenge from the gateway, whatever the page and its CRes say. Authorizes on success, unless
 * the shopper has cancelled.
 */
async function authorizeAfterChallenge(
  ports: ReportChallengePorts,
  { record: found, checked }: Claimed<OpenChallenge>,
  { server_trans_id: serverTransId, card, ended }: ChallengeReport,
  { networks }: Caller,
  call: RunningCall,
): Promise<PaymentAnswer> {
  const { book, policies, declinedCards } = ports;
  const { id } = found;
  const order = asPresented(found);
  const { transaction } = checked;
  const scheme = schemeOf(order, card.number);
  const authentication = await readResult(ports, id, serverTransId, ended, checked, {
    messageCategory: messageCategoryOf(order),
    card: { number: card.number, securityCode: card.security_code },
  });
  if (stageAfter(authentication) !== 'closed' && isSignal(ended)) return { result: 'challenge-open' };
  const decision = decisionOf(order, authentication, policies(order));
  // Closes the authentication, so a later success at the ACS cannot authorize.
  const resultOf = (decided: Decision) =>
    withAuthenticationAnswer(authentication, { from: transaction.stage, to: 'closed', decision: decided });
  if (decision.do !== 'authorize') return end(decision);
  return authorize(ports, {
    order,
    card,
    scheme,
    price: transaction.price ?? priceOf(order),
    authentication,
    result: resultOf(decision),
    otherwise: (record) => (isCancelled(record) ? end(CANCELLED) : afterAnotherReport(record, serverTransId)),
    call,
    ...(transaction.messageVersion ? { messageVersion: transaction.messageVersion } : {}),
  });

  /** True when the shopper's cancellation is why the success was not stored, and no other report. */
  function isCancelled({ authentications }: OrderRecord): boolean {
    const stored = authentications.findLast((one) => one.serverTransId === serverTransId);
    return stored?.isCancelled === true && stored.stage === transaction.stage;
  }

  async function end(decided: Exclude<Decision, { readonly do: 'authorize' }>): Promise<Settled> {
    const { changed, record } = await book.update(id, resultOf(decided));
    if (!changed) return afterAnotherReport(record, serverTransId);
    if (isFailedChallenge(decided, authentication, ended)) await declinedCards.note(networks, card.number, 'declined');
    const code = decided.do === 'end' ? endedCode(decided.code, ended) : unfinishedCode(ended);
    const text = decided.do === 'end' ? authentication.cardholderResponseInfo : undefined;
    return endedPayment(ports, record, { code, number: card.number, serverTransId, text });
  }
}

/** The answer to a report when another report of the same challenge was first, or the order has ended. */
function afterAnotherReport(record: OrderRecord, serverTransId: string): Settled {
  if (isPayable(record)) {
    const transaction = record.authentications.findLast((one) => one.serverTransId === serverTransId);
    throw new Problem(transaction?.stage === 'authorizing' ? 'request-in-progress' : 'authentication-unknown');
  }
  if (!isCovered(record) && record.state !== 'cancelled') throw new Problem('order-not-open');
  return settledAnswer(record);
}

/**
 * Reads the result from the gateway, at most once in three seconds.
 * @throws {Problem} request-in-progress while other reads are more recent
 */
async function readResult(
  ports: Uses<'book' | 'gateway' | 'pause'>,
  id: string,
  serverTransId: string,
  ended: ChallengeEnd,
  { isReadClaimed }: OpenChallenge,
  options: ReadAuthenticationOptions,
): Promise<AuthenticationAnswer> {
  const maxReads = ended === 'notified' ? READS_AFTER_NOTIFICATION : 1;
  for (let reads = 1; ; reads++) {
    if (reads > 1 || !isReadClaimed) await claimRead(ports, id, serverTransId);
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
 * @throws {Problem} request-in-progress after the last pause
 */
async function claimRead({ book, pause }: Uses<'book' | 'pause'>, id: string, serverTransId: string): Promise<void> {
  for (let pauses = 0; ; pauses++) {
    let wait = 0;
    await book.update(id, (record, at) => {
      wait = untilNextRead(record, serverTransId, at);
      return wait > 0 ? undefined : withAuthentication(record, serverTransId, { readAt: at.toISOString() });
    });
    if (wait === 0) return;
    if (pauses === MAX_PAUSES) throw new Problem('request-in-progress');
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

/** The record with a CRes in its history. It decides nothing. */
function withChallengeResult(
  record: OrderRecord,
  transaction: AuthenticationRecord,
  cres: string,
  at: Date,
): OrderRecord {
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
  return withEntry(record, at, event, { transStatus: status });
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

/**
 * True when the issuer has refused the shopper in the challenge. The gateway's answer shows it, whatever `ended` says,
 * which the client writes. With the reason CARD_AUTHENTICATION_FAILED the shopper may have cancelled
 * (docs/reference/gateway.md#authentication-response): it counts unless the page reports that.
 */
function isFailedChallenge(
  decision: Decision,
  { status, statusReason }: AuthenticationAnswer,
  ended: ChallengeEnd,
): boolean {
  const mayBeCancel = status === 'AUTHENTICATION_FAILED' && statusReason === 'CARD_AUTHENTICATION_FAILED';
  const isCancel = mayBeCancel && (ended === 'cancelled' || ended === 'too-late');
  return decision.do === 'end' && decision.code === 'authentication-failed' && !isCancel;
}

/** A refusal after the shopper closed the challenge is reported as the shopper's own cancel. */
function endedCode(code: OutcomeCode, ended: ChallengeEnd): OutcomeCode {
  if (code !== 'authentication-failed' && code !== 'challenge-timed-out') return code;
  if (ended === 'cancelled') return 'challenge-cancelled';
  if (ended === 'too-late') return 'challenge-too-late';
  return code === 'authentication-failed' ? 'challenge-failed' : code;
}
