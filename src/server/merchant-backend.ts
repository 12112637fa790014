import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { isIP } from 'node:net';
import type * as z from 'zod/mini';
import type { ShopperField } from '../protocol/adapter-answers.js';
import {
  challengeReport,
  paymentRequest,
  preparationRequest,
  redirectRequest,
  type PaymentRequest,
} from '../protocol/adapter-requests.js';
import { MessageError, parseMessage } from '../protocol/field-issue.js';
import { isSafeAddress } from '../protocol/web-address.js';
import type { BackendContext, Client } from './backend-context.js';
import { cardMark } from './card/card-fingerprint.js';
import { createLookUps, lookUp } from './card/card-look-up.js';
import { createGateway, type Gateway } from './gateway/gateway.js';
import { GatewayError } from './gateway/gateway-error.js';
import type { GatewayOptions } from './gateway/gateway-options.js';
import { once, type StillWorking } from './orders/idempotency.js';
import { createOrderBook } from './orders/order-book.js';
import { createOrders, type Orders } from './orders/orders.js';
import type { ProblemCode } from '../protocol/problem-document.js';
import type { OrderRecord } from './orders/order-record.js';
import type { OrderStore } from './store/order-store.js';
import { CARD_ONLY, type MethodOffer } from './orders/payment-methods.js';
import { framePage, frameScriptFile, notificationScriptFile } from './http/pages.js';
import { ADD_CARD_POLICIES, SAFE_POLICIES, type Policies } from './orders/policies.js';
import { Problem, problemOf, problemResponse } from './problem.js';
import { refund } from './refunds/refund.js';
import { authenticate } from './card/authenticate.js';
import { authorizeAfterChallenge } from './card/authorize-after-challenge.js';
import { challengeNotification, methodNotification } from './http/notifications.js';
import { readOrder } from './orders/read-order.js';
import { checkVersions } from './card/check-versions.js';
import { redirect } from './redirect/start-redirect.js';
import { takeReturn, takeStatus } from './redirect/receive-message.js';
import { payStored } from './card/stored-payment.js';
import { createSqliteOrderStore, type SqliteOptions } from './store/sqlite-order-store.js';

export interface MerchantBackendOptions {
  /** Where this handler is mounted, absolute: https://shop.example/scudo. http on loopback only. */
  readonly publicUrl: string;
  readonly gateway: Gateway | GatewayOptions;
  /** Origins of the checkout pages. Default: the origin of `publicUrl`. */
  readonly pages?: readonly string[];
  /** What an order offers that does not say so itself. Default: card only. */
  readonly methods?: readonly MethodOffer[];
  /**
   * The shop's page with `<scudo-return>`, absolute; `{order}` stands for the order. Default:
   * `return.html?order={order}` at the first of `pages`.
   */
  readonly returnPage?: string;
  /** Default: SQLite in the file `scudo.db`. */
  readonly store?: OrderStore | SqliteOptions;
  /** A page with information about customer care. Default: the origin of `publicUrl`. */
  readonly merchantContactUrl?: string;
  /** For all orders; an order's own come first. Default: SAFE_POLICIES. */
  readonly policies?: Partial<Policies>;
  /** What to ask of the shopper. Default: a phone number where the order has none (spec: payer). */
  readonly ask?: (order: OrderRecord) => readonly ShopperField[];
  /** Whether an authorization is settled by itself. Default: true. */
  readonly autosettle?: boolean;
  /** Believe the last address of X-Forwarded-For, which a proxy adds: only behind one of your own. */
  readonly trustProxy?: boolean;
  /** Called with what the page is told only by its code, and why: for the shop's own log. There is no card data in it. */
  readonly onProblem?: (problem: { readonly code: ProblemCode; readonly cause?: unknown }) => void;
  /** How long a call waits for another one of the same order, in milliseconds. Default: 25,000. */
  readonly patience?: number;
  readonly now?: () => Date;
  readonly randomUuid?: () => string;
  readonly pause?: (ms: number) => Promise<void>;
}

/** What the server that calls the handler knows of the connection. */
export interface Connection {
  /** The shopper's address. */
  readonly ip?: string;
}

export interface MerchantBackend {
  fetch(request: Request, connection?: Connection): Promise<Response>;
  readonly orders: Orders;
}

