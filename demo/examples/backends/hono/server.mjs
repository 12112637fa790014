// #region server
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { createMerchantBackend } from 'scudo-checkout/server';

const {
  SHOP_URL = '',
  GATEWAY_URL: baseUrl,
  MERCHANT_ID: merchantId,
  ACCOUNT_ID: accountId,
  SECRET: secret,
} = process.env;
const shipments = new Map(); // in a shop: a table with the key order.id
const scudo = createMerchantBackend({
  publicUrl: `${SHOP_URL}/scudo`,
  gateway: { baseUrl, merchantId, accountId, secret },
  onOrderChanged(order, change) {
    // Amounts are captured at once. With autosettle false or 'multi', ship when the capture is done.
    const isPaid = change.kind === 'confirmed' || (change.kind === 'state' && change.to === 'paid');
    // A message alone has decided. The change `confirmed` follows when the payments report agrees.
    const isUnconfirmed = order.flags.some((flag) => flag.kind === 'unconfirmed' && flag.attempt === change.attempt);
    if (!isPaid || isUnconfirmed) return;
    const shipped = shipments.get(order.id);
    shipments.set(order.id, shipped ?? change.attempt);
    if (!shipped) console.log(`Ship ${order.reference}`, order.id);
    else if (shipped !== change.attempt) console.log(`Return the second payment ${change.attempt}`);
  },
});
setInterval(() => scudo.orders.reconcile().catch(console.error), 60_000);

const app = new Hono();
app.all('/scudo/*', (c) => scudo.fetch(c.req.raw, { ip: getConnInfo(c).remote.address }));
app.get('/checkout', async (c) => {
  const { id } = await scudo.orders.create({ amount: '1999', currency: 'EUR', reference: 'SO-4711' });
  return c.html(`<!doctype html>
    <meta name="viewport" content="width=device-width">
    <link rel="icon" href="data:,">
    <style>body { max-width: 28rem; margin: 2rem auto; padding: 0 1rem; font: 1rem system-ui }</style>
    <script type="module" src="/scudo.js"></script>
    <scudo-checkout backend="/scudo" order="${id}"></scudo-checkout>`);
});
const files = serveStatic({ root: 'node_modules/scudo-checkout/dist' });
for (const path of ['/scudo.js', '/late.js', '/developer.js', '/locales/*', '/data/*', '/presets/*'])
  app.get(path, files);
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(new URL(SHOP_URL).port) });
// #endregion
