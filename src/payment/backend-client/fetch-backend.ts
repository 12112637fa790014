import { outcomeOf } from '../../protocol/adapter/outcome.js';
import { renamed, wireName } from '../../protocol/values/camel-case.js';
import { systemClock, type Clock } from '../clock.js';
import type { AnswerKind, CheckedAnswer, checkProblem } from './answer-checks.js';
import { BackendError, isUnsentCall } from './backend-error.js';
import type { BackendClient, MoneyCall, BackendAnswer } from './backend-client.js';
import { loadedChecks, loadChecks } from './late-checks.js';
import { loadedFetch } from './loaded-fetch.js';

/** The options of `fetchBackend`. */
export interface FetchBackendOptions {
  /** Default: the `fetch` that the browser had when the package was loaded. */
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds after which a request counts as unanswered. Default: 30,000. */
  readonly timeout?: number;
  /** Seconds for which the backend may hold a request for a changed order. Less than `timeout`. Default: 25. */
  readonly wait?: number;
  /** The clock of `timeout`. Default: `systemClock`. */
  readonly clock?: Clock;
}

/** The options of a request. Headers are a plain record, so that they can be spread. */
interface JsonInit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Returns the client of a backend that `createMerchantBackend` of `scudo-checkout/server` handles. It converts between
 * the names of the wire (snake_case) and those of the API (camelCase).
 *
 * @param base the path of the backend, such as `/scudo`; relative to the page
 * @returns a client whose calls reject with a `BackendError`
 * @throws {TypeError} when `base` is not a valid address
 *
 * @example
 * import { fetchBackend } from 'scudo-checkout/payment';
 *
 * const backend = fetchBackend('/scudo', { timeout: 20_000, wait: 15 });
 * const order = await backend.readOrder('A1', { signal: AbortSignal.timeout(60_000) });
 * console.log(order.state);
 */
