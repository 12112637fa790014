import type { PaymentAnswer } from '../../../protocol/adapter/adapter-answers.js';
import type { PaymentRequest } from '../../../protocol/adapter/adapter-requests.js';
import type { OutcomeCode } from '../../../protocol/adapter/outcome-codes.js';
import { encodeBase64url } from '../../../protocol/values/base64url.js';
import type { Client, Uses } from '../../ports/ports.js';
import type { CardScheme } from '../../../protocol/values/card-scheme.js';
import type { AuthenticationAnswer, AuthenticationParams } from '../../gateway/authentications.js';
import { GatewayError, isUnsent } from '../../gateway/gateway-error.js';
import type { TimedOrder } from '../../book/order-book.js';
import type { CalledPayment } from '../calls/attempt-report.js';
import type { RunningCall } from '../calls/idempotency.js';
import { refusalOfShop } from '../calls/shop-rules.js';
import {
  isCovered,
  isPayable,
  withAuthentication,
  withEntry,
  type AuthenticationRecord,
  type OrderRecord,
  type Price,
} from '../../domain/record/order-record.js';
import { isExpired } from '../../domain/record/expiry.js';
import { priceOf, requireUnchanged } from '../../domain/record/revision.js';
import { hasPhone } from '../../domain/input/payer.js';
import {
  attemptOf,
  requireWithinLimits,
  updateWithinLimits,
  withoutCounted,
  type LimitedUse,
} from '../../limits/order-limits.js';
import { failedAnswer, settledAnswer, type Settled } from '../../domain/states/outcome-answer.js';
import { finalError, finalRefusal, Problem, unlessBusy } from '../../domain/problems/problem.js';
import { authenticationMessage, replacedBrowserData } from './authentication-message.js';
import { authorize, type AuthorizePorts } from './authorize.js';
import { asPresented } from '../../domain/card/demanded-challenge.js';
import { cardTransaction, refuseNotOpen, schemeOf } from './card-transaction.js';
import { endedPayment, refusedByPolicy } from './ended-payment.js';
import { decisionOf, stageAfter, withAuthenticationAnswer } from './record-authentication.js';

export type AuthenticatePorts = AuthorizePorts & AdmitAuthenticationPorts & Uses<'after' | 'beforePayment'>;

/**
 * POST orders/{id}/authentications: authenticates and, when the issuer approves without a challenge,
 * authorizes in the same call. The shop's own rules decide before that.
 */
export async function authenticate(
  ports: AuthenticatePorts,
  payment: CalledPayment,
  request: PaymentRequest,
  client: Client,
  call: RunningCall,
): Promise<PaymentAnswer> {
  const { book, gateway, policies } = ports;
  const { id } = payment;
  const { card } = request;
  const { record: read, at: now } = await book.readTimed(id);
  const order = asPresented(read);
  if (isCovered(order)) return settledAnswer(order);
  if (!isPayable(order) || isExpired(order, now)) throw new Problem('order-not-open');
  requireUnchanged(order, request.revision);
  const price = priceOf(order);

  const { scheme, transaction, message } = await checkedRequest(ports, order, request, client, now);
  const refused = message ? undefined : refusedByPolicy(ports, order, card.number);
  if (refused) return refused;
  const refusal = await refusalOfShop(ports, read, payment);
  if (refusal) return endRefused(ports, id, transaction, refusal, call);
  if (!message) return authorize(ports, { order, card, scheme, price, call, counted: attemptOf(transaction) });
  const { serverTransId, messageVersion } = message;
  const claimed = await claim(ports, id, { serverTransId, price, request }, attemptOf(transaction));

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
  const recorded = await book.update(id, result, claimed).catch(unlessBusy);
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
        serverTransId,
        text: authentication.cardholderResponseInfo,
      });
  }
}

export type AdmitAuthenticationPorts = CheckedRequestPorts & Uses<'book' | 'emit' | 'limits' | 'policies'>;

/**
 * Checks a call before its key is claimed. Returns the answer to a call that begins nothing: the order is paid, or the
 * policy refuses the card.
 * @throws {Problem} order-not-open, order-changed, card-not-supported, authentication-unknown, request-in-progress,
 * invalid-request, too-many-attempts
 */
