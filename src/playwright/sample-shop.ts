import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createSandbox, type SandboxOptions } from '../sandbox.js';
import type { OrderState } from '../protocol/adapter/outcome-codes.js';
import {
  createMerchantBackend,
  type MerchantBackendOptions,
  type MerchantHandler,
  type NewOrder,
  type RefundAnswer,
  type RefundInput,
} from '../server.js';
import { createdOrders } from './created-orders.js';

/** A shop and a sandbox that run for a worker. */
export interface Site {
  /** Origin of the shop, such as `http://localhost:41234`. */
  readonly shopUrl: string;
  /** Origin of the sandbox, which is another site for browsers, such as `http://127.0.0.1:41235`. */
  readonly sandboxUrl: string;
}

/** The orders of a shop, from the side of its backend. */
export interface SiteOrders {
  /** Creates an order. */
  readonly create: (order?: NewSiteOrder) => Promise<SiteOrder>;
  /** Reads the state of an order, such as `paid`. */
  readonly stateOf: (id: string) => Promise<OrderState>;
}

/** The small shop of the package, with its sandbox. */
export interface SampleShop extends Site {
  /** The orders of the shop's backend. */
  readonly orders: SiteOrders;
  /** Stops the shop and its sandbox, and removes the database. */
  readonly stop: () => Promise<void>;
}

/**
 * Fields of an order that a test may choose. Default: 19.99 EUR, and a payer with an email address and a phone number.
 */
export type NewSiteOrder = Partial<NewOrder>;

/** An order of the shop. */
export interface SiteOrder {
  /** The id of the order. */
  readonly id: string;
  /** Path of the page that has the order's checkout. */
  readonly path: string;
  /** Reads the order's state at the backend. */
  readonly state: () => Promise<OrderState>;
  /**
   * Refunds the paid order as the shop does, by `orders.refund` of its backend.
   * @param refund `amount` in minor units; default: all that is left. `key` makes a repeated call the same refund.
   */
  readonly refund: (refund?: RefundInput) => Promise<RefundAnswer>;
}

/** A server that a test has started. */
export interface RunningServer {
  /** Origin, without a slash at the end. */
  readonly url: string;
  /** Stops the server. */
  readonly stop: () => Promise<void>;
}

/**
 * The merchant account of the sandbox, unless its options have another one.
 *
 * @example
 * import { SANDBOX_ACCOUNT, startSandbox } from 'scudo-checkout/playwright';
 * import { createGateway } from 'scudo-checkout/server';
 *
 * const sandbox = await startSandbox();
 * const gateway = createGateway({ ...SANDBOX_ACCOUNT, baseUrl: sandbox.url });
 */
export const SANDBOX_ACCOUNT = {
  merchantId: 'scudo',
  accountId: 'internet',
  secret: 'secret',
  refundPassword: 'refund',
} as const;

/**
 * Starts a sandbox on a free port of 127.0.0.1. Its clock is drivable.
 * @param options options of `createSandbox`; `baseUrl` is set
 * @returns the address of the sandbox, and a function that stops it
 *
 * @example
 * import { startSandbox } from 'scudo-checkout/playwright';
 *
 * const sandbox = await startSandbox({ autoComplete: false });
 * process.env['GATEWAY_URL'] = sandbox.url;
 */
export async function startSandbox(options: Omit<SandboxOptions, 'baseUrl'> = {}): Promise<RunningServer> {
  let fetch = async (_: Request) => new Response(null, { status: 503 });
  return startTogether(async (stopLater, stop) => {
    // The server is stopped before the sandbox, which answers its last requests.
    let closeSandbox: Stop = () => Promise.resolve();
    stopLater(() => closeSandbox());
    const server = await listen((request) => fetch(request));
    stopLater(server.stop);
    const url = `http://127.0.0.1:${server.port}`;
    const sandbox = createSandbox({ drivableClock: true, ...options, baseUrl: url });
    closeSandbox = sandbox.close;
    fetch = sandbox.fetch;
    return { url, stop };
  });
}