export function fetchBackend(
  base: string,
  { fetch = loadedFetch, timeout = 30_000, wait = 25, clock = systemClock }: FetchBackendOptions = {},
): BackendClient {
  const root = new URL(
    base.endsWith('/') ? base : `${base}/`,
    typeof document === 'undefined' ? undefined : document.baseURI,
  );
  const orderAddress = (order: string, call = '') => new URL(`orders/${encodeURIComponent(order)}${call}`, root);

  /** The token of this page's first version check, by order. */
  const pageTokens = new Map<string, string>();
  /** The token of the last version check, by order. It differs if two checks began before the first was answered. */
  const lastTokens = new Map<string, string>();

  async function ask<Kind extends AnswerKind>(
    what: Kind,
    address: URL,
    signal: AbortSignal,
    initOf: () => JsonInit = () => ({}),
  ): Promise<CheckedAnswer<Kind>> {
    // They load while the backend answers. A failure counts when they are needed.
    if (!loadedChecks()) loadChecks().catch(() => undefined);
    let cancel: (() => void) | undefined;
    let isSent = false;
    let response: Response;
    let body: unknown;
    let checks = loadedChecks();
    try {
      const init = initOf();
      const limit = new AbortController();
      cancel = clock.after(timeout, () => limit.abort());
      const limited = AbortSignal.any([signal, limit.signal]);
      const request: RequestInit = {
        ...init,
        headers: { accept: 'application/json', ...init.headers },
        cache: 'no-store',
        credentials: 'same-origin',
        signal: limited,
      };
      isSent = true;
      response = await fetch(address, request);
      // A proxy answers with a page or with nothing.
      body = await response.json().catch((cause: unknown) => {
        if (response.ok) throw cause;
      });
      checks ??= await loadChecks();
      limited.throwIfAborted();
    } catch (cause) {
      signal.throwIfAborted();
      // The frame of isolated card fields makes the calls with card data, and may not be there.
      if (!isSent || isUnsentCall(cause))
        throw new BackendError({ kind: 'unsent' }, `The page could not send the call for the ${what}.`, { cause });
      throw new BackendError({ kind: 'unanswered' }, `No ${what} came from the merchant’s backend.`, { cause });
    } finally {
      cancel?.();
    }
    if (!response.ok) throw problemOf(what, response, checks.checkProblem(body));
    const checked = checks.checkAnswer(what, body);
    if ('answer' in checked) return checked.answer;
    throw new BackendError({ kind: 'malformed' }, checked.malformed, { cause: checked.cause });
  }

  /** A request with the names of the wire. */
  const post =
    (body: object, headers: Readonly<Record<string, string>> = {}) =>
    (): JsonInit => ({
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(renamed(body, wireName)),
    });

  const pay = async (
    order: string,
    call: string,
    body: object,
    { signal, idempotencyKey }: MoneyCall,
  ): Promise<BackendAnswer> =>
    answerFrom(
      await ask('payment answer', orderAddress(order, call), signal, post(body, { 'idempotency-key': idempotencyKey })),
    );

  return {
    framePage: new URL('frame', root).href,

    async readOrder(order, { signal, unless }) {
      const address = orderAddress(order);
      if (unless) {
        address.searchParams.set('wait', String(wait));
        address.searchParams.set('state', unless);
      }
      return ask('order', address, signal);
    },

    async checkVersion(order, number, { signal, replaces }) {
      const { enrolled, serverTransId, method, pageToken } = await ask(
        'version check',
        orderAddress(order, '/protocol-versions'),
        signal,
        post({ number, replaces, pageToken: pageTokens.get(order) }),
      );
      if (pageToken) {
        if (!pageTokens.has(order)) pageTokens.set(order, pageToken);
        lastTokens.set(order, pageToken);
      }
      if (!enrolled) return { enrolled };
      if (!serverTransId)
        throw new BackendError({ kind: 'malformed' }, 'Bad version check: server_trans_id is missing');
      return { enrolled, serverTransId, method };
    },

    authenticate: (order, input, call) =>
      // A card that is not enrolled has no transaction that shows who has checked it.
      pay(
        order,
        '/authentications',
        input.serverTransId ? input : { ...input, pageToken: lastTokens.get(order) },
        call,
      ),
    authorize: (order, input, call) => pay(order, '/authorizations', input, call),
    redirect: (order, input, call) =>
      pay(order, '/redirects', { ...input, replaces: call.replaces, revision: call.revision }, call),
  };
}

/** An error answer that is no problem document came from something between us and the backend. */
function problemOf(
  what: string,
  { status, headers }: Response,
  problem: ReturnType<typeof checkProblem>,
): BackendError {
  const retry = retryAfter(status, headers);
  if (!problem)
    return new BackendError(
      { kind: 'unanswered', status, ...retry },
      `No ${what} came from the merchant’s backend, but HTTP ${status}.`,
    );
  const { code, retryable, title, detail = title, fields = [] } = problem;
  return new BackendError({ kind: 'problem', code, retryable, fields, ...retry }, detail);
}

/** `Retry-After` of 429 and 503, in milliseconds. A date counts as absent. */
function retryAfter(status: number, headers: Headers): { readonly retryAfter?: number } {
  const seconds = status === 429 || status === 503 ? headers.get('retry-after') : null;
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? { retryAfter: Number(seconds) * 1000 } : {};
}

function answerFrom(answer: CheckedAnswer<'payment answer'>): BackendAnswer {
  switch (answer.result) {
    case 'outcome': {
      const { code, order, cardholderText } = answer.outcome;
      return { result: 'outcome', outcome: outcomeOf(code, order, cardholderText) };
    }
    case 'challenge': {
      const { result, ...challenge } = answer;
      return { result, challenge };
    }
    case 'challenge-open':
      return answer;
    case 'decoupled':
      return { result: 'decoupled', timeout: answer.timeout && answer.timeout * 1000 };
    case 'redirect':
      return { result: 'redirect', url: answer.redirectUrl };
  }
}