type Env = { Bindings: Connection };

/** The merchant's backend (design: Contract of the adapter): one handler to mount, and the orders. */
export function createMerchantBackend(options: MerchantBackendOptions): MerchantBackend {
  const { now = () => new Date(), randomUuid = () => crypto.randomUUID() } = options;
  const publicUrl = options.publicUrl.replace(/\/$/, '');
  if (!isSafeAddress(publicUrl)) throw new TypeError('publicUrl must be an https address, or http on a loopback host.');
  const { origin, pathname } = new URL(publicUrl);
  const store = options.store && 'read' in options.store ? options.store : createSqliteOrderStore(options.store);
  const pages = options.pages?.map(originOf) ?? [origin];
  const returnPage = options.returnPage ?? `${pages[0] ?? origin}/return.html?order={order}`;
  if (!isSafeAddress(returnPage))
    throw new TypeError('returnPage must be an https address, or http on a loopback host.');
  const context: BackendContext = {
    lookUp: (record) => lookUps(record),
    book: createOrderBook(store),
    gateway: 'versionCheck' in options.gateway ? options.gateway : createGateway(options.gateway),
    publicUrl,
    pages,
    returnPage: (order) => returnPage.replaceAll('{order}', encodeURIComponent(order)),
    merchantContactUrl: options.merchantContactUrl ?? origin,
    autosettle: options.autosettle ?? true,
    policies: (order) => ({
      ...SAFE_POLICIES,
      ...options.policies,
      ...order.policies,
      ...(order.purpose === 'add-card' ? ADD_CARD_POLICIES : {}),
    }),
    ask: options.ask ?? askForPhone,
    patience: options.patience ?? 25_000,
    now,
    pause: options.pause ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms))),
  };
  const lookUps = createLookUps(context);
  const app = routes(context, pathname === '/' ? '' : pathname, options);
  return {
    fetch: async (request, connection = {}) => app.fetch(request, connection),
    orders: {
      ...createOrders({ store, now, randomUuid, methods: options.methods ?? CARD_ONLY }),
      lookUp: (id) => lookUp(context, id),
      payStored: (id, payment) => payStored(context, id, payment),
      refund: (id, input = {}) => refund(context, id, input, randomUuid),
    },
  };
}

/** @throws {TypeError} for what is no page's address: it would be refused, or let in whom nobody meant. */
function originOf(page: string): string {
  if (!isSafeAddress(page)) throw new TypeError('pages must be https addresses, or http on a loopback host.');
  return new URL(page).origin;
}

/** At least one phone number must be supplied (spec: Authentication request body, payer). */
function askForPhone({ payer }: OrderRecord): readonly ShopperField[] {
  return payer.mobile_phone || payer.home_phone || payer.work_phone ? [] : ['mobile_phone'];
}

