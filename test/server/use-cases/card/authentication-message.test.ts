import { describe, expect, it } from 'vitest';
import { withoutUnknownFields } from '../../../../src/protocol/three-d-secure/version-fields.js';
import type { AuthenticationExtras, PageField } from '../../../../src/server.js';
import { BROWSER, card, CARDS, newKey, pay, prepare, shop, type Shop } from '../../scripted-gateway.js';

/** Every optional field of the documents that a merchant can set for an order, with a value of its table. */
const EXTRAS = {
  currencyConversion: { payerAmount: '2200', payerCurrency: 'USD' },
  payerPriorThreeDsAuthenticationData: {
    authenticationMethod: 'FRICTIONLESS_AUTHENTICATION',
    acsTransactionId: 'acs-1',
    authenticationTimestamp: '20261119120000',
    authenticationData: 'secret',
  },
  recurringAuthorizationData: { maxNumberOfInstalments: '12', frequency: '28', expiryDate: '2028-01-01' },
  payerLoginData: {
    authenticationData: 'x',
    authenticationTimestamp: '2026-11-20',
    authenticationType: 'MERCHANT_SYSTEM_AUTHENTICATION',
  },
  decoupleFlowRequest: 'DO_NOT_USE_DECOUPLED',
  decoupleFlowTimeout: '5',
  whitelistStatus: 'NOT_WHITELISTED',
  cardDetail: { firstName: 'Ada', lastName: 'Lovelace' },
  order: {
    addressMatchIndicator: 'true',
    giftCardCount: '01',
    giftCardCurrency: 'EUR',
    giftCardAmount: '500',
    deliveryEmail: 'ada@example.com',
    deliveryTimeframe: 'ELECTRONIC_DELIVERY',
    shippingMethod: 'ANOTHER_VERIFIED_ADDRESS',
    shippingNameMatchesCardholderName: 'true',
    preorderIndicator: 'MERCHANDISE_AVAILABLE',
    preorderAvailabilityDate: '2026-12-01',
    reorderIndicator: 'FIRST_TIME_ORDER',
    transactionType: 'GOODS_SERVICE_PURCHASE',
  },
} satisfies AuthenticationExtras;

const PAYER = {
  email: 'ada@example.com',
  mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' },
  id: 'p-1',
  accountAge: 'LESS_THAN_THIRTY_DAYS',
  accountChangeIndicator: 'THIS_TRANSACTION',
  accountCreationDate: '2026-01-01',
  suspiciousAccountActivity: 'NO_SUSPICIOUS_ACTIVITY',
  purchaseCountLast6months: '0003',
  transactionCountLast24hours: '001',
} as const;

/** The same with the names on the wire. It does not use the code under test. */
function onTheWire(value: unknown): any {
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [wireName(name), onTheWire(inner)]));
}

function wireName(name: string): string {
  const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return snake.replace(/(last)(\d)/, '$1_$2');
}

const sentAuthentication = (place: Shop) =>
  JSON.parse(place.sent.find(({ path, method }) => path === '/3ds2/authentications' && method === 'POST')!.text);

