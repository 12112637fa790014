import { createMerchantBackend, type MerchantHandler } from 'scudo-checkout/server';

let backend: MerchantHandler | undefined;

/** Created at the first request, because the build imports this file without the shop's variables. */
export function useScudo(): MerchantHandler {
  return (backend ??= create());
}

function create(): MerchantHandler {
  const {
    SHOP_URL = '',
    GATEWAY_URL: baseUrl,
    MERCHANT_ID: merchantId,
    ACCOUNT_ID: accountId,
    SECRET: secret,
  } = process.env;
  const created = createMerchantBackend({
    publicUrl: `${SHOP_URL}/scudo`,
    gateway: { baseUrl, merchantId, accountId, secret },
    onOrderChanged(order, change) {
      if (change.kind === 'state' && change.to === 'paid') console.log(`Ship ${order.reference}`, change.id);
    },
  });
  setInterval(() => void created.orders.reconcile().catch(console.error), 60_000);
  return created;
}
