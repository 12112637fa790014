// The backend of each page of this folder. It serves `dist`, and creates an order for POST /orders.
import { createServer } from 'node:http';
import sirv from 'sirv';
import { createMerchantBackend } from 'scudo-checkout/server';

const {
  SHOP_URL = '',
  GATEWAY_URL: baseUrl,
  MERCHANT_ID: merchantId,
  ACCOUNT_ID: accountId,
  SECRET: secret,
  // The port behind a dev server, which has the port of SHOP_URL.
  BACKEND_PORT = new URL(SHOP_URL).port,
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

const files = sirv('dist', { single: true });

createServer((request, response) => {
  if (request.url.startsWith('/scudo/')) return scudo.listener(request, response);
  if (request.url !== '/orders' || request.method !== 'POST') return files(request, response);
  scudo.orders.create({ amount: '1999', currency: 'EUR', reference: 'SO-4711' }).then(
    ({ id }) => response.setHeader('content-type', 'application/json').end(JSON.stringify({ id })),
    (error) => {
      console.error(error);
      response.writeHead(500).end();
    },
  );
}).listen(Number(BACKEND_PORT), '127.0.0.1');
