import { cleanError, type SentCard } from './clean-error.js';
import { badAnswer, GatewayError } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import { MAX_ANSWER, readText } from './read-text.js';

/** Options of one call. */
export interface CallOptions {
  /** Ends the call when it is aborted. */
  readonly signal?: AbortSignal;
  /**
   * Called immediately before the request is sent. Returns the milliseconds of the time limit that have passed, and
   * throws when the call must not begin later than `within` milliseconds.
   */
  readonly begin?: (limit: { readonly within: number }) => number;
}

/** Part of the time limit within which an announced call must begin: 5 seconds of the default. */
const BEGIN_WITHIN = 1 / 4;

/** Options of a call that has card data. */
export interface SendOptions extends CallOptions {
  /** The card of the call. It is removed from the texts of errors. */
  readonly card?: SentCard | undefined;
}

interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends one request and reads the whole answer within the time limit. Redirects are not followed, because the hash is
 * valid for one host only.
 * @throws {unknown} the error of `begin`, with nothing sent
 * @throws {GatewayError} `unanswered`, `rate-limited`, or `bad-answer` for an answer of more than 256 kB
 */
export async function send(
  { fetch, timeout, after, now }: GatewaySettings,
  call: string,
  address: string,
  init: RequestInit,
  { signal, card, begin }: SendOptions = {},
): Promise<HttpAnswer> {
  // Nothing is awaited from here to `fetch`. A process that stands still while `fetch` connects may still send later.
  const passed = begin?.({ within: timeout * BEGIN_WITHIN }) ?? 0;
  const limit = new AbortController();
  const stopTimer = after(timeout - passed, () => limit.abort(new Error(`No answer within ${timeout} ms.`)));
  const ended = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  const aborted = rejectionOf(ended);
  try {
    // A fetch that ignores its signal must not outlast the time limit.
    const { status, text, retryAfter } = await Promise.race([
      exchange(fetch, address, { ...init, redirect: 'error', signal: ended }, now),
      aborted.promise,
    ]);
    if (status === 429)
      throw new GatewayError({ kind: 'rate-limited', ...(retryAfter === undefined ? {} : { retryAfter }) }, call);
    if (text === undefined) throw badAnswer(call, '', `is larger than ${MAX_ANSWER} bytes`);
    return { status, text };
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause;
    throw new GatewayError({ kind: 'unanswered', sent: !neverLeft(cause) }, call, {
      cause: cleanError(cause, card),
    });
  } finally {
    stopTimer();
    aborted.release();
  }
}

async function exchange(
  fetch: GatewaySettings['fetch'],
  address: string,
  init: RequestInit & { readonly signal: AbortSignal },
  now: () => Date,
): Promise<{ readonly status: number; readonly text: string | undefined; readonly retryAfter: number | undefined }> {
  const response = await fetch(address, init);
  const retryAfter = secondsOf(response.headers.get('retry-after'), now());
  return { status: response.status, text: await readText(response, init.signal), retryAfter };
}

/**
 * A promise that rejects when the signal aborts. Node keeps a signal of several others as long as it has a listener.
 */
function rejectionOf(signal: AbortSignal): { readonly promise: Promise<never>; readonly release: () => void } {
  let release = (): void => undefined;
  const promise = new Promise<never>((_resolve, reject) => {
    const end = () => reject(signal.reason instanceof Error ? signal.reason : new Error('The call was aborted.'));
    if (signal.aborted) return end();
    signal.addEventListener('abort', end, { once: true });
    release = () => signal.removeEventListener('abort', end);
  });
  return { promise, release };
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
