import type { PaymentAnswer } from '../../protocol/adapter/adapter-answers.js';
import type { PaymentRequest } from '../../protocol/adapter/adapter-requests.js';
import type { OutcomeCode } from '../../protocol/adapter/outcome-codes.js';
import { encodeBase64url } from '../../protocol/values/base64url.js';
import type { Client, KeyedCall, Uses } from '../ports/ports.js';
import type { AuthenticationAnswer, AuthenticationParams } from '../gateway/authentications.js';
import { GatewayError, isUnsent } from '../gateway/gateway-error.js';
import type { TimedOrder } from '../book/order-book.js';
import {
  refuseAttempt,
  reportAttempt,
  withCardNoted,
  type CalledPayment,
  type RefusePorts,
} from './calls/attempt-report.js';
import { once, type Beginning, type Claimed, type OncePorts, type RunningCall } from './calls/idempotency.js';
import { refusalOfShop, requireShown, requireStillOffered } from './calls/shop-rules.js';
import {
  isCovered,
  isPayable,
  withAuthentication,
  withEntry,
  type AuthenticationRecord,
  type OrderRecord,
  type Price,
} from '../domain/record/order-record.js';
import { isExpired } from '../domain/record/expiry.js';
import { priceOf, requireUnchanged } from '../domain/record/revision.js';
import { keyedCardPayment } from '../domain/identifiers/keyed-request.js';
import {
  attemptOf,
  countedWithinLimits,
  updateWithinLimits,
  withoutCounted,
  type LimitedUse,
} from '../limits/order-limits.js';
import { failedAnswer, settledAnswer, type Settled } from '../domain/states/outcome-answer.js';
import { finalError, finalRefusal, Problem, unlessBusy } from '../domain/problems/problem.js';
import { replacedBrowserData } from './card/authentication-message.js';
import { authorize, type AuthorizePorts } from './card/authorize.js';
import { asPresented } from '../domain/card/demanded-challenge.js';
import { byPolicy } from '../domain/card/decision.js';
import { cardFingerprints } from './card/card-fingerprint.js';
import { refusedNotOpen } from './card/card-transaction.js';
import {
  checkedRequest,
  type CheckedRequest,
  type CheckedRequestPorts,
  type RequestOfOrder,
} from './card/checked-request.js';
import { endedPayment, reportRefusedCard } from './card/ended-payment.js';
import {
  decisionOf,
  stageAfter,
  withAuthenticationAnswer,
  withoutAuthenticationSent,
} from './card/record-authentication.js';

export type AuthenticateCardPorts = AuthorizePorts &
  BeginPorts &
  OncePorts &
  RefusePorts &
  Uses<'after' | 'declinedCards'>;

/**
 * POST orders/{id}/authentications: pays with a card once for the key, within the limits of the client. Authenticates
 * and, when the issuer approves without a challenge, authorizes in the same call. The shop's own rules decide before
 * that.
 * @param client the parts of the request that the authentication reports
 * @throws {Problem} those of `once` and `begin`, and too-many-requests
 */
export async function authenticateCard(
  ports: AuthenticateCardPorts,
  { id, key, caller, signal }: KeyedCall,
  body: PaymentRequest,
  client: Client,
): Promise<PaymentAnswer> {
  const { number } = body.card;
  const payment = { id, method: 'card', number, caller };
  const fingerprints = await cardFingerprints(ports, id, body.card, body.page_token);
  return once<CheckedPayment, AuthenticateCardPorts>(ports, {
    id,
    key,
    signal,
    request: await keyedCardPayment(ports, 'authentications', id, body),
    begin: (record, at) => begin(ports, { record, request: body, fingerprints, client }, at),
    onRefused: (error) => refuseAttempt(ports, payment, error),
    onEnded: (answer, record) => reportRefusedCard(ports, payment, answer, record),
    work: (claimed, call, leased) =>
      reportAttempt(leased, payment, () => authenticateInPlace(leased, payment, body, call, claimed)),
  });
}

/** Authenticates once each network of the client has a place for the card. */
async function authenticateInPlace(
  ports: AuthenticateCardPorts,
  payment: CardPayment,
  request: PaymentRequest,
  call: RunningCall,
  claimed: Claimed<CheckedPayment>,
): Promise<PaymentAnswer> {
  const { id, number, caller } = payment;
  const { checked } = claimed;
  const last = { isTried: false };
  try {
    return await ports.declinedCards.during(caller.networks, async (hasWaited) => {
      // This write renews the lease, and the order may have changed during the wait.
      const found = hasWaited ? await ports.book.update(id, (record) => record) : claimed;
      if (hasWaited) {
        if (isCovered(found.record)) return settledAnswer(found.record);
        if (!isPayable(found.record)) throw new Problem('order-not-open');
        requireStillOffered(ports, found.record, request, checked.price, found.at);
      }
      last.isTried = true;
      const answer = await authenticate(ports, payment, request, call, { ...found, checked });
      return withCardNoted(ports, caller, number, answer);
    });
  } finally {
    if (checked.isSent && !last.isTried) await release(ports, id, checked.transaction, 'checked');
  }
}

