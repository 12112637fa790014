import { card, expect, test } from './shop-test.js';

test('dist/scudo.js shows an Arabic payment with a challenge from right to left', { tag: '@core' }, async ({
  shop,
  open,
  checkout,
  page,
}) => {
  const id = await shop.createOrder();
  await open(id);
  await checkout.element.evaluate((element) => element.setAttribute('lang', 'ar'));
  const field = (label: string) => checkout.element.getByLabel(label, { exact: true });
  await field('رقم البطاقة').fill(card('challenge').number);
  await field('تاريخ الانتهاء').fill('12/40');
  await field('رمز الأمان').fill('123');
  await field('الاسم على البطاقة').fill('Ada Lovelace');
  expect(await checkout.element.locator('form').evaluate((form) => getComputedStyle(form).direction)).toBe('rtl');
  // Digits run from left to right, and align with the beginning of the line.
  expect(
    await field('رقم البطاقة').evaluate((input) => [
      getComputedStyle(input).direction,
      getComputedStyle(input).textAlign,
    ]),
  ).toEqual(['ltr', 'right']);
  await checkout.element.getByRole('button', { name: /^ادفع/ }).click();
  await checkout.challenge.enterCode();
  await expect(checkout.outcome.getByRole('heading')).toHaveText('اكتمل الدفع');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)).toBe(
    true,
  );
});

test('a page in German has a checkout in German', async ({ shop, page, checkout }) => {
  const id = await shop.createOrder();
  await page.goto(`/minimal.html?order=${id}`);
  await page.evaluate(() => (document.documentElement.lang = 'de'));
  await page
    .locator('scudo-checkout')
    .evaluate((element) => (element as HTMLElement & { requestUpdate(): void }).requestUpdate());
  await expect(checkout.field('Kartennummer')).toBeVisible();
  await expect(checkout.element.getByRole('button', { name: /bezahlen/ })).toBeVisible();
});

test('the language can be set as a property, as frameworks do, and as an attribute', async ({
  shop,
  open,
  checkout,
}) => {
  await open(await shop.createOrder());
  await checkout.element.evaluate((element: HTMLElement) => (element.lang = 'de'));
  await expect(checkout.field('Kartennummer')).toBeVisible();
});
