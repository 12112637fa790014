import type { TestpayDependencies } from './dependencies.js';
import { nextAttempt } from './back-off.js';
import { isMerchantAddress } from '../core/merchant-address.js';
import { encoded, refundPairs, statusPairs, type MessagePair } from './messages.js';
import { finalTime, isAnswered, isReported, type Delivery, type Refund, type RedirectTransaction } from './model.js';

/** A status message with its address and the record of its delivery. */
interface StatusMessageDraft {
  readonly url: string;
  readonly orderId: string;
  readonly due: Date;
  readonly delivery: Delivery;
  readonly pairs: readonly MessagePair[];
  /** Stores the record of the delivery. */
  readonly save: () => Promise<void>;
}

/** Schedules the status message of a payment. One that is due is on its way when this resolves. */
export async function schedulePaymentStatus(
  state: TestpayDependencies,
  transaction: RedirectTransaction,
): Promise<void> {
  if (!isAnswered(transaction) || transaction.delivery?.next === undefined) return;
  schedule(state, transaction.delivery.next, {
    url: transaction.statusUrl,
    orderId: transaction.orderId,
    due: finalTime(transaction.answer),
    delivery: transaction.delivery,
    pairs: await statusPairs(transaction, state.settings),
    save: () => state.payments.save(transaction),
  });
}

/** Schedules the status message of an asynchronous refund. */
export async function scheduleRefundStatus(state: TestpayDependencies, refund: Refund): Promise<void> {
  if (!isReported(refund) || refund.delivery?.next === undefined) return;
  schedule(state, refund.delivery.next, {
    url: refund.statusUrl,
    orderId: refund.orderId,
    due: new Date(refund.settlement.end.at),
    delivery: refund.delivery,
    pairs: await refundPairs(refund, state.settings),
    save: () => state.payments.saveRefund(refund),
  });
}

/** Schedules the status messages that an earlier sandbox with the same file has not delivered. */
export async function resumeDeliveries(state: TestpayDependencies): Promise<void> {
  for (const transaction of [...state.payments.transactions()]) await schedulePaymentStatus(state, transaction);
  for (const refund of [...state.payments.refunds()]) await scheduleRefundStatus(state, refund);
}

function schedule(state: TestpayDependencies, time: string, draft: StatusMessageDraft): void {
  state.clock.at(new Date(time), () => deliver(state, draft));
}

/** Makes one attempt. The file does not store one that closing interrupted, so that the next sandbox repeats it. */
async function deliver(state: TestpayDependencies, draft: StatusMessageDraft): Promise<void> {
  const { settings, log } = state;
  const { url, orderId, due, delivery, pairs } = draft;
  const response = await postWithFault(draft, state);
  log.record('status', { request: { url, ...Object.fromEntries(pairs) }, response, about: { order: orderId } });
  delivery.attempts++;
  const accepted = 'status' in response && response.status >= 200 && response.status < 300;
  const next = accepted ? undefined : nextAttempt(delivery.attempts, due, settings.now(), settings.deliveryTimes);
  delivery.next = next?.toISOString();
  if (delivery.next) schedule(state, delivery.next, draft);
  await draft.save();
}

/** Posts a message as far as the fault of this attempt allows it. */
async function postWithFault(
  { url, orderId, pairs }: StatusMessageDraft,
  state: TestpayDependencies,
): Promise<DeliveryAnswer> {
  const fault = faultOf(orderId, state);
  const body = encoded(pairs);
  switch (fault?.type) {
    case undefined:
      return post(url, body, state);
    case 'not-received':
      return { error: 'A fault: the message did not arrive.' };
    case 'http-status':
      return { status: fault.status };
    case 'no-answer':
    case 'unreadable':
      await post(url, body, state);
      return { error: 'A fault: the answer did not arrive.' };
    case 'delivered-twice':
      await post(url, body, state);
      return post(url, body, state);
  }
}

/**
 * Returns the fault of this attempt. A fault that a message cannot have is reported, and the message is not disturbed.
 */
function faultOf(orderId: string, { faultOf: choose, settings }: TestpayDependencies) {
  try {
    return choose('status', orderId);
  } catch (error) {
    settings.reportError(error);
    return undefined;
  }
}

type DeliveryAnswer = { readonly status: number } | { readonly error: string };

/** Posts a message. Redirects are not followed, because the status URL itself must accept the message. */
async function post(
  url: string,
  body: string,
  { settings, timers, closing }: TestpayDependencies,
): Promise<DeliveryAnswer> {
  // A file of an earlier sandbox may name any address.
  if (!isMerchantAddress(url, settings)) return { error: 'The host is not in merchantHosts of the sandbox.' };
  const abort = new AbortController();
  const giveUp = () => abort.abort(new Error('not answered in time'));
  const cancelTimer = timers.at(new Date(timers.now().getTime() + settings.deliveryTimes.timeout), giveUp);
  closing.addEventListener('abort', giveUp, { once: true });
  try {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const init = { method: 'POST', headers, body, redirect: 'manual', signal: abort.signal } as const;
    const response = await settings.fetch(url, init);
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  } finally {
    cancelTimer();
    closing.removeEventListener('abort', giveUp);
  }
}
