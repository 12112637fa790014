import type { Page } from 'playwright/test';
import { card, expect, test } from './shop-test.js';

/** Lets the order ask for more than the shop's own option does. */
const ask = (page: Page, ...fields: string[]) =>
  page.route(/\/scudo\/orders\/[^/?]+$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), ask: fields } });
  });

test('a national phone number reaches the gateway, with the calling code of its country', async ({
  shop,
  open,
  checkout,
}) => {
  const id = await shop.createOrder({ payer: undefined });
  await open(id);
  const phone = checkout.field('Mobile phone');
  const country = checkout.field('Country code');
  await country.selectOption('GB');
  await checkout.fillCard(card('success'));
  await phone.fill('020 7946 0000');
  await checkout.payButton.click();
  expect(await checkout.outcomeStatus()).toBe('paid');
  const [authentication] = await shop.messages(id, 'authentications');
  expect(authentication?.request.payer.mobile_phone).toEqual({ country_code: '44', subscriber_number: '2079460000' });
});

test('typing a number with its calling code chooses the country', async ({ shop, open, checkout, page }) => {
  await open(await shop.createOrder({ payer: undefined }));
  const phone = checkout.field('Mobile phone');
  const country = checkout.field('Country code');
  await country.selectOption('GB');
  await phone.focus();
  await page.keyboard.type('+1 202 555 0143');
  await expect(country).toHaveValue('US');
  await expect(phone).toHaveValue('+1 202 555 0143');
  await page.keyboard.press('Tab');
  await expect(phone).toHaveValue('202 555 0143');
  // One finds a country by the first letters of its name.
  await country.focus();
  await page.keyboard.type('Germ');
  await expect(country).toHaveValue('DE');
  await expect(phone).toHaveAccessibleDescription(/For example 01512/);
});

for (const [name, address, wire] of [
  [
    'an American address',
    { country: 'US', line1: '1600 Pennsylvania Ave', city: 'Washington', area: 'US-DC', postcode: '20500' },
    { line1: '1600 Pennsylvania Ave', city: 'Washington', postal_code: '20500', state: 'DC', country: '840' },
  ],
  [
    'a Japanese address',
    { country: 'JP', line1: '1-2-3 Setagaya', line2: '101', city: 'Setagaya-ku', area: 'JP-13', postcode: '154-0023' },
    {
      line1: '1-2-3 Setagaya',
      line2: '101',
      city: 'Setagaya-ku',
      postal_code: '154-0023',
      state: '13',
      country: '392',
    },
  ],
] as const)
  test(`an order with ${name} sends the code of its state to the gateway`, async ({ shop, open, checkout, page }) => {
    await ask(page, 'billing_address');
    const id = await shop.createOrder();
    await open(id);
    await checkout.fillCard(card('success'));
    await checkout.fillAddress(address);
    await checkout.payButton.click();
    expect(await checkout.outcomeStatus()).toBe('paid');
    const [authentication] = await shop.messages(id, 'authentications');
    expect(authentication?.request.payer.billing_address).toEqual(wire);
  });
