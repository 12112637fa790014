import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { CheckoutPage } from '../src/playwright.js';
import { asPrinted, card, expect, test } from './shop-test.js';

const onStage = (page: Page) => new CheckoutPage(page, page.frameLocator('#stage').locator('scudo-checkout'));
const property = (page: Page, name: string) => page.locator(`[data-property="${name}"]`);
const code = (page: Page, title: string) =>
  page.locator('figure', { has: page.locator('figcaption', { hasText: title }) }).locator('code');
const ready = (page: Page) => expect(page.locator('html[data-ready=true]')).toHaveCount(1);

test('a designer chooses a card, pays, and reads the time line', async ({ page }) => {
  await page.goto('/');
  const checkout = onStage(page);
  await expect(checkout.payButton).toHaveText('Pay €19.99');
  await page.getByRole('button', { name: card('challenge').number }).click();
  await expect(checkout.field('Card number')).toHaveValue(asPrinted(card('challenge').number));
  await checkout.payButton.click();
  await checkout.challenge.enterCode();
  expect(await checkout.outcomeStatus()).toBe('paid');
  await expect(page.locator('#order-state')).toContainText('as paid, ECI 05');
  const timeline = page.getByRole('list', { name: 'Steps and messages of the payment' });
  await expect(timeline).toContainText('outcome');
  const words = async () =>
    (await timeline.locator('.note, .name').allTextContents()).map((text) => text.replace(/\s+/g, ' '));
  const wanted = [
    'Page to Backend: protocol-versions',
    'Backend to Gateway: protocol-versions',
    'Page to Backend: authentications',
    'Backend to Gateway: authentications',
    'Page to ACS (bank): creq',
    'ACS (bank) to Backend: cres',
    'Page to Backend: authorizations',
    'Backend to Gateway: auth ',
  ];
  // The time line fetches the gateway's messages after those of the page.
  await expect(async () => {
    const texts = await words();
    const places = wanted.map((step) => texts.findIndex((text) => `${text} `.includes(step)));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  }).toPass();
  expect((await words()).join()).not.toContain(card('challenge').number);
});

test('a theme is set with the controls, reproduced by the code, and shared by the address', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await ready(page);
  await page.getByLabel('Preset').selectOption('market');
  await page.getByLabel('Scheme').selectOption('dark');
  await page.getByLabel('Language').selectOption('de');
  await page.getByRole('button', { name: '390' }).click();
  await page.getByLabel('--scudo-color-accent, dark').fill('#ffcc00');
  await page.getByText('Shape', { exact: true }).click();
  await page.getByLabel('--scudo-radius', { exact: true }).fill('20');
  await page.getByLabel('Reduced motion').check();

  const expectTheme = async (one: Page) => {
    const checkout = onStage(one);
    await expect(checkout.element.getByRole('button', { name: /bezahlen/ })).toBeVisible();
    const pay = checkout.element.locator('[part~=pay-button]');
    await expect(pay).toHaveCSS('background-color', 'rgb(255, 204, 0)');
    // The button has the radius of the preset, the fields have the changed one.
    await expect(pay).toHaveCSS('border-top-left-radius', '999px');
    await expect(checkout.element.locator('#number')).toHaveCSS('border-top-left-radius', '20px');
    await expect.poll(() => one.locator('#stage').boundingBox()).toMatchObject({ width: 390 });
  };
  await expectTheme(page);
  const css = code(page, 'checkout.css');
  await expect(css).toHaveText(
    /color-scheme: dark;\s+--scudo-color-accent: light-dark\(#1b7a3d, #ffcc00\);\s+--scudo-radius: 20px;\s+--scudo-motion: 0s;/,
  );
  await expect(code(page, 'HTML')).toContainText('<link rel="stylesheet" href="/presets/market.css">');

  const other = await context.newPage();
  await other.goto(page.url());
  await expectTheme(other);

  await property(page, 'radius').getByRole('button', { name: 'Take --scudo-radius back' }).click();
  await expect(css).not.toContainText('radius');
  await page.getByRole('button', { name: 'Take all changes back' }).click();
  await page.getByLabel('Scheme').selectOption('');
  await expect(css).toHaveCount(0);
});

test('a payment by Testpay leaves the studio and comes back to its page', { tag: '@more' }, async ({
  page,
  testpay,
  returnPage,
}) => {
  await page.goto('/');
  await onStage(page).payWith('Testpay');
  await testpay.answer();
  await expect(returnPage.outcome).toHaveAttribute('data-status', 'paid');
});

test('an order that the backend refuses is reported, and the present order stays', async ({ page }) => {
  await page.goto('/');
  await ready(page);
  await page.getByLabel('Currency').fill('XXX');
  await page.getByLabel('Amount in minor units').fill('0');
  await page.getByRole('button', { name: 'New order' }).click();
  await expect(page.locator('#order-state')).not.toContainText('as open');
  await expect(onStage(page).payButton).toHaveText('Pay €19.99');
});

for (const colorScheme of ['light', 'dark'] as const) {
  const tag = colorScheme === 'light' ? [] : '@more';
  test(`the studio is accessible in ${colorScheme}, and scrolls in one way only, at any width`, { tag }, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto('/');
    await ready(page);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
    for (const width of [1280, 900, 390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), {
          message: String(width),
        })
        .toBe(0);
    }
  });
}
