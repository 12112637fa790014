import { createMerchantBackend } from 'scudo-checkout/server';

const {
  SHOP_URL = '',
  GATEWAY_URL: baseUrl,
  MERCHANT_ID: merchantId,
  ACCOUNT_ID: accountId,
  SECRET: secret,
} = process.env;

export const port = Number(new URL(SHOP_URL).port);

export const scudo = createMerchantBackend({
  publicUrl: `${SHOP_URL}/scudo`,
  gateway: { baseUrl, merchantId, accountId, secret },
  onOrderChanged(order, change) {
    if (change.kind === 'state' && change.to === 'paid') console.log(`Ship ${order.reference}`, change.id);
  },
});
