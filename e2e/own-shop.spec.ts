import { installedShop } from './installed-shop.js';
// #region fixture
import type { ScudoCheckout } from 'scudo-checkout';
import { cards, expect, freePort, startSandbox, startShop, test as base, type Site } from 'scudo-checkout/playwright';

const test = base.extend<object, { readonly site: Site }>({
  site: [
    async ({}, use) => {
      const sandbox = await startSandbox();
      const shopUrl = `http://localhost:${await freePort()}`;
      const account = { MERCHANT_ID: 'scudo', ACCOUNT_ID: 'internet', SECRET: 'secret' };
      const shop = await startShop({
        command: 'node server.mjs',
        cwd: process.env['SHOP_FOLDER'] ?? '.', // the folder of your server
        url: shopUrl,
        env: { ...account, SHOP_URL: shopUrl, GATEWAY_URL: sandbox.url },
        ready: '/checkout',
      });
      await use({ shopUrl, sandboxUrl: sandbox.url });
      await shop.stop();
      await sandbox.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('a card is charged in the shop', async ({ page, checkout, gateway }) => {
  await page.goto('/checkout');
  await checkout.pay(cards.success);
  await expect(checkout).toBePaid();
  const order = await checkout.element.evaluate((element: ScudoCheckout) => element.order);
  expect(await gateway.messages(order, 'auth')).toHaveLength(1);
});
// #endregion

process.env['SHOP_FOLDER'] = installedShop('own-shop');
