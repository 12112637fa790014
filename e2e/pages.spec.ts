import { card, expect, PAYER, test } from './shop-test.js';

test('a payment leaves no card data in attributes, addresses or storage', { tag: '@core' }, async ({
  shop,
  open,
  checkout,
  page,
}) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  const id = await shop.createOrder();
  const outcomes = await open(id);
  const { number } = card('challenge');
  await checkout.pay({ number, securityCode: '987' });
  await expect(checkout.challenge.code).toBeVisible();
  const markup = await page
    .locator('scudo-checkout')
    .evaluate((element) => element.outerHTML + (element.shadowRoot?.innerHTML ?? ''));
  await checkout.challenge.enterCode();
  await checkout.outcome.waitFor();
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]),
  );
  for (const text of [
    markup,
    stored,
    ...addresses,
    JSON.stringify(await outcomes()),
    JSON.stringify(await shop.messages(id)),
  ]) {
    expect(text).not.toContain(number);
    expect(text).not.toContain('"987"');
  }
});

for (const address of ['/', '/stage.html', '/minimal.html?order=x', '/headless.html']) {
  test(`the page ${address} has the strict content security policy`, async ({ page }) => {
    const response = await page.goto(address);
    const policy = (response?.headers()['content-security-policy'] ?? '').split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "frame-src 'self'",
        "require-trusted-types-for 'script'",
      ]),
    );
    expect(policy.join()).not.toMatch(/unsafe|\*|http/);
  });
}

test('the headless page pays with a challenge', { tag: '@core' }, async ({ shop, page }) => {
  const id = await shop.createOrder({ payer: PAYER });
  await page.goto(`/headless.html?order=${id}`);
  await page.getByLabel('Number').fill(card('challenge').number);
  await page.getByLabel('Month').fill('12');
  await page.getByLabel('Year').fill(String((new Date().getFullYear() + 2) % 100));
  await page.getByLabel('Code').fill('123');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByRole('button', { name: 'Pay' }).click();
  const issuer = page.frameLocator('#bank iframe').frameLocator('iframe');
  await issuer.getByLabel('One-time code').fill('123456');
  await issuer.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('status')).toHaveText('paid: authorized');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid' });
});

test('a paid order shows as paid after a reload', async ({ shop, open, checkout, page }) => {
  const id = await shop.createOrder();
  await open(id);
  await checkout.pay(card('success'));
  await checkout.outcome.waitFor();
  await page.reload();
  expect(await checkout.outcomeStatus()).toBe('paid');
  await expect(checkout.payButton).toHaveCount(0);
});

test('the frames of a payment leave no entries in the history', async ({ shop, open, checkout, page }) => {
  const id = await shop.createOrder();
  await open(id);
  const before = await page.evaluate(() => history.length);
  await checkout.pay(card('challenge'));
  await expect(checkout.challenge.code).toBeVisible();
  await checkout.challenge.close();
  expect(await checkout.outcomeStatus()).toBe('cancelled');
  expect(await page.evaluate(() => history.length)).toBe(before);
});
