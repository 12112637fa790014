import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import type { Context } from 'hono';
import {
  challengeReport,
  paymentRequest,
  preparationRequest,
  redirectRequest,
  type PaymentRequest,
} from '../../protocol/adapter-requests.js';
import { MessageError } from '../../protocol/field-issue.js';
import type { BackendContext } from '../orders/backend-context.js';
import { authenticate } from '../card/authenticate.js';
import { authorizeAfterChallenge } from '../card/authorize-after-challenge.js';
import { checkVersions } from '../card/check-versions.js';
import { GatewayError } from '../gateway/gateway-error.js';
import { once, type IsLeaseHeld } from '../orders/idempotency.js';
import { readOrder } from '../orders/read-order.js';
import { Problem, problemOf, problemResponse } from '../orders/problem.js';
import { lookUpForPage } from '../reconciliation/look-up-order.js';
import { receiveReturn, receiveStatus } from '../redirect/receive-message.js';
import { openForAnother } from '../redirect/redirect-look-up.js';
import { startRedirect } from '../redirect/start-redirect.js';
import type { PaymentAnswer } from '../../protocol/adapter-answers.js';
import { clientOf, type Env } from './client.js';
import { challengeNotification, methodNotification } from './notifications.js';
import { framePage, frameScriptFile, notificationScriptFile } from './pages.js';
import { formBody, idempotencyKey, jsonBody, messagePairs } from './request-body.js';

interface RouterOptions {
  /** Path at which the handler is mounted, without a trailing slash. */
  readonly base: string;
  readonly trustProxy: boolean;
}

type CardRequest = Pick<PaymentRequest, 'server_trans_id' | 'card'>;

/** Maximum size of a body, in bytes. */
const MAX_BODY = 65_536;

/** The routes of the adapter contract, which the page, the ACS and the gateway call. */
export function createRouter(context: BackendContext, { base, trustProxy }: RouterOptions): Hono<Env> {
  const app = new Hono<Env>().basePath(base);
  const { pages } = context;

  app.onError((error) => {
    const problem = asProblem(error);
    context.report(problem.code, problem.cause);
    return problemResponse(problem);
  });
  app.notFound(() => problemResponse(new Problem('not-found')));

  app.use('/orders/*', cors({ origin: [...pages], allowHeaders: ['content-type', 'idempotency-key'], maxAge: 600 }));
  app.use('/orders/*', async (c, next) => {
    const origin = c.req.header('origin');
    if (origin !== undefined && !pages.includes(origin)) throw new Problem('origin-refused');
    await next();
    c.header('cache-control', 'no-store');
    c.header('x-content-type-options', 'nosniff');
  });
  app.use(bodyLimit({ maxSize: MAX_BODY, onError: () => problemResponse(new Problem('too-large')) }));

  /** Does a call that can move money once for its Idempotency-Key. */
  async function answerOnce(
    c: Context<Env>,
    id: string,
    request: string,
    work: (isLeaseHeld: IsLeaseHeld) => Promise<PaymentAnswer>,
  ): Promise<Response> {
    return c.json(await once(context, { id, key: idempotencyKey(c), request, signal: c.req.raw.signal, work }));
  }

  /** The request that a key belongs to: the call, its transaction and its card. The security code is never stored. */
  async function cardRequest(call: string, id: string, { server_trans_id = '', card }: CardRequest): Promise<string> {
    const { number, expiry_month, expiry_year, full_name } = card;
    return `${call} ${server_trans_id} ${await fingerprint(id, number, expiry_month, expiry_year, full_name)}`;
  }

  function fingerprint(id: string, ...parts: readonly string[]): Promise<string> {
    return context.gateway.fingerprint(JSON.stringify([id, ...parts]));
  }

  app.get('/orders/:id', async (c) => {
    const { wait, state } = c.req.query();
    const lookUp = (record: Parameters<typeof lookUpForPage>[1]) => lookUpForPage(context, record);
    return c.json(await readOrder(context, c.req.param('id'), { wait, state, signal: c.req.raw.signal, lookUp }));
  });
  app.post('/orders/:id/protocol-versions', async (c) => {
    const [id, body] = [c.req.param('id'), await jsonBody(c, 'version check', preparationRequest)];
    await openForAnother(context, await context.book.read(id));
    return c.json(await checkVersions(context, id, body, c.req.raw.signal));
  });
  app.post('/orders/:id/authentications', async (c) => {
    const [id, body] = [c.req.param('id'), await jsonBody(c, 'payment', paymentRequest)];
    return answerOnce(c, id, await cardRequest('authentications', id, body), async (isLeaseHeld) => {
      await openForAnother(context, await context.book.read(id));
      return authenticate(context, id, body, clientOf(c, trustProxy), isLeaseHeld);
    });
  });
  app.post('/orders/:id/authorizations', async (c) => {
    const [id, body] = [c.req.param('id'), await jsonBody(c, 'challenge report', challengeReport)];
    return answerOnce(c, id, await cardRequest('authorizations', id, body), async (isLeaseHeld) => {
      await openForAnother(context, await context.book.read(id));
      return authorizeAfterChallenge(context, id, body, isLeaseHeld);
    });
  });
  app.post('/orders/:id/redirects', async (c) => {
    const [id, body] = [c.req.param('id'), await jsonBody(c, 'redirect', redirectRequest)];
    const { method, account_holder_name = '', country = '' } = body;
    const request = `redirects ${method} ${await fingerprint(id, country, account_holder_name)}`;
    return answerOnce(c, id, request, (isLeaseHeld) => startRedirect(context, id, body, isLeaseHeld));
  });
  app.get('/return/:id', async (c) => receiveReturn(context, new URL(c.req.url).searchParams, c.req.param('id')));
  app.post('/return/:id', async (c) => receiveReturn(context, await messagePairs(c), c.req.param('id')));
  app.post('/status/:id?', async (c) => receiveStatus(context, await messagePairs(c), c.req.param('id')));

  // The order may be in the path, because the gateway drops a query (docs/reference/gateway.md#urls-without-query).
  app.post('/notifications/method/:id?', async (c) => methodNotification(context, await formBody(c)));
  app.post('/notifications/challenge/:id?', async (c) => challengeNotification(context, await formBody(c)));
  app.get('/frame', () => framePage(context.publicUrl, pages));
  app.get('/frame.js', frameScriptFile);
  app.get('/notification.js', notificationScriptFile);

  // A path that exists with another method.
  for (const path of new Set(app.routes.filter(({ method }) => method !== 'ALL').map((route) => route.path))) {
    app.all(path.slice(base.length), () => problemResponse(new Problem('method-not-allowed')));
  }
  return app;
}

function asProblem(error: Error): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof MessageError) return new Problem('invalid-request', error.issues, { cause: error });
  if (error instanceof GatewayError) return problemOf(error);
  return new Problem('internal-error', [], { cause: error });
}
