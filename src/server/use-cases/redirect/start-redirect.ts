import type { PaymentAnswer } from '../../../protocol/adapter/adapter-answers.js';
import type { RedirectRequest } from '../../../protocol/adapter/adapter-requests.js';
import type { RedirectValues } from '../../../protocol/redirect/redirect-fields.js';
import type { Ports, Uses } from '../../ports/ports.js';
import type { Caller } from '../../limits/declined-cards.js';
import { countPaymentStart } from '../../limits/client-limits.js';
import { isUnsent } from '../../gateway/gateway-error.js';
import type { PaymentSet, PaymentSetResult } from '../../gateway/payment-sets.js';
import type { RedirectAttempt } from '../../domain/record/attempts.js';
import { isKnownNotBegun } from '../../domain/record/look-up-lease.js';
import { deadlineOf } from '../../domain/record/deadline.js';
import { newGatewayOrderId } from '../../domain/identifiers/gateway-order-id.js';
import { isCardCallRunning, type IsLeaseHeld } from '../calls/idempotency.js';
import { refusalOfShop } from '../calls/shop-rules.js';
import {
  isPayable,
  redirectAttempt,
  withAttempt,
  withEntry,
  withoutAuthentications,
  type OrderRecord,
} from '../../domain/record/order-record.js';
import { isExpired } from '../../domain/record/expiry.js';
import { isChanged, requireUnchanged, revisionOf } from '../../domain/record/revision.js';
import { failedAnswer } from '../../domain/states/outcome-answer.js';
import { withOrderEvent } from '../../domain/states/order-transition.js';
import { requireWithinLimits, updateWithinLimits, withoutCounted, type LimitedUse } from '../../limits/order-limits.js';
import { methodsOf, methodValues, missingFields } from '../../domain/views/payment-methods.js';
import { Problem } from '../../domain/problems/problem.js';
import { sendWindow } from '../calls/send-window.js';
import { isUnfinished, possiblyBegunRedirects, unfinishedRedirect } from '../../domain/states/pending-redirect.js';
import { withRedirectProgress } from '../../domain/record/redirect-attempt.table.js';
import { withRedirectResumed } from '../../domain/states/successes.js';
import { canStartPayment, openWithinLimits, type OpenWithinLimitsPorts } from './redirect-look-up.js';
import { withoutStart, withoutUnsentStart } from './redirect-results.js';

/** A redirect payment counts as an attempt without a card. */
const USE: LimitedUse = { kind: 'attempt' };

export type StartRedirectPorts = OpenWithinLimitsPorts &
  Uses<
    | 'after'
    | 'autosettle'
    | 'beforePayment'
    | 'count'
    | 'ended'
    | 'fingerprint'
    | 'now'
    | 'publicUrl'
    | 'randomBytes'
    | 'report'
  >;

/**
 * POST orders/{id}/redirects: sends payment-set and returns the redirect URL. It moves no money, but two payments of an
 * order must not both be completed. So the order is `pending` before the URL is returned, and a repeated call for the
 * same method returns the same URL. A page that names the unfinished payment replaces it by another method if the
 * shopper has not begun it. A payment that was set aside, and that the shopper may have begun since then, is resumed by
 * a call of its method. A card payment whose authentication or authorization is being processed comes first, because
 * another client could otherwise cause its result to be thrown away. An order that the shop changes meanwhile is not
 * paid with the old amount: the page does not get the URL. The shop's own rules decide about each payment that begins.
 * @param found the order, whose redirect payments that were set aside have just been looked up
 * @param caller the client whose payments are counted
 * @throws {Problem} request-in-progress beside a card payment that is being processed; order-not-open, order-changed,
 * invalid-request, too-many-attempts, too-many-requests
 */
