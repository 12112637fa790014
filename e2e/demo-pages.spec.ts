import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, PAYER, test } from './shop-test.js';

/** Pages that show an order. The frame of isolated fields is allowed on another site only. */
const PAGES = [
  '/reports.html?',
  '/return.html?',
  '/headless.html?',
  '/minimal.html?',
  '/isolated.html?fields=inline&',
  '/shops/fashion.html?',
  '/shops/delivery.html?',
  '/shops/bank.html?',
  '/shops/supplies.html?',
  '/shops/soda.html?',
  '/shops/fashion-order.html?',
  '/shops/delivery-order.html?',
  '/shops/supplies-order.html?',
  '/shops/soda-order.html?',
] as const;

const sideways = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** Links, buttons and fields of the page that are smaller than 24 px, except links within a line of text. */
const smallTargets = () =>
  [...document.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')].flatMap((element) => {
    const { width, height } = element.getBoundingClientRect();
    const isInText = element.matches('p a');
    return width === 0 || isInText || (width >= 24 && height >= 24)
      ? []
      : [`${element.localName} “${element.textContent.trim()}” ${Math.round(width)} × ${Math.round(height)}`];
  });

/** Checks landmark, title, icon, targets and width of a page. */
async function expectFrame(page: Page, icon = '/favicon.svg'): Promise<void> {
  await expect(page.locator('main')).toHaveCount(1);
  await expect(page.locator('h1')).toHaveCount(1);
  const { href } = new URL(icon, page.url());
  await expect(page.locator('link[rel=icon]')).toHaveJSProperty('href', href);
  const answer = await page.request.get(href);
  expect([answer.status(), answer.headers()['content-type']?.split(';')[0]]).toEqual([200, 'image/svg+xml']);
  for (const width of [1440, 320]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => page.evaluate(sideways), { message: `${width} px` }).toBe(0);
    expect(await page.evaluate(smallTargets)).toEqual([]);
  }
}

/** Checks a page with axe in light and dark. Without motion no color is between two. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
  }
}

for (const address of PAGES) {
  test(`the page ${new URL(address, 'http://localhost').pathname} has a main, a heading and an icon, large targets, and fits 320 px`, {
    tag: '@more',
  }, async ({ shop, page }) => {
    await page.goto(`${address}order=${await shop.createOrder({ payer: PAYER })}`);
    await expectFrame(page);
    await expectAccessible(page);
  });
}

for (const address of ['/', '/gallery.html?only=form-empty', '/sheet.html']) {
  test(`the page ${new URL(address, 'http://localhost').pathname} has a main, a heading, an icon and large targets`, {
    tag: '@more',
  }, async ({ page }) => {
    await page.goto(address);
    await expect(page.locator('html[data-ready=true]')).toHaveCount(1);
    for (const summary of await page.locator('#controls summary').all()) await summary.click();
    await expectFrame(page);
  });
}

test('the home page of the sandbox has a main, a heading and an icon, large targets, and fits 320 px', {
  tag: '@more',
}, async ({ page }) => {
  await page.goto('/');
  const link = page.getByRole('link', { name: 'Sandbox' });
  await expect(link).toHaveAttribute('href', /^http/);
  await page.goto((await link.getAttribute('href'))!);
  await expectFrame(page, '/acs/favicon.svg');
  await expectAccessible(page);
});

for (const address of ['/headless.html', '/return.html']) {
  test(`the page ${address} without an order names the parameter that is missing`, { tag: '@more' }, async ({
    page,
  }) => {
    await page.goto(address);
    await expect(page.getByText('Add ?order=ID to the address')).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  });
}
