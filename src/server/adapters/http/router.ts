import { Hono } from 'hono';
import { cors } from 'hono/cors';
import type { Context } from 'hono';
import { getPathNoStrict } from 'hono/utils/url';
import type { ProblemCode } from '../../../protocol/adapter/problem-document.js';
import type { Ports } from '../../ports/ports.js';
import { Problem, problemOfError, problemResponse } from '../../domain/problems/problem.js';
import { receiveReturn, receiveStatus, returnToShop } from '../../use-cases/redirect/receive-message.js';
import { countDiagnostics } from '../../limits/client-limits.js';
import { clientKey } from './client-key.js';
import { addressOf, type Env } from './client.js';
import { diagnosticsOf, hasToken } from './diagnostics.js';
import { limitedBody, unreadBody } from './limited-body.js';
import { answerNotification, frameMessageOf, routedPath } from './notifications.js';
import {
  fieldsPage,
  fieldsScriptFile,
  fieldsStylesFile,
  framePage,
  frameScriptFile,
  notificationScriptFile,
} from './pages.js';
import { answerHeaders } from './answer-headers.js';
import { addOrderRoutes, isCardRoute } from './order-routes.js';
import { shortIdInPath } from './path-order.js';
import { answerLive, readyAnswer } from './probes.js';
import { answerEvents, causeOf, detailOf, pageOrigin, requestContext, type Mount } from './request-problem.js';
import { formBody, messagePairs, queryPairs } from './request-body.js';

export function createRouter(backend: Ports, mount: Mount): Hono<Env> {
  const { base } = mount;
  const { pages } = backend;
  // Before the base path, so that an answer to any other path has the headers as well.
  // Servers, ACSs and gateways change an address.
  const getPath = (request: Request) => routedPath(getPathNoStrict(request), base);
  const app = new Hono<Env>({ getPath }).use(answerHeaders).use(answerEvents(backend, mount)).basePath(base);
  const contextOf = (c: Context<Env>) => requestContext(backend, c, mount);

  function refuse(c: Context<Env>, problem: Problem): Response {
    const cause = causeOf(c, problem, mount, pages);
    const isNotification = c.req.path.startsWith(`${base}/notifications/`) && isPageCall(c);
    // A notification whose body cannot be read has the same answer as any other.
    if (isNotification && problem.code !== 'not-found') {
      contextOf(c).report(problem.code, cause);
      return answerNotification(backend, notificationRequest(c));
    }
    // Reported once where they are found: an order at a limit by its flag, and card data from outside the frame.
    if (problem.code !== 'too-many-attempts' && problem.code !== 'card-outside-frame') {
      contextOf(c).report(problem.code, cause, problem.order);
    }
    return problemResponse(problem, detailOf(problem, cause));
  }

  app.onError((error, c) => refuse(c, problemOfError(error)));
  app.notFound((c) => refuse(c, new Problem('not-found')));

  app.use(
    '/orders/*',
    cors({
      origin: [...pages],
      // A page with OpenTelemetry adds the headers of its trace.
      allowHeaders: ['content-type', 'idempotency-key', 'traceparent', 'tracestate'],
      exposeHeaders: ['retry-after'],
      maxAge: 600,
    }),
  );
  app.use('/orders/*', async (c, next) => {
    const origin = pageOrigin(c as Context<Env>);
    // Isolated card fields call from the backend's own origin, which their routes check.
    const isOwn = origin === new URL(backend.publicUrl).origin;
    const isChecked = backend.cardFields === 'isolated' && isCardRoute(c as Context<Env>);
    if (origin !== undefined && !isOwn && !isChecked && !pages.includes(origin)) throw new Problem('origin-refused');
    await next();
  });
  app.use(unreadBody);
  app.use(limitedBody);
  for (const path of ['/orders/*', '/status/*']) app.use(path, refuseWhileClosing);

  addOrderRoutes(app, backend, mount);
  app.on(['GET', 'POST'], '/return/:id', async (c) => {
    const id = shortIdInPath(c);
    // A process that stops redirects the shopper without reading the message. The shop's page looks the order up.
    if (isClosing(c)) return returnToShop(backend, id);
    const isPost = c.req.method === 'POST';
    return receiveReturn(contextOf(c), isPost ? await messagePairs(c) : queryPairs(c), id);
  });
  app.post('/status/:id?', async (c) => receiveStatus(contextOf(c), await messagePairs(c), c.req.param('id')));

  // The order may be in the path, because the gateway drops a query (docs/reference/gateway.md#urls-without-query).
  for (const kind of ['method', 'challenge'] as const) {
    const path = `/notifications/${kind}/:id?`;
    // An ACS that redirects the browser to its notification has nothing to say but the address.
    app.get(path, (c) => answerNotification(backend, notificationRequest(c)));
    app.post(path, async (c) => {
      const form = await formBody(c);
      // The element checks with a form of its own whether form posts reach the handler.
      if (kind === 'method' && form.has('probe')) return new Response(null, { status: 204 });
      const message = frameMessageOf(kind, form, contextOf(c));
      return answerNotification(backend, { ...notificationRequest(c), message });
    });
  }
  app.get('/frame', () => framePage(backend));
  app.get('/frame.js', frameScriptFile);
  app.get('/notification.js', notificationScriptFile);
  app.get('/fields', (c) => fieldsPage(backend, mount.fieldsScript, c.req.query()));
  app.get('/fields.js', () => fieldsScriptFile(mount.fieldsScript));
  app.get('/fields.css', fieldsStylesFile);
  // Probes have no token, and no limit of clients applies to them.
  app.get('/live', answerLive);
  const ready = readyAnswer(backend);
  app.get('/ready', (c) => ready(isClosing(c)));
  const { diagnosticsToken: token } = mount;
  if (token !== undefined) {
    app.get('/diagnostics', async (c) => {
      const client = addressOf(c, mount);
      const authorization = c.req.header('authorization');
      // A page of another site can send a request without the header, and such a request guesses no token.
      if (authorization === undefined) throw new Problem('not-found');
      // Before the token is compared, so that a client cannot try many.
      await countDiagnostics(backend, clientKey(client));
      if (!hasToken(authorization, token)) throw new Problem('not-found');
      const hasForwardedFor = c.req.header('x-forwarded-for') !== undefined;
      return c.json(await diagnosticsOf(backend, { client, hasForwardedFor, trustProxy: mount.trustProxy }));
    });
  }

  // A path that exists with another method.
  for (const path of new Set(app.routes.filter(({ method }) => method !== 'ALL').map((route) => route.path))) {
    app.all(path.slice(base.length), () => throwProblem('method-not-allowed'));
  }
  return app;
}

/** True for a call by which a browser opens a page. */
function isPageCall(c: Context<Env>): boolean {
  return ['GET', 'HEAD', 'POST'].includes(c.req.method);
}

/** The parts of a notification beside its body. A middleware that fails has no parameters. */
function notificationRequest(c: Context<Env>) {
  const [, id] = /\/notifications\/(?:method|challenge)\/([^/]+)$/.exec(c.req.path) ?? [];
  return { order: id === undefined ? undefined : decoded(id), acceptLanguage: c.req.header('accept-language') };
}

/** Undefined for text with a percent sign that encodes nothing. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
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
