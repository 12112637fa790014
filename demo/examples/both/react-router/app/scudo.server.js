import { createMerchantBackend } from 'scudo-checkout/server';

const {
  SHOP_URL = '',
  GATEWAY_URL: baseUrl,
  MERCHANT_ID: merchantId,
  ACCOUNT_ID: accountId,
  SECRET: secret,
} = process.env;
const shipments = new Map(); // in a shop: a table with the key order.id
export const scudo = createMerchantBackend({
  publicUrl: `${SHOP_URL}/scudo`,
  gateway: { baseUrl, merchantId, accountId, secret },
  // A route has no address of the connection. Run the server behind a proxy that overwrites or extends the header
  // X-Forwarded-For: otherwise clients choose their address.
  trustProxy: true,
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
