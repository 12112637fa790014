import { AxeBuilder } from '@axe-core/playwright';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { card, expect, test } from './shop-test.js';

/** Serves the pages of docs/element.md with an order. */
async function visitSample(page: Page, file: string, order: string): Promise<void> {
  await page.route('**/samples/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!;
    const body = readFileSync(`test/samples/${name}`, 'utf8').replaceAll('ORDER_ID', order);
    return route.fulfill({ contentType: name.endsWith('.js') ? 'text/javascript' : 'text/html', body });
  });
  await page.goto(`/samples/${file}`);
}

test('the button of the page in docs/element.md shows that the payment runs, and goes when it is paid', async ({
  page,
  shop,
  checkout,
}) => {
  await visitSample(page, 'own-button.html', await shop.createOrder());
  const button = page.locator('#place-order');
  await expect(checkout.element.locator('#number')).toBeVisible();
  await expect(checkout.payButton).toHaveCount(0);
  await button.click();
  await expect(checkout.element.locator('#number')).toBeFocused();
  await checkout.fillCard(card('failed'));
  await button.click();
  expect(await checkout.outcomeStatus()).toBe('not-authenticated');
  await expect(button).toBeHidden();
  await checkout.tryAgainButton.click();
  await checkout.fillCard(card('challenge'));
  await button.click();
  await checkout.challenge.enterCode();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  expect(await checkout.outcomeStatus()).toBe('paid');
  await expect(button).toBeHidden();
});

test('the page with tabs in docs/element.md asks in its order, and fits 320 px', async ({ page, shop, checkout }) => {
  const id = await shop.createOrder({ methods: [{ code: 'card' }, { code: 'testpay' }], ask: ['email'] });
  await page.setViewportSize({ width: 320, height: 640 });
  await visitSample(page, 'layout.html', id);
  const names = () =>
    checkout.element.locator('.field').evaluateAll((fields) => fields.map((one) => one.getAttribute('data-field')));
  await expect.poll(names).toEqual(expect.arrayContaining(['name', 'number', 'expiry', 'security-code']));
  const order = await names();
  expect(order.indexOf('name')).toBeLessThan(order.indexOf('number'));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await checkout.chooseMethod('Testpay');
  await expect(checkout.payButton).toHaveText(/Testpay/);
  const { violations } = await new AxeBuilder({ page }).include('scudo-checkout').analyze();
  expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map(({ html }) => html).join()}`)).toEqual([]);
});

test('isolated card fields have the layout, labels and order of the page, and pay from its button', async ({
  page,
  shop,
  checkout,
}) => {
  const id = await shop.createOrder();
  await page.goto(`${shop.url.replace('localhost', 'shop.localhost')}/isolated.html?order=${id}&fields=isolated`);
  const number = checkout.cardFrame.locator('#number');
  await number.waitFor();
  await checkout.element.evaluate((element) => {
    Object.assign(element, { layout: 'compact', labels: 'inset', fieldOrder: ['name', 'expiry'], noButton: true });
  });
  const names = () =>
    checkout.cardFrame.locator('.field').evaluateAll((fields) => fields.map((one) => one.getAttribute('data-field')));
  await expect.poll(names).toEqual(['name', 'expiry', 'number', 'security-code']);
  const label = checkout.cardFrame.locator('label[for=name]');
  await expect(label).toHaveCSS('position', 'absolute');
  const pay = () =>
    checkout.element.evaluate((element: HTMLElement & { pay: () => Promise<boolean> }) => element.pay());
  expect(await pay()).toBe(false);
  await expect(checkout.cardFrame.locator('#name')).toBeFocused();
  await expect(page.locator('scudo-checkout:state(invalid)')).toHaveCount(1);
  await checkout.fillCard(card('success'));
  expect(await pay()).toBe(true);
  expect(await checkout.outcomeStatus()).toBe('paid');
  await expect(page.locator('scudo-checkout:state(paid)')).toHaveCount(1);
});
