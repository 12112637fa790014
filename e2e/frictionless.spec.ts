import { attemptOf, card, expect, test } from './shop-test.js';

test('a frictionless card is authorized, and the order has its authentication', { tag: '@core' }, async ({
  shop,
  open,
  checkout,
}) => {
  const id = await shop.createOrder();
  const outcomes = await open(id);
  await expect(checkout.payButton).toHaveText('Pay €19.99');
  await checkout.pay(card('success'));
  await expect(checkout.outcome).toContainText('You paid €19.99');

  expect(await outcomes()).toEqual([
    {
      status: 'paid',
      code: 'authorized',
      retryable: false,
      sameCard: true,
      order: { id, state: 'paid', paidAt: expect.any(String) },
    },
  ]);
  await expect
    .poll(() => shop.order(id))
    .toMatchObject({
      state: 'paid',
      amount: '1999',
      liability_shift: true,
      authentication: { status: 'AUTHENTICATION_SUCCESSFUL', eci: '05', version: '2.2.0' },
    });

  const [versionCheck] = await shop.messages(id, 'protocol-versions');
  expect(versionCheck?.request).toMatchObject({ scheme: 'VISA', number: expect.stringMatching(/^422200\*+5344$/) });
  const [authentication] = await shop.messages(id, 'authentications');
  expect(authentication?.request).toMatchObject({
    method_url_completion: 'YES',
    message_version: '2.2.0',
    order: { amount: '1999', currency: 'EUR', id },
    browser_data: { javascript_enabled: 'true', challenge_window_size: 'WINDOWED_500X600' },
  });
  const authorizations = await shop.messages(id, 'auth');
  expect(authorizations).toHaveLength(1);
  expect(authorizations[0]?.request).toMatchObject({
    orderid: attemptOf(id),
    mpi: { eci: '05', message_version: '2.2.0' },
  });
});

test('the preparation ends before Pay and removes its frame', async ({ shop, open, checkout, page }) => {
  const id = await shop.createOrder();
  await open(id);
  await checkout.fillCard(card('success'));
  await expect.poll(() => shop.messages(id, 'method-notification')).toHaveLength(1);
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(await shop.messages(id, 'authentications')).toHaveLength(0);

  await checkout.payButton.click();
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await shop.messages(id, 'protocol-versions')).toHaveLength(1);
});

test('a card without method URL is authenticated with UNAVAILABLE', async ({ shop, open, checkout }) => {
  const id = await shop.createOrder();
  await open(id);
  await checkout.pay(card('success-no-method'));
  expect(await checkout.outcomeStatus()).toBe('paid');
  const [authentication] = await shop.messages(id, 'authentications');
  expect(authentication?.request.method_url_completion).toBe('UNAVAILABLE');
  expect(await shop.messages(id, 'method')).toHaveLength(0);
});

test('a method without an answer ends after 10 seconds with NO, and the payment continues', async ({
  shop,
  open,
  checkout,
  page,
}) => {
  const id = await shop.createOrder();
  await page.clock.install();
  await open(id);
  // From here on the flow advances the clock.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
  await checkout.pay(card('method-silent'));
  await expect(checkout.progress).toHaveText('Contacting your bank…');
  await expect.poll(() => shop.messages(id, 'method')).toHaveLength(1);
  await page.clock.runFor(9_000);
  expect(await shop.messages(id, 'authentications')).toHaveLength(0);
  await page.clock.runFor(1_000);
  await page.clock.resume();
  expect(await checkout.outcomeStatus()).toBe('paid');

  const [authentication] = await shop.messages(id, 'authentications');
  expect(authentication?.request.method_url_completion).toBe('NO');
});

test('a method without an answer ends after ten real seconds', { tag: '@more' }, async ({ shop, open, checkout }) => {
  const id = await shop.createOrder();
  await open(id);
  await checkout.pay(card('method-silent'));
  expect(await checkout.outcomeStatus()).toBe('paid');
  const [authentication] = await shop.messages(id, 'authentications');
  expect(authentication?.request.method_url_completion).toBe('NO');
});

