import Koa from 'koa';
import files from 'koa-static';
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

const app = new Koa();
// Before parsers of bodies.
app.use(async (context, next) => {
  if (!context.path.startsWith('/scudo/')) return next();
  context.respond = false;
  scudo.listener(context.req, context.res);
});
app.use(async (context, next) => {
  if (context.path !== '/checkout') return next();
  const { id } = await scudo.orders.create({ amount: '1999', currency: 'EUR', reference: 'SO-4711' });
  context.type = 'html';
  context.body = `<!doctype html>
    <script type="module" src="/scudo.js"></script>
    <scudo-checkout backend="/scudo" order="${id}"></scudo-checkout>`;
});
app.use(files('node_modules/scudo-checkout/dist'));
app.listen(Number(new URL(SHOP_URL).port), '127.0.0.1');
