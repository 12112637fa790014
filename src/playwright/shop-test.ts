import { test as base } from 'playwright/test';
import { CheckoutPage } from './checkout-page.js';
import { ReturnPage } from './return-page.js';
import { startSampleSite, type Site } from './sample-site.js';
import { SandboxClient } from './sandbox-client.js';
import { TestpayPage } from './testpay-page.js';

/** Fixtures of a worker. */
export interface WorkerFixtures {
  /** A shop and a sandbox on free ports, for this worker only. Override it to start a shop of your own. */
  readonly site: Site;
}

/** Fixtures of a test. */
export interface ShopFixtures {
  /** `<scudo-checkout>` on the page. */
  readonly checkout: CheckoutPage;
  /** `<scudo-return>` on the page. */
  readonly returnPage: ReturnPage;
  /** The simulator of redirect payment methods. */
  readonly testpay: TestpayPage;
  /** The sandbox's message log and clock. */
  readonly gateway: SandboxClient;
}

/**
 * Playwright's `test` with a shop and a sandbox for each worker, and page objects. `baseURL` is the shop.
 *
 * The default `site` is a small shop of the package. To test your own, override the worker fixture `site`: start your
 * server with the address of `startSandbox()` as the gateway, and stop both after `use`.
 *
 * @example
 * import { test } from 'scudo-checkout/playwright';
 * import { expect } from 'playwright/test';
 *
 * test('a card is charged', async ({ site, page, checkout }) => {
 *   const { id, path } = await site.createOrder({ amount: '1999' });
 *   await page.goto(path);
 *   await checkout.pay({ number: '4222000006285344' });
 *   expect(await checkout.outcomeStatus()).toBe('paid');
 *   expect(await site.orderState(id)).toBe('paid');
 * });
 */
export const test = base.extend<ShopFixtures, WorkerFixtures>({
  site: [
    // Playwright reads the names of fixtures from the pattern, so an empty one is required.
    async ({}, use) => {
      const site = await startSampleSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ site }, use) => use(site.shopUrl),
  checkout: ({ page }, use) => use(new CheckoutPage(page)),
  returnPage: ({ page }, use) => use(new ReturnPage(page)),
  testpay: ({ page }, use) => use(new TestpayPage(page)),
  gateway: ({ site }, use) => use(new SandboxClient(site.sandboxUrl)),
});
