import { installedShop } from './installed-shop.js';
// #region faults
import { cards, expect, freePort, startSandbox, startShop, test as base, type Site } from 'scudo-checkout/playwright';
import type { ChooseFault } from 'scudo-checkout/sandbox';

/** Chooses the faults of the running test. The sandbox is in the process of the test. */
let faults: ChooseFault | undefined;

const test = base.extend<object, { readonly site: Site }>({
  site: [
    async ({}, use) => {
      const sandbox = await startSandbox({ faults: (call) => faults?.(call) });
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

test.afterEach(() => {
  faults = undefined;
});

test('an authorization whose answer cannot be read is looked up', async ({ page, checkout }) => {
  faults = ({ kind }) => (kind === 'auth' ? { type: 'unreadable' } : undefined);
  await page.goto('/checkout');
  await checkout.pay(cards.success);
  await expect(checkout).toBePaid();
});

test('a payment is in doubt while the gateway cannot be read', async ({ page, checkout }) => {
  faults = ({ kind }) => (kind === 'auth' || kind === 'query' ? { type: 'unreadable' } : undefined);
  await page.goto('/checkout');
  await checkout.pay(cards.success);
  await expect(checkout).toHaveOutcome('in-doubt');
});
// #endregion

process.env['SHOP_FOLDER'] = installedShop('own-shop-faults');