export async function admitAuthentication(
  ports: AdmitAuthenticationPorts,
  order: OrderRecord,
  request: PaymentRequest,
  client: Client,
  now: Date,
): Promise<PaymentAnswer | undefined> {
  if (isCovered(order)) return settledAnswer(order);
  const isOpen = isPayable(order) && !isExpired(order, now);
  if (isOpen) requireUnchanged(order, request.revision);
  const checked = checkedRequest(ports, order, request, client, now);
  if (!isOpen) return refuseNotOpen(checked);
  const { transaction, message } = await checked;
  const refused = message ? undefined : refusedByPolicy(ports, order, request.card.number);
  if (refused) return refused;
  await requireWithinLimits(ports, order, attemptOf(transaction)).catch((error: unknown) => {
    throw finalRefusal(error);
  });
  return undefined;
}

interface CheckedRequest {
  readonly scheme: CardScheme;
  readonly transaction: AuthenticationRecord;
  /** Absent for a card that is not enrolled. */
  readonly message?: AuthenticationParams;
}

type CheckedRequestPorts = Uses<'fingerprint' | 'merchantContactUrl' | 'pageFields' | 'publicUrl'>;

/** The request of a transaction that was prepared for this order and card. */
async function checkedRequest(
  ports: CheckedRequestPorts,
  order: OrderRecord,
  request: PaymentRequest,
  client: Client,
  now: Date,
): Promise<CheckedRequest> {
  const { card, server_trans_id: serverTransId, page_token: pageToken } = request;
  const scheme = schemeOf(order, card.number);
  const at = { fingerprint: ports.fingerprint, now };
  // Without a transaction: only this backend's own version check proves that a card is not enrolled.
  const transaction = await cardTransaction(at, order, serverTransId, card, ['checked'], pageToken);
  if (serverTransId === undefined) return { scheme, transaction };
  // The version check stores the version together with the transaction.
  const { messageVersion } = transaction;
  if (messageVersion === undefined) throw new Problem('authentication-unknown');
  const message = authenticationMessage(ports, {
    order,
    request,
    serverTransId,
    scheme,
    messageVersion,
    hasMethodUrl: transaction.hasMethodUrl ?? false,
    client,
  });
  // The gateway refuses it, which consumes the transaction.
  if (!hasPhone(message.payer)) {
    throw new Problem('invalid-request', [{ field: 'payer.mobile_phone', message: 'is missing' }]);
  }
  return { scheme, transaction, message };
}

/**
 * Ends a payment that the shop's own rules refuse, and its transaction. A late copy of the call must not charge once
 * its key was evicted, and each other try costs a version check, which the limits count.
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
  { book }: Uses<'book'>,
  id: string,
  transaction: AuthenticationRecord,
  error: unknown,
): Promise<unknown> {
  const { serverTransId = '' } = transaction;
  const isUnknown = error instanceof GatewayError && error.failure.kind === 'not-found';
  if (isUnknown || isUnsent(error)) {
    const stage: AuthenticationRecord['stage'] = isUnknown ? 'requested' : 'checked';
    await book
      .update(id, (record) =>
        withoutCounted(withAuthentication(record, serverTransId, { stage }), attemptOf(transaction)),
      )
      .catch(() => undefined);
  }
  return isUnknown ? new Problem('authentication-unknown', [], { cause: error, usedUp: true }) : finalError(error);
}

/**
 * Claims a transaction, and counts it as an attempt. A transaction serves one authentication.
 * @throws {Problem} authentication-unknown, order-changed, too-many-attempts
 */
async function claim(
  ports: Uses<'book' | 'limits'>,
  id: string,
  {
    serverTransId,
    price,
    request,
  }: { readonly serverTransId: string; readonly price: Price; readonly request: PaymentRequest },
  use: LimitedUse,
): Promise<TimedOrder> {
  const replaced = replacedBrowserData(request);
  const find = ({ authentications }: OrderRecord) =>
    authentications.find((one) => one.serverTransId === serverTransId && one.stage === 'checked');
  const claimed = await updateWithinLimits(
    ports,
    id,
    () => use,
    (record, at) => {
      if (!find(record)) return undefined;
      if (isExpired(record, at)) throw new Problem('order-not-open');
      requireUnchanged(record, request.revision, price);
      const requested = withAuthentication(record, serverTransId, { stage: 'requested', price });
      return withEntry(requested, at, 'authentication-sent', {
        serverTransId,
        ...(replaced.length > 0 ? { replacedBrowserData: replaced } : {}),
      });
    },
  );
  if (!claimed.changed) throw new Problem('authentication-unknown');
  return claimed;
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
