import { card, expect, test } from './shop-test.js';

for (const [reducedMotion, animation] of [
  ['no-preference', 'wait'],
  ['reduce', 'none'],
] as const) {
  test(`the progress indicator moves with ${reducedMotion}: ${animation}`, async ({ shop, open, checkout, page }) => {
    await page.emulateMedia({ reducedMotion });
    await open(await shop.createOrder());
    await page.route('**/authentications', () => undefined);
    await checkout.pay(card('success'));
    await expect(checkout.progress).toHaveText('Your bank is checking the payment…');
    expect(await checkout.progress.evaluate((line) => getComputedStyle(line, '::before').animationName)).toBe(
      animation,
    );
  });
}