export async function startRedirect(
  ports: StartRedirectPorts,
  found: OrderRecord,
  request: RedirectRequest,
  isLeaseHeld: IsLeaseHeld,
  caller: Caller,
): Promise<PaymentAnswer> {
  const { id } = found;
  const { book, gateway, publicUrl, autosettle, randomBytes } = ports;
  const isSame = unfinishedRedirect(found)?.method === request.method;
  if (isSame || !canStartPayment(found, request.replaces)) return resume(found, request.method);
  requireUnchanged(found, request.revision);
  const resumed = await resumePossiblyBegun(ports, found, request.method, isLeaseHeld);
  if (resumed) return resumed;
  const values = checked(found, request);
  await countPaymentStart(ports, caller);
  const refusal = await refusalOfShop(ports, found, { id, method: request.method, caller });
  if (refusal) return failedAnswer(refusal, await book.read(id));
  // A page may name no revision. The payment is about the order that the shop's rules have seen.
  const revision = revisionOf(found);
  const order = await openWithinLimits(ports, found, USE, request.replaces);
  if (!isPayable(order)) return resume(order, request.method);

  const gatewayOrderId = newGatewayOrderId(id, randomBytes);
  const recorded = await updateWithinLimits(
    ports,
    id,
    () => USE,
    (record, at) => {
      if (!isPayable(record) || isExpired(record, at) || !isLeaseHeld(record, at)) return undefined;
      requireUnchanged(record, revision);
      if (isCardCallRunning(ports, record, at)) throw new Problem('request-in-progress');
      return withRedirectSent(record, { gatewayOrderId, method: request.method, country: values.country }, gateway, at);
    },
  );
  if (!recorded.changed) return resume(recorded.record, request.method);
  const descriptor = order.descriptor ?? order.description;
  const attempt = redirectAttempt(recorded.record, gatewayOrderId);
  if (!attempt) throw new Problem('internal-error');
  const payment: PaymentSet = {
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
    .then((window) => gateway.paymentSets.create(payment, window))
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
  return resume(record, request.method);
}

/**
 * Checks a call before its key is claimed. Returns the URL of a redirect payment that the shopper can continue.
 * @throws {Problem} order-not-open, order-changed, invalid-request, request-in-progress, too-many-attempts
 */
export async function admitRedirect(
  ports: Uses<'book' | 'gateway' | 'limits'>,
  order: OrderRecord,
  request: RedirectRequest,
  at: Date,
): Promise<PaymentAnswer | undefined> {
  const isSame = unfinishedRedirect(order)?.method === request.method;
  if (!canStartPayment(order, request.replaces) || isExpired(order, at) || isSame) return resume(order, request.method);
  requireUnchanged(order, request.revision);
  // Nothing is missing from a payment that is resumed, and it is no other attempt.
  if (resumable(order, request.method, at)) return undefined;
  checked(order, request);
  if (isCardCallRunning(ports, order, at)) throw new Problem('request-in-progress');
  await requireWithinLimits(ports, order, USE);
  return undefined;
}

/**
 * Waits again for a payment of the method that was set aside, and that the shopper may have begun since then. Returns
 * its URL; undefined when there is none.
 * @throws {Problem} request-in-progress beside a card payment that is being processed
 */
async function resumePossiblyBegun(
  ports: Uses<'book' | 'gateway'>,
  { id }: OrderRecord,
  method: string,
  isLeaseHeld: IsLeaseHeld,
): Promise<PaymentAnswer | undefined> {
  const { record, changed } = await ports.book.update(id, (current, at) => {
    const attempt = resumable(current, method, at);
    if (!attempt || !isLeaseHeld(current, at)) return undefined;
    if (isCardCallRunning(ports, current, at)) throw new Problem('request-in-progress');
    return withRedirectResumed(current, attempt, 'REDIRECT_STARTED', at);
  });
  return changed ? resume(record, method) : undefined;
}

/** The payment of the method that was set aside, that the shopper may have begun, and can continue. */
function resumable(record: OrderRecord, method: string, at: Date): RedirectAttempt | undefined {
  if (isExpired(record, at)) return undefined;
  const possiblyBegun = possiblyBegunRedirects(record, (attempt) => isKnownNotBegun(attempt, at));
  return possiblyBegun.findLast(
    (attempt) => attempt.method === method && isUnfinished(attempt) && !isChanged(record, undefined, attempt),
  );
}

/** @throws {Problem} order-not-open when the order waits for another payment */
function resume(record: OrderRecord, method: string): PaymentAnswer {
  const unfinished = unfinishedRedirect(record);
  if (unfinished?.method !== method || unfinished.redirectUrl === undefined) throw new Problem('order-not-open');
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

/** Returns the values of the fields that the method asks for. */
function checked(order: OrderRecord, request: RedirectRequest): RedirectValues {
  const { method } = request;
  if (method === 'card' || !methodsOf(order).some(({ code }) => code === method)) {
    throw new Problem('invalid-request', [{ field: 'method', message: 'is not one that this order offers' }]);
  }
  const values = methodValues(order, request);
  const missing = missingFields(values, method).map((field) => ({ field, message: 'is missing' }));
  if (missing.length > 0) throw new Problem('invalid-request', missing);
  return values;
}
