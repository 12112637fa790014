// #region server
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createMerchantBackend } from 'scudo-checkout/server';

const {
  SHOP_URL = '',
  PAY_URL = '',
  GATEWAY_URL: baseUrl,
  MERCHANT_ID: merchantId,
  ACCOUNT_ID: accountId,
  SECRET: secret,
} = process.env;
const scudo = createMerchantBackend({
  publicUrl: PAY_URL,
  pages: [SHOP_URL],
  merchantContactUrl: `${SHOP_URL}/contact`,
  gateway: { baseUrl, merchantId, accountId, secret },
});
setInterval(() => scudo.orders.reconcile().catch(console.error), 60_000);

// The origin of the backend serves nothing else.
const pay = new Hono();
pay.all('*', (c) => scudo.fetch(c.req.raw, { ip: getConnInfo(c).remote.address }));
serve({ fetch: pay.fetch, hostname: '127.0.0.1', port: Number(new URL(PAY_URL).port) });

const shop = new Hono();
shop.get('/checkout', async (c) => {
  const { id } = await scudo.orders.create({ amount: '1999', currency: 'EUR', reference: 'SO-4711' });
  c.header(
    'content-security-policy',
    `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${PAY_URL}; frame-src ${PAY_URL}; require-trusted-types-for 'script'; trusted-types lit-html`,
  );
  return c.html(`<!doctype html>
    <script type="module" src="/scudo.js"></script>
    <scudo-checkout backend="${PAY_URL}" order="${id}"></scudo-checkout>`);
});
const files = serveStatic({ root: 'node_modules/scudo-checkout/dist' });
for (const path of ['/scudo.js', '/late.js', '/developer.js', '/card-frame.js', '/locales/*', '/data/*', '/presets/*'])
  shop.get(path, files);
serve({ fetch: shop.fetch, hostname: '127.0.0.1', port: Number(new URL(SHOP_URL).port) });
// #endregion
