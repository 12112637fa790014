import { describe, expect, it } from 'vitest';
import {
  answerChallenge,
  authorizationsAt,
  BROWSER,
  card,
  CARDS,
  json,
  newKey,
  pay,
  prepare,
  report,
  shop,
} from './scripted-gateway.js';
import { redirect, redirectShop } from './signed-messages.js';

describe('a card that is only added', () => {
  it('is authenticated without a payment, and nothing is authorized', async () => {
    const it = shop();
    const { id } = await it.backend.orders.create({
      purpose: 'add-card',
      currency: 'EUR',
      payer: { mobile_phone: { country_code: '44', subscriber_number: '2079460000' } },
    });
    expect(await json(await it.call(`orders/${id}`))).toMatchObject({ purpose: 'add-card', amount: '0' });
    expect(await json(await pay(it, id))).toMatchObject({
      outcome: { status: 'authenticated', code: 'card-authenticated', order: { state: 'authenticated' } },
    });
    const message = JSON.parse(it.sent.find(({ path }) => path === '/3ds2/authentications')!.text);
    expect(message).toMatchObject({
      message_category: 'NON_PAYMENT_AUTHENTICATION',
      authentication_request_type: 'ADD_CARD',
      order: { amount: '0' },
    });
    expect(authorizationsAt(it)).toHaveLength(0);
    // It is over: the next one is told so.
    expect(await json(await pay(it, id, CARDS.success, { serverTransId: undefined }))).toMatchObject({
      code: 'order-not-open',
    });
  });

  it('can be challenged', async () => {
    const it = shop();
    const id = await it.order({ purpose: 'add-card', amount: '0' });
    const serverTransId = await prepare(it, id, CARDS.challenge);
    const challenge = await json(await pay(it, id, CARDS.challenge, { serverTransId }));
    await answerChallenge(it, challenge);
    expect(await json(await report(it, id, serverTransId!))).toMatchObject({ outcome: { status: 'authenticated' } });
    expect(authorizationsAt(it)).toHaveLength(0);
    expect(await it.backend.orders.shopView(id)).toMatchObject({
      state: 'authenticated',
      authentication: { status: 'AUTHENTICATION_SUCCESSFUL' },
    });
  });

  it('is not confirmed by nobody: a card that takes no part is refused, whatever the policy', async () => {
    const it = shop();
    const id = await it.order({ purpose: 'add-card', policies: { notEnrolled: 'authorize' } });
    await prepare(it, id, CARDS.notEnrolled);
    expect(await json(await pay(it, id, CARDS.notEnrolled, { serverTransId: undefined }))).toMatchObject({
      outcome: { code: 'not-enrolled' },
    });
  });

  it('is sent to no method that charges, though the shop offers one', async () => {
    const it = redirectShop();
    for (const amount of ['0', '1999']) {
      const id = await it.order({ purpose: 'add-card', amount });
      expect(await json(await it.call(`orders/${id}`))).toMatchObject({ methods: [{ code: 'card' }] });
      expect(await json(await redirect(it, id))).toMatchObject({
        code: 'invalid-request',
        fields: [{ field: 'method' }],
      });
    }
    expect(it.sent).toHaveLength(0);
  });

  it('is not confirmed by a policy that takes the risk of a payment: neither with the shopper nor without', async () => {
    const policies = { notEnrolled: 'authorize', couldNotBePerformed: 'authorize' } as const;
    for (const number of [CARDS.notEnrolled, CARDS.impossible]) {
      const it = shop();
      const id = await it.order({ purpose: 'add-card', policies });
      const serverTransId = await prepare(it, id, number);
      expect(await json(await pay(it, id, number, { serverTransId }))).toMatchObject({
        outcome: { status: 'not-authenticated' },
      });
      const { security_code: _none, ...stored } = card(number);
      expect(await it.backend.orders.payStored(id, { card: stored })).toMatchObject({ status: 'not-authenticated' });
      expect(await it.backend.orders.shopView(id)).toMatchObject({ state: 'open' });
    }
  });

  it('costs nothing, and everything else costs something', async () => {
    await expect(shop().order({ amount: '0' })).rejects.toThrow('amount must be more than zero');
    await expect(shop().backend.orders.create({ currency: 'EUR' })).rejects.toThrow('amount is missing');
  });
});

it('a payment without any phone number spends no transaction: the field is named, and the same card can go on', async () => {
  const it = shop({ ask: () => [] });
  const id = await it.order({ payer: { email: 'ada@example.com' } });
  const server_trans_id = await prepare(it, id, CARDS.success);
  const body = (payer?: object) => ({
    server_trans_id,
    card: card(CARDS.success),
    browser_data: BROWSER,
    method_url_completion: 'YES',
    payer,
  });
  const refused = await it.call(`orders/${id}/authentications`, body(), { 'idempotency-key': newKey() });
  expect([refused.status, (await json(refused)).fields]).toEqual([
    400,
    [{ field: 'payer.mobile_phone', message: 'is missing' }],
  ]);
  const paid = await it.call(
    `orders/${id}/authentications`,
    body({ mobile_phone: { country_code: '44', subscriber_number: '2079460000' } }),
    { 'idempotency-key': newKey() },
  );
  expect(await json(paid)).toMatchObject({ outcome: { status: 'paid' } });
});
