import { chromium } from 'playwright/test';
import { CheckoutPage, ReturnPage, TestpayPage, type TestpayResponse } from '../src/playwright.js';
import { attemptOf, card, expect, recordOutcomes, test } from './shop-test.js';

/** The outcome of each response of the simulator (Non-Card Payment Methods Interface, Simulator). */
const RESPONSES = {
  Succeeded: 'paid',
  Pending: 'pending',
  'Failed UserAbort': 'failed',
  'Failed InputData': 'failed',
  'Failed LocalDecline': 'failed',
  'Failed RemoteDecline': 'failed',
  'Failed Timeout': 'failed',
  'Failed LocalError': 'failed',
  'Failed RemoteError': 'failed',
  'Failed Unknown': 'failed',
} as const satisfies Record<TestpayResponse, string>;

/** One response for each status. The others differ in their text only, and `.ci/run` plays them. */
const FIRST: readonly TestpayResponse[] = ['Succeeded', 'Pending', 'Failed UserAbort'];

test.describe('a payment that leaves the page', () => {
  for (const [response, status] of Object.entries(RESPONSES) as [TestpayResponse, string][]) {
    test(`a redirect payment with the response ${response} returns to the shop with its outcome`, {
      tag: FIRST.includes(response) ? '@core' : '@more',
    }, async ({ shop, open, checkout, testpay, returnPage, page }) => {
      const id = await shop.createOrder();
      await open(id);
      await checkout.payWith('Testpay');
      await testpay.answer(response);
      if (status === 'pending') {
        await expect(returnPage.progress).toHaveText('Waiting for Testpay to confirm your payment…');
      } else {
        await expect(returnPage.outcome).toHaveAttribute('data-status', status);
      }
      expect(new URL(page.url()).pathname).toBe('/return.html');
      await expect.poll(() => shop.order(id)).toMatchObject({ state: status, method: 'testpay', contradiction: false });

      const [set] = await shop.messages(id, 'payment-set');
      expect(Object.keys(set!.request).filter((name) => !name.startsWith('@'))).toEqual([
        'merchantid',
        'account',
        'amount',
        'autosettle',
        'orderid',
        'paymentmethod',
        'paymentmethoddetails',
        'accountholdername',
      ]);
      expect(set!.request).toMatchObject({
        amount: { '@currency': 'EUR', '#text': '1999' },
        orderid: attemptOf(id),
        paymentmethod: 'testpay',
        accountholdername: 'Ada Lovelace',
      });
      expect(set!.request.paymentmethoddetails).toMatchObject({
        returnurl: `${shop.url}/scudo/return/${id}`,
        statusupdateurl: `${shop.url}/scudo/status/${id}`,
        country: 'GB',
        descriptor: 'One fine coin',
      });
      await expect.poll(() => shop.messages(id, 'status')).toHaveLength(1);
      expect(await shop.messages(id, 'return')).toHaveLength(1);
    });
  }

  test('preventDefault() of scudo-redirect keeps the page, which shows a link to the method', { tag: '@more' }, async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    await open(id);
    await page.evaluate(() =>
      addEventListener('scudo-redirect', (event) => {
        event.preventDefault();
        document.title = (event as CustomEvent<{ url: string }>).detail.url;
      }),
    );
    await checkout.payWith('Testpay');
    await expect(page).toHaveTitle(/^http:\/\/127\.0\.0\.1:\d+\/testpay\//);
    // The link to the method is shown and has the focus.
    const link = checkout.element.getByRole('link', { name: 'Continue to Testpay' });
    await expect(link).toBeFocused();
    expect(await link.getAttribute('href')).toBe(await page.title());
  });

  test('a checkout in a frame of the merchant redirects the top-level window', async ({
    shop,
    checkout: _,
    page,
    testpay,
    returnPage,
  }) => {
    const id = await shop.createOrder({ accountHolderName: 'Ada Lovelace', country: 'GB' });
    await page.route('**/framed.html', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<iframe src="/minimal.html?order=${id}" width="800" height="800"></iframe>`,
      }),
    );
    await page.goto('/framed.html');
    const frame = page.frameLocator('iframe').locator('scudo-checkout');
    await frame.getByRole('radio', { name: 'Testpay' }).check();
    // The form has no field for data that the order has.
    await expect(frame.getByLabel('Account holder name')).toHaveCount(0);
    await frame.getByRole('button', { name: 'Continue to Testpay' }).click();
    await testpay.answer();
    await expect(returnPage.outcome).toHaveAttribute('data-status', 'paid');
    expect(page.context().pages()).toHaveLength(1);
  });

  test('missing data of a redirect payment method is reported beside its fields', async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    await open(id);
    await checkout.chooseMethod('Testpay');
    await expect(checkout.field('Card number')).toHaveCount(0);
    await checkout.payButton.click();
    await expect(checkout.field('Account holder name')).toBeFocused();
    await expect(checkout.element.getByText('Enter the name of the account holder.')).toBeVisible();
    // Chosen in advance, by the language of the browser.
    await expect(checkout.field('Country')).toHaveValue('US');
    expect(await shop.messages(id, 'payment-set')).toHaveLength(0);
    // Back to a card.
    await checkout.chooseMethod('Card');
    await expect(checkout.payButton).toHaveText('Pay €19.99');
    await checkout.pay({ number: '4222000009719489' });
    expect(await checkout.outcomeStatus()).toBe('paid');
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  test('an order is paid once when a redirect payment fails and the shopper pays with another method', {
    tag: '@core',
  }, async ({ shop, open, checkout, testpay, returnPage, page }) => {
    const id = await shop.createOrder();
    await open(id);
    await checkout.payWith('Testpay');
    await testpay.answer('Failed UserAbort');
    await expect(returnPage.outcome).toHaveAttribute('data-status', 'failed');
    await returnPage.element.getByRole('link', { name: 'Back to the payment' }).click();
    // The demo returns to the studio, where the checkout is on a stage.
    const again = new CheckoutPage(page, page.frameLocator('#stage').locator('scudo-checkout'));
    expect(await again.outcomeStatus()).toBe('failed');
    await again.tryAgainButton.click();
    await again.pay({ number: '4222000009719489' });
    await expect(again.outcome).toHaveAttribute('data-status', 'paid');
    await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid', method: 'card' });
    expect(new URL(page.url()).pathname).toBe('/');
  });
});

test.describe('the state of the order after navigation', () => {
  test('the Back button shows the unfinished payment, and a link that continues it', { tag: '@core' }, async ({
    shop,
    open,
    checkout,
    testpay,
    returnPage,
    page,
  }) => {
    const id = await shop.createOrder();
    await open(id);
    await checkout.payWith('Testpay');
    await testpay.response.waitFor();
    const simulator = page.url();
    await page.goBack();
    await expect(checkout.outcome).toHaveAttribute('data-status', 'pending');
    await expect(checkout.outcome).toContainText('We have not heard from Testpay yet.');
    await checkout.outcome.getByRole('button', { name: 'Continue to Testpay' }).click();
    await testpay.response.waitFor();
    expect(page.url()).toBe(simulator);
    await testpay.answer();
    await expect(returnPage.outcome).toHaveAttribute('data-status', 'paid');
    expect(await shop.messages(id, 'payment-set')).toHaveLength(1);

    // The checkout of a paid order shows that it is paid.
    await page.goto(`/minimal.html?order=${id}`);
    await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
    await expect(checkout.payButton).toHaveCount(0);
  });

  test('a shopper who comes back from Testpay pays with a card instead', async ({
    shop,
    open,
    checkout,
    testpay,
    page,
  }) => {
    const id = await shop.createOrder();
    await open(id);
    await checkout.payWith('Testpay');
    await testpay.response.waitFor();
    await page.goBack();
    await checkout.outcome.getByRole('button', { name: 'Pay in another way' }).click();
    await expect(checkout.field('Card number')).toBeFocused();
    await checkout.fillCard(card('success'));
    // Nothing is called before Pay.
    expect(await shop.messages(id, 'protocol-versions')).toHaveLength(0);
    expect(await shop.order(id)).toMatchObject({ state: 'pending', method: 'testpay' });
    await checkout.payButton.click();
    await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
    expect(await shop.order(id)).toMatchObject({ state: 'paid', method: 'card', flags: [] });
    expect(await shop.messages(id, 'auth')).toHaveLength(1);
  });

  for (const [response, status] of [
    ['Succeeded', 'paid'],
    ['Pending', 'pending'],
  ] as const) {
    test(`a payment that another tab finished with ${response} is not made a second time by card`, {
      tag: '@more',
    }, async ({ shop, open, checkout, testpay, page, context }) => {
      const id = await shop.createOrder();
      // This page receives no changes from the other tab.
      await page.route(
        ({ searchParams }) => searchParams.has('wait'),
        () => undefined,
      );
      await open(id);
      await checkout.payWith('Testpay');
      await testpay.response.waitFor();
      const simulator = page.url();
      await page.goBack();
      await checkout.outcome.getByRole('button', { name: 'Pay in another way' }).click();
      await checkout.fillCard(card('success'));

      const other = await context.newPage();
      await other.goto(simulator);
      await new TestpayPage(other).answer(response);
      await other.waitForURL(/return\.html/);
      await expect.poll(async () => (await shop.order(id)).state).toBe(status);

      await checkout.payButton.click();
      await expect(checkout.outcome).toHaveAttribute('data-status', status);
      await expect(checkout.payButton).toHaveCount(0);
      expect(await shop.order(id)).toMatchObject({ state: status, method: 'testpay', flags: [] });
      for (const kind of ['protocol-versions', 'authentications', 'auth'] as const)
        expect(await shop.messages(id, kind), kind).toHaveLength(0);
    });
  }

  test('a page from the back/forward cache shows the present state of the order', async ({ shop, baseURL }) => {
    const id = await shop.createOrder();
    // Playwright switches this cache off by default.
    const { launchOptions } = await import('../scripts/browser.mjs');
    const browser = await chromium.launch({
      ...(await launchOptions()),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    try {
      const page = await browser.newPage();
      await page.goto(`${baseURL}/minimal.html?order=${id}`);
      await page.evaluate(() =>
        addEventListener('pageshow', ({ persisted }) => (document.title = `persisted ${persisted}`)),
      );
      await new CheckoutPage(page).payWith('Testpay');
      await new TestpayPage(page).answer();
      expect(await new ReturnPage(page).outcomeStatus()).toBe('paid');
      // Goes back past the simulator's page to the checkout.
      await page.evaluate(() => void setTimeout(() => history.go(-2)));
      await expect(page).toHaveTitle('persisted true');
      await expect(new CheckoutPage(page).outcome).toHaveAttribute('data-status', 'paid');
      await expect(new CheckoutPage(page).payButton).toHaveCount(0);
    } finally {
      await browser.close();
    }
  });

  test('a suspended page shows a payment that finished meanwhile when it resumes', { tag: '@more' }, async ({
    shop,
    open,
    checkout,
    page,
    context,
  }) => {
    const id = await shop.createOrder();
    await open(id);
    await page.evaluate(() => addEventListener('scudo-redirect', (event) => event.preventDefault()));
    await checkout.payWith('Testpay');
    const href = await checkout.element.getByRole('link', { name: 'Continue to Testpay' }).getAttribute('href');
    const other = await context.newPage();
    await other.goto(href!);
    await new TestpayPage(other).answer();
    await other.waitForURL(/return\.html/);
    // The browser fires this event when it restores a page from its cache.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
  });

  test('a second tab continues the same payment, and both show its end', { tag: '@more' }, async ({
    shop,
    open,
    checkout,
    page,
    context,
  }) => {
    const id = await shop.createOrder();
    await open(id);
    await expect(checkout.payButton).toBeVisible();
    const second = await context.newPage();
    await second.goto(`/minimal.html?order=${id}`);
    await new CheckoutPage(second).payWith('Testpay');
    await new TestpayPage(second).response.waitFor();

    // The first tab still has its form. The same method is the same payment.
    await page.evaluate(() => addEventListener('scudo-redirect', (event) => event.preventDefault()));
    await checkout.payWith('Testpay');
    const link = checkout.element.getByRole('link', { name: 'Continue to Testpay' });
    await expect(link).toHaveAttribute('href', second.url());
    expect(await shop.messages(id, 'payment-set')).toHaveLength(1);
    await new TestpayPage(second).answer();
    await expect(new ReturnPage(second).outcome).toHaveAttribute('data-status', 'paid');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
    await page.reload();
    await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
  });

  test('a card in the first tab replaces an untouched payment after a second choice, and its late success is flagged', {
    tag: '@more',
  }, async ({ shop, open, checkout, context }) => {
    const id = await shop.createOrder();
    await open(id);
    await expect(checkout.payButton).toBeVisible();
    const second = await context.newPage();
    await second.goto(`/minimal.html?order=${id}`);
    await new CheckoutPage(second).payWith('Testpay');
    await new TestpayPage(second).response.waitFor();

    // The first tab does not know that payment, and shows it instead of replacing it.
    await checkout.pay({ number: '4222000009719489' });
    await expect(checkout.outcome.getByRole('button', { name: 'Continue to Testpay' })).toBeVisible();
    expect(await shop.order(id)).toMatchObject({ state: 'pending', method: 'testpay' });
    await checkout.outcome.getByRole('button', { name: 'Pay in another way' }).click();
    await checkout.pay({ number: '4222000009719489' });
    await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
    await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid', method: 'card', flags: [] });
    await new TestpayPage(second).answer();
    await expect
      .poll(() => shop.order(id))
      .toMatchObject({ state: 'paid', method: 'card', flags: [{ kind: 'second-payment' }] });
    expect(await shop.messages(id, 'auth')).toHaveLength(1);
  });

  test('a payment that another tab had left is not reported as failed while the payments report cannot be read', {
    tag: '@more',
  }, async ({ shop, open, checkout, context }) => {
    const id = await shop.createOrder();
    const second = await context.newPage();
    await second.goto(`/minimal.html?order=${id}`);
    await new CheckoutPage(second).payWith('Testpay');
    await new TestpayPage(second).response.waitFor();
    await open(id);
    await checkout.outcome.getByRole('button', { name: 'Pay in another way' }).click();
    // The version check of a card leaves the other payment. The challenge stays open.
    await checkout.pay(card('challenge'));
    await expect(checkout.challenge.code).toBeVisible();
    await expect.poll(() => shop.order(id)).toMatchObject({ state: 'open' });

    // Neither the return message nor, for an hour, the status message arrives.
    const faults = new URL(`/shop/faults/${id}`, shop.url).href.replace('localhost', '127.0.0.1');
    const disturb = (body: object) =>
      fetch(faults, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    await disturb({ call: 'payments-report', fault: 'answer 500', lasting: true });
    const location = new URL(`/return.html?order=${id}`, shop.url).href;
    await second.route(second.url(), async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.fulfill({ status: 303, headers: { location } });
    });
    const outcomes = await recordOutcomes(second);
    await new TestpayPage(second).answer('Succeeded', '1h after submit');
    const disturbed = async () => ((await (await fetch(faults)).json()) as { disturbed: object[] }).disturbed.length;
    await expect.poll(disturbed).toBeGreaterThan(1);
    // After a minute the page reports that it waits.
    const others = async () => (await outcomes()).filter(({ status }) => status !== 'pending');
    expect(await others()).toEqual([]);
    expect(await shop.order(id)).toMatchObject({ state: 'open' });
    // The report has the payment, whose status comes later.
    await disturb({ call: '', fault: '' });
    await expect.poll(() => shop.order(id)).toMatchObject({ state: 'pending' });
    expect(await others()).toEqual([]);
  });

  test('a tab that comes to the front sees that the order was paid in another one', { tag: '@more' }, async ({
    shop,
    open,
    checkout,
    page,
    context,
  }) => {
    const id = await shop.createOrder();
    await open(id);
    await expect(checkout.payButton).toBeVisible();
    const second = await context.newPage();
    await second.goto(`/minimal.html?order=${id}`);
    const other = new CheckoutPage(second);
    await other.pay({ number: '4222000009719489' });
    expect(await other.outcomeStatus()).toBe('paid');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
  });
});
