import { building } from '$app/environment';
import { env } from '$env/dynamic/private';
import { createMerchantBackend } from 'scudo-checkout/server';

export const scudo = building ? undefined : create();

function create() {
  const { SHOP_URL = '', GATEWAY_URL: baseUrl, MERCHANT_ID: merchantId, ACCOUNT_ID: accountId, SECRET: secret } = env;
  const created = createMerchantBackend({
    publicUrl: `${SHOP_URL}/scudo`,
    gateway: { baseUrl, merchantId, accountId, secret },
    onOrderChanged(order, change) {
      if (change.kind === 'state' && change.to === 'paid') console.log(`Ship ${order.reference}`, change.id);
    },
  });
  setInterval(() => created.orders.reconcile().catch(console.error), 60_000);
  return created;
}
