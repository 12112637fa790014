import type { Page } from 'playwright/test';
import { CheckoutPage } from '../src/playwright.js';
import { card, expect, test } from './shop-test.js';

/** Holds the script of the element back. Returns a function that lets it go. */
async function holdScript(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/scudo.js', async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

const focused = (page: Page) =>
  page.evaluate(() => {
    const input = document.querySelector('scudo-checkout')?.shadowRoot?.activeElement as HTMLInputElement | null;
    return [input?.id, input?.value, input?.selectionStart];
  });

test('a form as HTML keeps what was typed before its script, and is paid @core', async ({ shop, checkout, page }) => {
  const id = await shop.createOrder();
  const release = await holdScript(page);
  await page.goto(`/minimal.html?order=${id}&form=html`, { waitUntil: 'commit' });
  const { number } = card('success');
  const field = (of: string) => checkout.element.locator(`input#${of}`);
  await expect(checkout.payButton).toHaveText('Pay €19.99');
  await expect(checkout.payButton).toBeDisabled();
  await field('number').pressSequentially(number);
  await field('number').press('Enter');
  await field('security-code').fill('123');
  await field('name').fill('Ada Lovelace');
  await field('expiry').pressSequentially('12');
  const before = await field('number').elementHandle();
  expect(new URL(page.url()).search).toBe(`?order=${id}&form=html`);
  release();
  await expect(checkout.payButton).toBeEnabled();
  expect(await focused(page)).toEqual(['expiry', '12', 2]);
  expect(await before?.evaluate((input) => input.isConnected)).toBe(true);
  await expect(field('number')).toHaveValue(number.replace(/(\d{4})(?=\d)/g, '$1 '));
  await field('expiry').pressSequentially('39');
  await expect(field('expiry')).toHaveValue('12 / 39');
  await checkout.payButton.click();
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await checkout.element.locator('link').count()).toBe(0);
});

test('a form as HTML shows the amount as it is now before Pay is enabled', async ({ shop, checkout, page }) => {
  const id = await shop.createOrder();
  const release = await holdScript(page);
  const number = checkout.element.locator('input#number');
  await page.goto(`/minimal.html?order=${id}&form=html`, { waitUntil: 'commit' });
  await number.fill('4222000006285344');
  await expect(checkout.payButton).toHaveText('Pay €19.99');
  await shop.update(id, { amount: '2499' });
  release();
  await expect(checkout.payButton).toBeEnabled();
  await expect(checkout.payButton).toHaveText('Pay €24.99');
  await page.keyboard.press('Tab');
  await expect(number).toHaveValue('4222 0000 0628 5344');
});

test('a form as HTML in Arabic stays from right to left with its script', async ({ shop, checkout, page }) => {
  const id = await shop.createOrder();
  const release = await holdScript(page);
  await page.goto(`/minimal.html?order=${id}&form=html&lang=ar`, { waitUntil: 'commit' });
  const [body, number] = [checkout.element.locator('.body'), checkout.element.locator('input#number')];
  const pay = checkout.element.locator('[type=submit]');
  await number.pressSequentially('4222000006285344');
  await expect(body).toHaveAttribute('dir', 'rtl');
  const text = (await pay.textContent()) ?? '';
  release();
  await expect(pay).toBeEnabled();
  await expect(pay).toHaveText(text);
  await expect(body).toHaveAttribute('dir', 'rtl');
  await page.keyboard.press('Tab');
  await expect(number).toHaveValue('4222 0000 0628 5344');
});

test('an order that was paid meanwhile takes the place of its form as HTML', async ({ shop, checkout, page }) => {
  const id = await shop.createOrder();
  const release = await holdScript(page);
  await page.goto(`/minimal.html?order=${id}&form=html`, { waitUntil: 'commit' });
  await checkout.element.locator('input#number').fill('4222000006285344');
  const other = await page.context().newPage();
  await other.goto(`/minimal.html?order=${id}`);
  const paying = new CheckoutPage(other);
  await paying.pay(card('success'));
  expect(await paying.outcomeStatus()).toBe('paid');
  release();
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await checkout.element.locator('input').count()).toBe(0);
});

test('a form as HTML keeps a composition that is under way when its script comes', async ({ shop, checkout, page }) => {
  const id = await shop.createOrder();
  const release = await holdScript(page);
  await page.goto(`/minimal.html?order=${id}&form=html`, { waitUntil: 'commit' });
  const name = checkout.element.locator('input#name');
  await name.focus();
  const keyboard = await page.context().newCDPSession(page);
  await keyboard.send('Input.imeSetComposition', { text: 'やまだ', selectionStart: 3, selectionEnd: 3 });
  await expect(name).toHaveValue('やまだ');
  release();
  await expect(checkout.payButton).toBeEnabled();
  expect(await focused(page)).toEqual(['name', 'やまだ', 3]);
  // The text that is committed replaces the composition, and does not come beside it.
  await keyboard.send('Input.insertText', { text: '山田' });
  await expect(name).toHaveValue('山田');
});

test('a form as HTML that a shopper reloads begins as it came', async ({ shop, checkout, page }) => {
  const id = await shop.createOrder();
  await page.goto(`/minimal.html?order=${id}&form=html`);
  await expect(checkout.payButton).toBeEnabled();
  await checkout.element.locator('input#number').fill(card('challenge').number);
  const release = await holdScript(page);
  // Playwright waits in Firefox until a reloaded page has run its scripts, one of which is held.
  await page.evaluate(() => void setTimeout(() => location.reload()));
  await expect(checkout.payButton).toBeDisabled();
  await expect(checkout.element.locator('input#number')).toHaveValue('');
  release();
  await expect(checkout.payButton).toBeEnabled();
  await checkout.pay(card('success'));
  expect(await checkout.outcomeStatus()).toBe('paid');
});
