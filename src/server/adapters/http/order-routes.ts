import type { Context, Hono } from 'hono';
import {
  challengeReportSchema,
  paymentRequestSchema,
  pageVersionCheckRequestSchema,
  redirectRequestSchema,
} from '../../../protocol/adapter/adapter-requests.js';
import type * as z from '../../../protocol/zod.js';
import { isLoopbackAddress } from '../../../protocol/values/web-address.js';
import type { KeyedCall, Ports, Uses } from '../../ports/ports.js';
import type { Caller } from '../../limits/declined-cards.js';
import { problemOfError } from '../../domain/problems/problem.js';
import type { TimedOrder } from '../../book/order-book.js';
import type { OrderRecord } from '../../domain/record/order-record.js';
import { readOrder } from '../../use-cases/orders/read-order.js';
import { lookUpForPage } from '../../use-cases/reconciliation/look-up-order.js';
import { authenticateCard } from '../../use-cases/authenticate-card.js';
import { payByRedirect } from '../../use-cases/pay-by-redirect.js';
import { checkPageVersion } from '../../use-cases/check-version.js';
import { reportChallenge } from '../../use-cases/report-challenge.js';
import { frameCheck } from './card-outside-frame.js';
import { clientKey, clientNetworks } from './client-key.js';
import { addressOf, clientOf, type Env } from './client.js';
import { orderIdInPath } from './path-order.js';
import { idempotencyKey, jsonBody } from './request-body.js';
import { requestContext, type Mount } from './request-problem.js';

/** True for a call whose route checks with `frameCheck` where its card data come from. */
export function isCardRoute(c: Context<Env>): boolean {
  return (
    c.req.method === 'POST' && /\/orders\/[^/]+\/(?:protocol-versions|authentications|authorizations)$/.test(c.req.path)
  );
}

/** Adds the routes of the checkout page, which are about one order. */
export function addOrderRoutes(app: Hono<Env>, backend: Ports, mount: Mount): void {
  const contextOf = (c: Context<Env>) => requestContext(backend, c, mount);
  const noteCardCall = cardCallWatch(backend, mount);

  /**
   * The order of a call that has a body. It is read before the body, so that a request for no order costs nothing.
   * @throws {Problem} order-not-found
   */
  function knownOrder(c: Context<Env>): Promise<TimedOrder> {
    return backend.book.readTimed(orderIdInPath(c));
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
  ): Promise<readonly [known: TimedOrder, body: z.output<Schema>]> {
    const known = await knownOrder(c);
    const check = frameCheck(contextOf(c), c, known.record.id);
    await check.origin();
    const body = await jsonBody(c, what, schema);
    await check.frameKey(frameKeyOf(body));
    return [known, body];
  }

  const keyedCallOf = (c: Context<Env>, { record }: TimedOrder): KeyedCall => ({
    id: record.id,
    key: idempotencyKey(c),
    caller: callerOf(c, mount),
    signal: waitSignal(c),
  });

  app.get('/orders/:id', async (c) => {
    const [context, { wait, state }] = [contextOf(c), c.req.query()];
    const lookUp = (record: OrderRecord) => lookUpForPage(context, record);
    return c.json(await readOrder(context, orderIdInPath(c), { wait, state, signal: waitSignal(c), lookUp }));
  });
  app.post('/orders/:id/protocol-versions', async (c) => {
    const [known, body] = await cardCall(c, 'version check', pageVersionCheckRequestSchema, (sent) => sent.frame_key);
    noteCardCall(c);
    const { signal } = c.req.raw;
    const call = { caller: callerOf(c, mount), signal };
    const answer = await checkPageVersion(contextOf(c), call, body, known).catch((error: unknown) => {
      // A shopper who leaves or corrects the number ends the call. The gateway has not failed.
      if (signal.aborted && problemOfError(error).code === 'gateway-unavailable') return undefined;
      throw error;
    });
    return answer ? c.json(answer) : new Response(null, { status: CLIENT_LEFT });
  });
  app.post('/orders/:id/authentications', async (c) => {
    const [known, body] = await cardCall(c, 'payment', paymentRequestSchema, ({ card }) => card.frame_key);
    return c.json(await authenticateCard(contextOf(c), keyedCallOf(c, known), body, clientOf(c, mount)));
  });
  app.post('/orders/:id/authorizations', async (c) => {
    const [known, body] = await cardCall(c, 'challenge report', challengeReportSchema, ({ card }) => card.frame_key);
    return c.json(await reportChallenge(contextOf(c), keyedCallOf(c, known), body));
  });
  app.post('/orders/:id/redirects', async (c) => {
    const [known, body] = [await knownOrder(c), await jsonBody(c, 'redirect', redirectRequestSchema)];
    return c.json(await payByRedirect(contextOf(c), keyedCallOf(c, known), body));
  });
}

function callerOf(c: Context<Env>, mount: Mount): Caller {
  const address = addressOf(c, mount);
  return { address, networks: clientNetworks(address) };
}

/** The status that proxies log for a client that has left. */
const CLIENT_LEFT = 499;

/** Number of card calls after which a proxy without `trustProxy` is recognized. */
const WATCHED_CALLS = 100;

/**
 * Reports once when the first card calls of this process all came through a proxy: from addresses that are not public,
 * or with its header.
 */
function cardCallWatch(backend: Uses<'publicUrl' | 'report'>, mount: Mount): (c: Context<Env>) => void {
  let calls = mount.trustProxy || isLoopbackAddress(backend.publicUrl) ? Infinity : 0;
  return (c) => {
    if (calls >= WATCHED_CALLS) return;
    const address = addressOf(c, mount);
    const isProxied = clientKey(address) === undefined || c.req.header('x-forwarded-for') !== undefined;
    // One call without a proxy proves that the server passes the addresses of the shoppers.
    calls = address === undefined || !isProxied ? Infinity : calls + 1;
    if (calls === WATCHED_CALLS) backend.report('client-not-public', new Error(NOT_PUBLIC));
  };
}

const NOT_PUBLIC =
  `The first ${WATCHED_CALLS} card calls all came from private addresses, or with the header X-Forwarded-For. ` +
  'The addresses are probably those of a proxy: set the option trustProxy.';

/** Ends a wait when the client leaves or the backend closes. */
function waitSignal(c: Context<Env>): AbortSignal {
  return AbortSignal.any([c.req.raw.signal, c.env.closing]);
}
