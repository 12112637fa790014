// A shop's backend as a process of its own, which exits at a given point (see killed-backend.spec.ts).
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createMerchantBackend } from '../dist/server.js';

const { SHOP_PORT, SANDBOX_URL, DATABASE, DIE } = process.env;
const backend = createMerchantBackend({
  publicUrl: `http://127.0.0.1:${SHOP_PORT}/scudo`,
  gateway: { baseUrl: SANDBOX_URL, merchantId: 'scudo', accountId: 'internet', secret: 'secret' },
  store: { path: DATABASE },
  methods: [{ code: 'testpay' }],
});
const addressOf = (c) => ({ ip: c.env.incoming.socket.remoteAddress });
const die = () => process.kill(process.pid, 'SIGKILL');

const app = new Hono();
app.post('/orders', async (c) =>
  c.json(
    await backend.orders.create({ amount: '1999', currency: 'EUR', accountHolderName: 'Ada Lovelace', country: 'GB' }),
  ),
);
app.get('/orders/:id', async (c) => c.json(await backend.orders.shopView(c.req.param('id'))));
app.post('/scudo/status/*', async (c) => {
  if (DIE === 'when it arrives') die();
  const response = await backend.fetch(c.req.raw, addressOf(c));
  if (DIE === 'when it is applied, and not answered') die();
  return response;
});
app.all('/scudo/*', (c) => backend.fetch(c.req.raw, addressOf(c)));
serve({ fetch: app.fetch, port: Number(SHOP_PORT), hostname: '127.0.0.1' }, () => console.log('ready'));
