// #region flows
import { cards, expect, test } from 'scudo-checkout/playwright';

test('a card is charged', async ({ orders, page, checkout, gateway }) => {
  const order = await orders.create({ amount: '2500', currency: 'GBP' });
  await page.goto(order.path);
  await checkout.pay(cards.success);
  await expect(checkout).toBePaid();
  await expect(order).toBePaid();
  expect(await gateway.messages(order.id, 'auth')).toHaveLength(1);
});

test('a challenge is passed with the code', async ({ orders, page, checkout }) => {
  const order = await orders.create();
  await page.goto(order.path);
  await checkout.pay(cards.challenge);
  await checkout.challenge.enterCode();
  await expect(order).toBePaid();
});

test('a shopper leaves a challenge, at the issuer or in the shop', async ({ orders, page, checkout }) => {
  const order = await orders.create();
  await page.goto(order.path);
  await checkout.pay(cards.challenge);
  await checkout.challenge.cancelAtIssuer();
  await expect(checkout).toHaveOutcome('not-authenticated');
  await checkout.tryAgainButton.click();
  await checkout.pay(cards.challenge);
  await checkout.challenge.code.waitFor();
  await checkout.challenge.close();
  await expect(checkout).toHaveOutcome('cancelled');
  await expect(order).toHaveState('open');
});
// #endregion

test.describe('Flows of the second suite', { tag: '@more' }, () => {
  // #region more
  test('a card is declined, and another one is charged', async ({ orders, page, checkout, gateway }) => {
    const order = await orders.create();
    await page.goto(order.path);
    await checkout.pay(cards['declined-101']);
    await expect(checkout).toHaveOutcome('declined');
    await expect(order).not.toBePaid();
    await checkout.tryAgainButton.click();
    await checkout.pay(cards.success);
    await expect(order).toBePaid();
    expect(await gateway.messages(order.id, 'auth')).toHaveLength(2);
  });

  test('an order is pending until the final status arrives', async ({
    orders,
    page,
    checkout,
    testpay,
    returnPage,
    clock,
  }) => {
    const order = await orders.create();
    await page.goto(order.path);
    await checkout.payWith('Testpay');
    await testpay.answer('Succeeded', '1h after submit');
    await page.waitForURL(/\/return\?/);
    await expect(order).toHaveState('pending');
    await clock.advance(3600);
    await expect(returnPage).toBePaid();
  });
  // #endregion

  test('an order with one payment method is paid without a choice', async ({
    orders,
    page,
    checkout,
    testpay,
    returnPage,
  }) => {
    await page.goto((await orders.create({ methods: [{ code: 'testpay' }] })).path);
    await checkout.payWith('Testpay');
    await testpay.answer();
    await expect(returnPage).toBePaid();
  });
});
