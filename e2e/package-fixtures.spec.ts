// #region card
import { expect } from 'playwright/test';
import { test } from 'scudo-checkout/playwright';

test('a card is charged', async ({ orders, page, checkout, gateway }) => {
  const { id, path } = await orders.create({ amount: '2500', currency: 'GBP' });
  await page.goto(path);
  await checkout.pay({ number: '4222000006285344' });
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await orders.stateOf(id)).toBe('paid');
  expect(await gateway.messages(id, 'auth')).toHaveLength(1);
});
// #endregion

// #region testpay
test('an order is pending until the final status arrives', { tag: '@more' }, async ({
  orders,
  page,
  checkout,
  testpay,
  returnPage,
  gateway,
}) => {
  const { id, path } = await orders.create();
  await page.goto(path);
  await checkout.payWith('Testpay');
  await testpay.answer('Succeeded', '1h after submit');
  await page.waitForURL(/\/return\?/);
  expect(await orders.stateOf(id)).toBe('pending');
  await gateway.advance(3600);
  expect(await returnPage.outcomeStatus()).toBe('paid');
});
// #endregion

// #region challenge
test('a challenge is passed with the code', async ({ orders, page, checkout }) => {
  const { id, path } = await orders.create();
  await page.goto(path);
  await checkout.pay({ number: '4222000001227408' });
  await checkout.challenge.enterCode();
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await orders.stateOf(id)).toBe('paid');
});

test('a shopper can leave a challenge, at the issuer or in the shop', async ({ orders, page, checkout }) => {
  const { id, path } = await orders.create();
  await page.goto(path);
  await checkout.pay({ number: '4222000001227408' });
  await checkout.challenge.cancelAtIssuer();
  expect(await checkout.outcomeStatus()).toBe('not-authenticated');
  await checkout.tryAgainButton.click();
  await checkout.pay({ number: '4222000001227408' });
  await checkout.challenge.code.waitFor();
  await checkout.challenge.close();
  await expect(checkout.outcome).toHaveAttribute('data-status', 'cancelled');
  expect(await orders.stateOf(id)).toBe('open');
});
// #endregion
