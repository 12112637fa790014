import { GatewayError } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';

/** Options of one call. */
export interface CallOptions {
  /** Ends the call when it is aborted. */
  readonly signal?: AbortSignal;
}

interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends one request and reads the whole answer within the time limit. Redirects are not followed, because the hash is
 * valid for one host only.
 * @throws {GatewayError} `unanswered` or `rate-limited`.
 */
export async function send(
  { fetch, timeout, after, now }: GatewaySettings,
  call: string,
  address: string,
  init: RequestInit,
  { signal }: CallOptions = {},
): Promise<HttpAnswer> {
  const limit = new AbortController();
  const stopTimer = after(timeout, () => limit.abort(new Error(`No answer within ${timeout} ms.`)));
  const ended = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  try {
    // A fetch that ignores its signal must not outlast the time limit.
    const { retryAfter, ...answer } = await Promise.race([
      exchange(fetch, address, { ...init, redirect: 'error', signal: ended }, now),
      rejectionOf(ended),
    ]);
    if (answer.status === 429)
      throw new GatewayError({ kind: 'rate-limited', ...(retryAfter === undefined ? {} : { retryAfter }) }, call);
    return answer;
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause;
    throw new GatewayError({ kind: 'unanswered', sent: !neverLeft(cause) }, call, { cause });
  } finally {
    stopTimer();
  }
}

async function exchange(
  fetch: GatewaySettings['fetch'],
  address: string,
  init: RequestInit,
  now: () => Date,
): Promise<HttpAnswer & { readonly retryAfter: number | undefined }> {
  const response = await fetch(address, init);
  const retryAfter = secondsOf(response.headers.get('retry-after'), now());
  return { status: response.status, text: await response.text(), retryAfter };
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => reject(signal.reason instanceof Error ? signal.reason : new Error('The call was aborted.'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

/** `Retry-After` is a number of seconds or an HTTP date (RFC 9110, 10.2.3). */
function secondsOf(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header);
  const until = Date.parse(header);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now.getTime()) / 1000));
}

/** Only a connection that was never made proves that nothing was sent. */
function neverLeft(error: unknown): boolean {
  const { cause, code } = error as { cause?: unknown; code?: unknown };
  if (typeof code === 'string') return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(code);
  return typeof cause === 'object' && cause !== null && neverLeft(cause);
}
