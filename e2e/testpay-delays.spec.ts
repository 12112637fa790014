import type { TestpayDelay } from '../src/playwright.js';
import { expect, ownDemoTest as test } from './shop-test.js';

/** The simulator's delays, in seconds (Non-Card Payment Methods Interface, Simulator). */
const DELAYS = {
  '30s after submit': 30,
  '1m after submit': 60,
  '5m after submit': 300,
  '15m after submit': 900,
  '1h after submit': 3600,
} as const satisfies Partial<Record<TestpayDelay, number>>;

const REPRESENTATIVE: TestpayDelay = '30s after submit';
/** Seconds before the end of the delay at which a flow stops, because the clock also advances by itself. */
const EARLY = 25;

for (const [delay, seconds] of Object.entries(DELAYS) as [TestpayDelay, number][]) {
  for (const [response, status] of [
    ['Succeeded', 'paid'],
    ['Failed RemoteDecline', 'failed'],
  ] as const) {
    const tag = delay === REPRESENTATIVE && status === 'paid' ? '@core' : '@more';
    test(`an order with ${response}, ${delay} is pending until the status arrives, and the page then shows it`, {
      tag,
    }, async ({ shop, open, checkout, testpay, returnPage }) => {
      const id = await shop.createOrder();
      await open(id);
      await checkout.payWith('Testpay');
      await testpay.answer(response, delay);
      await expect(returnPage.progress).toHaveText('Waiting for Testpay to confirm your payment…');
      const [message] = await shop.messages(id, 'return');
      expect(JSON.stringify(message)).toContain('WAITING');
      // The delay counts from the submission.
      const passed = (await shop.advance(0)) - Date.parse(message!.at);
      await shop.advance(Math.max(0, seconds - EARLY - passed / 1000));
      expect(await shop.messages(id, 'status')).toHaveLength(0);
      expect((await shop.order(id)).state).toBe('pending');
      await shop.advance(EARLY);
      await expect.poll(async () => (await shop.order(id)).state).toBe(status);
      await expect(returnPage.outcome).toHaveAttribute('data-status', status);
      expect(await shop.messages(id, 'status')).toHaveLength(1);
    });
  }
}

test('the status is sent together with the return without a delay', async ({
  shop,
  open,
  checkout,
  testpay,
  returnPage,
}) => {
  const id = await shop.createOrder();
  await open(id);
  await checkout.payWith('Testpay');
  await testpay.answer('Succeeded', 'No delay');
  await expect(returnPage.outcome).toHaveAttribute('data-status', 'paid');
  await expect.poll(() => shop.messages(id, 'status')).toHaveLength(1);
});

test('after the merchant’s time limit the shopper reads that the order proceeds, and never that it failed', {
  tag: '@more',
}, async ({ shop, page, open, checkout, testpay, returnPage }) => {
  const id = await shop.createOrder();
  await open(id);
  await checkout.payWith('Testpay');
  await testpay.answer('Succeeded', '1h after submit');
  await page.waitForURL(/return\.html/);
  await page.goto(`/return.html?order=${id}&patience=1`);
  await expect(returnPage.outcome).toHaveAttribute('data-status', 'pending');
  await expect(returnPage.outcome).toContainText('We are waiting for the payment to be confirmed.');
  await shop.advance(3600);
  await expect(returnPage.outcome).toHaveAttribute('data-status', 'paid');
});
