import { badAnswer, GatewayError } from './gateway-error.js';
import type { GatewaySettings } from './gateway-options.js';
import type { KnownCard } from '../util/card-data.js';
import { fetchError } from './fetch-error.js';
import { MAX_ANSWER, readText } from '../util/read-text.js';

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
  /** The card of the call. It is removed from the answer. */
  readonly card?: KnownCard | undefined;
}

interface HttpAnswer {
  readonly status: number;
  readonly text: string;
  /** Says that the clock of this server is wrong, by the `Date` of the answer. */
  readonly clock: string | undefined;
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
  { signal, begin }: SendOptions = {},
): Promise<HttpAnswer> {
  if (signal?.aborted) throw new GatewayError({ kind: 'unanswered', sent: false }, call);
  // Nothing is awaited from here to `fetch`. A process that stands still while `fetch` connects may still send later.
  const passed = begin?.({ within: timeout * BEGIN_WITHIN }) ?? 0;
  const limit = new AbortController();
  const stopTimer = after(timeout - passed, () => limit.abort(new Error(`No answer within ${timeout} ms.`)));
  const ended = signal ? AbortSignal.any([signal, limit.signal]) : limit.signal;
  const aborted = rejectionOf(ended);
  try {
    // A fetch that ignores its signal must not outlast the time limit.
    const { status, text, retryAfter, date } = await Promise.race([
      exchange(fetch, address, { ...init, redirect: 'error', signal: ended }, now),
      aborted.promise,
    ]);
    if (status === 429)
      throw new GatewayError({ kind: 'rate-limited', ...(retryAfter === undefined ? {} : { retryAfter }) }, call);
    if (text === undefined) throw badAnswer(call, '', `is larger than ${MAX_ANSWER} bytes`);
    return { status, text, clock: clockHint(date, now()) };
  } catch (cause) {
    if (cause instanceof GatewayError) throw cause;
    throw new GatewayError({ kind: 'unanswered', sent: !neverLeft(cause) }, call, {
      // The reason of an abort is an error of ours or of the caller.
      cause: cause === ended.reason ? cause : fetchError(cause, new URL(address).host),
    });
  } finally {
    stopTimer();
    aborted.release();
  }
}

/**
 * True for a status whose body is the answer. The documents do not show the success statuses, and a proxy on the way
 * may change 200 to 203 (docs/reference/gateway.md#hosts-and-headers).
 */
export function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

async function exchange(
  fetch: GatewaySettings['fetch'],
  address: string,
  init: RequestInit & { readonly signal: AbortSignal },
  now: () => Date,
): Promise<{
  readonly status: number;
  readonly text: string | undefined;
  readonly retryAfter: number | undefined;
  readonly date: string | null;
}> {
  const response = await fetch(address, init);
  const retryAfter = secondsOf(response.headers.get('retry-after'), now());
  const date = response.headers.get('date');
  return { status: response.status, text: await readText(response, init.signal), retryAfter, date };
}

/** The least difference of the clocks that is named, in milliseconds. Gateways allow for smaller ones. */
const CLOCK_DIFFERENCE = 3_600_000;

function clockHint(header: string | null, now: Date): string | undefined {
  const date = new Date(timeOf(header ?? ''));
  // A comparison with an invalid date is false.
  if (!(Math.abs(date.getTime() - now.getTime()) > CLOCK_DIFFERENCE)) return undefined;
  return `The clock of this server says ${now.toISOString()}, and the one of the gateway ${date.toISOString()}: set the clock.`;
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
  const until = timeOf(header);
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil((until - now.getTime()) / 1000));
}

/** Reads an HTTP date, which begins with a weekday (RFC 9110, 5.6.7). `Date.parse` takes any number for a year. */
function timeOf(text: string): number {
  return /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text) ? Date.parse(text) : NaN;
}

/** System calls that precede a connection. Any other one, such as `read`, can fail after the request has left. */
const BEFORE_CONNECTION: readonly unknown[] = ['connect', 'getaddrinfo'];

/**
 * Codes of errors without a system call that leave no connection: the connection was refused, the name was not found,
 * `fetch` stopped connecting, or the address is invalid.
 */
const UNCONNECTED_CODE = /^(ECONNREFUSED|ENOTFOUND|EAI_[A-Z]+|UND_ERR_CONNECT_TIMEOUT|ERR_INVALID_URL)$/;

/**
 * Codes of a certificate without trust, which TLS checks before it sends the request. Errors of TLS records
 * (`ERR_SSL_…`) are missing, because they can also follow a request.
 */
const UNTRUSTED_CODE =
  /^(ERR_TLS_CERT_\w+|CERT_\w+|UNABLE_TO_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)$/;

/** Errors of `fetch` without a code: it refuses the request itself (Fetch, Port blocking). */
const UNSENT_MESSAGE =
  /^(bad port|unknown scheme|URL scheme must be a HTTP\(S\) scheme|invalid url|Failed to parse URL)/i;

/** Only a connection that was never made proves that nothing was sent. Of several tries, none may have been made. */
function neverLeft(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { cause, code, syscall, errors, message } = error as Readonly<Record<string, unknown>>;
  if (Array.isArray(errors) && errors.length > 0) return errors.every(neverLeft);
  if (syscall !== undefined) return BEFORE_CONNECTION.includes(syscall);
  if (typeof code === 'string') return UNCONNECTED_CODE.test(code) || UNTRUSTED_CODE.test(code);
  return (typeof message === 'string' && UNSENT_MESSAGE.test(message)) || neverLeft(cause);
}
