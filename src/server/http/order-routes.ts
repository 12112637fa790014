import type { Context, Hono } from 'hono';
import {
  challengeReportSchema,
  paymentRequestSchema,
  pageVersionCheckRequestSchema,
  redirectRequestSchema,
  type PaymentRequest,
  type RedirectRequest,
} from '../../protocol/adapter/adapter-requests.js';
import { sentValues } from '../../protocol/redirect/redirect-fields.js';
import type * as z from '../../protocol/zod.js';
import { isLoopbackAddress } from '../../protocol/values/web-address.js';
import { maskCardNumber } from '../../protocol/values/card-number.js';
import { admitAuthentication, authenticate } from '../card/authenticate.js';
import { admitReport, authorizeAfterChallenge } from '../card/authorize-after-challenge.js';
import { cardFingerprint } from '../card/card-fingerprint.js';
import { checkingPage, checkVersions } from '../card/check-versions.js';
import type { PaymentAnswer } from '../../protocol/adapter/adapter-answers.js';
import type { OutcomeCode } from '../../protocol/adapter/outcome-codes.js';
import type { AttemptReport, BackendContext } from '../orders/backend-context.js';
import type { CardResult } from '../orders/limits/declined-cards.js';
import { countPaymentStart } from '../orders/limits/client-limits.js';
import { once, type OnceInput } from '../orders/calls/idempotency.js';
import { Problem, problemOfError, problemResponse } from '../orders/problems/problem.js';
import type { KeyedRequest } from '../orders/identifiers/keyed-request.js';
import type { OrderRecord } from '../orders/record/order-record.js';
import { readOrder } from '../orders/views/read-order.js';
import { lookUpForPage, lookUpSetAside } from '../reconciliation/look-up-order.js';
import { openWithinLimits } from '../redirect/redirect-look-up.js';
import { admitRedirect, startRedirect } from '../redirect/start-redirect.js';
import { frameCheck } from './card-outside-frame.js';
import { clientKey, clientNetworks } from './client-key.js';
import { addressOf, clientOf, type Env } from './client.js';
import { orderIdInPath } from './path-order.js';
import { idempotencyKey, jsonBody } from './request-body.js';
import { requestContext, type Mount } from './request-problem.js';

