import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import type { Gateway, MerchantHandler } from 'scudo-checkout/server';
import { backOffice } from './back-office.js';
import type { Sandbox } from 'scudo-checkout/sandbox';
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

  shop.use(async (context, next) => {
    await next();
    context.header('content-security-policy', policyOf(context.req.path.slice(path.length)));
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

  shop.get('/shops/', (context) => context.redirect('fashion.html'));

  // `?capture=later` pays at the backend that reserves the amount.
  shop.get('/minimal.html', async (context) => {
    const { order = '', capture, form, lang } = context.req.query();
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
    const fields = context.req.query('fields') === 'inline' ? 'inline' : 'isolated';
    const values = { BACKEND_URL: otherOrigin[fields], ORDER_ID: context.req.query('order') ?? '', FIELDS: fields };
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
