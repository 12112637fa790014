import { describe, expect, it } from 'vitest';
import { withoutUnknownFields } from '../../../src/protocol/version-fields.js';
import type { AuthenticationExtras } from '../../../src/server.js';
import { BROWSER, card, CARDS, newKey, pay, prepare, shop, type Shop } from '../scripted-gateway.js';

/** Every optional field of the documents that a merchant can set for an order, with a value of its table. */
const EXTRAS = {
  currency_conversion: { payer_amount: '2200', payer_currency: 'USD' },
  payer_prior_three_ds_authentication_data: {
    authentication_method: 'FRICTIONLESS_AUTHENTICATION',
    acs_transaction_id: 'acs-1',
    authentication_timestamp: '20261119120000',
    authentication_data: 'secret',
  },
  recurring_authorization_data: { max_number_of_instalments: '12', frequency: '28', expiry_date: '2028-01-01' },
  payer_login_data: {
    authentication_data: 'x',
    authentication_timestamp: '2026-11-20',
    authentication_type: 'MERCHANT_SYSTEM_AUTHENTICATION',
  },
  decouple_flow_request: 'DO_NOT_USE_DECOUPLED',
  decouple_flow_timeout: '5',
  whitelist_status: 'NOT_WHITELISTED',
  card_detail: { first_name: 'Ada', last_name: 'Lovelace' },
  order: {
    address_match_indicator: 'true',
    gift_card_count: '01',
    gift_card_currency: 'EUR',
    gift_card_amount: '500',
    delivery_email: 'ada@example.com',
    delivery_timeframe: 'ELECTRONIC_DELIVERY',
    shipping_method: 'ANOTHER_VERIFIED_ADDRESS',
    shipping_name_matches_cardholder_name: 'true',
    preorder_indicator: 'MERCHANDISE_AVAILABLE',
    preorder_availability_date: '2026-12-01',
    reorder_indicator: 'FIRST_TIME_ORDER',
    transaction_type: 'GOODS_SERVICE_PURCHASE',
  },
} satisfies AuthenticationExtras;

const PAYER = {
  email: 'ada@example.com',
  mobile_phone: { country_code: '44', subscriber_number: '2079460000' },
  id: 'p-1',
  account_age: 'LESS_THAN_THIRTY_DAYS',
  account_change_indicator: 'THIS_TRANSACTION',
  account_creation_date: '2026-01-01',
  suspicious_account_activity: 'NO_SUSPICIOUS_ACTIVITY',
  purchase_count_last_6months: '0003',
  transaction_count_last_24hours: '001',
} as const;

const sentAuthentication = (it: Shop) =>
  JSON.parse(it.sent.find(({ path, method }) => path === '/3ds2/authentications' && method === 'POST')!.text);

describe('the optional fields of an authentication', () => {
  it('travel as the merchant set them for the order', async () => {
    const it = shop();
    await pay(it, await it.order({ authentication: EXTRAS, payer: PAYER }));
    const { card_detail, order, payer, ...message } = sentAuthentication(it);
    const { card_detail: cardExtras, order: orderExtras, ...rest } = EXTRAS;
    expect(message).toMatchObject(rest);
    expect(card_detail).toMatchObject(cardExtras);
    expect(order).toMatchObject(orderExtras);
    expect(payer).toMatchObject(PAYER);
  });

  it.each([
    [{ decouple_flow_request: 'MAYBE' }, 'decouple_flow_request'],
    [{ whitelist_status: 'YES' }, 'whitelist_status'],
    [{ order: { preorder_availability_date: '1 December' } }, 'order.preorder_availability_date'],
    [{ order: { gift_card_count: 'many' } }, 'order.gift_card_count'],
    [{ order: { amount: '1' } }, 'authentication.order'],
    [{ recurring_authorization_data: { expiry_date: '2028-1-1' } }, 'recurring_authorization_data.expiry_date'],
    [
      { message_extension: [{ name: 'n', id: 'i', criticality_indicator: 'perhaps', data: {} }] },
      'message_extension.0.criticality_indicator',
    ],
    [{ server_trans_id: 'mine' }, 'authentication'],
    [{ whitelist_statuss: 'UNKNOWN' }, 'authentication'],
  ])('are checked when the order is made, and named: %j', async (authentication, field) => {
    await expect(shop().order({ authentication: authentication as AuthenticationExtras })).rejects.toThrow(field);
  });

  it('are said by the page where only the page knows, and by the shop where it knows, too', async () => {
    const it = shop();
    const id = await it.order({
      authentication: { order: { shipping_method: 'SHIP_TO_STORE' } },
      payer: { ...PAYER, id: 'the shop’s' },
    });
    const server_trans_id = await prepare(it, id, CARDS.success);
    const authentication = {
      payer_login_data: { authentication_type: 'FEDERATED_ID_AUTHENTICATION' },
      order: { shipping_method: 'DIGITAL_GOODS', delivery_timeframe: 'SAME_DAY' },
      payer: { id: 'the page’s', account_age: 'NO_ACCOUNT' },
    };
    const body = {
      server_trans_id,
      card: card(CARDS.success),
      browser_data: BROWSER,
      method_url_completion: 'YES',
      authentication,
    };
    expect((await it.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() })).status).toBe(200);
    expect(sentAuthentication(it)).toMatchObject({
      payer_login_data: { authentication_type: 'FEDERATED_ID_AUTHENTICATION' },
      order: { shipping_method: 'SHIP_TO_STORE', delivery_timeframe: 'SAME_DAY', amount: '1999' },
      payer: { id: 'the shop’s', account_age: 'LESS_THAN_THIRTY_DAYS' },
    });
  });

  it.each([
    [{ order: { amount: '1' } }],
    [{ currency_conversion: { payer_amount: '1', payer_currency: 'EUR' } }],
    [{ server_trans_id: 'x' }],
    [{ payer: { mobile_phone: {} } }],
  ])('say nothing of money or identity when the page says them: %j', async (authentication) => {
    const it = shop();
    const id = await it.order();
    const server_trans_id = await prepare(it, id, CARDS.success);
    const body = {
      server_trans_id,
      card: card(CARDS.success),
      browser_data: BROWSER,
      method_url_completion: 'YES',
      authentication,
    };
    expect((await it.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() })).status).toBe(400);
  });
});

