import type { SandboxState } from '../state.js';
import type { Settings } from '../settings.js';
import { DELIVERY_TIMEOUT, nextAttempt } from './back-off.js';
import { finalTime, type Delivery, type RedirectTransaction } from './model.js';
import { encoded, statusPairs, type AnsweredPayment } from './messages.js';

/** Has the status message sent when it is due; at once if it is, and then it is on its way when this resolves. */
export async function scheduleStatus(
  state: SandboxState,
  transaction: AnsweredPayment,
  delivery: Delivery,
): Promise<void> {
  if (delivery.next === undefined) return;
  const pairs = await statusPairs(transaction, state.settings);
  state.clock.at(new Date(delivery.next), () => deliver(state, transaction, delivery, pairs));
}

/** Goes on where a sandbox left off that had this file. */
export async function resumeDeliveries(
  state: SandboxState,
  transactions: readonly RedirectTransaction[],
): Promise<void> {
  for (const transaction of transactions) {
    if (isAnswered(transaction) && transaction.delivery) await scheduleStatus(state, transaction, transaction.delivery);
  }
}

export function isAnswered(transaction: RedirectTransaction): transaction is AnsweredPayment {
  return transaction.answer !== undefined;
}

/** One attempt. Of one that closing has cut off the file learns nothing, so that whoever opens it next sends it again. */
async function deliver(
  state: SandboxState,
  transaction: AnsweredPayment,
  delivery: Delivery,
  pairs: Awaited<ReturnType<typeof statusPairs>>,
): Promise<void> {
  const { settings, log, payments, clock, closing } = state;
  const url = transaction.statusUrl;
  const response = await post(url, encoded(pairs), settings, closing);
  log.record('status', {
    request: { url, ...Object.fromEntries(pairs) },
    response,
    about: { order: transaction.orderId },
  });
  delivery.attempts++;
  const delivered = 'status' in response && response.status >= 200 && response.status < 300;
  const next = delivered ? undefined : nextAttempt(delivery.attempts, finalTime(transaction.answer), settings.now());
  delivery.next = next?.toISOString();
  if (next) clock.at(next, () => deliver(state, transaction, delivery, pairs));
  await payments.save(transaction);
}

type Attempt = { readonly status: number } | { readonly error: string };

/** A redirect is not followed: a status endpoint answers for itself. */
async function post(url: string, body: string, { fetch }: Settings, closing: AbortSignal): Promise<Attempt> {
  const abort = new AbortController();
  const give = () => abort.abort(new Error('not answered in time'));
  const timer = setTimeout(give, DELIVERY_TIMEOUT);
  timer.unref();
  closing.addEventListener('abort', give, { once: true });
  try {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal: abort.signal });
    await response.body?.cancel();
    return { status: response.status };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
    closing.removeEventListener('abort', give);
  }
}
