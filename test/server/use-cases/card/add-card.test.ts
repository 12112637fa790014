import { describe, expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import {
  answerChallenge,
  authorizationsAt,
  BROWSER,
  card,
  CARDS,
  json,
  newKey,
  pay,
  PAYER,
  prepare,
  report,
  shop,
} from '../../scripted-gateway.js';
import { redirect, redirectShop } from '../../signed-messages.js';

describe('an add-card order', () => {
  it('an add-card order is authenticated as a non-payment, and nothing is authorized', async () => {
    const place = shop();
    const { id } = await place.backend.orders.create({ purpose: 'add-card', currency: 'EUR', payer: PAYER });
    expect(await json(await place.call(`orders/${id}`))).toMatchObject({ purpose: 'add-card', amount: '0' });
    expect(await json(await pay(place, id))).toMatchObject({
      outcome: { status: 'authenticated', code: 'card-authenticated', order: { state: 'authenticated' } },
    });
    const message = JSON.parse(place.sent.find(({ path }) => path === '/3ds2/authentications')!.text);
    expect(message).toMatchObject({
      message_category: 'NON_PAYMENT_AUTHENTICATION',
      authentication_request_type: 'ADD_CARD',
      order: { amount: '0' },
    });
    expect(authorizationsAt(place)).toHaveLength(0);
  });

  it('answers order-not-open once its card is authenticated', async () => {
    const place = shop();
    const id = await place.order({ purpose: 'add-card' });
    await pay(place, id);
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: undefined }))).toBe('order-not-open');
  });

  it('an add-card order is authenticated after a challenge', async () => {
    const place = shop();
    const id = await place.order({ purpose: 'add-card', amount: '0' });
    const serverTransId = await prepare(place, id, CARDS.challenge);
    const challenge = await json(await pay(place, id, CARDS.challenge, { serverTransId }));
    await answerChallenge(place, challenge);
    expect(await json(await report(place, id, serverTransId!))).toMatchObject({ outcome: { status: 'authenticated' } });
    expect(authorizationsAt(place)).toHaveLength(0);
    expect(await place.backend.orders.shopView(id)).toMatchObject({
      state: 'authenticated',
      authentication: { status: 'AUTHENTICATION_SUCCESSFUL' },
    });
  });

  it('offers and accepts no method that charges', async () => {
    const place = redirectShop();
    for (const amount of ['0', '1999']) {
      const id = await place.order({ purpose: 'add-card', amount });
      expect(await json(await place.call(`orders/${id}`))).toMatchObject({ methods: [{ code: 'card' }] });
      expect(await json(await redirect(place, id))).toMatchObject({
        code: 'invalid-request',
        fields: [{ field: 'method' }],
      });
    }
    expect(place.sent).toHaveLength(0);
  });

  it.each([
    ['notEnrolled', 'not-enrolled'],
    ['impossible', 'authentication-impossible'],
  ] as const)('refuses a card that is %s in spite of lenient policies', async (name, code) => {
    const place = shop();
    const id = await place.order({
      purpose: 'add-card',
      policies: { notEnrolled: 'authorize', couldNotBePerformed: 'authorize', successfulWithoutShift: 'authorize' },
    });
    const serverTransId = await prepare(place, id, CARDS[name]);
    expect(await json(await pay(place, id, CARDS[name], { serverTransId }))).toMatchObject({
      outcome: { status: 'not-authenticated', code },
    });
    const stored = { number: CARDS[name], expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' };
    expect(await place.backend.orders.payStored(id, { card: stored })).toMatchObject({ status: 'not-authenticated' });
    expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'open' });
  });

  it('an add-card order may have the amount 0, which a payment may not', async () => {
    await expect(shop().order({ purpose: 'add-card', amount: '0' })).resolves.toBeDefined();
    await expect(shop().order({ amount: '0' })).rejects.toThrow('amount must be more than zero');
    await expect(shop().backend.orders.create({ currency: 'EUR' })).rejects.toThrow('amount is missing');
  });
});

it('a payment without a phone number is refused before its transaction is used up', async () => {
  const place = shop();
  const id = await place.order({ payer: { email: 'ada@example.com' } });
  const server_trans_id = await prepare(place, id, CARDS.success);
  const call = (payer?: object) =>
    place.call(
      `orders/${id}/authentications`,
      { server_trans_id, card: card(CARDS.success), browser_data: BROWSER, method_url_completion: 'YES', payer },
      { 'idempotency-key': newKey() },
    );
  const refused = await call();
  expect([refused.status, (await json(refused)).fields]).toEqual([
    400,
    [{ field: 'payer.mobile_phone', message: 'is missing' }],
  ]);
  const paid = await call({ mobile_phone: { country_code: '44', subscriber_number: '2079460000' } });
  expect(await json(paid)).toMatchObject({ outcome: { status: 'paid' } });
});
