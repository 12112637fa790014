import { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Context } from 'hono';
import {
  challengeReport,
  paymentRequest,
  preparationRequest,
  redirectRequest,
  type PaymentRequest,
} from '../../protocol/adapter/adapter-requests.js';
import { maskCardNumber } from '../../protocol/values/card-number.js';
import type { ProblemCode } from '../../protocol/adapter/problem-document.js';
import type { BackendContext } from '../orders/backend-context.js';
import { admitAuthentication, authenticate } from '../card/authenticate.js';
import { admitReport, authorizeAfterChallenge } from '../card/authorize-after-challenge.js';
import { cardFingerprint } from '../card/card-fingerprint.js';
import { checkVersions } from '../card/check-versions.js';
import { isPossibleOrderId, MAX_STORED_ORDER_ID_LENGTH } from '../orders/gateway-order-id.js';
import { once, type OnceInput } from '../orders/idempotency.js';
import type { KeyedRequest } from '../orders/keyed-request.js';
import { readOrder } from '../orders/read-order.js';
import { Problem, problemFrom, problemResponse } from '../orders/problem.js';
import { lookUpForPage } from '../reconciliation/look-up-order.js';
import { receiveReturn, receiveStatus, returnToShop } from '../redirect/receive-message.js';
import { openForAnother, openWithinLimits } from '../redirect/redirect-look-up.js';
import { admitRedirect, startRedirect } from '../redirect/start-redirect.js';
import { clientKey } from './client-key.js';
import { addressOf, clientOf, type Env } from './client.js';
import { limitedBody } from './limited-body.js';
import { answerChallengeNotification, answerMethodNotification } from './notifications.js';
import { framePage, frameScriptFile, notificationScriptFile } from './pages.js';
import { answerHeaders } from './answer-headers.js';
import { causeOf, requestContext, type Mount } from './request-problem.js';
import { formBody, idempotencyKey, jsonBody, messagePairs, queryPairs } from './request-body.js';

type CardRequest = Pick<PaymentRequest, 'server_trans_id' | 'card'>;