describe('the optional fields of an authentication', () => {
  it('the optional fields of an authentication are sent as the merchant set them for the order', async () => {
    const place = shop();
    await pay(place, await place.order({ authentication: EXTRAS, payer: PAYER }));
    const { card_detail, order, payer, ...message } = sentAuthentication(place);
    const { cardDetail: cardExtras, order: orderExtras, ...rest } = EXTRAS;
    expect(message).toMatchObject(onTheWire(rest));
    expect(card_detail).toMatchObject(onTheWire(cardExtras));
    expect(order).toMatchObject(onTheWire(orderExtras));
    expect(payer).toMatchObject(onTheWire(PAYER));
  });

  it.each([
    [{ decoupleFlowRequest: 'MAYBE' }, 'decoupleFlowRequest'],
    [{ whitelistStatus: 'YES' }, 'whitelistStatus'],
    [{ order: { preorderAvailabilityDate: '1 December' } }, 'order.preorderAvailabilityDate'],
    [{ order: { giftCardCount: 'many' } }, 'order.giftCardCount'],
    [{ order: { amount: '1' } }, 'authentication.order'],
    [{ recurringAuthorizationData: { expiryDate: '2028-1-1' } }, 'recurringAuthorizationData.expiryDate'],
    [
      { messageExtension: [{ name: 'n', id: 'i', criticalityIndicator: 'perhaps', data: {} }] },
      'messageExtension.0.criticalityIndicator',
    ],
    [{ serverTransId: 'mine' }, 'authentication'],
    [{ whitelistStatuss: 'UNKNOWN' }, 'authentication'],
  ])(
    'the optional fields of an authentication are checked when the order is created: %j is refused and named',
    async (authentication, field) => {
      await expect(shop().order({ authentication: authentication as AuthenticationExtras })).rejects.toThrow(field);
    },
  );

  it('the optional fields of an authentication come from the order first, and from the page where the order has none and the merchant opened the field', async () => {
    const place = shop({ authenticationFieldsFromPage: ['order.shippingMethod', 'order.deliveryTimeframe'] });
    const id = await place.order({
      authentication: { order: { shippingMethod: 'SHIP_TO_STORE' } },
      payer: { ...PAYER, id: 'the shop’s' },
    });
    const server_trans_id = await prepare(place, id, CARDS.success);
    const authentication = {
      payer_login_data: { authentication_type: 'FEDERATED_ID_AUTHENTICATION' },
      order: { shipping_method: 'DIGITAL_GOODS', delivery_timeframe: 'SAME_DAY', gift_card_count: '01' },
      payer: { id: 'the page’s', account_age: 'NO_ACCOUNT', account_change_date: '2020-01-01' },
    };
    const body = {
      server_trans_id,
      card: card(CARDS.success),
      browser_data: BROWSER,
      method_url_completion: 'YES',
      authentication,
    };
    expect((await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() })).status).toBe(200);
    const sent = sentAuthentication(place);
    expect(sent).toMatchObject({
      order: { shipping_method: 'SHIP_TO_STORE', delivery_timeframe: 'SAME_DAY', amount: '1999' },
      payer: { id: 'the shop’s', account_age: 'LESS_THAN_THIRTY_DAYS' },
    });
    expect(sent).not.toHaveProperty('payer_login_data');
    expect(sent.order).not.toHaveProperty('gift_card_count');
    expect(sent.payer).not.toHaveProperty('account_change_date');
  });

  it.each([
    [{ payer_login_data: { authentication_type: 'FIDO_AUTHENTICATION', authentication_data: 'x' } }],
    [{ payer: { id: 'victim-account' } }],
    [{ payer: { account_age: 'MORE_THAN_SIXTY_DAYS', purchase_count_last_6months: '9999' } }],
    [{ payer: { suspicious_account_activity: 'NO_SUSPICIOUS_ACTIVITY' } }],
    [{ order: { address_match_indicator: true, shipping_name_matches_cardholder_name: true } }],
    [{ order: { reorder_indicator: 'REORDERED', transaction_type: 'GOODS_SERVICE_PURCHASE' } }],
    [{ order: { amount: '1', currency: 'XXX', id: 'other', date_time_created: 'never' } }],
    [{ currency_conversion: { payer_amount: '1', payer_currency: 'EUR' } }],
    [{ server_trans_id: 'x', whitelist_status: 'WHITELISTED', card_detail: { first_name: 'Eve' } }],
    [
      JSON.parse(
        '{"__proto__":{"order":{"shipping_method":"DIGITAL_GOODS"}},"order":{"__proto__":{"giftCardCount":"01"}}}',
      ),
    ],
    ['text'],
    [[{ order: {} }]],
  ])(
    'the optional fields of an authentication are ignored from the page when the merchant cannot open or did not open them: %j',
    async (authentication) => {
      const send = async (more: object) => {
        const place = shop({
          authenticationFieldsFromPage: ['order.deliveryEmail'],
          randomBytes: (n) => new Uint8Array(n),
        });
        const id = await place.order({ id: 'A1' });
        const server_trans_id = await prepare(place, id, CARDS.success);
        const body = {
          server_trans_id,
          card: card(CARDS.success),
          browser_data: BROWSER,
          method_url_completion: 'YES',
        };
        const headers = { 'idempotency-key': newKey() };
        const response = await place.call(`orders/${id}/authentications`, { ...body, ...more }, headers);
        expect(response.status).toBe(200);
        return { ...sentAuthentication(place), server_trans_id: undefined };
      };
      expect(await send({ authentication })).toEqual(await send({}));
    },
  );

  it('the optional fields of an authentication that the merchant opened are checked, and a wrong one is named', async () => {
    const place = shop({ authenticationFieldsFromPage: ['order.deliveryEmail', 'order.preorderAvailabilityDate'] });
    const id = await place.order();
    const server_trans_id = await prepare(place, id, CARDS.success);
    const body = {
      server_trans_id,
      card: card(CARDS.success),
      browser_data: BROWSER,
      method_url_completion: 'YES',
      authentication: { order: { delivery_email: 'no address', preorder_availability_date: 7, shipping_method: 7 } },
    };
    const response = await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() });
    expect(response.status).toBe(400);
    const { fields } = (await response.json()) as { fields: { field: string }[] };
    expect(fields.map(({ field }) => field)).toEqual([
      'authentication.order.delivery_email',
      'authentication.order.preorder_availability_date',
    ]);
    expect(place.sent.some(({ path }) => path === '/3ds2/authentications')).toBe(false);
  });

  it.each([
    'payer.id',
    'payerLoginData',
    'order.addressMatchIndicator',
    'order.amount',
    'constructor',
    '',
    undefined,
    7,
  ])(
    'the optional fields of an authentication cannot be opened for the page where they are about account, login or money: %j',
    (field) => {
      expect(() => shop({ authenticationFieldsFromPage: [field as PageField] })).toThrow(
        /^authenticationFieldsFromPage\[0\] (is missing. It )?must be one of order.deliveryEmail, order.deliveryTimeframe,/,
      );
    },
  );
});

