import { describe, expect, it } from 'vitest';
import type { PaymentRequest } from '../../../../src/protocol/adapter/adapter-requests.js';
import {
  authenticationMessage,
  commonMessage,
  messageCategoryOf,
} from '../../../../src/server/use-cases/card/authentication-message.js';
import type { Client, Ports } from '../../../../src/server/ports/ports.js';
import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { sampleRecord } from '../../../../src/server/adapters/store/conformance/sample-record.js';
import { BROWSER, card, CARDS, PAYER } from '../../scripted-gateway.js';

const CLIENT: Client = {
  ip: '203.0.113.7',
  accept: 'text/html',
  language: 'de-CH, fr;q=0.5',
  userAgent: 'Header/1',
};
const ADDRESS = { line1: '1 Main St', city: 'Springfield', postalCode: '62701', country: '840' };

const context = {
  publicUrl: 'https://shop.example/scudo',
  merchantContactUrl: 'https://shop.example/contact',
  pageFields: ['order.deliveryEmail', 'order.shippingMethod'],
} as unknown as Ports;

interface Change {
  readonly order?: Partial<OrderRecord>;
  readonly request?: object;
  readonly client?: Partial<Client>;
  readonly hasMethodUrl?: boolean;
}

function messageWith({ order, request, client, hasMethodUrl = true }: Change = {}) {
  return authenticationMessage(context, {
    order: sampleRecord('A', { payer: PAYER, ...order }),
    request: {
      card: card(CARDS.success),
      browser_data: BROWSER,
      method_url_completion: 'YES',
      ...request,
    } as PaymentRequest,
    serverTransId: 'transaction-1',
    scheme: 'VISA',
    messageVersion: '2.2.0',
    hasMethodUrl,
    client: { ...CLIENT, ...client },
  });
}

describe('the authentication request', () => {
  it('the request has the order, the card, the browser and the addresses of the shop', () => {
    expect(messageWith()).toEqual({
      messageVersion: '2.2.0',
      challengeRequestIndicator: 'NO_PREFERENCE',
      authenticationRequestType: 'PAYMENT_TRANSACTION',
      messageCategory: 'PAYMENT_AUTHENTICATION',
      authenticationSource: 'BROWSER',
      serverTransId: 'transaction-1',
      cardDetail: {
        number: CARDS.success,
        scheme: 'VISA',
        expiryMonth: '12',
        expiryYear: '28',
        fullName: 'Ada Lovelace',
      },
      order: { dateTimeCreated: '2026-11-20T12:00:00.000000', amount: '1999', currency: 'EUR', id: 'A' },
      payer: PAYER,
      challengeNotificationUrl: 'https://shop.example/scudo/notifications/challenge/A',
      methodUrlCompletion: 'YES',
      browserData: {
        acceptHeader: 'text/html',
        ip: '203.0.113.7',
        colorDepth: 'TWENTY_FOUR_BITS',
        javaEnabled: 'false',
        javascriptEnabled: 'true',
        language: 'en-GB',
        screenHeight: '900',
        screenWidth: '1440',
        challengeWindowSize: 'FULL_SCREEN',
        timezone: '0',
        userAgent: 'Test/1.0',
      },
      merchantContactUrl: 'https://shop.example/contact',
    });
  });

  it.each([
    [true, 'YES', 'YES'],
    [true, 'NO', 'NO'],
    [true, 'UNAVAILABLE', 'NO'],
    [false, 'YES', 'UNAVAILABLE'],
    [false, 'NO', 'UNAVAILABLE'],
    [false, 'UNAVAILABLE', 'UNAVAILABLE'],
  ])('methodUrlCompletion with a method URL: %s, and a page that reports %s, is %s', (hasMethodUrl, reported, sent) => {
    const message = messageWith({ hasMethodUrl, request: { method_url_completion: reported } });
    expect(message.methodUrlCompletion).toBe(sent);
  });

  it('the payer of the order precedes that of the page, which adds what the order does not have', () => {
    const payer = { email: 'eve@example.com', billing_address: { ...ADDRESS, postal_code: '62701' } };
    expect(messageWith({ request: { payer } }).payer).toMatchObject({
      email: 'ada@example.com',
      billingAddress: { line1: '1 Main St', postalCode: '62701' },
    });
    expect(messageWith({ order: { payer: {} } }).payer).toEqual({});
  });

  it('the fields that the merchant opened come from the page where the order does not have them', () => {
    const authentication = { order: { delivery_email: 'page@example.com', shipping_method: 'DIGITAL_GOODS' } };
    const order = { authentication: { order: { shippingMethod: 'SHIP_TO_STORE' } } } as const;
    expect(messageWith({ order, request: { authentication } }).order).toMatchObject({
      deliveryEmail: 'page@example.com',
      shippingMethod: 'SHIP_TO_STORE',
      amount: '1999',
    });
  });
});

