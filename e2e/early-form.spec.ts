import { card, expect, test } from './shop-test.js';

for (const [what, amount, presses] of [
  ['is paid after one press of Pay', '1999', 1],
  ['is paid after another press, if it has another amount', '999', 2],
] as const)
  test(`a form before its order and late.js can be filled in, and the order ${what}`, async ({
    shop,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    for (const address of ['**/scudo/orders/*', '**/late.js*'])
      await page.route(address, async (route) => {
        await held;
        await route.continue();
      });
    await page.goto(`/minimal.html?order=${id}`, { waitUntil: 'commit' });
    await checkout.element.evaluate(
      (element, expected) => {
        for (const [name, value] of Object.entries(expected)) element.setAttribute(name, value);
      },
      { methods: 'card', amount, currency: 'EUR' },
    );
    await checkout.pay(card('success'));
    await expect(checkout.payButton).toHaveAttribute('aria-busy', 'true');
    expect(await shop.order(id)).toMatchObject({ state: 'open' });
    release();
    if (presses === 2) {
      await expect(checkout.payButton).toHaveText('Pay €19.99');
      await expect(checkout.element.locator('form [part~=message]')).toContainText('The amount is now €19.99.');
      await checkout.payButton.click();
    }
    expect(await checkout.outcomeStatus()).toBe('paid');
  });
