import { CheckoutPage } from './checkout-page.js';
import { ReturnPage } from './return-page.js';
import { test as base } from './playwright-test.js';
import { startSampleShop, type SampleShop, type Site, type SiteOrders } from './sample-shop.js';
import { SandboxClient } from './sandbox-client.js';
import type { SandboxClockClient } from './sandbox-clock.js';
import { TestpayPage } from './testpay-page.js';

/** Milliseconds; ends only a start that hangs. */
const START_LIMIT = 240_000;

/** Fixtures of a worker. */
export interface WorkerFixtures {
  /** The small shop of the package. It starts only if `site` or `orders` needs it. */
  readonly sampleShop: SampleShop;
  /** A shop and a sandbox on free ports, for this worker only. Default: `sampleShop`. */
  readonly site: Site;
  /** The orders of the shop. Default: those of `sampleShop`. */
  readonly orders: SiteOrders;
}

/** Fixtures of a test. */
export interface ShopFixtures {
  /** `<scudo-checkout>` on the page. */
  readonly checkout: CheckoutPage;
  /** `<scudo-return>` on the page. */
  readonly returnPage: ReturnPage;
  /** The simulator of redirect payment methods. */
  readonly testpay: TestpayPage;
  /** The sandbox's message log. */
  readonly gateway: SandboxClient;
  /** The sandbox's clock, which all tests of a worker share. */
  readonly clock: SandboxClockClient;
}

/**
 * Playwright's `test` with a shop and a sandbox for each worker, and page objects. `baseURL` is the shop.
 *
 * The default shop is a small one of the package. To test your own, override the worker fixture `site`: start your
 * server with the address of `startSandbox()` as the gateway, and stop both after `use`. `orders` follows if your tests
 * use it.
 *
 * @example
 * import { cards, expect, test } from 'scudo-checkout/playwright';
 *
 * test('a card is charged', async ({ orders, page, checkout }) => {
 *   const order = await orders.create({ amount: '1999' });
 *   await page.goto(order.path);
 *   await checkout.pay(cards.success);
 *   await expect(checkout).toBePaid();
 *   await expect(order).toBePaid();
 * });
 */
export const test = base.extend<ShopFixtures, WorkerFixtures>({
  sampleShop: [
    // Playwright reads the names of fixtures from the pattern, so an empty one is required.
    async ({}, use) => {
      const shop = await startSampleShop();
      await use(shop);
      await shop.stop();
    },
    { scope: 'worker', timeout: START_LIMIT },
  ],
  site: [({ sampleShop }, use) => use(sampleShop), { scope: 'worker' }],
  orders: [({ sampleShop }, use) => use(sampleShop.orders), { scope: 'worker' }],
  baseURL: ({ site }, use) => use(site.shopUrl),
  checkout: ({ page }, use) => use(new CheckoutPage(page)),
  returnPage: ({ page }, use) => use(new ReturnPage(page)),
  testpay: ({ page }, use) => use(new TestpayPage(page)),
  gateway: ({ site }, use) => use(new SandboxClient(site.sandboxUrl)),
  clock: ({ gateway }, use) => use(gateway.clock),
});
