import type { PaymentAnswer } from '../../protocol/adapter/adapter-answers.js';
import type { RedirectRequest } from '../../protocol/adapter/adapter-requests.js';
import type { RedirectValues } from '../../protocol/redirect/redirect-fields.js';
import type { KeyedCall, Ports, Uses } from '../ports/ports.js';
import { countPaymentStart } from '../limits/client-limits.js';
import { isUnsent } from '../gateway/gateway-error.js';
import type { PaymentSet, PaymentSetResult } from '../gateway/payment-sets.js';
import type { RedirectAttempt } from '../domain/record/attempts.js';
import { isKnownNotBegun } from '../domain/record/look-up-lease.js';
import { deadlineOf } from '../domain/record/deadline.js';
import { keyedRedirect } from '../domain/identifiers/keyed-request.js';
import { newGatewayOrderId } from '../domain/identifiers/gateway-order-id.js';
import { refuseAttempt, reportAttempt, type CalledPayment, type RefusePorts } from './calls/attempt-report.js';
import { isCardCallRunning, once, type Beginning, type IsLeaseHeld, type OncePorts } from './calls/idempotency.js';
import { refusalOfShop, requireShown } from './calls/shop-rules.js';
import {
  isPayable,
  redirectAttempt,
  withAttempt,
  withEntry,
  withoutAuthentications,
  type OrderRecord,
} from '../domain/record/order-record.js';
import { isExpired } from '../domain/record/expiry.js';
import { isChanged, requireUnchanged, revisionOf } from '../domain/record/revision.js';
import { failedAnswer } from '../domain/states/outcome-answer.js';
import { withOrderEvent } from '../domain/states/order-transition.js';
import { countedWithinLimits, updateWithinLimits, withoutCounted, type LimitedUse } from '../limits/order-limits.js';
import { methodsOf, methodValues, missingFields } from '../domain/views/payment-methods.js';
import { Problem } from '../domain/problems/problem.js';
import { sendWindow } from './calls/send-window.js';
import { isUnfinished, possiblyBegunRedirects, unfinishedRedirect } from '../domain/states/pending-redirect.js';
import { withRedirectProgress } from '../domain/record/redirect-attempt.table.js';
import { withRedirectResumed } from '../domain/states/successes.js';
import { lookUpSetAside, type LookUpForPagePorts } from './reconciliation/look-up-order.js';
import { canStartPayment, openWithinLimits, type OpenWithinLimitsPorts } from './redirect/redirect-look-up.js';
import { withoutStart, withoutUnsentStart } from './redirect/redirect-results.js';

type StartedPayment = CalledPayment & Required<Pick<CalledPayment, 'caller'>>;

/** A redirect payment counts as an attempt without a card. */
const USE: LimitedUse = { kind: 'attempt' };

export type PayByRedirectPorts = OncePorts &
  RefusePorts &
  LookUpForPagePorts &
  OpenWithinLimitsPorts &
  Uses<
    | 'after'
    | 'autosettle'
    | 'beforePayment'
    | 'ended'
    | 'hiddenMethods'
    | 'now'
    | 'publicUrl'
    | 'randomBytes'
    | 'report'
  >;

/**
 * POST orders/{id}/redirects: starts a redirect payment once for the key, after a look-up of those that were set aside.
 * @throws {Problem} those of `once`, `begin` and `startRedirect`
 */
export async function payByRedirect(
  ports: PayByRedirectPorts,
  { id, key, caller, signal }: KeyedCall,
  body: RedirectRequest,
): Promise<PaymentAnswer> {
  const payment = { id, method: body.method, caller };
  // The page chooses the text, which may be a card number.
  const refusedPayment = { ...payment, method: 'other' };
  return once<undefined, PayByRedirectPorts>(ports, {
    id,
    key,
    signal,
    request: await keyedRedirect(ports, id, body),
    begin: (record, at) => begin(ports, record, body, at),
    onRefused: (error, record) =>
      refuseAttempt(ports, isOffered(record, body.method) ? payment : refusedPayment, error),
    work: ({ record }, { isLeaseHeld }, leased) =>
      reportAttempt(leased, payment, async () =>
        startRedirect(leased, await lookUpSetAside(leased, record), body, isLeaseHeld, payment),
      ),
  });
}

/**
 * Checks a call. Returns the URL of a redirect payment that the shopper can continue.
 * @throws {Problem} order-not-open, order-changed, invalid-request, request-in-progress
 */
