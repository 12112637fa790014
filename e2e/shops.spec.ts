import type { Locator, Page } from 'playwright/test';
import { CheckoutPage } from '../src/playwright.js';
import { misfits } from './fit.js';
import { card, expect, test } from './shop-test.js';

/** The id of the order that a shop's page has created. */
async function orderOf(page: Page): Promise<string> {
  await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBeTruthy();
  return new URL(page.url()).searchParams.get('order')!;
}

test('the delivery shop is paid with its own button, which shows that it is busy and then leaves', {
  tag: '@core',
}, async ({ page, shop }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/shops/delivery.html');
  const checkout = new CheckoutPage(page);
  const placeOrder = page.getByRole('button', { name: 'Place order' });
  await expect(checkout.payButton).toHaveCount(0);
  // Nothing is filled in: the first field has the focus, and no payment starts.
  await expect(checkout.field('Card number')).toBeVisible();
  await placeOrder.click();
  await expect(checkout.field('Card number')).toBeFocused();
  await checkout.fillCard({ number: card('challenge').number });
  // A field that gets the focus is above the bar.
  const phone = checkout.element.locator('#phone');
  await checkout.field('Card number').focus();
  await page.evaluate(() => scrollTo(0, 0));
  await phone.focus();
  const [field, bar] = [await phone.boundingBox(), await page.locator('.bar').boundingBox()];
  expect(field!.y + field!.height).toBeLessThan(bar!.y);
  await phone.fill('+44 7400 123456');
  await placeOrder.click();
  await expect(page.getByRole('button', { name: 'Placing your order…' })).toHaveAttribute('aria-busy', 'true');
  await checkout.challenge.enterCode();
  expect(await checkout.outcomeStatus()).toBe('paid');
  await expect(page.getByText('The kitchen has your order.')).toBeVisible();
  await expect(page.locator('#place-order')).toBeHidden();
  expect(await shop.order(await orderOf(page))).toMatchObject({ state: 'paid', amount: '2740' });
});

test('the bar of the delivery shop is there again after a refused payment, below the message', {
  tag: '@more',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto('/shops/delivery.html');
  const checkout = new CheckoutPage(page);
  await checkout.fillCard({ number: card('declined-101').number });
  await checkout.element.locator('#phone').fill('+44 7400 123456');
  await page.getByRole('button', { name: 'Place order' }).click();
  await expect(checkout.outcome).toHaveAttribute('data-status', 'declined');
  await expect(page.getByRole('button', { name: 'Place order' })).toBeVisible();
  // All of the message is in view, above the bar.
  const end = async (one: Locator) => (await one.boundingBox())!;
  await expect
    .poll(async () => {
      const [outcome, bar] = [await end(checkout.outcome), await end(page.locator('.bar'))];
      return outcome.y >= 0 && outcome.y + outcome.height <= bar.y;
    })
    .toBe(true);
  await expect(checkout.outcome.getByRole('heading')).toBeFocused();
});

for (const [name, amount, thanks] of [
  ['supplies', '33600', /^Order HS-\d{4}$/],
  ['soda', '2920', /^Order ZI-\d{4}$/],
] as const)
  test(`the shop ${name} is paid on a phone, and its thank-you page shows the order`, { tag: '@more' }, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`/shops/${name}.html`);
    const checkout = new CheckoutPage(page);
    await checkout.fillCard({ number: card('success').number });
    expect(await misfits(page)).toEqual([]);
    await checkout.element.locator('[type=submit]').click();
    expect(await checkout.outcomeStatus()).toBe('paid');
    expect(await shop.order(await orderOf(page))).toMatchObject({ state: 'paid', amount });
    await page.getByRole('link', { name: 'Your order' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Ada');
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(thanks);
  });

for (const name of ['bank', 'delivery', 'fashion', 'soda', 'supplies'])
  test(`the examples in the fields of the shop ${name} are whole on a small phone`, { tag: '@more' }, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(`/shops/${name}.html`);
    const { element } = new CheckoutPage(page);
    await expect(element.locator('[type=submit], #phone').first()).toBeVisible();
    const cut = () =>
      element.locator('input:placeholder-shown').evaluateAll((inputs) =>
        inputs.flatMap((input) => {
          const { fontWeight, fontSize, fontFamily, paddingLeft, paddingRight, letterSpacing } =
            getComputedStyle(input);
          if (getComputedStyle(input, '::placeholder').opacity === '0') return [];
          const pen = document.createElement('canvas').getContext('2d')!;
          pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
          if (letterSpacing !== 'normal') pen.letterSpacing = letterSpacing;
          const { placeholder } = input as HTMLInputElement;
          const space = input.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
          return pen.measureText(placeholder).width > space ? [`${placeholder}: ${space}`] : [];
        }),
      );
    await expect.poll(cut).toEqual([]);
    expect(
      await page
        .locator('.demo a')
        .evaluateAll((links) => new Set(links.map((one) => one.getBoundingClientRect().top)).size),
    ).toBe(1);
  });

