import { asPrinted, card, expect, test, untilStep } from './shop-test.js';

test.describe('challenge', () => {
  test('the right code pays the order', { tag: '@core' }, async ({ shop, open, checkout, page }) => {
    const id = await shop.createOrder();
    const outcomes = await open(id);
    await checkout.pay(card('challenge'));
    await checkout.challenge.enterCode();
    expect(await checkout.outcomeStatus()).toBe('paid');

    expect(await outcomes()).toMatchObject([{ status: 'paid', code: 'authorized' }]);
    await expect
      .poll(() => shop.order(id))
      .toMatchObject({
        state: 'paid',
        liability_shift: true,
        authentication: { status: 'AUTHENTICATION_SUCCESSFUL', eci: '05' },
      });
    expect(await shop.messages(id, 'creq')).toHaveLength(1);
    const [cres] = await shop.messages(id, 'cres');
    expect(JSON.stringify(cres)).toContain('"transStatus":"Y"');
    expect(await shop.messages(id, 'authentication-data')).not.toHaveLength(0);
    expect(await shop.messages(id, 'auth')).toHaveLength(1);
    await expect(page.locator('iframe')).toHaveCount(0);
    await expect(checkout.challenge.dialog).toBeHidden();
    await expect(checkout.outcome.getByRole('heading')).toBeFocused();
  });

  test('the frame has the size that the browser data named', async ({ shop, open, checkout }) => {
    const id = await shop.createOrder();
    await open(id);
    await checkout.pay(card('challenge'));
    await expect(checkout.challenge.code).toBeVisible();
    const [authentication] = await shop.messages(id, 'authentications');
    expect(authentication?.request.browser_data.challenge_window_size).toBe('WINDOWED_500X600');
    // The dialog slides in, and a box that moves has fractions of a pixel.
    const frame = checkout.challenge.dialog.locator('iframe');
    await expect.poll(() => frame.boundingBox()).toMatchObject({ width: 500, height: 600 });
  });

  test('three wrong codes end the challenge without a payment', { tag: '@core' }, async ({ shop, open, checkout }) => {
    const id = await shop.createOrder();
    const outcomes = await open(id);
    await checkout.pay(card('challenge'));
    await checkout.challenge.enterCode('000000');
    await expect(checkout.challenge.issuerPage.getByRole('alert')).toBeVisible();
    await checkout.challenge.enterCode('000001');
    await expect(checkout.challenge.issuerPage.getByRole('alert')).toContainText('one attempt left');
    await checkout.challenge.enterCode('000002');
    expect(await checkout.outcomeStatus()).toBe('not-authenticated');
    expect(await outcomes()).toMatchObject([{ code: 'challenge-failed', retryable: true }]);
    await expect.poll(() => shop.order(id)).toMatchObject({ state: 'open' });
    expect(await shop.messages(id, 'auth')).toHaveLength(0);
  });

  test('the issuer’s Cancel ends the challenge without a payment', { tag: '@core' }, async ({
    shop,
    open,
    checkout,
  }) => {
    const id = await shop.createOrder();
    const outcomes = await open(id);
    await checkout.pay(card('challenge'));
    await checkout.challenge.cancelAtIssuer();
    expect(await checkout.outcomeStatus()).toBe('not-authenticated');
    expect(await outcomes()).toHaveLength(1);
    await expect.poll(() => shop.order(id)).toMatchObject({ state: 'open' });
    expect(await shop.messages(id, 'auth')).toHaveLength(0);
  });

  test.describe('left alone', { tag: '@more' }, () => {
    test.use({ acsConfirms: true });

    test('the simulator’s completion after 10 seconds pays the order', async ({ shop, open, checkout }) => {
      const id = await shop.createOrder();
      await open(id);
      await checkout.pay(card('challenge'));
      expect(await checkout.outcomeStatus()).toBe('paid');
      await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid' });
      expect(await shop.messages(id, 'challenge-attempt')).toMatchObject([{ request: { action: 'auto' } }]);
    });
  });

  test('a challenge that the shopper cancels asks for confirmation, ends without a payment, and can be tried again', {
    tag: '@core',
  }, async ({ shop, open, checkout, page }) => {
    const id = await shop.createOrder();
    const outcomes = await open(id);
    await checkout.pay(card('challenge'));
    await checkout.challenge.code.fill('1');
    await checkout.challenge.dialog.getByRole('button', { name: 'Cancel payment' }).click();
    await checkout.challenge.dialog.getByRole('button', { name: 'Back to your bank' }).click();
    await expect(checkout.challenge.code).toHaveValue('1');
    await checkout.challenge.close();
    expect(await checkout.outcomeStatus()).toBe('cancelled');
    expect(await outcomes()).toMatchObject([{ code: 'challenge-cancelled', retryable: true }]);
    await expect.poll(() => shop.order(id)).toMatchObject({ state: 'open' });
    await expect(page.locator('iframe')).toHaveCount(0);

    await checkout.tryAgainButton.click();
    await expect(checkout.field('Card number')).toHaveValue(asPrinted(card('challenge').number));
    await expect(checkout.field('Security code')).toHaveValue('');
    await expect(checkout.field('Security code')).toBeFocused();
    await checkout.field('Security code').fill('123');
    await checkout.payButton.click();
    await checkout.challenge.enterCode();
    await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
    expect(await outcomes()).toHaveLength(2);
    expect(await shop.messages(id, 'auth')).toHaveLength(1);
  });

  test('the Escape key asks for confirmation before it cancels the challenge', async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    await open(id);
    await checkout.pay(card('challenge'));
    await checkout.challenge.code.fill('1');
    await checkout.challenge.dialog.getByRole('button', { name: 'Cancel payment' }).focus();
    await page.keyboard.press('Escape');
    await expect(checkout.challenge.dialog.getByRole('alert')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(checkout.challenge.code).toHaveValue('1');
    await checkout.challenge.dialog.getByRole('button', { name: 'Cancel payment' }).click();
    expect(await checkout.outcomeStatus()).toBe('cancelled');
  });

  test('preventDefault() of scudo-challenge cancels the challenge before the issuer’s page opens', async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    await open(id);
    await page.evaluate(() => addEventListener('scudo-challenge', (event) => event.preventDefault()));
    await checkout.pay(card('challenge'));
    expect(await checkout.outcomeStatus()).toBe('cancelled');
    expect(await shop.messages(id, 'creq')).toHaveLength(0);
    expect(await shop.messages(id, 'auth')).toHaveLength(0);
  });

  test('a successful authentication can be followed by a declined authorization', { tag: '@core' }, async ({
    shop,
    open,
    checkout,
  }) => {
    const id = await shop.createOrder({ amount: '1101' });
    const outcomes = await open(id);
    await checkout.pay(card('challenge'));
    await checkout.challenge.enterCode();
    expect(await checkout.outcomeStatus()).toBe('declined');
    expect(await outcomes()).toMatchObject([{ status: 'declined', code: 'declined', retryable: true }]);
    await expect
      .poll(() => shop.order(id))
      .toMatchObject({
        state: 'open',
        authentication: { status: 'AUTHENTICATION_SUCCESSFUL' },
      });
    expect((await shop.messages(id, 'auth'))[0]?.response).toMatchObject({ result: '101' });
  });

  test('a challenge without a notification ends when the shopper returns to the tab', async ({
    shop,
    open,
    checkout,
    page,
  }) => {
    const id = await shop.createOrder();
    await page.route('**/notifications/challenge/**', (route) => route.abort());
    await open(id);
    await checkout.pay(card('challenge'));
    await checkout.challenge.enterCode();
    await expect.poll(() => shop.messages(id, 'cres')).toHaveLength(1);
    await untilStep(page, 'challenging');
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    expect(await checkout.outcomeStatus()).toBe('paid');
    expect(await shop.messages(id, 'auth')).toHaveLength(1);
  });
});

test('a blank issuer’s page is replaced by another authentication, and the order is paid once', async ({
  shop,
  open,
  checkout,
  page,
}) => {
  const id = await shop.createOrder();
  await page.clock.install();
  await open(id);
  let posts = 0;
  await page.route('**/acs/challenge', (route) => (++posts === 1 ? undefined : route.continue()));
  await checkout.pay(card('challenge'));
  await expect(checkout.challenge.dialog).toBeVisible();
  await expect(checkout.challenge.dialog.getByRole('alert')).toHaveCount(0);
  // A frame page that has not posted yet would be ended by the same 20 seconds.
  await expect.poll(() => posts).toBe(1);
  // The shopper waits for 20 seconds. Then the clock is stopped until the shopper chooses.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20_000);
  await expect(checkout.challenge.dialog.getByRole('alert')).toHaveText(
    'Your bank’s page is taking a long time to appear.',
  );
  await checkout.challenge.dialog.getByRole('button', { name: 'Open it again' }).click();
  await page.clock.resume();
  await checkout.challenge.enterCode();
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await shop.messages(id, 'authentications')).toHaveLength(2);
  expect(await shop.messages(id, 'auth')).toHaveLength(1);
});
