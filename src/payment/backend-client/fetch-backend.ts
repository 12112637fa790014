import type * as z from 'zod/mini';
import { orderView, paymentAnswer, preparationAnswer } from '../../protocol/adapter/adapter-answers.js';
import type { OutcomeMessage } from '../../protocol/adapter/outcome-codes.js';
import { MessageError, parseMessage } from '../../protocol/values/field-issue.js';
import { problemDocument } from '../../protocol/adapter/problem-document.js';
import { systemClock, type Clock } from '../clock.js';
import { BackendError } from './backend-error.js';
import type { BackendClient, MoneyCall, PayerInput, BackendAnswer } from './backend-client.js';
import { outcomeOf } from '../outcome.js';
import { cardMessage } from './card-message.js';
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
 * Returns the client of a backend that `createMerchantBackend` of `scudo-checkout/server` handles. It converts between the
 * names of the wire (snake_case) and those of the API (camelCase).
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

  async function ask<Schema extends z.ZodMiniType>(
    what: string,
    schema: Schema,
    address: URL,
    signal: AbortSignal,
    init: JsonInit = {},
  ): Promise<z.output<Schema>> {
    const limit = new AbortController();
    const cancel = clock.after(timeout, () => limit.abort());
    const limited = AbortSignal.any([signal, limit.signal]);
    let response: Response;
    let body: unknown;
    try {
      response = await fetch(address, {
        ...init,
        headers: { accept: 'application/json', ...init.headers },
        cache: 'no-store',
        credentials: 'same-origin',
        signal: limited,
      });
      // A proxy answers with a page or with nothing.
      body = await response.json().catch((cause: unknown) => {
        if (response.ok) throw cause;
      });
      limited.throwIfAborted();
    } catch (cause) {
      signal.throwIfAborted();
      throw new BackendError({ kind: 'unanswered' }, `No ${what} came from the merchant’s backend.`, { cause });
    } finally {
      cancel();
    }
    if (!response.ok) throw problemOf(what, response, body);
    try {
      return parseMessage(what, schema, body);
    } catch (cause) {
      throw new BackendError({ kind: 'malformed' }, cause instanceof MessageError ? cause.message : `Bad ${what}.`, {
        cause,
      });
    }
  }

  const post = (body: object, headers: Readonly<Record<string, string>> = {}): JsonInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

  const pay = async (
    order: string,
    call: string,
    body: object,
    { signal, idempotencyKey }: MoneyCall,
  ): Promise<BackendAnswer> =>
    answerFrom(
      await ask(
        'payment answer',
        paymentAnswer,
        orderAddress(order, call),
        signal,
        post(body, { 'idempotency-key': idempotencyKey }),
      ),
    );

  return {
    framePage: new URL('frame', root).href,

    async readOrder(order, { signal, unless }) {
      const address = orderAddress(order);
      if (unless) {
        address.searchParams.set('wait', String(wait));
        address.searchParams.set('state', unless);
      }
      return ask('order', orderView, address, signal);
    },

    async checkVersion(order, number, { signal }) {
      const answer = await ask(
        'version check',
        preparationAnswer,
        orderAddress(order, '/protocol-versions'),
        signal,
        post({ number }),
      );
      if (!answer.enrolled) return { enrolled: false };
      if (!answer.server_trans_id)
        throw new BackendError({ kind: 'malformed' }, 'Bad version check: server_trans_id is missing');
      return {
        enrolled: true,
        serverTransId: answer.server_trans_id,
        ...(answer.method ? { method: answer.method } : {}),
      };
    },

    authenticate: (order, { serverTransId, card, payer, browserData, methodUrlCompletion, authentication }, call) =>
      pay(
        order,
        '/authentications',
        {
          server_trans_id: serverTransId,
          card: cardMessage(card),
          payer: payerMessage(payer),
          browser_data: browserData,
          method_url_completion: methodUrlCompletion,
          authentication,
        },
        call,
      ),

    authorize: (order, { serverTransId, card, ended, cres }, call) =>
      pay(order, '/authorizations', { server_trans_id: serverTransId, card: cardMessage(card), ended, cres }, call),

    redirect: (order, { method, accountHolderName, country }, call) =>
      pay(order, '/redirects', { method, account_holder_name: accountHolderName, country }, call),
  };
}

/** An error answer that is no problem document came from something between us and the backend. */
function problemOf(what: string, { status, headers }: Response, body: unknown): BackendError {
  const retry = retryAfter(status, headers);
  const problem = problemDocument.safeParse(body);
  if (!problem.success)
    return new BackendError(
      { kind: 'unanswered', ...retry },
      `No ${what} came from the merchant’s backend, but HTTP ${status}.`,
    );
  const { code, retryable, title, fields = [] } = problem.data;
  return new BackendError({ kind: 'problem', code, retryable, fields, ...retry }, title);
}

/** `Retry-After` of 429 and 503, in milliseconds. A date counts as absent. */
function retryAfter(status: number, headers: Headers): { readonly retryAfter?: number } {
  const seconds = status === 429 || status === 503 ? headers.get('retry-after') : null;
  return seconds !== null && /^\d{1,6}$/.test(seconds) ? { retryAfter: Number(seconds) * 1000 } : {};
}

function payerMessage({ email, mobilePhone, billingAddress }: PayerInput) {
  const { postalCode, ...address } = billingAddress ?? {};
  return {
    email,
    mobile_phone: mobilePhone && {
      country_code: mobilePhone.countryCode,
      subscriber_number: mobilePhone.subscriberNumber,
    },
    billing_address: billingAddress && { ...address, postal_code: postalCode },
  };
}

function answerFrom(answer: z.output<typeof paymentAnswer>): BackendAnswer {
  switch (answer.result) {
    case 'outcome':
      return { result: 'outcome', outcome: outcomeFrom(answer.outcome) };
    case 'challenge': {
      const { server_trans_id, acs_url, encoded_creq, session_data } = answer;
      const challenge = {
        serverTransId: server_trans_id,
        acsUrl: acs_url,
        encodedCreq: encoded_creq,
        ...(session_data === undefined ? {} : { sessionData: session_data }),
      };
      return { result: 'challenge', challenge };
    }
    case 'challenge-open':
      return { result: 'challenge-open' };
    case 'decoupled':
      return { result: 'decoupled', ...(answer.timeout === undefined ? {} : { timeout: answer.timeout * 1000 }) };
    case 'redirect':
      return { result: 'redirect', url: answer.redirect_url };
  }
}

function outcomeFrom({ code, order, cardholder_text }: OutcomeMessage) {
  return outcomeOf(code, order, cardholder_text);
}