type CardPayment = Required<Pick<CalledPayment, 'id' | 'method' | 'number' | 'caller'>>;

/** A payment that may begin. */
interface CheckedPayment extends CheckedRequest {
  /** The order as the payment presents it to the issuer. */
  readonly order: OrderRecord;
  readonly price: Price;
  /** True when the write that claimed the key has announced the authentication, and counted it. */
  readonly isSent: boolean;
}

type BeginPorts = CheckedRequestPorts & Uses<'beforePayment' | 'hiddenMethods' | 'limits' | 'policies' | 'report'>;

/**
 * Checks a payment and, unless the shop's own rules decide first, announces its authentication. Returns the answer if
 * the order is paid. Ends the call if the policy refuses the card.
 * @throws {Problem} order-not-open, order-changed, card-not-supported, authentication-unknown, request-in-progress,
 * invalid-request
 */
function begin(
  ports: BeginPorts,
  input: RequestOfOrder & { readonly record: OrderRecord },
  at: Date,
): Beginning<CheckedPayment> {
  const { record, request } = input;
  if (isCovered(record)) return { answer: settledAnswer(record) };
  const order = asPresented(record);
  const check = () => checkedRequest(ports, order, input, at);
  if (!isPayable(record) || isExpired(record, at)) throw refusedNotOpen(check);
  requireUnchanged(record, request.revision);
  requireShown(ports, record, 'card');
  const prepared = check();
  const { transaction, message } = prepared;
  const policy = message ? undefined : byPolicy(ports.policies(record).notEnrolled, 'not-enrolled');
  if (policy?.do === 'end') return { ended: failedAnswer(policy.code, record), record };
  const limited = countedWithinLimits(ports.limits, record, attemptOf(transaction), at);
  if ('refused' in limited) {
    return { refusal: finalRefusal(new Problem('too-many-attempts')), record: limited.refused };
  }
  const price = priceOf(record);
  const isSent = message !== undefined && !ports.beforePayment;
  const checked = { ...prepared, order, price, isSent };
  if (!isSent) return { record, checked };
  return { record: { ...withAuthenticationSent(record, message, request, at), counts: limited.counts }, checked };
}

/** The method step in words, for events and metrics. */
const METHOD_RESULTS = { YES: 'completed', NO: 'not-completed', UNAVAILABLE: 'none' } as const;

/** Authenticates and, when the issuer approves without a challenge, authorizes. */
async function authenticate(
  ports: AuthenticateCardPorts,
  payment: CardPayment,
  request: PaymentRequest,
  call: RunningCall,
  { checked, ...found }: Claimed<CheckedPayment>,
): Promise<PaymentAnswer> {
  const { book, gateway, policies } = ports;
  const { id } = payment;
  const { card } = request;
  const { order, price, scheme, transaction, message, isSent } = checked;
  const refusal = await refusalOfShop(ports, found.record, payment);
  if (refusal) return endRefused(ports, id, transaction, refusal, call);
  const check = (record: OrderRecord, at: Date) => requireStillOffered(ports, record, request, price, at);
  const use = attemptOf(transaction);
  if (!message) return authorize(ports, { order, card, scheme, price, call, unannounced: { use, check } });
  const { messageVersion, methodUrlCompletion = 'UNAVAILABLE' } = message;
  ports.emit?.(() => ({ kind: 'method', level: 'info', code: METHOD_RESULTS[methodUrlCompletion], order: id }));
  const announced = isSent ? found : await announce(ports, id, message, request, price, use);
  const authentication = await gateway.authentications
    .create(message, { securityCode: card.security_code })
    .catch(async (error: unknown) => {
      throw await afterFailure(ports, id, transaction, error);
    });
  const to: AuthenticationRecord['stage'] = stageAfter(authentication);
  const decision = decisionOf(order, authentication, policies(order));
  const result = withAuthenticationAnswer(authentication, { from: 'requested', to, decision });
  const used = () => {
    throw new Problem('authentication-unknown');
  };
  if (decision.do === 'authorize') {
    const input = { order, card, scheme, price, authentication, messageVersion };
    return authorize(ports, { ...input, result, otherwise: used, call });
  }
  const recorded = await book.update(id, result, { found: announced, flush: decision.do === 'end' }).catch(unlessBusy);
  // The transaction is consumed, and nothing was authorized.
  if (!recorded) return failedAnswer('backend-unavailable', await book.read(id));
  const { changed, record } = recorded;
  if (!changed) return used();

  switch (decision.do) {
    case 'challenge':
      // The shopper would confirm an amount that is not charged.
      requireUnchanged(record, request.revision, price);
      return challenge(id, authentication);
    case 'await':
      requireUnchanged(record, request.revision, price);
      return decoupled(order);
    case 'end':
      return endedPayment(ports, record, {
        code: decision.code,
        number: card.number,
        serverTransId: message.serverTransId,
        text: authentication.cardholderResponseInfo,
      });
  }
}