/** Adds the routes of the checkout page, which are about one order. */
export function addOrderRoutes(app: Hono<Env>, backend: BackendContext, mount: Mount): void {
  const contextOf = (c: Context<Env>) => requestContext(backend, c, mount);
  const clientKeyOf = (c: Context<Env>) => clientKey(addressOf(c, mount));
  const networksOf = (c: Context<Env>) => clientNetworks(addressOf(c, mount));
  const noteCardCall = cardCallWatch(backend, mount);

  /** Does a payment by a page, notes a declined card, and gives the result to the shop. */
  async function noted(
    c: Context<Env>,
    id: string,
    { method, number }: { readonly method: string; readonly number?: string },
    work: () => Promise<PaymentAnswer>,
  ): Promise<PaymentAnswer> {
    const client = addressOf(c, mount);
    const attempt = (result: AttemptReport['result']) =>
      backend.onAttempt(id, {
        result,
        method,
        ...(number === undefined ? {} : { card: maskCardNumber(number) }),
        ...(client === undefined ? {} : { client }),
      });
    try {
      const answer = await work();
      // Before the answer is given and the place of the card is free again.
      if (number !== undefined) await contextOf(c).declinedCards.note(networksOf(c), number, cardResultOf(answer));
      if (answer.result !== 'challenge-open')
        attempt(answer.result === 'outcome' ? answer.outcome.code : answer.result);
      return answer;
    } catch (error) {
      attempt(problemOfError(error).code);
      throw error;
    }
  }

  /**
   * The order of a call that has a body. It is read before the body, so that a request for no order costs nothing.
   * @throws {Problem} order-not-found
   */
  async function knownOrder(c: Context<Env>): Promise<string> {
    return (await backend.book.read(orderIdInPath(c))).id;
  }

  /**
   * Order and body of a call with card data.
   * @param frameKeyOf returns the secret of the frame that the body has
   * @throws {Problem} order-not-found, card-outside-frame, unsupported-media-type, invalid-request
   */
  async function cardCall<Schema extends z.ZodMiniType>(
    c: Context<Env>,
    what: string,
    schema: Schema,
    frameKeyOf: (body: z.output<Schema>) => string | undefined,
  ): Promise<readonly [id: string, body: z.output<Schema>]> {
    const id = await knownOrder(c);
    const check = frameCheck(contextOf(c), c, id);
    await check.origin();
    const body = await jsonBody(c, what, schema);
    await check.frameKey(frameKeyOf(body));
    return [id, body];
  }

  /** Does a call that can move money once for its Idempotency-Key. */
  async function answerOnce(
    c: Context<Env>,
    id: string,
    { request, admit, work }: Pick<OnceInput, 'request' | 'admit' | 'work'>,
  ): Promise<Response> {
    const input = { id, key: idempotencyKey(c), request, admit, work, signal: waitSignal(c) };
    return c.json(await once(contextOf(c), input));
  }

  app.get('/orders/:id', async (c) => {
    const [context, { wait, state }] = [contextOf(c), c.req.query()];
    const lookUp = (record: OrderRecord) => lookUpForPage(context, record);
    return c.json(await readOrder(context, orderIdInPath(c), { wait, state, signal: waitSignal(c), lookUp }));
  });
  app.post('/orders/:id/protocol-versions', async (c) => {
    const [id, body] = await cardCall(c, 'version check', pageVersionCheckRequestSchema, (sent) => sent.frame_key);
    const context = contextOf(c);
    // Before the limits of the order, whose answer depends on the card.
    noteCardCall(c);
    await countPaymentStart(context, clientKeyOf(c));
    await context.declinedCards.require(networksOf(c));
    const card = await cardFingerprint(context, id, body.number);
    const order = await lookUpSetAside(context, await context.book.read(id));
    const page = await checkingPage(context, order, body.page_token);
    await openWithinLimits(context, order, { kind: 'version-check', card, page: page.page }, body.replaces);
    const { signal } = c.req.raw;
    const answer = await checkVersions(context, id, body, page, { signal }).catch((error: unknown) => {
      // A shopper who leaves or corrects the number ends the call. The gateway has not failed.
      if (signal.aborted && problemOfError(error).code === 'gateway-unavailable') return undefined;
      throw error;
    });
    return answer ? c.json(answer) : problemResponse(new Problem('gateway-unavailable'));
  });
  app.post('/orders/:id/authentications', async (c) => {
    const [id, body] = await cardCall(c, 'payment', paymentRequestSchema, ({ card }) => card.frame_key);
    const client = clientOf(c, mount);
    return answerOnce(c, id, {
      request: await cardPayment(backend, 'authentications', id, body),
      admit: (order, at) =>
        admitAuthentication(contextOf(c), order, body, client, at).catch(async (error: unknown) => {
          // A refused call without a transaction may be a guess of a card.
          if (body.server_trans_id === undefined) await countPaymentStart(contextOf(c), clientKeyOf(c));
          throw error;
        }),
      work: (isLeaseHeld, context) =>
        context.declinedCards.during(networksOf(c), () =>
          noted(c, id, { method: 'card', number: body.card.number }, () =>
            authenticate(context, id, body, client, isLeaseHeld),
          ),
        ),
    });
  });
  app.post('/orders/:id/authorizations', async (c) => {
    const [id, body] = await cardCall(c, 'challenge report', challengeReportSchema, ({ card }) => card.frame_key);
    return answerOnce(c, id, {
      request: await cardPayment(backend, 'authorizations', id, body),
      admit: (order, at) => admitReport(contextOf(c), order, body, at),
      // A challenge that is open can be finished at a limit.
      work: (isLeaseHeld, context) =>
        noted(c, id, { method: 'card', number: body.card.number }, () =>
          authorizeAfterChallenge(context, id, body, isLeaseHeld),
        ),
    });
  });
  app.post('/orders/:id/redirects', async (c) => {
    const [id, body] = [await knownOrder(c), await jsonBody(c, 'redirect', redirectRequestSchema)];
    return answerOnce(c, id, {
      request: await redirectPayment(backend, id, body),
      admit: (order, at) => admitRedirect(contextOf(c), order, body, at),
      work: (isLeaseHeld, context) =>
        noted(c, id, { method: body.method }, async () => {
          const order = await lookUpSetAside(context, await context.book.read(id));
          return startRedirect(context, order, body, isLeaseHeld, clientKeyOf(c));
        }),
    });
  });
}

