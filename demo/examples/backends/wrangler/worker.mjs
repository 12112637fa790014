import { DurableObject } from 'cloudflare:workers';
import { createMerchantBackend } from 'scudo-checkout/server';
import { createOrderStore } from './order-store.mjs';

const MINUTE = 60_000;

const shipments = new Map(); // in a shop: a table with the key order.id
/** The shop in one Durable Object, whose SQLite database has the orders. */
export class Shop extends DurableObject {
  constructor(context, env) {
    super(context, env);
    const { SHOP_URL, GATEWAY_URL: baseUrl, MERCHANT_ID: merchantId, ACCOUNT_ID: accountId, SECRET: secret } = env;
    this.scudo = createMerchantBackend({
      publicUrl: `${SHOP_URL}/scudo`,
      gateway: {
        baseUrl,
        merchantId,
        accountId,
        secret,
        // Workers have no `redirect: 'error'`. A redirect that is not followed is not an answer of the gateway, either.
        fetch: (input, init) => fetch(input, { ...init, redirect: 'manual' }),
      },
      store: createOrderStore(context.storage.sql),
      onOrderChanged(order, change) {
        // Amounts are captured at once. With autosettle false or 'multi', ship when the capture is done.
        const isPaid = change.kind === 'confirmed' || (change.kind === 'state' && change.to === 'paid');
        // A message alone has decided. The change `confirmed` follows when the payments report agrees.
        const isUnconfirmed = order.flags.some(
          (flag) => flag.kind === 'unconfirmed' && flag.attempt === change.attempt,
        );
        if (!isPaid || isUnconfirmed) return;
        const shipped = shipments.get(order.id);
        shipments.set(order.id, shipped ?? change.attempt);
        if (!shipped) console.log(`Ship ${order.reference}`, order.id);
        else if (shipped !== change.attempt) console.log(`Return the second payment ${change.attempt}`);
      },
    });
    context.blockConcurrencyWhile(() => this.schedule());
  }

  /** Takes the place of a timer, because an idle object is stopped. */
  async alarm() {
    await this.scudo.orders.reconcile().catch(console.error);
    await this.schedule();
  }

  async schedule() {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + MINUTE);
  }

  async fetch(request) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/scudo/')) {
      return this.scudo.fetch(request, { ip: request.headers.get('cf-connecting-ip') ?? undefined });
    }
    if (pathname !== '/checkout') return new Response('Not found', { status: 404 });
    const { id } = await this.scudo.orders.create({ amount: '1999', currency: 'EUR', reference: 'SO-4711' });
    const page = `<!doctype html>
      <script type="module" src="/scudo.js"></script>
      <scudo-checkout backend="/scudo" order="${id}"></scudo-checkout>`;
    return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  }
}

export default {
  fetch: (request, env) => env.SHOP.get(env.SHOP.idFromName('shop')).fetch(request),
};
