import type { Page } from 'playwright/test';
import { startDemo } from '../scripts/demo-site.mjs';
import { asPrinted, card, expect, recordOutcomes, shopAt, test } from './shop-test.js';

test('a wrong secret is shown as a fault of the shop, not of the shopper', { tag: '@core' }, async ({
  page,
  checkout,
}) => {
  const demo = await startDemo({ SHOP_SECRET: 'not the secret' });
  try {
    const shop = shopAt(demo.shopUrl, demo.sandboxUrl);
    const id = await shop.createOrder();
    const outcomes = await recordOutcomes(page);
    await page.goto(`${shop.url}/minimal.html?order=${id}`);
    await checkout.pay(card('success'));
    expect(await checkout.outcomeStatus()).toBe('failed');
    expect(await outcomes()).toMatchObject([{ code: 'gateway-refused', retryable: false }]);
    await expect.poll(() => shop.order(id)).toMatchObject({ state: 'open' });
    expect((await shop.messages(id)).map(({ kind }) => kind)).toEqual(['protocol-versions']);
  } finally {
    await demo.stop();
  }
});

test('a card type that the gateway does not support (501) ends in card-not-supported', async ({
  shop,
  open,
  checkout,
}) => {
  const id = await shop.createOrder();
  const outcomes = await open(id);
  await checkout.pay(card('card-not-supported'));
  expect(await checkout.outcomeStatus()).toBe('failed');
  expect(await outcomes()).toMatchObject([{ code: 'card-not-supported', retryable: true }]);
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'open' });
  expect(await shop.messages(id, 'authentications')).toHaveLength(0);
});

for (const behaviour of ['directory-unavailable', 'issuer-unavailable'] as const) {
  test(`an answer 502 for ${behaviour} ends in issuer-unavailable without an authorization`, { tag: '@more' }, async ({
    shop,
    open,
    checkout,
  }) => {
    const id = await shop.createOrder();
    const outcomes = await open(id);
    await checkout.pay(card(behaviour));
    expect(await checkout.outcomeStatus()).toBe('failed');
    expect(await outcomes()).toMatchObject([{ code: 'issuer-unavailable', retryable: true }]);
    await expect.poll(() => shop.order(id)).toMatchObject({ state: 'open' });
    expect(await shop.messages(id, 'auth')).toHaveLength(0);
  });
}

test('a card number changed after the preparation prepares the new card', async ({ shop, open, checkout }) => {
  const id = await shop.createOrder();
  await open(id);
  await checkout.fillCard(card('challenge'));
  await expect.poll(() => shop.messages(id, 'method-notification')).toHaveLength(1);
  await checkout.field('Card number').fill(card('success').number);
  await checkout.payButton.click();
  expect(await checkout.outcomeStatus()).toBe('paid');
  const checks = await shop.messages(id, 'protocol-versions');
  const [authentication] = await shop.messages(id, 'authentications');
  expect(checks).toHaveLength(2);
  expect(authentication?.request.server_trans_id).toBe(checks[1]?.response.server_trans_id);
});

test.describe('an exception of the page before the first call of a payment', () => {
  const BREAKS = ['randomUUID', 'AbortSignal.any'] as const;
  /** Replaces a function that a payment needs by one that throws. Returns a function that puts it back. */
  const breakIn = async (page: Page, broken: (typeof BREAKS)[number]) => {
    const replaced = await page.evaluateHandle((name) => {
      const [holder, key] = {
        randomUUID: [Crypto.prototype, 'randomUUID'],
        'AbortSignal.any': [AbortSignal, 'any'],
      }[name] as [Record<string, unknown>, string];
      const before = holder[key];
      holder[key] = () => {
        throw new TypeError('A script of the page has replaced this.');
      };
      return () => void (holder[key] = before);
    }, broken);
    return () => replaced.evaluate((restore) => restore());
  };

  for (const broken of BREAKS) {
    test(`an exception of ${broken} before any call charges nothing and says so, and the next try pays`, async ({
      shop,
      open,
      checkout,
      page,
    }) => {
      const id = await shop.createOrder();
      const outcomes = await open(id);
      await expect(checkout.field('Card number')).toBeVisible();
      const restore = await breakIn(page, broken);
      await checkout.pay(card('success'));
      expect(await checkout.outcomeStatus()).toBe('failed');
      expect(await outcomes()).toMatchObject([{ code: 'payment-not-completed', retryable: true }]);
      await expect(checkout.outcome).toContainText('Nothing was charged');
      await restore();
      await checkout.tryAgainButton.click();
      await checkout.pay(card('success'));
      await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
      expect(await shop.messages(id, 'auth')).toHaveLength(1);
    });

    test(`an exception of ${broken} after a reload leaves a payment in doubt whose call had no answer`, async ({
      shop,
      open,
      checkout,
      page,
    }) => {
      const id = await shop.createOrder();
      // The first page loses the answer. A route cannot do that in Firefox, where Playwright does not get the body.
      await page.addInitScript(() => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        if (navigation?.type === 'reload') return;
        const send = window.fetch;
        window.fetch = async (input, init) => {
          const answer = await send(input, init);
          const url = input instanceof Request ? input.url : String(input);
          return url.endsWith('/authentications') ? new Promise<Response>(() => undefined) : answer;
        };
      });
      const outcomes = await open(id);
      await checkout.pay(card('challenge'));
      await expect.poll(() => shop.messages(id, 'authentications')).toHaveLength(1);
      await page.reload();
      await expect(checkout.field('Card number')).toBeVisible();
      await breakIn(page, broken);
      await checkout.pay(card('success'));
      expect(await checkout.outcomeStatus()).toBe('in-doubt');
      expect(await outcomes()).toMatchObject([{ status: 'in-doubt' }]);
      await expect(checkout.outcome).not.toContainText('Nothing was charged');
      expect(await shop.messages(id, 'authentications')).toHaveLength(1);
    });
  }
});