describe('the browser data of an authentication', () => {
  const { language: _language, user_agent: _agent, ...unnamed } = BROWSER;
  const browserOf = (client: Partial<Client>) =>
    messageWith({ client, request: { browser_data: unnamed } }).browserData;

  it.each([
    ['de-CH, fr;q=0.5', 'de-CH'],
    ['fr;q=0.9,en', 'en'],
    [' en-GB ;q=1', 'en-GB'],
    ['*', 'en'],
    ['*, nl', 'nl'],
    ['', 'en'],
    [undefined, 'en'],
    ['_', 'en'],
    ['-', 'en'],
    ['-, de_AT;q=0.5', 'de-AT'],
    ['fr;q=0.5, de', 'de'],
  ])('the language of the header “%s” is %s when the page has none', (language, expected) => {
    expect(browserOf({ language })?.language).toBe(expected);
  });

  it('headers are cut at 2,048 characters, and control characters become spaces', () => {
    const long = `a\u0000b\u200b${'x'.repeat(3000)}`;
    expect(browserOf({ accept: long, userAgent: long })).toMatchObject({
      acceptHeader: `a b ${'x'.repeat(2044)}`,
      userAgent: `a b ${'x'.repeat(2044)}`,
    });
  });

  it('the page cannot set the address and the accept header of the connection', () => {
    const browser_data = { ...BROWSER, ip: '198.51.100.1', accept_header: 'forged' };
    expect(messageWith({ request: { browser_data } }).browserData).toMatchObject({
      ip: '203.0.113.7',
      acceptHeader: 'text/html',
    });
  });

  it.each([undefined, '', '\u0000', ' \t'])(
    'the user agent is “unknown” when that of the header is %j',
    (userAgent) => {
      expect(browserOf({ userAgent })?.userAgent).toBe('unknown');
    },
  );

  it.each(['', '\u200b'])('the accept header is any type when it is %j', (accept) => {
    expect(browserOf({ accept })?.acceptHeader).toBe('*/*');
  });

  it.each([
    ['timezone', '+060', '60'],
    ['timezone', '-0', '0'],
    ['timezone', '-0840', '-840'],
    ['screen_width', '000800', '800'],
  ])('the %s “%s” of the page travels on as %s', (field, value, travels) => {
    const { browserData } = messageWith({ request: { browser_data: { ...BROWSER, [field]: value } } });
    expect(Object.values(browserData ?? {})).toContain(travels);
    expect(Object.values(browserData ?? {})).not.toContain(value);
  });

  it('an absent or unusable value of the page is replaced by that of the header, or a default', () => {
    const replaced = {
      colorDepth: 'TWENTY_FOUR_BITS',
      javaEnabled: 'false',
      javascriptEnabled: 'true',
      language: 'de',
      screenHeight: '0',
      screenWidth: '0',
      challengeWindowSize: 'FULL_SCREEN',
      timezone: '0',
      userAgent: 'Header/1',
    };
    const client = { language: 'de', userAgent: 'Header/1' };
    const nulls = Object.fromEntries(Object.keys(BROWSER).map((name) => [name, null])) as unknown as typeof BROWSER;
    for (const browser_data of [{}, nulls])
      expect(messageWith({ client, request: { browser_data } }).browserData).toMatchObject(replaced);
  });
});

