import { createMerchantBackend } from 'scudo-checkout/server';

const {
  SHOP_URL = '',
  GATEWAY_URL: baseUrl,
  MERCHANT_ID: merchantId,
  ACCOUNT_ID: accountId,
  SECRET: secret,
} = process.env;

/** Created at the first request, because `next build` imports this file without the shop's variables. */
export const scudo = () => (backend ??= create());

let backend;

function create() {
  const created = createMerchantBackend({
    publicUrl: `${SHOP_URL}/scudo`,
    gateway: { baseUrl, merchantId, accountId, secret },
    // Next.js sets X-Forwarded-For only if the request has none. Run it behind a proxy that overwrites or extends the
    // header: otherwise clients choose their address.
    trustProxy: true,
    onOrderChanged(order, change) {
      if (change.kind === 'state' && change.to === 'paid') console.log(`Ship ${order.reference}`, change.id);
    },
  });
  setInterval(() => created.orders.reconcile().catch(console.error), 60_000);
  return created;
}