function begin(
  ports: Uses<'gateway' | 'hiddenMethods' | 'limits' | 'report'>,
  record: OrderRecord,
  request: RedirectRequest,
  at: Date,
): Beginning<undefined> {
  const begins = { record, checked: undefined };
  const isSame = unfinishedRedirect(record)?.method === request.method;
  if (!canStartPayment(record, request.replaces) || isExpired(record, at) || isSame) {
    return { answer: resume(record, request) };
  }
  requireUnchanged(record, request.revision);
  // Nothing is missing from a payment that is resumed, and it is no other attempt.
  if (resumable(record, request.method, at)) return begins;
  requireShown(ports, record, request.method);
  checked(record, request);
  if (isCardCallRunning(ports, record, at)) throw new Problem('request-in-progress');
  const limited = countedWithinLimits(ports.limits, record, USE, at);
  if ('refused' in limited) return { refusal: new Problem('too-many-attempts'), record: limited.refused };
  return begins;
}

/**
 * Sends payment-set and returns the redirect URL. It moves no money, but two payments of an order must not both be
 * completed. So the order is `pending` before the URL is returned, and a repeated call for the same method returns the
 * same URL. A page that names the unfinished payment replaces it by another method if the shopper has not begun it. A
 * payment that was set aside, and that the shopper may have begun since then, is resumed by a call of its method. A
 * card payment whose authentication or authorization is being processed comes first, because another client could
 * otherwise cause its result to be thrown away. An order that the shop changes meanwhile is not paid with the old
 * amount: the page does not get the URL. The shop's own rules decide about each payment that begins.
 * @param found the order, whose redirect payments that were set aside have just been looked up
 * @param payment the payment as the shop's rules receive it
 * @throws {Problem} request-in-progress beside a card payment that is being processed; order-not-open, order-changed,
 * invalid-request, too-many-attempts, too-many-requests
 */
async function startRedirect(
  ports: PayByRedirectPorts,
  found: OrderRecord,
  request: RedirectRequest,
  isLeaseHeld: IsLeaseHeld,
  payment: StartedPayment,
): Promise<PaymentAnswer> {
  const { id } = found;
  const { book, gateway, publicUrl, autosettle, randomBytes } = ports;
  const isSame = unfinishedRedirect(found)?.method === request.method;
  if (isSame || !canStartPayment(found, request.replaces)) return resume(found, request);
  requireUnchanged(found, request.revision);
  const resumed = await resumePossiblyBegun(ports, found, request, isLeaseHeld);
  if (resumed) return resumed;
  const values = checked(found, request);
  await countPaymentStart(ports, payment.caller);
  const refusal = await refusalOfShop(ports, found, payment);
  if (refusal) return failedAnswer(refusal, await book.read(id));
  // A page may name no revision. The payment is about the order that the shop's rules have seen.
  const revision = revisionOf(found);
  const order = await openWithinLimits(ports, found, USE, request.replaces);
  if (!isPayable(order)) return resume(order, request);

  const gatewayOrderId = newGatewayOrderId(id, randomBytes);
  const recorded = await updateWithinLimits(
    ports,
    id,
    () => USE,
    (record, at) => {
      if (!isPayable(record) || isExpired(record, at) || !isLeaseHeld(record, at)) return undefined;
      requireUnchanged(record, revision);
      requireShown(ports, record, request.method);
      if (isCardCallRunning(ports, record, at)) throw new Problem('request-in-progress');
      return withRedirectSent(record, { gatewayOrderId, method: request.method, country: values.country }, gateway, at);
    },
  );
  if (!recorded.changed) return resume(recorded.record, request);
  const descriptor = order.descriptor ?? order.description;
  const attempt = redirectAttempt(recorded.record, gatewayOrderId);
  if (!attempt) throw new Problem('internal-error');
  const message: PaymentSet = {
    orderId: gatewayOrderId,
    amount: attempt.amount,
    currency: attempt.currency,
    method: request.method,
    // The order is in the path, because the gateway drops a query (docs/reference/gateway.md#urls-without-query).
    returnUrl: `${publicUrl}/return/${id}`,
    statusUrl: `${publicUrl}/status/${id}`,
    autosettle: autosettle === true,
    ...values,
    ...(descriptor === undefined ? {} : { descriptor }),
    ...(order.comments ? { comments: order.comments } : {}),
  };
  const set = await sendWindow(ports, attempt.sentAt)
    .then((window) => gateway.paymentSets.create(message, window))
    .catch(async (error: unknown) => {
      // The shopper never received the redirect URL, so the attempt ends.
      await book
        .update(id, (record, at) => {
          if (!isUnsent(error) && !(error instanceof Problem)) return withoutStart(record, gatewayOrderId, at);
          const removed = withoutUnsentStart(record, gatewayOrderId, at);
          return removed && withoutCounted(removed, USE);
        })
        .catch(() => undefined);
      throw error;
    });
  const beside = { cardPayment: false, change: false };
  const started = await book.update(id, (record, at) => {
    if (!isPayable(record) || isExpired(record, at) || !isLeaseHeld(record, at)) return undefined;
    beside.cardPayment = isCardCallRunning(ports, record, at);
    beside.change = isChanged(record, revision, attempt);
    return beside.cardPayment || beside.change ? undefined : withRedirectStarted(record, gatewayOrderId, set, at);
  });
  if (started.changed) return { result: 'redirect', redirect_url: set.redirectUrl };
  // Another payment has started; do not return this URL.
  const { record } = await book.update(id, (current, at) => withoutStart(current, gatewayOrderId, at));
  if (beside.change) throw new Problem('order-changed');
  if (beside.cardPayment) throw new Problem('request-in-progress');
  return resume(record, request);
}

