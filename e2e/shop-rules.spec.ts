import { SandboxClient } from '../src/playwright.js';
import { startSampleShop, type SampleShop, type SiteOrder } from '../src/playwright/sample-shop.js';
import type { PaymentRefusal, PaymentStart } from '../src/server.js';
import { card, expect, test as base } from './shop-test.js';

interface Rules {
  /** The answer of the shop's rule to the next payments. */
  refusal: PaymentRefusal | undefined;
  readonly asked: PaymentStart[];
  /** The methods that are down. */
  hidden: readonly string[];
}

const test = base.extend<{
  readonly rules: Rules;
  readonly sample: SampleShop;
  /** An order whose page is open. */
  readonly order: SiteOrder;
}>({
  rules: ({}, use) => use({ refusal: undefined, asked: [], hidden: [] }),
  sample: async ({ rules }, use) => {
    const shop = await startSampleShop({
      beforePayment(start) {
        rules.asked.push(start);
        return rules.refusal;
      },
      hiddenMethods: () => rules.hidden,
    });
    await use(shop);
    await shop.stop();
  },
  gateway: ({ sample }, use) => use(new SandboxClient(sample.sandboxUrl)),
  order: async ({ sample, page }, use) => {
    const order = await sample.orders.create();
    await page.goto(sample.shopUrl + order.path);
    await use(order);
  },
});

test('a card that the shop’s rule refuses is not charged, and is charged when the rule allows it', async ({
  order,
  rules,
  checkout,
  gateway,
}) => {
  rules.refusal = 'too-many-requests';
  await checkout.pay(card('success'));
  await expect(checkout.outcome).toHaveAttribute('data-code', 'too-many-requests');
  expect(await gateway.messages(order.id, 'auth')).toEqual([]);
  expect(await order.state()).toBe('open');
  rules.refusal = undefined;
  await checkout.pay(card('success'));
  await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
  expect(await gateway.messages(order.id, 'auth')).toHaveLength(1);
});

test('a redirect payment that the shop’s rule refuses for good does not leave the page', async ({
  order,
  rules,
  checkout,
  gateway,
}) => {
  rules.refusal = 'backend-refused';
  await checkout.payWith('Testpay');
  await expect(checkout.outcome).toHaveAttribute('data-code', 'backend-refused');
  expect(await gateway.messages(order.id, 'payment-set')).toEqual([]);
  expect(rules.asked.map(({ method }) => method)).toEqual(['testpay']);
});

test('a card that the shop hides while its form is open is not charged, and the other method pays', async ({
  order,
  rules,
  page,
  checkout,
  gateway,
}) => {
  const cards = page.getByRole('radio', { name: /card/i });
  await expect(cards).toBeVisible();
  rules.hidden = ['card'];
  await checkout.pay(card('success'));
  await expect(checkout.outcome).toHaveAttribute('data-code', 'gateway-unavailable');
  expect(await gateway.messages(order.id, 'auth')).toEqual([]);
  await expect(cards).toHaveCount(0);
  await checkout.payWith('Testpay');
  await expect(page).toHaveURL(/testpay/);
  expect(await gateway.messages(order.id, 'payment-set')).toHaveLength(1);
});