test('a failed authentication shows the issuer’s text as text, and nothing is authorized', { tag: '@core' }, async ({
  shop,
  open,
  checkout,
}) => {
  const id = await shop.createOrder();
  const outcomes = await open(id);
  await checkout.pay(card('failed-awkward-text'));
  expect(await checkout.outcomeStatus()).toBe('not-authenticated');

  const [outcome] = await outcomes();
  const [authentication] = await shop.messages(id, 'authentications');
  expect(outcome).toMatchObject({
    code: 'authentication-failed',
    retryable: true,
    cardholderText: authentication?.response.cardholder_response_info,
  });
  await expect(checkout.outcome).toContainText(outcome?.cardholderText ?? 'no text');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'open', liability_shift: false });
  expect(await shop.messages(id, 'auth')).toHaveLength(0);
});

test('an issuer’s refusal ends the payment', async ({ shop, open, checkout }) => {
  const id = await shop.createOrder();
  const outcomes = await open(id);
  await checkout.pay(card('rejected'));
  expect(await checkout.outcomeStatus()).toBe('not-authenticated');
  expect(await outcomes()).toMatchObject([{ code: 'issuer-rejected' }]);
  expect(await shop.messages(id, 'auth')).toHaveLength(0);
});

test('an attempted authentication is authorized with its ECI', async ({ shop, open, checkout }) => {
  const id = await shop.createOrder();
  await open(id);
  await checkout.pay(card('attempted'));
  expect(await checkout.outcomeStatus()).toBe('paid');
  await expect
    .poll(() => shop.order(id))
    .toMatchObject({ state: 'paid', liability_shift: true, authentication: { eci: '06' } });
  const [authorization] = await shop.messages(id, 'auth');
  expect(authorization?.request.mpi.eci).toBe('06');
});

test('an authentication that could not be performed is not authorized unless the shop says so', {
  tag: '@core',
}, async ({ shop, open, checkout }) => {
  const refused = await shop.createOrder();
  await open(refused);
  await checkout.pay(card('could-not-be-performed'));
  expect(await checkout.outcomeStatus()).toBe('not-authenticated');
  expect(await shop.messages(refused, 'auth')).toHaveLength(0);

  const accepted = await shop.createOrder({ policies: { couldNotBePerformed: 'authorize' } });
  await open(accepted);
  await checkout.pay(card('could-not-be-performed'));
  expect(await checkout.outcomeStatus()).toBe('paid');
  await expect.poll(() => shop.order(accepted)).toMatchObject({ state: 'paid', liability_shift: false });
});

test('a card that is not enrolled is not authorized unless the shop says so', { tag: '@more' }, async ({
  shop,
  open,
  checkout,
}) => {
  const refused = await shop.createOrder();
  const outcomes = await open(refused);
  await checkout.pay(card('not-enrolled'));
  expect(await checkout.outcomeStatus()).toBe('not-authenticated');
  expect(await outcomes()).toMatchObject([{ code: 'not-enrolled' }]);
  expect((await shop.messages(refused)).map(({ kind }) => kind)).toEqual(['protocol-versions']);

  const accepted = await shop.createOrder({ policies: { notEnrolled: 'authorize' } });
  await open(accepted);
  await checkout.pay(card('not-enrolled'));
  expect(await checkout.outcomeStatus()).toBe('paid');
  await expect.poll(() => shop.order(accepted)).toMatchObject({ state: 'paid', liability_shift: false });
  expect((await shop.messages(accepted)).map(({ kind }) => kind)).toEqual(['protocol-versions', 'auth']);
});

test('an exemption loses the shift of liability', { tag: '@more' }, async ({ shop, open, checkout }) => {
  const id = await shop.createOrder({
    challenge_request_indicator: 'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED',
    exempt_status: 'TRANSACTION_RISK_ANALYSIS',
  });
  await open(id);
  await checkout.pay(card('success'));
  expect(await checkout.outcomeStatus()).toBe('paid');
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid', liability_shift: false });
  const [authorization] = await shop.messages(id, 'auth');
  expect(authorization?.request.mpi.exempt_status).toBe('TRANSACTION_RISK_ANALYSIS');
});