/**
 * Waits again for a payment of the method that was set aside, and that the shopper may have begun since then. Returns
 * its URL; undefined when there is none.
 * @throws {Problem} request-in-progress beside a card payment that is being processed
 */
async function resumePossiblyBegun(
  ports: Uses<'book' | 'gateway'>,
  { id }: OrderRecord,
  request: RedirectRequest,
  isLeaseHeld: IsLeaseHeld,
): Promise<PaymentAnswer | undefined> {
  const { record, changed } = await ports.book.update(id, (current, at) => {
    const attempt = resumable(current, request.method, at);
    if (!attempt || !isLeaseHeld(current, at)) return undefined;
    if (isCardCallRunning(ports, current, at)) throw new Problem('request-in-progress');
    return withRedirectResumed(current, attempt, 'REDIRECT_STARTED', at);
  });
  return changed ? resume(record, request) : undefined;
}

/** The payment of the method that was set aside, that the shopper may have begun, and can continue. */
function resumable(record: OrderRecord, method: string, at: Date): RedirectAttempt | undefined {
  if (isExpired(record, at)) return undefined;
  const possiblyBegun = possiblyBegunRedirects(record, (attempt) => isKnownNotBegun(attempt, at));
  return possiblyBegun.findLast(
    (attempt) => attempt.method === method && isUnfinished(attempt) && !isChanged(record, undefined, attempt),
  );
}

/**
 * Returns the URL of the unfinished payment, which may have begun in another tab.
 * @throws {Problem} order-not-open when the order is suspended, or waits for another payment; order-changed when the
 * page shows another amount than that of the payment
 */
function resume(record: OrderRecord, { method, revision }: RedirectRequest): PaymentAnswer {
  const unfinished = record.suspended ? undefined : unfinishedRedirect(record);
  if (unfinished?.method !== method || unfinished.redirectUrl === undefined) throw new Problem('order-not-open');
  requireUnchanged(record, revision);
  return { result: 'redirect', redirect_url: unfinished.redirectUrl };
}

function withRedirectSent(
  record: OrderRecord,
  {
    gatewayOrderId,
    method,
    country,
  }: Pick<RedirectAttempt, 'gatewayOrderId' | 'method'> & Pick<RedirectValues, 'country'>,
  gateway: Ports['gateway'],
  at: Date,
): OrderRecord {
  const attempt: RedirectAttempt = {
    kind: 'redirect',
    gatewayOrderId,
    amount: record.amount,
    currency: record.currency,
    sentAt: at.toISOString(),
    deadline: deadlineOf(gateway, at),
    method,
    ...(country ? { country } : {}),
    messages: [],
    progress: { step: 'sent' },
  };
  const sent = { ...record, attempts: [...record.attempts, attempt] };
  return withEntry(sent, at, 'redirect-sent', { method, orderId: gatewayOrderId });
}

function withRedirectStarted(
  record: OrderRecord,
  gatewayOrderId: string,
  { pasref, redirectUrl }: PaymentSetResult,
  at: Date,
): OrderRecord {
  const attempt = redirectAttempt(record, gatewayOrderId);
  if (attempt?.progress.step !== 'sent') throw new Problem('order-not-open');
  const waiting = withRedirectProgress(attempt, { step: 'awaiting-result', at: at.toISOString() });
  const started: RedirectAttempt = { ...waiting, pasref, redirectUrl };
  const next = withoutAuthentications(withAttempt(record, started));
  const pending = withOrderEvent(next, { type: 'REDIRECT_STARTED', attempt: gatewayOrderId }, at);
  return withEntry(pending, at, 'redirect-answered', { method: attempt.method, pasref });
}

function isOffered(order: OrderRecord, method: string): boolean {
  return methodsOf(order).some(({ code }) => code === method);
}

/** Returns the values of the fields that the method asks for. */
function checked(order: OrderRecord, request: RedirectRequest): RedirectValues {
  const { method } = request;
  if (method === 'card' || !isOffered(order, method)) {
    throw new Problem('invalid-request', [{ field: 'method', message: 'is not one that this order offers' }]);
  }
  const values = methodValues(order, request);
  const missing = missingFields(values, method).map((field) => ({ field, message: 'is missing' }));
  if (missing.length > 0) throw new Problem('invalid-request', missing);
  return values;
}