describe('a request in an earlier version', () => {
  it('a request in an earlier version has the version of the version check, without fields that 2.1.0 does not have', async () => {
    const place = shop();
    await pay(
      place,
      await place.order({
        authentication: EXTRAS,
        challengeRequestIndicator: 'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED',
      }),
      '4263970000005262',
    );
    const message = sentAuthentication(place);
    expect(message).toMatchObject({
      message_version: '2.1.0',
      challenge_request_indicator: 'NO_CHALLENGE_REQUESTED',
      payer_login_data: onTheWire(EXTRAS.payerLoginData),
    });
    expect(message).not.toHaveProperty('whitelist_status');
    expect(message).not.toHaveProperty('decouple_flow_request');
    expect(message).not.toHaveProperty('decouple_flow_timeout');
  });

  it('keeps the request for a challenge, and later versions are unchanged', () => {
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
  const extension = (criticalityIndicator: 'true' | 'false') => ({
    name: 'Loyalty',
    id: 'A99',
    criticalityIndicator,
    data: { A99: { loyalty_points: 7 } },
  });
  const wireExtension = (criticality: 'true' | 'false') => {
    const { criticalityIndicator, ...rest } = extension(criticality);
    return { ...rest, criticality_indicator: criticalityIndicator };
  };
  const answering = (criticality: 'true' | 'false', known: readonly string[] = []) => {
    const place = shop({}, { messageExtensions: known });
    place.intercept = async (path, _text, pass) => {
      const response = await pass();
      if (path !== '/3ds2/authentications') return response;
      return Response.json({ ...((await response.json()) as object), message_extension: [wireExtension(criticality)] });
    };
    return place;
  };

  it('message extensions are passed on in both directions, their data unchanged', async () => {
    const place = answering('false', ['A99']);
    const id = await place.order({ authentication: { messageExtension: [extension('false')] } });
    await pay(place, id);
    expect(sentAuthentication(place).message_extension).toEqual([wireExtension('false')]);
    expect((await place.backend.orders.read(id))!.authentications[0]!.messageExtension).toEqual([extension('false')]);
  });

  it('message extensions that the merchant did not ask for are not stored', async () => {
    const place = answering('false', ['A98']);
    const id = await place.order();
    expect(await (await pay(place, id)).json()).toMatchObject({ outcome: { status: 'paid' } });
    expect(JSON.stringify(await place.backend.orders.read(id))).not.toMatch(/messageExtension|loyalty/i);
  });

  it('message extensions that are critical and unknown end the payment before an authorization', async () => {
    const place = answering('true');
    const id = await place.order();
    expect(await (await pay(place, id)).json()).toMatchObject({ code: 'gateway-unavailable' });
    expect(await place.backend.orders.shopView(id)).toMatchObject({ state: 'open' });
    expect(place.sent.filter(({ path }) => path === '/epage-remote.cgi')).toHaveLength(0);
  });

  it('message extensions that are critical and known do not stop the payment', async () => {
    const place = answering('true', ['A99']);
    const id = await place.order();
    expect(await (await pay(place, id)).json()).toMatchObject({ outcome: { status: 'paid' } });
  });
});
