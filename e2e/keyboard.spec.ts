import type { Page } from 'playwright/test';
import { focused, pressToLeaveFrame, watchFocus, type Focused } from './focus.js';
import { card, expect, test } from './shop-test.js';

/** Presses Tab until the element with a name has the focus. Returns each focused element. */
async function tabTo(page: Page, last: string): Promise<Focused[]> {
  const stops: Focused[] = [];
  do {
    await page.keyboard.press('Tab');
    stops.push(await focused(page));
  } while (stops.at(-1)!.name !== last && stops.length < 20);
  return stops;
}

const names = (stops: readonly Focused[]) => stops.map(({ name }) => name);

/** Types into consecutive fields. */
async function typeFields(page: Page, ...texts: string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
}

const FIELDS = ['Card number', 'Expiry date', 'Security code', 'Name on card'];

test('a card is paid by keyboard alone, with a corrected error and a challenge that is resumed', {
  tag: '@core',
}, async ({ shop, open, checkout, page }) => {
  const id = await shop.createOrder();
  const lost = await watchFocus(page);
  await open(id);
  await expect(checkout.payButton).toBeVisible();

  // From top to bottom, and within a row from left to right.
  const stops = await tabTo(page, 'Pay €19.99');
  expect(names(stops)).toEqual(['Card', ...FIELDS, 'Pay €19.99']);
  for (const [index, { top, left }] of stops.entries()) {
    const before = stops[index - 1] ?? { bottom: 0, right: 0 };
    expect(top >= before.bottom || left >= before.right, `Tab to ${stops[index]!.name} goes forward`).toBe(true);
  }

  await page.keyboard.press('Enter');
  await expect(checkout.field('Card number')).toBeFocused();
  await typeFields(page, card('challenge').number, '12/40', '12', 'Ada Lovelace');
  await page.keyboard.press('Enter');
  await expect(checkout.field('Security code')).toBeFocused();
  await expect(checkout.field('Security code')).toHaveAccessibleDescription('The security code has 3 digits.');
  await page.keyboard.press('End');
  await page.keyboard.type('3');
  // Enter in a field pays.
  await page.keyboard.press('Enter');

  const { dialog, code, issuerPage } = checkout.challenge;
  await expect(dialog.getByRole('heading')).toBeFocused();
  await expect(code).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toHaveText('Cancel this payment?');
  await expect(dialog.getByRole('button', { name: 'Back to your bank' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel payment' })).toBeFocused();
  await expect(dialog.getByRole('alert')).toHaveCount(0);

  // Shift+Tab moves backwards through the issuer's page to its code.
  await page.keyboard.press('Shift+Tab');
  await expect(issuerPage.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(code).toBeFocused();
  await page.keyboard.type('123456');
  pressToLeaveFrame(page, 'Enter');

  await expect(checkout.outcome.getByRole('heading', { name: 'Payment complete' })).toBeFocused();
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid' });
  expect(await lost()).toEqual([]);
});

test('a challenge is cancelled by keyboard, and the next one confirmed', async ({ shop, open, checkout, page }) => {
  const id = await shop.createOrder({ methods: [{ code: 'card' }] });
  const lost = await watchFocus(page);
  await open(id);
  await expect(checkout.payButton).toBeVisible();
  await page.keyboard.press('Tab');
  await typeFields(page, card('challenge').number, '12/40', '123', 'Ada Lovelace');
  await page.keyboard.press('Tab');
  await expect(checkout.payButton).toBeFocused();
  await page.keyboard.press('Space');

  const { dialog, code, issuerPage } = checkout.challenge;
  await expect(code).toBeVisible();
  await expect(dialog.getByRole('heading')).toBeFocused();
  // Tab moves through the issuer's page, then to the button of the dialog.
  await page.keyboard.press('Tab');
  await expect(code).toBeFocused();
  await page.keyboard.type('1');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(issuerPage.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Cancel payment' })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('button', { name: 'Back to your bank' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Cancel payment' })).toBeFocused();
  await page.keyboard.press('Space');

  await expect(checkout.outcome.getByRole('heading', { name: 'Payment cancelled' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(checkout.tryAgainButton).toBeFocused();
  await page.keyboard.press('Enter');
  // The form keeps all texts except the security code.
  await expect(checkout.field('Security code')).toBeFocused();
  await page.keyboard.type('123');
  await page.keyboard.press('Enter');
  await expect(code).toBeVisible();
  await expect(dialog.getByRole('heading')).toBeFocused();
  // The focus moves to another process. Keys that are pressed too early are lost.
  await page.keyboard.press('Tab');
  await expect(code).toBeFocused();
  await page.keyboard.type('123456');
  await page.keyboard.press('Tab');
  await expect(issuerPage.getByRole('button', { name: 'Confirm' })).toBeFocused();
  pressToLeaveFrame(page, 'Space');

  await expect(checkout.outcome.getByRole('heading', { name: 'Payment complete' })).toBeFocused();
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid' });
  expect(await lost()).toEqual([]);
});

test('another method is chosen by an arrow key, and the payment is completed on its page', async ({
  shop,
  open,
  checkout,
  testpay,
  returnPage,
  page,
}) => {
  const id = await shop.createOrder();
  const lost = await watchFocus(page);
  await open(id);
  await expect(checkout.payButton).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  const chosen = checkout.element.getByRole('radio', { name: 'Testpay' });
  await expect(chosen).toBeFocused();
  await expect(chosen).toBeChecked();
  // Another method changes the fields and keeps the focus.
  await page.keyboard.press('ArrowUp');
  await expect(checkout.field('Card number')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(chosen).toBeFocused();

  expect(names(await tabTo(page, 'Continue to Testpay'))).toEqual([
    'Account holder name',
    'Country',
    'Continue to Testpay',
  ]);
  await page.keyboard.press('Enter');
  await expect(checkout.field('Account holder name')).toBeFocused();
  await typeFields(page, 'Ada Lovelace', 'United K');
  await expect(checkout.field('Country')).toHaveValue('GB');
  await page.keyboard.press('Tab');
  expect(await lost()).toEqual([]);
  await page.keyboard.press('Enter');

  await testpay.response.waitFor();
  await tabTo(page, 'Submit');
  await page.keyboard.press('Enter');
  await expect(returnPage.outcome).toHaveAttribute('data-status', 'paid');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid', method: 'testpay' });
});
