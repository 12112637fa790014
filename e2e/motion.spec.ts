import { card, expect, test } from './shop-test.js';

for (const [reducedMotion, animation] of [
  ['no-preference', 'turn'],
  ['reduce', 'none'],
] as const) {
  test(`the spinner in the button turns with ${reducedMotion}: ${animation}`, async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await open(await shop.createOrder());
    await page.route('**/authentications', () => undefined);
    await checkout.pay(card('success'));
    await expect(checkout.progress).toHaveText('Your bank is checking the payment…');
    const spinner = checkout.payButton.locator('[part=spinner]');
    expect(await spinner.evaluate((circle) => getComputedStyle(circle).animationName)).toBe(animation);
  });
}
