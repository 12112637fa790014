import { card, expect, test } from './shop-test.js';

test('the radio button of a method has the accent color', async ({ shop, open, checkout }) => {
  await open(await shop.createOrder());
  const radio = checkout.element.getByRole('radio', { name: 'Card' });
  await expect(radio).toBeVisible();
  const { accent, color } = await radio.evaluate((button) => {
    const probe = button.parentElement!.appendChild(document.createElement('span'));
    probe.style.color = 'var(--_accent-mark)';
    return { accent: getComputedStyle(probe).color, color: getComputedStyle(button).accentColor };
  });
  expect(color).toBe(accent);
});

test('the country list of a phone number stays transparent while the fields are locked', async ({
  shop,
  open,
  checkout,
  page,
}) => {
  await open(await shop.createOrder({ payer: { email: 'ada@example.com' } }));
  await page.route('**/authentications', () => undefined);
  await checkout.pay(card('success'));
  const list = checkout.element.locator('.prefix select');
  await expect(list).toHaveAttribute('aria-disabled', 'true');
  await expect(list).toHaveCSS('opacity', '0');
});