describe('the comparison of billing and shipping address', () => {
  const indicator = (shippingAddress: object | undefined, billingAddress: object | undefined, change: Change = {}) =>
    messageWith({
      ...change,
      order: {
        payer: { ...PAYER, ...(billingAddress ? { billingAddress } : {}) },
        ...(shippingAddress ? { shippingAddress } : {}),
        ...change.order,
      } as Partial<OrderRecord>,
    }).order.addressMatchIndicator;

  it.each([
    ['the same address', {}, 'true'],
    ['other letter case and white space', { line1: ' 1 MAIN  st', city: 'springfield', postalCode: '627 01' }, 'true'],
    ['a state in one of the two', { state: 'IL' }, 'true'],
    ['another line', { line1: '2 Main St' }, 'false'],
    ['a further line', { line2: 'Floor 3' }, 'false'],
    ['another city', { city: 'Shelbyville' }, 'false'],
    ['another postal code', { postalCode: '62702' }, 'false'],
    ['another country', { country: '124' }, 'false'],
  ])('address_match_indicator follows from the two addresses: %s', (_, difference, expected) => {
    expect(indicator(ADDRESS, { ...ADDRESS, ...difference })).toBe(expected);
    expect(indicator({ ...ADDRESS, ...difference }, ADDRESS)).toBe(expected);
  });

  it('two different states are two addresses', () => {
    expect(indicator({ ...ADDRESS, state: 'IL' }, { ...ADDRESS, state: 'MO' })).toBe('false');
  });

  it('the billing address of the page counts when the order has none', () => {
    const billing_address = { line1: '1 Main St', city: 'Springfield', postal_code: '62701', country: '840' };
    const change = { request: { payer: { billing_address } } };
    expect(indicator(ADDRESS, undefined, change)).toBe('true');
    expect(indicator({ ...ADDRESS, city: 'Ogdenville' }, undefined, change)).toBe('false');
  });

  it('address_match_indicator is absent with one address only, and that of the order stays', () => {
    expect(indicator(ADDRESS, undefined)).toBeUndefined();
    expect(indicator(undefined, ADDRESS)).toBeUndefined();
    const order = { authentication: { order: { addressMatchIndicator: 'false' as const } } };
    expect(indicator(ADDRESS, ADDRESS, { order })).toBe('false');
  });
});

describe('the fields that do not depend on who pays', () => {
  const common = (order: Partial<OrderRecord>, ...rest: [Parameters<typeof commonMessage>[4]?]) =>
    commonMessage(sampleRecord('A', order), card(CARDS.success), 'VISA', '2.1.0', ...rest);

  it('an add-card order is a non-payment authentication', () => {
    expect(common({ purpose: 'add-card', amount: '0' })).toMatchObject({
      messageVersion: '2.1.0',
      authenticationRequestType: 'ADD_CARD',
      messageCategory: 'NON_PAYMENT_AUTHENTICATION',
      order: { amount: '0' },
    });
    expect(messageCategoryOf({ purpose: 'pay' })).toBe('PAYMENT_AUTHENTICATION');
  });

  it('the merchant’s request type, indicator, address and card names are sent', () => {
    const message = common(
      {
        challengeRequestIndicator: 'CHALLENGE_MANDATED',
        shippingAddress: ADDRESS,
        authentication: { authenticationRequestType: 'RECURRING_TRANSACTION', cardDetail: { firstName: 'Ada' } },
      },
      { deliveryTimeframe: 'SAME_DAY' },
    );
    expect(message).toMatchObject({
      challengeRequestIndicator: 'CHALLENGE_MANDATED',
      authenticationRequestType: 'RECURRING_TRANSACTION',
      cardDetail: { firstName: 'Ada', fullName: 'Ada Lovelace', number: CARDS.success },
      order: { shippingAddress: ADDRESS, deliveryTimeframe: 'SAME_DAY', id: 'A' },
    });
    expect(common({}).order).not.toHaveProperty('shippingAddress');
    expect(message).not.toHaveProperty('securityCode');
  });
});
