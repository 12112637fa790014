import type { Context, Hono } from 'hono';
import {
  challengeReportSchema,
  paymentRequestSchema,
  pageVersionCheckRequestSchema,
  redirectRequestSchema,
  type PaymentRequest,
  type RedirectRequest,
} from '../../protocol/adapter/adapter-requests.js';
import type * as z from '../../protocol/zod.js';
import { maskCardNumber } from '../../protocol/values/card-number.js';
import { admitAuthentication, authenticate } from '../card/authenticate.js';
import { admitReport, authorizeAfterChallenge } from '../card/authorize-after-challenge.js';
import { cardFingerprint } from '../card/card-fingerprint.js';
import { checkVersions } from '../card/check-versions.js';
import type { BackendContext } from '../orders/backend-context.js';
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
import { clientKey } from './client-key.js';
import { addressOf, clientOf, type Env } from './client.js';
import { orderIdInPath } from './path-order.js';
import { idempotencyKey, jsonBody } from './request-body.js';
import { requestContext, type Mount } from './request-problem.js';

/** Adds the routes of the checkout page, which are about one order. */
export function addOrderRoutes(app: Hono<Env>, backend: BackendContext, mount: Mount): void {
  const contextOf = (c: Context<Env>) => requestContext(backend, c, mount);
  const clientKeyOf = (c: Context<Env>) => clientKey(addressOf(c, mount.trustProxy));

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
    await countPaymentStart(context, clientKeyOf(c));
    const card = await cardFingerprint(context, id, body.number);
    const order = await lookUpSetAside(context, await context.book.read(id));
    await openWithinLimits(context, order, { kind: 'version-check', card }, body.replaces);
    const { signal } = c.req.raw;
    const answer = await checkVersions(context, id, body, { signal }).catch((error: unknown) => {
      // A shopper who leaves or corrects the number ends the call. The gateway has not failed, and nobody reads this.
      if (signal.aborted && problemOfError(error).code === 'gateway-unavailable') return undefined;
      throw error;
    });
    return answer ? c.json(answer) : problemResponse(new Problem('gateway-unavailable'));
  });
  app.post('/orders/:id/authentications', async (c) => {
    const [id, body] = await cardCall(c, 'payment', paymentRequestSchema, ({ card }) => card.frame_key);
    const client = clientOf(c, mount.trustProxy);
    return answerOnce(c, id, {
      request: await cardPayment(backend, 'authentications', id, body),
      admit: (order, at) => admitAuthentication(contextOf(c), order, body, client, at),
      work: (isLeaseHeld, context) => authenticate(context, id, body, client, isLeaseHeld),
    });
  });
  app.post('/orders/:id/authorizations', async (c) => {
    const [id, body] = await cardCall(c, 'challenge report', challengeReportSchema, ({ card }) => card.frame_key);
    return answerOnce(c, id, {
      request: await cardPayment(backend, 'authorizations', id, body),
      admit: (order, at) => admitReport(contextOf(c), order, body, at),
      work: (isLeaseHeld, context) => authorizeAfterChallenge(context, id, body, isLeaseHeld),
    });
  });
  app.post('/orders/:id/redirects', async (c) => {
    const [id, body] = [await knownOrder(c), await jsonBody(c, 'redirect', redirectRequestSchema)];
    return answerOnce(c, id, {
      request: await redirectPayment(backend, id, body),
      admit: (order, at) => admitRedirect(contextOf(c), order, body, at),
      work: async (isLeaseHeld, context) => {
        const order = await lookUpSetAside(context, await context.book.read(id));
        return startRedirect(context, order, body, isLeaseHeld, clientKeyOf(c));
      },
    });
  });
}

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
async function redirectPayment(
  backend: BackendContext,
  id: string,
  { method, account_holder_name = '', country = '' }: RedirectRequest,
): Promise<KeyedRequest> {
  return {
    call: 'redirects',
    subject: method,
    fingerprint: await fingerprint(backend, id, country, account_holder_name),
  };
}

function fingerprint(backend: BackendContext, id: string, ...parts: readonly string[]): Promise<string> {
  return backend.fingerprint(JSON.stringify([id, ...parts]));
}

/** Ends a wait when the client leaves or the backend closes. */
function waitSignal(c: Context<Env>): AbortSignal {
  return AbortSignal.any([c.req.raw.signal, c.env.closing]);
}