/** Outcomes by which an issuer refuses a card, beside those with the status `declined`. */
const REFUSED_BY_ISSUER: readonly OutcomeCode[] = ['authentication-failed', 'issuer-rejected', 'challenge-failed'];

function cardResultOf(answer: PaymentAnswer): CardResult {
  if (answer.result !== 'outcome') return 'other';
  const { code, status } = answer.outcome;
  if (status === 'paid' || status === 'authenticated') return 'paid';
  return status === 'declined' || REFUSED_BY_ISSUER.includes(code) ? 'declined' : 'other';
}

/** Number of card calls after which a proxy without `trustProxy` is recognized. */
const WATCHED_CALLS = 100;

/** Reports once when the first card calls of this process all come from addresses that are not public. */
function cardCallWatch(backend: BackendContext, mount: Mount): (c: Context<Env>) => void {
  let calls = mount.trustProxy || isLoopbackAddress(backend.publicUrl) ? Infinity : 0;
  return (c) => {
    if (calls >= WATCHED_CALLS) return;
    const address = addressOf(c, mount);
    // One public address proves that the server passes those of the shoppers.
    calls = address === undefined || clientKey(address) !== undefined ? Infinity : calls + 1;
    if (calls === WATCHED_CALLS) backend.report('client-not-public', new Error(NOT_PUBLIC));
  };
}

const NOT_PUBLIC =
  `The first ${WATCHED_CALLS} card calls all came from private addresses, so that no limit of a client applies. ` +
  'Behind a proxy that adds X-Forwarded-For set the option trustProxy.';

/**
 * The request of a card payment that its key belongs to: the call, its transaction, or the masked card without one, and
 * a fingerprint of the card, and of its frame if it has one. The security code is never stored. The page around a frame
 * chooses keys, and must not learn from an answer whether a masked number is right.
 */
async function cardPayment(
  backend: BackendContext,
  call: string,
  id: string,
  { server_trans_id, card }: Pick<PaymentRequest, 'server_trans_id' | 'card'>,
): Promise<KeyedRequest> {
  const { number, expiry_month, expiry_year, full_name, frame_key } = card;
  const frame = frame_key === undefined ? [] : [frame_key];
  return {
    call,
    subject: server_trans_id ?? (frame_key === undefined ? maskCardNumber(number) : 'isolated'),
    fingerprint: await fingerprint(backend, id, number, expiry_month, expiry_year, full_name, ...frame),
  };
}

/** The request of a redirect payment that its key belongs to: the method, and a fingerprint of the payer. */
async function redirectPayment(backend: BackendContext, id: string, request: RedirectRequest): Promise<KeyedRequest> {
  return {
    call: 'redirects',
    subject: request.method,
    fingerprint: await fingerprint(backend, id, ...sentValues(request)),
  };
}

function fingerprint(backend: BackendContext, id: string, ...parts: readonly string[]): Promise<string> {
  return backend.fingerprint(JSON.stringify([id, ...parts]));
}

/** Ends a wait when the client leaves or the backend closes. */
function waitSignal(c: Context<Env>): AbortSignal {
  return AbortSignal.any([c.req.raw.signal, c.env.closing]);
}