test('a double click on Pay pays once', { tag: '@core' }, async ({ shop, open, checkout }) => {
  const id = await shop.createOrder();
  const outcomes = await open(id);
  await checkout.fillCard(card('success'));
  await checkout.payButton.dblclick();
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await shop.messages(id, 'authentications')).toHaveLength(1);
  expect(await shop.messages(id, 'auth')).toHaveLength(1);
  expect(await outcomes()).toHaveLength(1);
});

test('an order that is paid in another page meanwhile is not paid twice', { tag: '@core' }, async ({
  shop,
  open,
  checkout,
  context,
}) => {
  const id = await shop.createOrder();
  const outcomes = await open(id);
  await checkout.fillCard(card('success'));

  const second = await context.newPage();
  await second.goto(`/minimal.html?order=${id}`);
  const { CheckoutPage } = await import('../src/playwright.js');
  const other = new CheckoutPage(second);
  await other.pay(card('success', 'MASTERCARD'));
  expect(await other.outcomeStatus()).toBe('paid');

  await checkout.payButton.click();
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await outcomes()).toMatchObject([{ code: 'already-paid' }]);
  expect(await shop.messages(id, 'auth')).toHaveLength(1);
});

test('two elements on one page pay two orders', { tag: '@more' }, async ({ shop, open, page }) => {
  const [first, second] = [await shop.createOrder(), await shop.createOrder({ amount: '500' })];
  await open(first);
  await page.evaluate((order) => {
    const element = document.createElement('scudo-checkout');
    element.setAttribute('backend', '/scudo');
    element.setAttribute('order', order);
    document.body.append(element);
  }, second);
  const { CheckoutPage } = await import('../src/playwright.js');
  const [one, two] = [
    new CheckoutPage(page, page.locator('scudo-checkout').nth(0)),
    new CheckoutPage(page, page.locator('scudo-checkout').nth(1)),
  ];
  await one.fillCard(card('success'));
  await two.fillCard(card('challenge'));
  await one.payButton.click();
  expect(await one.outcomeStatus()).toBe('paid');
  await expect(two.field('Card number')).toHaveValue(asPrinted(card('challenge').number));
  await two.payButton.click();
  await two.challenge.enterCode();
  expect(await two.outcomeStatus()).toBe('paid');
  await expect.poll(() => shop.order(first)).toMatchObject({ state: 'paid', amount: '1999' });
  await expect.poll(() => shop.order(second)).toMatchObject({ state: 'paid', amount: '500' });
});

test('a blocked frame is reported at once, without waiting', { tag: '@core' }, async ({
  shop,
  open,
  checkout,
  page,
}) => {
  const id = await shop.createOrder();
  // The clock is stopped, so no limit of the method or of the challenge passes.
  await page.clock.install();
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await page.route('**/minimal.html*', async (route) => {
    const response = await route.fetch();
    const policy = (response.headers()['content-security-policy'] ?? '').replace(
      "frame-src 'self'",
      "frame-src 'none'",
    );
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } });
  });
  // This flow causes a violation of the policy on purpose.
  page.removeAllListeners('console').removeAllListeners('pageerror');
  const outcomes = await open(id);
  await checkout.pay(card('challenge'));
  expect(await checkout.outcomeStatus()).toBe('failed');
  expect(await outcomes()).toMatchObject([{ code: 'challenge-blocked' }]);
  const [authentication] = await shop.messages(id, 'authentications');
  expect(authentication?.request.method_url_completion).toBe('NO');
  expect(await shop.messages(id, 'creq')).toHaveLength(0);
});

test('a message of a foreign frame does not end a challenge', { tag: '@core' }, async ({
  shop,
  open,
  checkout,
  page,
}) => {
  const id = await shop.createOrder();
  await open(id);
  await checkout.pay(card('challenge'));
  await expect(checkout.challenge.code).toBeVisible();
  await checkout.challenge.code.fill('1');
  const [authentication] = await shop.messages(id, 'authentications');
  const forged = {
    scudo: 'challenge-notification',
    server_trans_id: authentication?.response.server_trans_id as string,
    cres: 'e30',
  };
  await page.evaluate((message) => window.postMessage(message, '*'), forged);
  // The issuer's own frame is inside ours, but of another origin.
  const issuer = page.frames().find((frame) => frame.url().includes('/acs/'));
  await issuer?.evaluate((message) => {
    parent.postMessage(message, '*');
    top?.postMessage(message, '*');
  }, forged);
  await checkout.challenge.enterCode();
  expect(await checkout.outcomeStatus()).toBe('paid');
});

test('invalid texts are shown beside their fields, and Pay moves the focus to the first of them', async ({
  shop,
  open,
  checkout,
}) => {
  const id = await shop.createOrder({ payer: undefined });
  await open(id);
  await checkout.payButton.click();
  await expect(checkout.field('Card number')).toBeFocused();
  await expect(checkout.field('Card number')).toHaveAccessibleDescription('Enter your card number.');
  await expect(checkout.field('Mobile phone')).toHaveAttribute('aria-invalid', 'true');
  await checkout.fillCard(card('success'));
  await expect(checkout.field('Card number')).toHaveAttribute('aria-invalid', 'false');
  await checkout.payButton.click();
  expect(await checkout.outcomeStatus()).toBe('paid');
  const [authentication] = await shop.messages(id, 'authentications');
  expect(authentication?.request.payer.mobile_phone).toEqual({ country_code: '44', subscriber_number: '2079460000' });
});
