import { expect } from 'playwright/test';
// The built package, as a merchant imports it.
import { test } from '../dist/playwright.js';

test('the fixtures of the package pay by card in their own shop', async ({ site, page, checkout, gateway }) => {
  const { id, path } = await site.createOrder({ amount: '2500', currency: 'GBP' });
  await page.goto(path);
  await checkout.pay({ number: '4222000006285344' });
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await site.orderState(id)).toBe('paid');
  expect(await gateway.messages(id, 'auth')).toHaveLength(1);
});

test('the fixtures of the package pay by testpay, and advance the clock', async ({
  site,
  page,
  checkout,
  testpay,
  returnPage,
  gateway,
}) => {
  const { id, path } = await site.createOrder();
  await page.goto(path);
  await checkout.payWith('Testpay');
  await testpay.answer('Succeeded', '1h after submit');
  await page.waitForURL(/\/return\?/);
  expect(await site.orderState(id)).toBe('pending');
  await gateway.advance(3600);
  expect(await returnPage.outcomeStatus()).toBe('paid');
  expect(await site.orderState(id)).toBe('paid');
});