/**
 * Ends a payment that the shop's own rules refuse, and closes its transaction. A late copy of the call must not charge
 * once its key was evicted. Each further try needs a version check, which the limits count.
 */
async function endRefused(
  { book }: Uses<'book'>,
  id: string,
  transaction: AuthenticationRecord,
  code: OutcomeCode,
  call: RunningCall,
): Promise<Settled> {
  let answer: Settled | undefined;
  const isRefused = (one: AuthenticationRecord) =>
    one.stage === 'checked' &&
    one.serverTransId === transaction.serverTransId &&
    one.cardFingerprint === transaction.cardFingerprint &&
    one.frameKey === transaction.frameKey &&
    one.page === transaction.page;
  const { record } = await book.update(id, (current, at) => {
    const authentications = current.authentications.map((one) =>
      isRefused(one) ? ({ ...one, stage: 'closed' } as const) : one,
    );
    const closed = { ...current, authentications };
    answer = failedAnswer(code, closed);
    return call.keep(closed, at, answer);
  });
  return answer ?? failedAnswer(code, record);
}

/**
 * The error of an authentication that failed, which a repeated call returns again. A request that was not sent leaves
 * the transaction to a call with another key. Any other one consumes it. After a 404 the page makes a new version
 * check, and the failed try does not count (docs/reference/gateway.md#authentication-request).
 */
async function afterFailure(
  ports: Uses<'book'>,
  id: string,
  transaction: AuthenticationRecord,
  error: unknown,
): Promise<unknown> {
  const isUnknown = error instanceof GatewayError && error.failure.kind === 'not-found';
  if (isUnknown || isUnsent(error)) await release(ports, id, transaction, isUnknown ? 'requested' : 'checked');
  return isUnknown ? new Problem('authentication-unknown', [], { cause: error, usedUp: true }) : finalError(error);
}

/**
 * Leaves a transaction at a stage, `checked` if its authentication was not sent, and does not count the try. The
 * history drops an announcement that was not sent, so that refused calls do not fill it. A write that fails changes
 * nothing.
 */
async function release(
  { book }: Uses<'book'>,
  id: string,
  transaction: AuthenticationRecord,
  stage: 'checked' | 'requested',
): Promise<void> {
  const { serverTransId = '' } = transaction;
  await book
    .update(id, (record) => {
      const released = withoutCounted(withAuthentication(record, serverTransId, { stage }), attemptOf(transaction));
      return stage === 'checked' ? withoutAuthenticationSent(released, serverTransId) : released;
    })
    .catch(() => undefined);
}

/**
 * Announces an authentication that the shop's own rules allow, and counts it as an attempt.
 * @throws {Problem} authentication-unknown, order-changed, order-not-open, too-many-attempts
 */
async function announce(
  ports: Uses<'book' | 'hiddenMethods' | 'limits' | 'report'>,
  id: string,
  message: AuthenticationParams,
  request: PaymentRequest,
  price: Price,
  use: LimitedUse,
): Promise<TimedOrder> {
  const { serverTransId } = message;
  const announced = await updateWithinLimits(
    ports,
    id,
    () => use,
    (record, at) => {
      const isChecked = record.authentications.some(
        (one) => one.serverTransId === serverTransId && one.stage === 'checked',
      );
      if (!isChecked) return undefined;
      requireStillOffered(ports, record, request, price, at);
      return withAuthenticationSent(record, message, request, at);
    },
    { flush: false },
  );
  if (!announced.changed) throw new Problem(isPayable(announced.record) ? 'authentication-unknown' : 'order-not-open');
  return announced;
}

/** The record before an authentication is sent. A transaction serves one authentication. */
function withAuthenticationSent(
  record: OrderRecord,
  { serverTransId }: AuthenticationParams,
  request: PaymentRequest,
  at: Date,
): OrderRecord {
  const replaced = replacedBrowserData(request);
  const requested = withAuthentication(record, serverTransId, { stage: 'requested', price: priceOf(record) });
  return withEntry(requested, at, 'authentication-sent', {
    serverTransId,
    ...(replaced.length > 0 ? { replacedBrowserData: replaced } : {}),
  });
}

/** The merchant's time limit is in minutes (docs/reference/gateway.md#authentication-request). */
function decoupled({ authentication }: OrderRecord): PaymentAnswer {
  const minutes = Number(authentication?.decoupleFlowTimeout ?? 0);
  return { result: 'decoupled', ...(minutes > 0 ? { timeout: minutes * 60 } : {}) };
}

function challenge(
  id: string,
  { serverTransId, challengeRequestUrl, encodedCreq }: AuthenticationAnswer,
): PaymentAnswer {
  return {
    result: 'challenge',
    server_trans_id: serverTransId,
    acs_url: challengeRequestUrl ?? '',
    encoded_creq: encodedCreq ?? '',
    // The ACS echoes it, and the page accepts no notification without it.
    session_data: encodeBase64url(id),
  };
}
