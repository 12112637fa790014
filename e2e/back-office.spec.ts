import type { Page } from 'playwright/test';
import { CheckoutPage, TestpayPage } from '../src/playwright.js';
import { card, expect, test, type Shop } from './shop-test.js';

async function paidByTestpay(shop: Shop, page: Page, order: object = {}): Promise<string> {
  const id = await shop.createOrder({ accountHolderName: 'Ada Lovelace', country: 'GB', ...order });
  await page.goto(`/minimal.html?order=${id}`);
  await new CheckoutPage(page).payWith('Testpay');
  await new TestpayPage(page).answer();
  await expect.poll(async () => (await shop.order(id)).state).toBe('paid');
  return id;
}

test('the back office refunds a part, then the rest, and never more than the payment', { tag: '@core' }, async ({
  shop,
  page,
}) => {
  const id = await paidByTestpay(shop, page);
  await page.goto(`/orders.html?order=${id}`);
  const order = page.locator(`[data-order="${id}"]`);
  await expect(order.locator('ol')).toContainText('Payment confirmed');
  await order.getByLabel('Refund amount in EUR').fill('5');
  await order.getByRole('button', { name: 'Refund this amount' }).click();
  await expect(page.getByRole('status')).toContainText('Refund of €5.00: done');
  await expect(page.getByRole('status')).toContainText('€14.99 left');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'partly-refunded', refundable: '1499' });

  await order.getByLabel('Refund amount in EUR').fill('15.00');
  await order.getByRole('button', { name: 'Refund this amount' }).click();
  await expect(page.getByRole('alert')).toContainText('The amount must be at most €14.99');

  await order.getByLabel('Refund amount in EUR').fill('14.99');
  await order.getByRole('button', { name: 'Refund this amount' }).click();
  await expect(page.getByRole('status')).toContainText('€0.00 left');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'refunded', refundable: '0' });
  const credits = await shop.messages(id, 'payment-credit');
  expect(credits.map(({ request }) => request.amount['#text'])).toEqual(['500', '1499']);
  expect(await shop.refund(id)).toMatchObject({ status: 400 });
});

test('the reports list payments and refunds, filtered and in pages', { tag: '@more' }, async ({ shop, page }) => {
  const id = await paidByTestpay(shop, page);
  await shop.refund(id, '100');
  await page.goto('/reports.html');

  const payments = page.locator('#payments');
  await payments.getByLabel('State').selectOption('SUCCEEDED');
  await payments.getByLabel('Per page').fill('1');
  await payments.getByLabel('Personal data').check();
  await payments.getByRole('button', { name: 'Show' }).click();
  await expect(payments.getByText(/Page 1 of \d+/)).toBeVisible();
  await expect(payments.locator('tbody tr')).toHaveCount(1);
  await expect(payments.locator('th', { hasText: 'iban' })).toBeVisible();

  const refunds = page.locator('#refunds');
  await refunds.getByLabel('From').fill('');
  await refunds.getByLabel('To').fill('');
  await refunds.getByLabel('Order').fill(id);
  await refunds.getByRole('button', { name: 'Show' }).click();
  await expect(refunds.locator('tbody tr')).toHaveCount(1);
  await expect(refunds.locator('tbody')).toContainText('INITIATION_COMPLETED');

  // A query that the document forbids shows an error message.
  await refunds.getByLabel('Order').fill('');
  await refunds.getByRole('button', { name: 'Show' }).click();
  await expect(refunds.getByRole('alert')).toContainText('start');
});

test('the search finds the authentications of an order', async ({ shop, open, checkout, page }) => {
  const id = await shop.createOrder();
  await open(id);
  await checkout.pay(card('success'));
  expect(await checkout.outcomeStatus()).toBe('paid');
  await page.goto('/reports.html');
  const section = page.locator('#authentications');
  await section.getByLabel('Order', { exact: true }).fill(id);
  await section.getByRole('button', { name: 'Show' }).click();
  await expect(section.locator('tbody tr')).toHaveCount(1);
  await expect(section.locator('tbody')).toContainText('AUTHENTICATION_SUCCESSFUL');
});

test('a person settles a pending order as failed, and reopens it', async ({ shop, page }) => {
  const id = await shop.createOrder({ amount: '1999' });
  // Only a person can settle a redirect payment that the shopper has just begun.
  const started = await page.request.post(`/scudo/orders/${id}/redirects`, {
    headers: { 'idempotency-key': `settled-by-a-person-${id}` },
    data: { method: 'testpay', account_holder_name: 'Ada Lovelace', country: 'GB' },
  });
  expect(started.status()).toBe(200);
  await page.goto(`/orders.html?order=${id}`);
  const order = page.locator(`[data-order="${id}"]`);
  const decide = async (button: string) => {
    const form = order.locator('form').filter({ has: page.getByRole('button', { name: button, exact: true }) });
    await form.getByLabel('Reason').fill('Seen in the gateway back office');
    await form.getByRole('button', { name: button, exact: true }).click();
  };
  await decide('Settle as failed');
  await expect(page.getByRole('status')).toHaveText('Settled. The order is failed.');
  await decide('Reopen the order for another payment');
  await expect(page.getByRole('status')).toHaveText('The order is open again.');
  const { state, history } = await shop.order(id);
  expect([state, history.filter(({ event }) => event === 'settled' || event === 'reopened').length]).toEqual([
    'open',
    2,
  ]);
  await page.getByRole('link', { name: 'All orders' }).click();
  await page.getByRole('searchbox').fill(id);
  await page.getByRole('searchbox').press('Enter');
  await expect(page.locator('[data-order]')).toHaveCount(1);
  await expect(order).toHaveCount(1);
  await page.getByLabel('State').selectOption('in-doubt,pending,failed');
  await page.getByRole('button', { name: 'Show orders' }).click();
  await expect(order).toHaveCount(0);
  await page.getByRole('button', { name: 'Reconcile' }).click();
  await expect(page.getByRole('status')).toContainText('due:');
});
