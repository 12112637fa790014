import { card, expect, test } from './shop-test.js';

test('challenge="inline" shows the issuer’s page in place, and the payment continues', async ({
  shop,
  open,
  checkout,
  page,
}) => {
  const id = await shop.createOrder();
  await open(id);
  await checkout.element.evaluate((element) => element.setAttribute('challenge', 'inline'));
  await checkout.pay(card('challenge'));
  await expect(checkout.challenge.code).toBeVisible();
  // Inside the element, not above the page.
  await expect(async () => {
    const [element, dialog] = await Promise.all([
      checkout.element.boundingBox(),
      checkout.challenge.dialog.boundingBox(),
    ]);
    expect(dialog!.y).toBeGreaterThanOrEqual(element!.y);
    expect(dialog!.x).toBeGreaterThanOrEqual(element!.x);
    expect(dialog!.y + dialog!.height).toBeLessThanOrEqual(element!.y + element!.height + 1);
  }).toPass();
  expect(await checkout.challenge.dialog.evaluate((open) => open.matches(':modal'))).toBe(false);
  // The size in the browser data fits the available space.
  const [request] = await shop.messages(id, 'authentications');
  expect(request!.request.browser_data.challenge_window_size).toBe('WINDOWED_500X600');
  expect(await checkout.challenge.dialog.locator('iframe').boundingBox()).toMatchObject({ width: 500, height: 600 });
  await checkout.challenge.enterCode();
  expect(await checkout.outcomeStatus()).toBe('paid');
  await expect(page.locator('iframe')).toHaveCount(0);
});

test('an inline challenge scrolls into view on a small screen', async ({ shop, open, checkout, page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(await shop.createOrder());
  await checkout.element.evaluate((element) => element.setAttribute('challenge', 'inline'));
  await checkout.pay(card('challenge'));
  await expect(checkout.challenge.code).toBeVisible();
  await expect(checkout.challenge.dialog.locator('iframe')).toBeInViewport({ ratio: 1 });
});
