import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { readFile } from 'node:fs/promises';
import type { Gateway, MerchantHandler } from 'scudo-checkout/server';
import { backOffice } from './back-office.js';
import type { Sandbox } from 'scudo-checkout/sandbox';
import { stillBank } from './still-bank.js';
import { newOrderOf, wireOrderOf } from './wire-names.js';

export interface ShopOptions {
  readonly backend: MerchantHandler;
  readonly gateway: Gateway;
  readonly sandbox: Sandbox;
  readonly sandboxUrl: string;
}

/** Names no ACS host, because the ACS frame is inside the backend's frame page. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'; require-trusted-types-for 'script'";

/** Creates the demo shop: a small HTTP API, and the page with the snippet of docs/element.md. */
export function createShop({ backend, gateway, sandbox, sandboxUrl }: ShopOptions): Hono {
  const shop = new Hono();

  shop.use(async (context, next) => {
    await next();
    // The backend's pages have policies of their own, because one of them contains the ACS frame.
    if (context.req.path.startsWith('/scudo/')) return;
    context.header('content-security-policy', POLICY);
    context.header('x-content-type-options', 'nosniff');
    context.header('referrer-policy', 'strict-origin');
  });

  shop.post('/shop/orders', bodyLimit({ maxSize: 16_384 }), async (context) => {
    const body = (await context.req.json().catch(() => ({}))) as Record<string, unknown>;
    try {
      const { id } = await backend.orders.create(newOrderOf(body));
      return context.json({ id }, 201);
    } catch (error) {
      return context.json({ title: (error as Error).message }, 400);
    }
  });

  shop.get('/shop/orders/:id', async (context) => {
    const order = await backend.orders.shopView(context.req.param('id'));
    return order ? context.json(wireOrderOf(order)) : context.json({ title: 'There is no such order.' }, 404);
  });

  shop.route('/shop', backOffice(backend, gateway));

  shop.route('/still-bank', stillBank);

  shop.get('/shop/demo', (context) =>
    context.json({
      sandbox: sandboxUrl,
      test_cards: sandbox.testCards.map(({ number, label }) => ({ number, label })),
    }),
  );

  // The log is at the sandbox, and the page's policy allows connections to its own site only.
  shop.get('/shop/messages', async (context) => {
    const answer = await sandbox.fetch(
      new Request(`${sandboxUrl}/messages?order=${encodeURIComponent(context.req.query('order') ?? '')}`),
    );
    return context.json(await answer.json());
  });

  shop.get('/minimal.html', async (context) => {
    const page = await readFile(new URL('../demo/minimal.html', import.meta.url), 'utf8');
    const order = html`${context.req.query('order') ?? ''}` as string;
    return context.html(page.replace('ORDER_ID', () => order));
  });

  return shop;
}