function routes(context: BackendContext, base: string, { trustProxy = false, onProblem }: MerchantBackendOptions) {
  const app = new Hono<Env>().basePath(base);
  const { pages, gateway } = context;
  /** What a key is good for: this call, about this transaction and this card. */
  const requestOf = (
    call: string,
    id: string,
    { server_trans_id = '', card }: Pick<PaymentRequest, 'server_trans_id' | 'card'>,
  ) => `${call} ${server_trans_id} ${cardMark(gateway, id, card.number)}`;

  app.onError((error) => {
    const problem = asProblem(error);
    onProblem?.({ code: problem.code, cause: problem.cause });
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
  app.use(bodyLimit({ maxSize: 65_536, onError: () => problemResponse(new Problem('too-large')) }));

  app.get('/orders/:id', async (c) =>
    c.json(
      await readOrder(
        context,
        c.req.param('id'),
        { wait: c.req.query('wait'), state: c.req.query('state') },
        c.req.raw.signal,
      ),
    ),
  );
  app.post('/orders/:id/protocol-versions', async (c) =>
    c.json(
      await checkVersions(
        context,
        c.req.param('id'),
        await jsonBody(c, 'version check', preparationRequest),
        c.req.raw.signal,
      ),
    ),
  );
  app.post('/orders/:id/authentications', async (c) => {
    const [id, body] = [c.req.param('id'), await jsonBody(c, 'payment', paymentRequest)];
    const work = (still: StillWorking) => authenticate(context, id, body, clientOf(c, trustProxy), still);
    return c.json(
      await once(context, {
        id,
        key: idempotencyKey(c),
        request: requestOf('authentications', id, body),
        signal: c.req.raw.signal,
        work,
      }),
    );
  });
  app.post('/orders/:id/authorizations', async (c) => {
    const [id, body] = [c.req.param('id'), await jsonBody(c, 'challenge report', challengeReport)];
    const work = (still: StillWorking) => authorizeAfterChallenge(context, id, body, still);
    return c.json(
      await once(context, {
        id,
        key: idempotencyKey(c),
        request: requestOf('authorizations', id, body),
        signal: c.req.raw.signal,
        work,
      }),
    );
  });

  app.post('/orders/:id/redirects', async (c) => {
    const [id, body] = [c.req.param('id'), await jsonBody(c, 'redirect', redirectRequest)];
    const work = (still: StillWorking) => redirect(context, id, body, still);
    return c.json(
      await once(context, {
        id,
        key: idempotencyKey(c),
        request: `redirects ${body.method}`,
        signal: c.req.raw.signal,
        work,
      }),
    );
  });
  app.get('/return/:id', async (c) => takeReturn(context, new URL(c.req.url).searchParams, c.req.param('id')));
  app.post('/return/:id', async (c) => takeReturn(context, await formPairs(c), c.req.param('id')));
  app.post('/status/:id?', async (c) => takeStatus(context, await formPairs(c), c.req.param('id')));

  // With the order in the path and without: a query would be lost on this gateway (field lessons: Also).
  app.post('/notifications/method/:id?', async (c) => methodNotification(context, await formBody(c)));
  app.post('/notifications/challenge/:id?', async (c) => challengeNotification(context, await formBody(c)));
  app.get('/frame', () => framePage(context.publicUrl, pages));
  app.get('/frame.js', frameScriptFile);
  app.get('/notification.js', notificationScriptFile);

  for (const path of [
    '/orders/:id',
    '/orders/:id/protocol-versions',
    '/orders/:id/authentications',
    '/orders/:id/authorizations',
    '/orders/:id/redirects',
    '/return/:id',
    '/status/:id?',
    '/notifications/method/:id?',
    '/notifications/challenge/:id?',
    '/frame',
    '/frame.js',
    '/notification.js',
  ]) {
    app.all(path, () => problemResponse(new Problem('method-not-allowed')));
  }
  return app;
}

function asProblem(error: Error): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof MessageError) return new Problem('invalid-request', error.issues, { cause: error });
  if (error instanceof GatewayError) return problemOf(error);
  return new Problem('internal-error', [], { cause: error });
}

async function jsonBody<Schema extends z.ZodMiniType>(
  c: Context<Env>,
  what: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw new Problem('unsupported-media-type');
  let body: unknown;
  try {
    body = await c.req.json();
  } catch {
    throw new Problem('invalid-request', [{ field: '', message: 'is not JSON' }]);
  }
  return parseMessage(what, schema, body);
}

/** What is no form has no fields: its answer is the page for what cannot be read. */
async function formBody(c: Context<Env>): Promise<FormData> {
  return c.req.formData().catch(() => new FormData());
}

/** As text: a form has no files here. */
async function formPairs(c: Context<Env>): Promise<[string, string][]> {
  return [...(await formBody(c)).entries()].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
}

function idempotencyKey(c: Context<Env>): string {
  const key = c.req.header('idempotency-key') ?? '';
  if (!/^[\x21-\x7e]{8,100}$/.test(key))
    throw new Problem('invalid-request', [
      { field: 'Idempotency-Key', message: 'must be a header of 8 to 100 characters' },
    ]);
  return key;
}

function clientOf(c: Context<Env>, trustProxy: boolean): Client {
  // What comes before the last address is the shopper's own word.
  const forwarded = trustProxy ? (c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim() ?? '') : '';
  return {
    ip: (isIP(forwarded) ? forwarded : c.env.ip) || '127.0.0.1',
    accept: c.req.header('accept') || '*/*',
    language: c.req.header('accept-language'),
    userAgent: c.req.header('user-agent'),
  };
}