export function createRouter(backend: BackendContext, mount: Mount): Hono<Env> {
  const { base, trustProxy } = mount;
  const { pages } = backend;
  // Before the base path, so that an answer to any other path has the headers as well.
  const app = new Hono<Env>().use(answerHeaders).basePath(base);
  const contextOf = (c: Context<Env>) => requestContext(backend, c, mount);

  function refuse(c: Context<Env>, problem: Problem): Response {
    // An order at a limit is reported once, by its flag.
    if (problem.code !== 'too-many-attempts') {
      contextOf(c).report(problem.code, causeOf(c, problem, mount, pages), problem.order);
    }
    return problemResponse(problem);
  }

  app.onError((error, c) => refuse(c, problemFrom(error)));
  app.notFound((c) => refuse(c, new Problem('not-found')));

  app.use(
    '/orders/*',
    cors({
      origin: [...pages],
      allowHeaders: ['content-type', 'idempotency-key'],
      exposeHeaders: ['retry-after'],
      maxAge: 600,
    }),
  );
  app.use('/orders/*', async (c, next) => {
    const origin = c.req.header('origin');
    if (origin !== undefined && !pages.includes(origin)) throw new Problem('origin-refused');
    await next();
  });
  app.use(limitedBody);
  for (const path of ['/orders/*', '/status/*']) app.use(path, refuseWhileClosing);

  /**
   * The order of a call that has a body. It is read before the body, so that a request for no order costs nothing.
   * @throws {Problem} order-not-found
   */
  async function knownOrder(c: Context<Env>): Promise<string> {
    return (await backend.book.read(orderId(c))).id;
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

  /**
   * The request of a card payment that its key belongs to: the call, its transaction, or the masked card without one, and
   * a fingerprint of the card. The security code is never stored.
   */
  async function cardRequest(call: string, id: string, { server_trans_id, card }: CardRequest): Promise<KeyedRequest> {
    const { number, expiry_month, expiry_year, full_name } = card;
    return {
      call,
      subject: server_trans_id ?? maskCardNumber(number),
      fingerprint: await fingerprint(id, number, expiry_month, expiry_year, full_name),
    };
  }

  function fingerprint(id: string, ...parts: readonly string[]): Promise<string> {
    return backend.fingerprint(JSON.stringify([id, ...parts]));
  }

  app.get('/orders/:id', async (c) => {
    const [context, { wait, state }] = [contextOf(c), c.req.query()];
    const lookUp = (record: Parameters<typeof lookUpForPage>[1]) => lookUpForPage(context, record);
    return c.json(await readOrder(context, orderId(c), { wait, state, signal: waitSignal(c), lookUp }));
  });
  app.post('/orders/:id/protocol-versions', async (c) => {
    const [id, body] = [await knownOrder(c), await jsonBody(c, 'version check', preparationRequest)];
    const context = contextOf(c);
    const card = await cardFingerprint(context, id, body.number);
    await openWithinLimits(context, await context.book.read(id), { kind: 'version-check', card });
    const client = clientKey(addressOf(c, trustProxy));
    return c.json(await checkVersions(context, id, body, { client, signal: c.req.raw.signal }));
  });
  app.post('/orders/:id/authentications', async (c) => {
    const [id, body] = [await knownOrder(c), await jsonBody(c, 'payment', paymentRequest)];
    const client = clientOf(c, trustProxy);
    return answerOnce(c, id, {
      request: await cardRequest('authentications', id, body),
      admit: (order, at) => admitAuthentication(contextOf(c), order, body, client, at),
      work: async (isLeaseHeld, context) => {
        const card = await cardFingerprint(context, id, body.card.number);
        await openWithinLimits(context, await context.book.read(id), { kind: 'attempt', card });
        return authenticate(context, id, body, client, isLeaseHeld);
      },
    });
  });
  app.post('/orders/:id/authorizations', async (c) => {
    const [id, body] = [await knownOrder(c), await jsonBody(c, 'challenge report', challengeReport)];
    return answerOnce(c, id, {
      request: await cardRequest('authorizations', id, body),
      admit: (order, at) => admitReport(contextOf(c), order, body, at),
      work: async (isLeaseHeld, context) => {
        await openForAnother(context, await context.book.read(id));
        return authorizeAfterChallenge(context, id, body, isLeaseHeld);
      },
    });
  });
  app.post('/orders/:id/redirects', async (c) => {
    const [id, body] = [await knownOrder(c), await jsonBody(c, 'redirect', redirectRequest)];
    const { method, account_holder_name = '', country = '' } = body;
    return answerOnce(c, id, {
      request: {
        call: 'redirects',
        subject: method,
        fingerprint: await fingerprint(id, country, account_holder_name),
      },
      admit: (order, at) => admitRedirect(contextOf(c), order, body, at),
      work: (isLeaseHeld, context) =>
        startRedirect(context, id, body, isLeaseHeld, clientKey(addressOf(c, trustProxy))),
    });
  });
  app.on(['GET', 'POST'], '/return/:id', async (c) => {
    const id = shortId(c);
    // A process that stops redirects the shopper without reading the message. The shop's page looks the order up.
    if (isClosing(c)) return returnToShop(backend, id);
    const isPost = c.req.method === 'POST';
    return receiveReturn(contextOf(c), isPost ? await messagePairs(c) : queryPairs(c), id);
  });
  app.post('/status/:id?', async (c) => receiveStatus(contextOf(c), await messagePairs(c), c.req.param('id')));

  // The order may be in the path, because the gateway drops a query (docs/reference/gateway.md#urls-without-query).
  app.post('/notifications/method/:id?', async (c) => answerMethodNotification(contextOf(c), await formBody(c)));
  app.post('/notifications/challenge/:id?', async (c) => answerChallengeNotification(contextOf(c), await formBody(c)));
  app.get('/frame', () => framePage(backend.publicUrl, pages));
  app.get('/frame.js', frameScriptFile);
  app.get('/notification.js', notificationScriptFile);

  // A path that exists with another method.
  for (const path of new Set(app.routes.filter(({ method }) => method !== 'ALL').map((route) => route.path))) {
    app.all(path.slice(base.length), () => throwProblem('method-not-allowed'));
  }
  return app;
}

/** @throws {Problem} order-not-found for an id that no order can have */
function orderId(c: Context<Env>): string {
  const id = shortId(c);
  if (!isPossibleOrderId(id)) throw new Problem('order-not-found');
  return id;
}

/** @throws {Problem} order-not-found for an id that is longer than those of all versions */
function shortId(c: Context<Env>): string {
  const id = c.req.param('id') ?? '';
  if (id.length > MAX_STORED_ORDER_ID_LENGTH) throw new Problem('order-not-found');
  return id;
}

function throwProblem(code: ProblemCode): never {
  throw new Problem(code);
}

function isClosing(c: Context<Env>): boolean {
  return c.env.closing.aborted;
}

/** Another process answers the same call. */
async function refuseWhileClosing(c: Context<Env>, next: () => Promise<void>): Promise<void> {
  if (isClosing(c)) throw new Problem('closing');
  await next();
}

/** Ends a wait when the client leaves or the backend closes. */
function waitSignal(c: Context<Env>): AbortSignal {
  return AbortSignal.any([c.req.raw.signal, c.env.closing]);
}
