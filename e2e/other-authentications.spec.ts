import { card, expect, test } from './shop-test.js';

const DECOUPLED = { authentication: { decouple_flow_request: 'DECOUPLED_PREFERRED', decouple_flow_timeout: '5' } };

const IN_THE_APP = 'Please confirm the payment in your bank’s app. This page waits for your answer.';

test.describe('an issuer that asks in its app', () => {
  test('the page waits for an issuer that asks in its app, and continues the payment by itself', {
    tag: '@core',
  }, async ({ shop, open, checkout, page }) => {
    const id = await shop.createOrder(DECOUPLED);
    const outcomes = await open(id);
    await checkout.pay(card('decoupled'));
    await expect(checkout.progress).toHaveText(IN_THE_APP);
    await expect(page.locator('iframe')).toHaveCount(0);
    expect(await checkout.outcomeStatus()).toBe('paid');
    expect(await outcomes()).toMatchObject([{ code: 'authorized' }]);
    const [request] = await shop.messages(id, 'authentications');
    expect(request!.request).toMatchObject({
      decouple_flow_request: 'DECOUPLED_PREFERRED',
      decouple_flow_timeout: '5',
    });
    expect(request!.response).toMatchObject({
      status: 'DECOUPLED_AUTHENTICATION_CONFIRMED',
      decoupled_response_indicator: 'DECOUPLED_AUTHENTICATION_UTILISED',
    });
    expect(await shop.messages(id, 'creq')).toHaveLength(0);
    expect(await shop.messages(id, 'auth')).toHaveLength(1);
    await expect
      .poll(() => shop.order(id))
      .toMatchObject({
        state: 'paid',
        liability_shift: true,
        authentication: { status: 'AUTHENTICATION_SUCCESSFUL' },
      });
  });

  test('a refusal in the issuer’s app ends the payment', { tag: '@more' }, async ({ shop, open, checkout }) => {
    const id = await shop.createOrder(DECOUPLED);
    await open(id);
    await checkout.pay(card('decoupled-refused'));
    expect(await checkout.outcomeStatus()).toBe('not-authenticated');
    expect(await shop.messages(id, 'auth')).toHaveLength(0);
  });

  test('the shopper can cancel while the issuer asks in its app', async ({ shop, open, checkout }) => {
    const id = await shop.createOrder(DECOUPLED);
    await open(id);
    await checkout.pay(card('decoupled-silent'));
    // The Cancel button of the preparation returns to the form.
    await expect(checkout.progress).toHaveText(IN_THE_APP);
    await checkout.element.getByRole('button', { name: 'Cancel' }).click();
    expect(await checkout.outcomeStatus()).toBe('cancelled');
    await expect.poll(() => shop.order(id)).toMatchObject({ state: 'open' });
  });
});

test('an added card is confirmed by its issuer and not charged', { tag: '@core' }, async ({ shop, open, checkout }) => {
  const id = await shop.createOrder({ purpose: 'add-card', amount: '0' });
  const outcomes = await open(id);
  await checkout.fillCard(card('challenge'));
  await checkout.element.getByRole('button', { name: 'Save card' }).click();
  await checkout.challenge.enterCode();
  expect(await checkout.outcomeStatus()).toBe('authenticated');
  await expect(checkout.outcome).toContainText('Your card is confirmed. Nothing was charged.');
  expect(await outcomes()).toMatchObject([{ status: 'authenticated', code: 'card-authenticated' }]);
  const [request] = await shop.messages(id, 'authentications');
  expect(request!.request).toMatchObject({
    message_category: 'NON_PAYMENT_AUTHENTICATION',
    authentication_request_type: 'ADD_CARD',
  });
  expect(await shop.messages(id, 'auth')).toHaveLength(0);
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'authenticated' });
});

test('an exemption is claimed, granted, and keeps the liability with the shop', { tag: '@core' }, async ({
  shop,
  open,
  checkout,
}) => {
  const id = await shop.createOrder({
    challenge_request_indicator: 'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED',
    exempt_status: 'TRANSACTION_RISK_ANALYSIS',
  });
  await open(id);
  await checkout.pay(card('challenge'));
  expect(await checkout.outcomeStatus()).toBe('paid');
  expect(await shop.messages(id, 'creq')).toHaveLength(0);
  expect((await shop.messages(id, 'auth'))[0]!.request.mpi).toMatchObject({
    exempt_status: 'TRANSACTION_RISK_ANALYSIS',
  });
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid', liability_shift: false });
});

test('a merchant can require a challenge for a card that needs none', async ({ shop, open, checkout }) => {
  const id = await shop.createOrder({ challenge_request_indicator: 'CHALLENGE_MANDATED' });
  await open(id);
  await checkout.pay(card('success'));
  await checkout.challenge.enterCode();
  expect(await checkout.outcomeStatus()).toBe('paid');
});

for (const [label, number, version] of [
  ['2.1.0', '4263970000005262', '2.1.0'],
  // The highest version of the documents.
  ['2.3.1', '4000000000000085', '2.2.0'],
] as const) {
  test(`a card of version ${label} is authenticated in version ${version}`, async ({ shop, open, checkout }) => {
    const id = await shop.createOrder({ authentication: { whitelist_status: 'UNKNOWN' } });
    await open(id);
    await checkout.pay({ number });
    expect(await checkout.outcomeStatus()).toBe('paid');
    const [request] = await shop.messages(id, 'authentications');
    expect(request!.request.message_version).toBe(version);
    expect('whitelist_status' in request!.request).toBe(version !== '2.1.0');
    await expect.poll(() => shop.order(id)).toMatchObject({ authentication: { version } });
  });
}

for (const [what, order, texts] of [
  ['funds', { amount: '1101' }, {}],
  ['the security code', {}, { securityCode: '999' }],
] as const) {
  test(`an ordinary decline for ${what} is shown as declined, and can be tried again`, async ({
    shop,
    open,
    checkout,
  }) => {
    const id = await shop.createOrder(order);
    await open(id);
    await checkout.pay({ number: card('success').number, ...texts });
    expect(await checkout.outcomeStatus()).toBe('declined');
    await expect(checkout.tryAgainButton).toBeVisible();
    await expect.poll(() => shop.order(id)).toMatchObject({ state: 'open' });
  });
}

test('an authorization that is never answered ends in doubt, is never reported as failed, and a later look-up settles it', {
  tag: '@more',
}, async ({ shop, open, checkout }) => {
  test.setTimeout(90_000);
  const id = await shop.createOrder({ amount: '1408' });
  const outcomes = await open(id);
  await checkout.pay(card('success'));
  // The look-up starts when no answer can arrive any more. The page learns its result by itself.
  await expect(checkout.outcome).toHaveAttribute('data-status', 'paid');
  expect(await outcomes()).toMatchObject([{ status: 'in-doubt' }, { status: 'paid' }]);
  await expect.poll(() => shop.order(id)).toMatchObject({ state: 'paid' });
  expect(await shop.messages(id, 'query')).not.toHaveLength(0);
  expect(await shop.messages(id, 'auth')).toHaveLength(1);
});
