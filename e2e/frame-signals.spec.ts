import type { Page, Route } from 'playwright/test';
import { card, expect, test } from './shop-test.js';

/** Changes the page of the ACS that posts the challenge result. */
async function changeLastPage(page: Page, change: (body: string) => string): Promise<void> {
  await page.route('**/acs/**', async (route: Route) => {
    const response = await route.fetch();
    const body = await response.text();
    const isLast = body.includes('name="cres"');
    await route.fulfill(isLast ? { response, body: change(body) } : { response });
  });
}

/** A form that the shopper sends, because its page has no script that does it. */
const withTarget = (target: string) => (body: string) =>
  body.replace(/<form method="post"(.*?) data-submit-after="0"/, `<form method="post" target="${target}"$1`);

test.describe('the end of a challenge', () => {
  for (const [what, change] of [
    ['a form by GET', (body: string) => body.replace('<form method="post"', '<form method="get"')],
    ['an empty result', (body: string) => body.replace(/name="cres" value="[^"]*"/, 'name="cres" value=""')],
    ['other session data', (body: string) => body.replace(/(name="threeDSSessionData" value=")[^"]*"/, '$1null"')],
    ['a slash and no fields', (body: string) => body.replace(/action="([^"]*)"(.*?)<input [^>]*>/s, 'action="$1/"$2')],
  ] as const) {
    test(`the end of a challenge by ${what} pays the order without another action of the shopper`, async ({
      shop,
      open,
      checkout,
      page,
    }) => {
      const id = await shop.createOrder();
      await changeLastPage(page, change);
      await open(id);
      await checkout.pay(card('challenge'));
      await checkout.challenge.enterCode();
      expect(await checkout.outcomeStatus()).toBe('paid');
      expect(await shop.messages(id, 'auth')).toHaveLength(1);
    });
  }

  test('the end of a challenge that a CSRF filter refuses pays the order, and the console says what to set', async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    const lines: string[] = [];
    page.on('console', (message) => lines.push(message.text()));
    await page.route('**/scudo/notifications/**', async (route) => {
      const { origin } = await route.request().allHeaders();
      if (origin === new URL(shop.url).origin) return route.continue();
      await route.fulfill({
        status: 403,
        contentType: 'text/plain',
        body: 'Cross-site POST form submissions are forbidden',
      });
    });
    await open(id);
    await checkout.pay(card('challenge'));
    await checkout.challenge.enterCode();
    expect(await checkout.outcomeStatus()).toBe('paid');
    expect(lines.filter((line) => line.includes('#form-posts-refused'))).toHaveLength(1);
  });

  test('the end of a challenge in the parent frame is found by a question to the gateway', async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    await changeLastPage(page, withTarget('_parent'));
    await open(id);
    await checkout.pay(card('challenge'));
    await checkout.challenge.enterCode();
    expect(await checkout.outcomeStatus()).toBe('paid');
    expect(await shop.messages(id, 'auth')).toHaveLength(1);
  });

  test.describe('at the top level', () => {
    test.use({ locale: 'de-DE' });

    test('the end of a challenge at the top level leads back to the return page in the shopper’s language', async ({
      shop,
      open,
      checkout,
      page,
    }) => {
      const id = await shop.createOrder();
      await changeLastPage(page, withTarget('_top'));
      // The page would otherwise ask the gateway before the shopper has pressed the button.
      await page.route('**/authorizations', (route) => route.abort());
      await open(id);
      await checkout.pay(card('challenge'));
      await checkout.challenge.enterCode();
      await checkout.challenge.issuerPage.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL(`**/notifications/challenge/${id}`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de');
      await page.getByRole('link', { name: 'Zurück zum Shop' }).click();
      await page.waitForURL(`**/return.html?order=${id}`);
    });
  });

  test('a challenge opens in a page with Cross-Origin-Embedder-Policy', async ({ shop, open, checkout, page }) => {
    const id = await shop.createOrder();
    await page.route('**/minimal.html?**', async (route) => {
      const response = await route.fetch();
      const headers = {
        ...response.headers(),
        'cross-origin-embedder-policy': 'require-corp',
        'cross-origin-opener-policy': 'same-origin',
      };
      await route.fulfill({ response, headers });
    });
    await open(id);
    expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    await checkout.pay(card('challenge'));
    await checkout.challenge.enterCode();
    expect(await checkout.outcomeStatus()).toBe('paid');
  });
});
