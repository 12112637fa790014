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

test('a challenge is passed in a dialog whose theme never stands still', async ({ orders, page, checkout }) => {
  const order = await orders.create();
  await page.goto(order.path);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      scudo-checkout::part(challenge-dialog) { animation: arrive 1s, glow 1s infinite; }
      @keyframes arrive { from { translate: 0 300px; } }
      @keyframes glow { 50% { border-color: gold; } }`);
    document.adoptedStyleSheets.push(sheet);
  });
  await checkout.pay(cards.challenge);
  await checkout.challenge.enterCode();
  await expect(order).toBePaid();
});

test('a failure of a test names the methods of the order, the outcome and the console', async ({
  orders,
  page,
  checkout,
}) => {
  const order = await orders.create();
  await page.goto(order.path);
  const wrongMethod = expect(checkout.payWith('Tespay')).rejects;
  await wrongMethod.toThrow('The payment method must be one of "Card", "Testpay"; got "Tespay".');
  await page.evaluate(() => console.error('scudo-checkout: A mistake of the set-up.'));
  await checkout.pay(cards['declined-101']);
  await expect(checkout).toHaveOutcome('declined');
  const notPaid = await expect(checkout)
    .toBePaid({ timeout: 5000 })
    .catch((error: unknown) => String(error));
  expect(notPaid).toContain('The outcome is declined, expected paid (5000 ms).');
  expect(notPaid).toMatch(/Its code is declined, and the page shows "[^"]*declined[^"]*"\./);
  expect(notPaid).toContain('The console of the page:\n  scudo-checkout: A mistake of the set-up.');
  page.setDefaultTimeout(100);
  await expect(checkout.challenge.enterCode()).rejects.toThrow('A mistake of the set-up.');
});

for (const [directive, code] of [
  ['frame-src', 'frame-blocked'],
  ['connect-src', 'call-blocked'],
] as const) {
  test(`the console names a policy of the page without ${directive}`, async ({ orders, page, checkout }) => {
    const { path } = await orders.create();
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers(), 'content-security-policy': `${directive} 'none'` };
      await route.fulfill({ response, headers });
    });
    const line = page.waitForEvent('console', (message) => message.text().includes(`#${code}`));
    await page.goto(path);
    if (directive === 'frame-src') await checkout.fillCard(cards.challenge);
    expect((await line).text()).toContain(`Its directive ${directive} has to allow 'self': "${directive} 'self'".`);
  });
}

test.describe('Flows with the tag @more', { tag: '@more' }, () => {
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
    const order = await orders.create({ methods: [{ code: 'testpay' }] });
    await page.goto(order.path);
    await checkout.payWith('Testpay');
    await testpay.answer();
    await expect(returnPage).toBePaid();
    expect(await order.refund({ amount: '500', key: 'R1' })).toMatchObject({ state: 'done', refundable: '1499' });
    await expect(order).toHaveState('partly-refunded');
  });
});