test('the fashion shop is white on a system in dark mode, has its own words, and is paid', { tag: '@more' }, async ({
  page,
  shop,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/shops/fashion.html');
  const checkout = new CheckoutPage(page);
  await expect(checkout.element.getByRole('button', { name: 'Place the order' })).toBeVisible();
  await expect(checkout.element).toHaveCSS('color-scheme', 'normal');
  await expect(page.getByText('Your parcel is insured')).toBeVisible();
  await page.getByRole('button', { name: 'Pay with a wallet' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'A wallet would open now.' })).toBeVisible();
  await checkout.pay({ number: card('success').number });
  expect(await checkout.outcomeStatus()).toBe('paid');
  await expect(page.getByText('Your atelier adviser')).toBeVisible();
  expect(await shop.order(await orderOf(page))).toMatchObject({ state: 'paid', amount: '220000' });
});

test('the bank has labels beside its fields on a wide page and above them on a phone, and is paid', {
  tag: '@more',
}, async ({ page, shop }) => {
  await page.goto('/shops/bank.html');
  const checkout = new CheckoutPage(page);
  const number = checkout.field('Card number');
  const label = checkout.element.getByText('Card number', { exact: true });
  const isBeside = async () => {
    const [text, field] = [await label.boundingBox(), await number.boundingBox()];
    return text!.x + text!.width <= field!.x;
  };
  await expect.poll(isBeside).toBe(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(isBeside).toBe(false);
  await checkout.pay({ number: card('success').number });
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await shop.order(await orderOf(page))).toMatchObject({ state: 'paid', amount: '43240' });
});

test('a shopper changes basket and address, pays the new amount, and reaches the thank-you page', async ({
  page,
  shop,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/shops/delivery.html');
  const checkout = new CheckoutPage(page);
  await expect(checkout.field('Card number')).toBeVisible();
  const basket = page.getByRole('complementary');
  // On a phone the items are before the form.
  const [items, form] = [await basket.boundingBox(), await checkout.element.boundingBox()];
  expect(items!.y).toBeLessThan(form!.y);
  await page.getByRole('button', { name: 'One Burrata pizza more' }).click();
  await expect(page.locator('.bar [data-total]')).toHaveText('€37.30');
  await basket.locator('summary').click();
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
  await page.getByRole('button', { name: 'Save address' }).click();
  await expect(basket.locator('.to')).toHaveText('Grace Hopper, 12 Harbour Street, London');
  // A reload shows the basket of the order.
  const id = await orderOf(page);
  await expect.poll(async () => (await shop.order(id)).amount).toBe('3730');
  await page.reload();
  await expect(page.locator('.bar [data-total]')).toHaveText('€37.30');
  await checkout.fillCard({ number: card('success').number });
  await checkout.element.locator('#phone').fill('+44 7400 123456');
  await page.getByRole('button', { name: 'Place order' }).click();
  expect(await checkout.outcomeStatus()).toBe('paid');
  await expect(page.getByRole('button', { name: 'One Burrata pizza more' })).toBeDisabled();
  expect(await shop.order(id)).toMatchObject({ state: 'paid', amount: '3730' });

  // The outcome still moves into view: a key reaches its link wherever that is.
  await page.getByRole('link', { name: 'Your order' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you, Grace');
  await expect(page.locator('[data-items] li').first()).toHaveText(/3\s+Burrata pizza\s+€29\.70/);
  await expect(page.locator('[data-address]')).toContainText('Grace Hopper');
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(/^Order TO-\d{4}$/);
});

test('a basket shows the amount of its order after a lost answer, in another tab, and never in another shop', {
  tag: '@more',
}, async ({ page, shop }) => {
  await page.goto('/shops/delivery.html');
  const id = await orderOf(page);
  const total = page.locator('.bar [data-total]');
  await expect(new CheckoutPage(page).field('Card number')).toBeVisible();
  await page.route(
    `**/shop/baskets/delivery/${id}`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole('button', { name: 'One Burrata pizza more' }).click();
  await expect(page.locator('.wrong')).toHaveText(/the basket may have changed\. This is the basket now\.$/);
  await expect(total).toHaveText('€37.30');
  await expect(page.locator('[data-product=pizza] .count')).toHaveText('3');

  // The basket of another tab.
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(total).toHaveText('€37.30');
  await expect(page.locator('[data-product=pizza] .count')).toHaveText('3');
  await page.goto(`/shops/fashion.html?order=${id}`);
  await expect.poll(() => orderOf(page)).not.toBe(id);
  await expect(new CheckoutPage(page).field('Card number')).toBeVisible();
  expect(await shop.order(id)).toMatchObject({ state: 'open', amount: '3730' });
});

test('a basket that the shop cannot sell is refused, and the basket before stays', { tag: '@more' }, async ({
  page,
}) => {
  await page.goto('/shops/fashion.html');
  await expect(new CheckoutPage(page).field('Card number')).toBeVisible();
  await page.getByRole('button', { name: 'One Carré in silk twill less' }).click();
  await expect(page.locator('.total .money')).toHaveText('€1,890');
  await page.getByRole('button', { name: 'One Double-breasted coat less' }).click();
  await expect(page.locator('.wrong')).toHaveText('The basket was not changed. The basket is empty.');
  await expect(page.locator('[data-product=coat] .count')).toHaveText('1');
  await page.goto('/shops/fashion-order.html?order=UNKNOWN');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no such order');
});
