import { installedShop } from './installed-shop.js';
// #region fixture
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cards, expect, freePort, startSandbox, test as base, type Site } from 'scudo-checkout/playwright';

const test = base.extend<object, { readonly site: Site }>({
  site: [
    async ({}, use) => {
      const sandbox = await startSandbox();
      const shopUrl = `http://localhost:${await freePort()}`;
      const account = { MERCHANT_ID: 'scudo', ACCOUNT_ID: 'internet', SECRET: 'secret' };
      const env = { ...process.env, ...account, SHOP_URL: shopUrl, GATEWAY_URL: sandbox.url };
      const cwd = process.env['SHOP_FOLDER'] ?? '.'; // the folder of your server
      const shop = spawn('node', ['server.mjs'], { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
      const isReady = () =>
        fetch(`${shopUrl}/scudo.js`).then(
          (response) => response.ok,
          () => false,
        );
      await expect.poll(isReady, { timeout: 60_000 }).toBe(true);
      await use({ shopUrl, sandboxUrl: sandbox.url });
      shop.kill();
      await once(shop, 'exit');
      await sandbox.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('a card is charged in the shop', async ({ page, checkout, gateway }) => {
  await page.goto('/checkout');
  const order = await page.locator('scudo-checkout').getAttribute('order');
  await checkout.pay(cards.success);
  await expect(checkout).toBePaid();
  expect(await gateway.messages(order ?? '', 'auth')).toHaveLength(1);
});
// #endregion

process.env['SHOP_FOLDER'] = installedShop('own-shop');