type Stop = () => Promise<void>;

/**
 * Starts several parts. `stop` stops them, the last one first; they are stopped as well when a later one fails to
 * start.
 */
async function startTogether<Started>(
  start: (stopLater: (stop: Stop) => void, stop: Stop) => Promise<Started>,
): Promise<Started> {
  const stops: Stop[] = [];
  async function stop(): Promise<void> {
    for (let last = stops.pop(); last; last = stops.pop()) await last();
  }
  try {
    return await start((one) => void stops.push(one), stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Starts a sandbox and a small shop: one page with the checkout, the return page, and the backend with a database of
 * its own. Cards and `testpay` are offered.
 * @param options options of the backend; addresses, gateway and store are set
 */
export async function startSampleShop(
  options: Omit<MerchantBackendOptions, 'publicUrl' | 'gateway' | 'store'> = {},
): Promise<SampleShop> {
  return startTogether(async (stopLater, stop) => {
    const sandbox = await startSandbox();
    stopLater(sandbox.stop);
    const folder = await mkdtemp(join(tmpdir(), 'scudo-site-'));
    stopLater(() => rm(folder, { recursive: true, force: true }));
    let app = new Hono();
    // The server is stopped before the backend, which answers its last requests.
    let closeBackend: Stop = () => Promise.resolve();
    stopLater(() => closeBackend());
    const server = await listen((request, env) => app.fetch(request, env));
    stopLater(server.stop);
    const shopUrl = `http://localhost:${server.port}`;
    const backend = createMerchantBackend({
      returnPage: `${shopUrl}/return?order={order}`,
      methods: [{ code: 'card' }, { code: 'testpay' }],
      ...options,
      publicUrl: `${shopUrl}/scudo`,
      gateway: { ...SANDBOX_ACCOUNT, baseUrl: sandbox.url },
      store: { path: join(folder, 'scudo.db') },
    });
    closeBackend = () => backend.close();
    app = routesOf(backend);
    return { shopUrl, sandboxUrl: sandbox.url, orders: ordersOf(backend), stop };
  });
}

function ordersOf(backend: MerchantHandler): SiteOrders {
  async function stateOf(id: string): Promise<OrderState> {
    const order = await backend.orders.shopView(id);
    if (!order) throw new Error(`There is no order ${id}.`);
    return order.state;
  }
  return {
    async create(order = {}) {
      const { id } = await backend.orders.create({ amount: '1999', currency: 'EUR', payer: PAYER, ...order });
      createdOrders.add(id);
      return {
        id,
        path: `/checkout?order=${id}`,
        state: () => stateOf(id),
        refund: (refund) => backend.orders.refund(id, refund),
      };
    },
    stateOf,
  };
}

const PAYER = { email: 'ada@example.com', mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } };

function routesOf(backend: MerchantHandler): Hono {
  const app = new Hono();
  const page = (element: string, order: string | undefined) =>
    html`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Shop</title>
<script type="module" src="/scudo.js"></script>
${element === 'return' ? html`<scudo-return backend="/scudo" order="${order}"></scudo-return>` : html`<scudo-checkout backend="/scudo" order="${order}"></scudo-checkout>`}
</html>`;
  app.all('/scudo/*', (context) => backend.fetch(context.req.raw, { ip: getConnInfo(context).remote.address }));
  app.get('/checkout', (context) => context.html(page('checkout', context.req.query('order'))));
  app.get('/return', (context) => context.html(page('return', context.req.query('order'))));
  const packageFile = createRequire(import.meta.url).resolve('scudo-checkout/package.json');
  const files = serveStatic({ root: join(dirname(packageFile), 'dist') });
  for (const path of ['/scudo.js', '/late.js', '/developer.js', '/locales/*', '/data/*', '/presets/*'])
    app.get(path, files);
  return app;
}

type Handler = (request: Request, env: object) => Promise<Response> | Response;

async function listen(fetch: Handler): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const server = serve({ fetch, port: 0, hostname: '127.0.0.1' }) as Server;
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
