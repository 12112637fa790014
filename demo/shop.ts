import { Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { createBackOffice } from 'scudo-checkout/back-office';
import type { Sandbox } from 'scudo-checkout/sandbox';
import {
  GatewayError,
  MessageError,
  Problem,
  type Gateway,
  type MerchantHandler,
  type OrderUpdate,
  type RefundInput,
} from 'scudo-checkout/server';
import { baskets } from './baskets.js';
import { reports } from './reports.js';
import { BANK_POLICY, stillBank } from './still-bank.js';
import { newOrderOf, wireOrderOf } from './wire-names.js';

export interface ShopOptions {
  readonly backend: MerchantHandler;
  readonly gateway: Gateway;
  readonly sandbox: Sandbox;
  readonly sandboxUrl: string;
  /** Routes of the faults of an order, below `/shop`. */
  readonly faults: Hono;
  /** The backends of `/isolated.html`, which have another origin than the page, by the place of the card fields. */
  readonly otherOrigin: Readonly<Record<'isolated' | 'inline', string>>;
  /** A site whose page `/partner.html` shows `/isolated.html` of the shop in a frame, and the origin of that page. */
  readonly partner?: { readonly origin: string; readonly shop: string };
  /** Path below which the shop is, such as `/demo/`. Default: `/`. */
  readonly path?: string;
  /** Reads a page of the folder `demo`. */
  readonly readPage: (file: string) => Promise<string>;
}

/** Names no ACS host, because the ACS frame is inside the backend's frame page. */
const policyWith = (backend = '', embedder = '') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    `connect-src 'self'${backend}`,
    `frame-src 'self'${backend}`,
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors 'self'${embedder}`,
    "require-trusted-types-for 'script'",
  ].join('; ');
const POLICY = policyWith();

/** Creates the demo shop: a small HTTP API, and the page with the snippet of docs/element.md. */
export function createShop({
  backend,
  gateway,
  sandbox,
  sandboxUrl,
  faults,
  otherOrigin,
  partner,
  path = '/',
  readPage,
}: ShopOptions): Hono {
  const shop = new Hono().basePath(path);
  const backendOrigin = ` ${new URL(otherOrigin.isolated).origin}`;
  const isolatedPolicy = policyWith(backendOrigin, partner && ` ${partner.origin}`);
  const partnerPolicy = policyWith(partner && `${backendOrigin} ${partner.shop}`);
  const policyOf = (place: string) => {
    if (place.startsWith('still-bank')) return BANK_POLICY;
    if (place === 'partner.html') return partnerPolicy;
    return place === 'isolated.html' ? isolatedPolicy : POLICY;
  };

  // Before the headers of the other pages, because it has its own. A real shop authenticates its staff here.
  const office = createBackOffice({
    orders: backend.orders,
    authorize: () => ({ name: 'Demo staff' }),
    secret: 'a demo, which has nothing to protect',
    links: [
      { text: 'Studio', href: './' },
      { text: 'Gallery', href: './gallery.html' },
      { text: 'Shops', href: './shops/fashion.html' },
      { text: 'Reports', href: './reports.html' },
      { text: 'Gateway’s back office', href: `${sandboxUrl}/portal` },
    ],
  });
  shop.all('/orders.html', ({ req }) => office.fetch(req.raw));

  shop.onError((error, context) => {
    const title = error.message;
    if (error instanceof MessageError) return context.json({ title, fields: error.issues }, 400);
    if (error instanceof Problem) return context.json({ title }, 400);
    if (error instanceof GatewayError) return context.json({ title }, 502);
    return context.json({ title: 'Internal server error.' }, 500);
  });

  shop.use(async (context, next) => {
    await next();
    context.header('content-security-policy', policyOf(context.req.path.slice(path.length)));
    context.header('x-content-type-options', 'nosniff');
    context.header('referrer-policy', 'strict-origin');
  });

  shop.use('/shop/orders/*', bodyLimit({ maxSize: 16_384 }));
  const bodyOf = async <Body>(request: HonoRequest) => (await request.json().catch(() => ({}))) as Body;

  shop.post('/shop/orders', async ({ req, json }) => {
    const { id } = await backend.orders.create(newOrderOf(await bodyOf<Record<string, unknown>>(req)));
    return json({ id }, 201);
  });

  shop.get('/shop/orders/:id', async (context) => {
    const order = await backend.orders.shopView(context.req.param('id'));
    return order ? context.json(wireOrderOf(order)) : context.json({ title: 'There is no such order.' }, 404);
  });

  shop.post('/shop/orders/:id/updates', async ({ req, json }) => {
    const { id } = await backend.orders.update(req.param('id'), await bodyOf<OrderUpdate>(req));
    return json({ id });
  });

  shop.post('/shop/orders/:id/refunds', async ({ req, json }) =>
    json(await backend.orders.refund(req.param('id'), await bodyOf<RefundInput>(req))),
  );

  shop.route('/shop/reports', reports(gateway, backend.orders));

  shop.route('/shop', baskets(backend));

  shop.route('/shop', faults);

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

  const pageWith = async (file: string, values: Readonly<Record<string, string>>) => {
    return Object.entries(values).reduce(
      (text, [name, value]) => text.replace(name, () => html`${value}` as string),
      await readPage(file),
    );
  };

  /** The address of a page with a new order, for a link that names none. */
  const withNewOrder = async (url: string) => {
    const { id } = await backend.orders.create(newOrderOf({ amount: '1999', currency: 'EUR' }));
    const { pathname, searchParams } = new URL(url);
    searchParams.set('order', id);
    return `${pathname}?${searchParams.toString()}`;
  };

  shop.get('/shops/', (context) => context.redirect('fashion.html'));

  // `?capture=later` pays at the backend that reserves the amount.
  shop.get('/minimal.html', async (context) => {
    const { order, capture, form, lang } = context.req.query();
    if (!order) return context.redirect(await withNewOrder(context.req.url));
    const values = { ORDER_ID: order, BACKEND: capture === 'later' ? 'reserving' : 'scudo' };
    const page = await pageWith('minimal.html', values);
    if (form !== 'html') return context.html(page);
    // The form as HTML of the server (docs/element.md#html-from-the-server).
    const element = await backend.checkoutHtml(order, { backend: values.BACKEND, lang, files: './' });
    context.header('Cache-Control', 'no-store');
    return context.html(page.replace(/<scudo-checkout.*<\/scudo-checkout>/, () => element));
  });

  // `?fields=inline` shows the same page with the form of the page itself.
  shop.get('/isolated.html', async (context) => {
    const { order } = context.req.query();
    if (!order) return context.redirect(await withNewOrder(context.req.url));
    const fields = context.req.query('fields') === 'inline' ? 'inline' : 'isolated';
    const values = { BACKEND_URL: otherOrigin[fields], ORDER_ID: order, FIELDS: fields };
    return context.html(await pageWith('isolated.html', values));
  });

  if (partner) {
    // Another site that shows the shop's page. The query travels on to that page.
    shop.get('/partner.html', (context) => {
      const page = `${partner.shop}/isolated.html${new URL(context.req.url).search}`;
      return context.html(html`<!doctype html>
        <html lang="en">
          <head>
            <meta charset="utf-8" />
            <title>Partner</title>
          </head>
          <body>
            <h1>Partner</h1>
            <iframe src="${page}" title="Shop" width="1000" height="900"></iframe>
          </body>
        </html>`);
    });
  }

  return shop;
}
