import { chromium, type Page } from 'playwright/test';
import { CheckoutPage } from '../src/playwright.js';
import { asPrinted, card, expect, test } from './shop-test.js';

/** Everything of a page that can hold text: markup, inputs, storage, address, performance entries and the trace. */
const contentOf = (page: Page) =>
  page.evaluate(() => {
    const element = document.querySelector<HTMLElement & { readonly trace?: unknown }>('scudo-checkout');
    const inputs = [...document.querySelectorAll('input'), ...(element?.shadowRoot?.querySelectorAll('input') ?? [])];
    return JSON.stringify([
      document.documentElement.outerHTML,
      element?.shadowRoot?.innerHTML,
      inputs.map(({ value, defaultValue }) => [value, defaultValue]),
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      location.href,
      history.state,
      performance.getEntries().map(({ name }) => name),
      element?.trace,
    ]);
  });

const valuesOf = (page: Page) =>
  page
    .locator('scudo-checkout')
    .evaluate((element) =>
      Object.fromEntries(
        Array.from(element.shadowRoot?.querySelectorAll('input') ?? [], ({ id, value }) => [id, value]),
      ),
    );

test('the page has no card data after the outcome', async ({ shop, open, checkout, page }) => {
  const { number } = card('success');
  await open(await shop.createOrder());
  await checkout.pay({ number, securityCode: '987' });
  await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
  const content = await contentOf(page);
  for (const text of [number, asPrinted(number), '"987"']) expect(content).not.toContain(text);
});

test('a page to which the shopper returns with Back has no card in its fields', { tag: '@more' }, async ({
  shop,
  open,
  checkout,
  page,
  baseURL,
}) => {
  const { number } = card('success');
  await open(await shop.createOrder());
  await checkout.fillCard({ number, securityCode: '987' });
  await page.goto(`${baseURL}/gallery.html`);
  await page.goBack();
  await checkout.payButton.waitFor();
  expect(await valuesOf(page)).toMatchObject({ number: '', expiry: '', 'security-code': '' });
});

test('a page from the back/forward cache has no card in its fields, and pays', { tag: '@more' }, async ({
  shop,
  baseURL,
}) => {
  const id = await shop.createOrder();
  const { number } = card('success');
  // Playwright switches this cache off by default.
  const { launchOptions } = await import('../scripts/browser.mjs');
  const browser = await chromium.launch({
    ...(await launchOptions()),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await browser.newPage();
    const checkout = new CheckoutPage(page);
    await page.goto(`${baseURL}/minimal.html?order=${id}`);
    await page.evaluate(() =>
      addEventListener('pageshow', ({ persisted }) => (document.title = `persisted ${persisted}`)),
    );
    await checkout.fillCard({ number, securityCode: '987' });
    await page.goto(`${baseURL}/gallery.html`);
    await page.evaluate(() => void setTimeout(() => history.back()));
    await expect(page).toHaveTitle('persisted true');
    await checkout.payButton.waitFor();
    expect(await valuesOf(page)).toMatchObject({ number: '', expiry: '', 'security-code': '' });
    expect(await contentOf(page)).not.toContain(asPrinted(number));
    await checkout.pay({ number, securityCode: '987' });
    await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
  } finally {
    await browser.close();
  }
});
