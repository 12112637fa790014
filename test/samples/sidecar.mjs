// #region sidecar
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import { createMerchantBackend } from 'scudo-checkout/server';

const {
  SHOP_URL = '',
  GATEWAY_URL: baseUrl,
  MERCHANT_ID: merchantId,
  ACCOUNT_ID: accountId,
  SECRET: secret,
  HOOK_URL = '',
  HOOK_KEY = '',
} = process.env;
if (HOOK_KEY.length < 32) throw new Error('HOOK_KEY must be a random text of at least 32 characters.');
const scudo = createMerchantBackend({
  publicUrl: `${SHOP_URL}/scudo`,
  trustProxy: true,
  gateway: { baseUrl, merchantId, accountId, secret },
  async onOrderChanged(order, change) {
    const { id, reference, flags } = order;
    const body = JSON.stringify({ id: change.id, order: id, reference, flags, change });
    const signature = createHmac('sha256', HOOK_KEY).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-scudo-signature': signature };
    const signal = AbortSignal.timeout(10_000);
    const { ok } = await fetch(HOOK_URL, { method: 'POST', headers, body, signal });
    if (!ok) throw new Error('The shop has not accepted the change.'); // is delivered again
  },
});
const timer = setInterval(() => scudo.orders.reconcile().catch(console.error), 60_000);
createServer(scudo.listener).listen(Number(process.env.PORT), '127.0.0.1');
process.once('SIGTERM', async () => {
  clearInterval(timer);
  await scudo.close(); // payments that run end first
  process.exit();
});

// For the shop only: POST /orders creates an order, GET /orders/{id} reads it.
createServer(async (request, response) => {
  try {
    const [, , id] = (request.url ?? '').split('/');
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const answer = id ? await scudo.orders.shopView(id) : await scudo.orders.create(JSON.parse(body));
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
  } catch (error) {
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: String(error) }));
  }
}).listen(Number(process.env.INTERNAL_PORT), '127.0.0.1');
// #endregion
