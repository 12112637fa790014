import { focused, pressToLeaveFrame, watchFocus } from './focus.js';
import { card, expect, test } from './shop-test.js';

/** The focus is visible and never lost. */

test('the focus ring is the same around an invalid field as around a valid one', async ({
  shop,
  open,
  checkout,
  page,
}) => {
  await open(await shop.createOrder());
  const ring = () =>
    checkout.field('Card number').evaluate((input) => {
      const { outlineColor, outlineWidth, outlineOffset } = getComputedStyle(input);
      return { outlineColor, outlineWidth, outlineOffset };
    });
  await checkout.field('Card number').focus();
  const right = await ring();
  await page.keyboard.press('Enter');
  await expect(checkout.field('Card number')).toHaveAttribute('aria-invalid', 'true');
  await expect(checkout.field('Card number')).toBeFocused();
  expect(await ring()).toEqual(right);
});

test('a country keeps the focus while it is locked', async ({ shop, open, checkout, page }) => {
  const lost = await watchFocus(page);
  await open(await shop.createOrder({ methods: [{ code: 'testpay' }] }));
  await page.route('**/redirects', () => undefined);
  await checkout.field('Account holder name').fill('Ada Lovelace');
  await checkout.field('Country').selectOption('GB');
  await checkout.field('Country').focus();
  // Enter in a select does this on macOS.
  await checkout.field('Country').evaluate((select: HTMLSelectElement) => select.form!.requestSubmit());
  await expect(checkout.progress).toHaveText('Contacting Testpay…');
  expect((await focused(page)).name).toMatch(/^Country|^Pay/);
  expect(await lost()).toEqual([]);
});

test('the code field of the issuer’s page gets the focus after a wrong code', async ({
  shop,
  open,
  checkout,
  page,
}) => {
  await open(await shop.createOrder());
  await checkout.pay(card('challenge'));
  const { code, issuerPage } = checkout.challenge;
  await code.fill('000000');
  pressToLeaveFrame(page, 'Enter');
  await expect(issuerPage.getByRole('alert')).toBeVisible();
  // Browsers ignore autofocus in a frame of another site.
  await expect(code).toBeFocused();
});