describe('a request in an earlier version', () => {
  it('carries the version that the version check gave, without what 2.1.0 does not know', async () => {
    const it = shop();
    await pay(
      it,
      await it.order({
        authentication: EXTRAS,
        challengeRequestIndicator: 'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED',
      }),
      '4263970000005262',
    );
    const message = sentAuthentication(it);
    expect(message).toMatchObject({
      message_version: '2.1.0',
      challenge_request_indicator: 'NO_CHALLENGE_REQUESTED',
      payer_login_data: EXTRAS.payer_login_data,
    });
    expect(message).not.toHaveProperty('whitelist_status');
    expect(message).not.toHaveProperty('decouple_flow_request');
    expect(message).not.toHaveProperty('decouple_flow_timeout');
  });

  it('keeps a wish for a challenge, and leaves later versions as they are', () => {
    expect(
      withoutUnknownFields({
        message_version: '2.1.0',
        challenge_request_indicator: 'CHALLENGE_REQUESTED_PROMPT_FOR_WHITELIST',
      }),
    ).toEqual({ message_version: '2.1.0', challenge_request_indicator: 'CHALLENGE_PREFERRED' });
    const later = {
      message_version: '2.2.0',
      challenge_request_indicator: 'NO_CHALLENGE_REQUESTED_WHITELIST',
      whitelist_status: 'WHITELISTED',
    } as const;
    expect(withoutUnknownFields(later)).toBe(later);
  });
});

describe('message extensions', () => {
  const extension = (criticality_indicator: 'true' | 'false') => ({
    name: 'Loyalty',
    id: 'A99',
    criticality_indicator,
    data: { A99: { points: 7 } },
  });
  const answering = (criticality: 'true' | 'false', known: readonly string[] = []) => {
    const it = shop({}, { messageExtensions: known });
    it.intercept = async (path, _text, pass) => {
      const response = await pass();
      if (path !== '/3ds2/authentications') return response;
      return Response.json({ ...((await response.json()) as object), message_extension: [extension(criticality)] });
    };
    return it;
  };

  it('are passed on both ways', async () => {
    const it = answering('false');
    const id = await it.order({ authentication: { message_extension: [extension('false')] } });
    await pay(it, id);
    expect(sentAuthentication(it).message_extension).toEqual([extension('false')]);
    expect((await it.backend.orders.read(id))!.authentications[0]!.messageExtension).toEqual([extension('false')]);
  });

  it('that are critical and unknown end the payment, and are named', async () => {
    const it = answering('true');
    const id = await it.order();
    expect(await (await pay(it, id)).json()).toMatchObject({ code: 'gateway-unavailable' });
    expect(await it.backend.orders.shopView(id)).toMatchObject({ state: 'open' });
    expect(it.sent.filter(({ path }) => path === '/epage-remote.cgi')).toHaveLength(0);
  });

  it('that are critical and known are fine', async () => {
    const it = answering('true', ['A99']);
    const id = await it.order();
    expect(await (await pay(it, id)).json()).toMatchObject({ outcome: { status: 'paid' } });
  });
});
