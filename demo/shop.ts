import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { readFile } from 'node:fs/promises';
import type { Gateway, MerchantBackend } from 'scudo-checkout/server';
import { backOffice } from './back-office.js';
import type { Sandbox } from 'scudo-checkout/sandbox';
import { stillBank } from './still-bank.js';

export interface ShopOptions {
  readonly backend: MerchantBackend;
  readonly gateway: Gateway;
  readonly sandbox: Sandbox;
  readonly sandboxUrl: string;
}

/** No bank's host is named here: the ACS frame sits inside a page of the backend's own. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'; require-trusted-types-for 'script'";

/** The demo shop: its own small API, and the minimal page with the README's snippet. */
export function createShop({ backend, gateway, sandbox, sandboxUrl }: ShopOptions): Hono {
  const shop = new Hono();

  shop.use(async (context, next) => {
    await next();
    // The backend's own pages bring their own policies: a bank's frame is in one of them.
    if (context.req.path.startsWith('/scudo/')) return;
    context.header('content-security-policy', POLICY);
    context.header('x-content-type-options', 'nosniff');
    context.header('referrer-policy', 'strict-origin');
  });

  shop.post('/shop/orders', bodyLimit({ maxSize: 16_384 }), async (context) => {
    const wanted = orderInput((await context.req.json().catch(() => ({}))) as Record<string, unknown>);
    try {
      const { id } = await backend.orders.create(wanted);
      return context.json({ id }, 201);
    } catch (error) {
      return context.json({ title: (error as Error).message }, 400);
    }
  });

  shop.get('/shop/orders/:id', async (context) => {
    const order = await backend.orders.shopView(context.req.param('id'));
    return order ? context.json(order) : context.json({ title: 'There is no such order.' }, 404);
  });

  shop.route('/shop', backOffice(backend, gateway));

  shop.route('/still-bank', stillBank);

  shop.get('/shop/demo', (context) =>
    context.json({
      sandbox: sandboxUrl,
      test_cards: sandbox.testCards.map(({ number, label }) => ({ number, label })),
    }),
  );

  // The log lives at the sandbox; the page may only connect to its own site.
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

/** The shop's own wire to the backend's order: what is unknown here the backend checks. */
function orderInput(body: Record<string, unknown>) {
  const { challenge_request_indicator, exempt_status, amount, ...rest } = body;
  return {
    description: 'One fine coin',
    ...rest,
    // A number of minor units is as clear as a string of them.
    ...(amount === undefined ? {} : { amount: typeof amount === 'number' ? String(amount) : amount }),
    ...(challenge_request_indicator === undefined ? {} : { challengeRequestIndicator: challenge_request_indicator }),
    ...(exempt_status === undefined ? {} : { exemptStatus: exempt_status }),
  } as unknown as Parameters<MerchantBackend['orders']['create']>[0];
}
