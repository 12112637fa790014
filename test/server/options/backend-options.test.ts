import { describe, expect, it } from 'vitest';
import {
  createGateway,
  createMerchantBackend,
  createSqliteOrderStore,
  DEFAULT_LIMITS,
  OptionError,
  type MerchantBackendOptions,
} from '../../../src/server.js';
import { codeOf } from '../code-of.js';
import { CARDS, pay, shop } from '../scripted-gateway.js';
import { memoryOrderStore } from '../adapters/store/memory-order-store.js';

const GATEWAY = { baseUrl: 'https://gateway.example', merchantId: 'shop', secret: 'a-very-secret-secret' };
const RIGHT = { publicUrl: 'https://shop.example/scudo', gateway: GATEWAY, store: { url: ':memory:' } };

/** The error of options that a language without types, or the environment, can give. */
function errorOf(create: () => unknown): OptionError {
  try {
    create();
  } catch (error) {
    if (error instanceof OptionError) return error;
    throw error;
  }
  throw new Error('The options were accepted.');
}

const backendError = (options: object) =>
  errorOf(() => createMerchantBackend({ ...RIGHT, ...options } as MerchantBackendOptions));
const gatewayError = (options: object) => backendError({ gateway: { ...GATEWAY, ...options } });

describe('createMerchantBackend', () => {
  it.each<[object, string]>([
    [{ publicUrl: undefined }, 'publicUrl is missing. It must be an https: URL (or http: on localhost)'],
    [{ publicUrl: '' }, 'publicUrl must be an https: URL (or http: on localhost) without user, query and hash; got ""'],
    [{ publicUrl: 'shop.example' }, 'got "shop.example". Example: publicUrl: \'https://shop.example/scudo\''],
    [{ publicUrl: 'http://shop.example/scudo' }, 'publicUrl must be an https: URL'],
    [{ publicUrl: 'https://shop.example/scudo?a=1' }, 'query and hash; got "https://shop.example/scudo?a=1"'],
    [{ publicUrl: 'https://shop.example/scudo#top' }, 'publicUrl must be'],
    [{ publicUrl: 'http://localhost:6000/scudo' }, 'publicUrl must have another port than 6000'],
    [{ pages: ['http://localhost:5060'] }, 'pages[0] must have another port than 5060'],
    [{ pages: [] }, "got an empty list. Example: pages: ['https://shop.example']"],
    [{ pages: 'https://shop.example' }, 'pages must be a list of at least one origin'],
    [
      { pages: ['https://shop.example', 'shop.example'] },
      'pages[1] must be an https: URL (or http: on localhost); got "shop.example". Example: pages: [\'https://shop.example\']',
    ],
    [{ pages: [undefined] }, 'pages[0] is missing. It must be an https: URL'],
    [{ pages: new Set(['https://shop.example']) }, 'pages must be a list of at least one origin'],
    [
      { pages: [new URL('https://shop.example')] },
      'pages[0] must be an https: URL (or http: on localhost); got a URL. Example',
    ],
    [
      { cardFields: 'inline' },
      "cardFields must be 'isolated' or 'page'; got \"inline\". Example: cardFields: 'isolated'",
    ],
    [
      { cardFields: 'isolated' },
      "cardFields must not be 'isolated' while a page of the shop has the origin of publicUrl",
    ],
    [
      {
        publicUrl: 'https://PAY.shop.example:443/x',
        pages: ['https://shop.example', 'https://pay.shop.example/a'],
        cardFields: 'isolated',
      },
      'the origin of publicUrl, https://pay.shop.example: its scripts can read the frame',
    ],
    ...[{ cardFields: 'isolated' }, {}].map((place): [object, string] => [
      {
        publicUrl: 'https://PAY.shop.example:443/x',
        pages: ['https://shop.example'],
        embedders: ['https://partner.example', 'https://pay.shop.example/a'],
        ...place,
      },
      'embedders must not have the origin of publicUrl, https://pay.shop.example, while the card fields are isolated',
    ]),
    [{ returnPage: '/return.html' }, 'returnPage must be an https: URL (or http: on localhost); got "/return.html"'],
    [{ merchantContactUrl: 'mailto:help@shop.example' }, 'merchantContactUrl must be'],
    [{ methods: [] }, 'methods must be a list of at least one payment method'],
    [{ methods: [{ name: 'Card' }] }, "methods[0].code is missing. Example: methods: [{ code: 'card' }"],
    [{ methods: [{ code: 'card' }, 'testpay'] }, 'methods[1] must be an object; got "testpay". Example: methods: [{'],
    [{ methods: [{ code: 'card' }, { code: 'test pay' }] }, 'methods[1].code must be a payment method code; got "test'],
    [{ methods: [{ code: 'card', name: '' }] }, 'methods[0].name must be text of 1 to 100 characters without control'],
    [
      { methods: [{ code: 'card', label: 'Card' }] },
      'methods[0].label is not a field. The fields are code, name, brands. ',
    ],
    [
      { methods: [{ code: 'card', brands: [] }] },
      'methods[0].brands must be a list of at least one of visa, mastercard,',
    ],
    [{ methods: [{ code: 'card', brands: ['Visa'] }] }, 'methods[0].brands[0] must be one of visa, mastercard, amex, '],
    [{ methods: [{ code: 'testpay', brands: ['visa'] }] }, 'methods[0].brands must be left out: only the method card'],
    [{ methods: [{ code: 'card' }, { code: 'card' }] }, 'methods must be a list with each code once; got a list'],
    [{ exponents: 'HUF=0' }, 'exponents must be an object; got a text of 5 characters. Example: exponents: { HUF: 0 }'],
    [{ exponents: ['HUF'] }, 'exponents must be an object; got a list'],
    [
      { exponents: { huf: 0 } },
      'exponents.huf is not an alphabetic currency code (ISO 4217) in upper case. Example: exp',
    ],
    [{ exponents: { HUF: 5 } }, 'exponents.HUF must be a whole number of decimals, 0 to 4; got 5. Example: HUF: 0'],
    [{ exponents: { EUR: 2, RSD: '0' } }, 'exponents.RSD must be a whole number of decimals, 0 to 4; got "0"'],
    [{ exponents: { CLF: 1.5 } }, 'exponents.CLF must be a whole number of decimals, 0 to 4; got 1.5'],
    [{ exponents: { CLF: null } }, 'exponents.CLF must be a whole number of decimals, 0 to 4; got null'],
    [{ methods: { code: 'card' } }, 'methods must be a list of at least one payment method, each with a code; got an'],
    [{ policies: { attempted: 'accept' } }, "policies.attempted must be 'authorize' or 'refuse'; got \"accept\""],
    [{ policies: { notenrolled: 'refuse' } }, 'policies.notenrolled is not a field. Did you mean notEnrolled?'],
    [{ autosettle: 'false' }, 'autosettle must be true, false or \'multi\'; got "false"'],
    [{ trustProxy: 1 }, 'trustProxy must be true or false; got 1'],
    [{ patience: -1 }, 'a whole number of milliseconds, 0 to 2147483647; got -1. Example: patience: 25_000'],
    [{ patience: NaN }, 'patience must be a whole number of milliseconds, 0 to 2147483647; got NaN'],
    [{ abandonRedirectsAfter: '30' }, 'abandonRedirectsAfter must be'],
    [{ releaseRefundsAfter: Infinity }, 'releaseRefundsAfter must be'],
    [{ ask: ['email'] }, 'ask must be a function; got a list'],
    [{ onProblem: console }, 'onProblem must be a function; got a console. Example'],
    [{ now: new Date(0) }, 'now must be a function'],
    [{ limits: { cardsPerOrder: 0 } }, 'limits.cardsPerOrder must be a whole number, at least 1; got 0'],
    [{ limits: { cardsPerorder: 3 } }, 'Did you mean cardsPerOrder?'],
    [{ limits: 10 }, 'limits must be an object; got a number'],
    [{ limits: new Map([['cardsPerOrder', 3]]) }, 'limits must be an object; got a Map.'],
    [{ limits: { attemptsPerOrder: NaN } }, 'limits.attemptsPerOrder must be a whole number, at least 1; got NaN'],
    [{ policies: ['attempted'] }, 'policies must be an object; got a list.'],
    [{ policies: new Date(0) }, 'policies must be an object; got a Date.'],
    [{ onOrderChanged: new Date(0) }, 'onOrderChanged must be a function; got a Date. Example: onOrderChanged: async'],
    [{ after: Promise.resolve() }, 'after must be a function; got a Promise. Example: after: (ms, callback)'],
    [{ ownOrderIds: 'yes' }, 'ownOrderIds must be true or false'],
    [
      { authenticationFieldsFromPage: 'order.deliveryEmail' },
      'authenticationFieldsFromPage must be a list of order.deliveryEmail',
    ],
    [
      { authenticationFieldsFromPage: ['order.deliveryEmail', 'payer.id'] },
      'authenticationFieldsFromPage[1] must be one of order.deliveryEmail',
    ],
    [{ authenticationFieldsFromPage: [['order.deliveryEmail']] }, 'authenticationFieldsFromPage[0] must be one of'],
    [{ onOrderChange: () => undefined }, 'onOrderChange is not an option. Did you mean onOrderChanged?'],
    [{ trust_proxy: true }, 'Did you mean trustProxy?'],
    [{ webhookSecret: 'whsec_1' }, 'webhookSecret is not an option. The options are publicUrl, gateway,'],
    [{ gateway: undefined }, 'gateway must be an object; got undefined'],
    [{ gateway: 'https://gateway.example' }, 'gateway must be an object; got a text of 23 characters'],
    [{ store: 'scudo.db' }, 'store must be an object'],
    [{ store: Promise.resolve(memoryOrderStore()) }, 'store must be an object; got a Promise.'],
    [{ store: 7 }, "store must be an object; got a number. Example: store: { path: '/var/lib/shop/scudo.db' }"],
    [{ limits: 'x' }, 'limits must be an object; got a text of 1 character. Example: limits: { attemptsPerOrder: 6 }'],
    [{ gateway: null }, 'gateway must be an object; got null. Example: gateway: { baseUrl, merchantId, secret }'],
    [{ store: { url: 'orders.db' } }, 'store.url must be a URL that begins with libsql:, https:,'],
    [{ store: { file: 'scudo.db' } }, 'store.file is not an option. The options are path, url, authToken, now'],
    [{ store: { path: 'scudo.db', url: ':memory:' } }, 'store.path and store.url are two places for the orders'],
    [{ store: { ...memoryOrderStore(), replace: undefined } }, 'store.replace is missing. It must be a method'],
  ])('createMerchantBackend rejects %j', (options, message) => {
    expect(backendError(options).message).toContain(message);
  });

  it('rejects null and a missing object', () => {
    expect(errorOf(() => createMerchantBackend(null as never)).message).toBe('options must be an object; got null.');
    expect(errorOf(() => createMerchantBackend(undefined as never)).message).toContain('options must be an object');
  });

  it('names every mistake at once', () => {
    const gateway = { ...GATEWAY, secret: 'short', timeout: 0 };
    const error = backendError({ publicUrl: 'nowhere', pages: [], gateway });
    expect(error).toBeInstanceOf(TypeError);
    expect(error.option).toBe('publicUrl');
    const names = ['publicUrl', 'gateway.timeout', 'pages', 'gateway.secret'];
    expect(error.mistakes.map(({ option }) => option)).toEqual(names);
    expect(error.message.split('\n')).toHaveLength(4);
  });

  it('uses the default of an option that is undefined', async () => {
    const clock = () => new Date('2026-11-20T12:00:00Z');
    const place = shop({
      methods: undefined,
      pages: undefined,
      store: { url: ':memory:', now: undefined },
      limits: { attemptsPerOrder: 1, cardsPerOrder: undefined, versionChecksPerOrder: undefined },
      policies: { attempted: undefined, notEnrolled: undefined },
      now: clock,
      patience: undefined,
      onOrderChanged: undefined,
    });
    const id = await place.order({ policies: { notEnrolled: undefined } });
    expect(await place.backend.orders.read(id)).toMatchObject({
      methods: [{ code: 'card' }],
      createdAt: clock().toISOString(),
    });
    expect(await codeOf(pay(place, id, CARDS.attempted))).toBe('authorized');
  });

  it('applies a default limit whose option is undefined', async () => {
    const place = shop({ limits: { versionChecksPerOrder: undefined } });
    const id = await place.order();
    const check = () => place.call(`orders/${id}/protocol-versions`, { number: CARDS.success });
    for (let count = 0; count < DEFAULT_LIMITS.versionChecksPerOrder; count++) expect((await check()).status).toBe(200);
    expect(await codeOf(check())).toBe('too-many-attempts');
  });

  it('accepts options that are undefined, an order store and a gateway client', () => {
    const rest = { pages: undefined, timeout: undefined, policies: undefined, onProblem: undefined };
    const gateway = createGateway(GATEWAY);
    createMerchantBackend({ ...RIGHT, gateway, store: memoryOrderStore(), ...rest } as never);
  });

  it('accepts an order store that is an instance of a class', () => {
    class Store {
      readonly #orders = memoryOrderStore();
      insert = this.#orders.insert;
      read = this.#orders.read;
      replace = this.#orders.replace;
      list = this.#orders.list;
      countOrders = this.#orders.countOrders;
      due = this.#orders.due;
      addToCounter = this.#orders.addToCounter;
      prune = this.#orders.prune;
      now() {
        return this.#orders.now();
      }
    }
    createMerchantBackend({ ...RIGHT, store: new Store() });
  });
});

describe('the options of the gateway', () => {
  const SECRET = 'Zx81/kq+7Vn4pTr0aW==';

  it.each([
    { baseUrl: SECRET },
    { merchantId: SECRET },
    { accountId: SECRET },
    { timeout: SECRET },
    { hashAlgorithm: SECRET },
    { versionHeader: SECRET },
    { paths: { xml: SECRET } },
  ])('never shows a text that may be a secret, because two variables can be swapped: %j', (options) => {
    const { message } = gatewayError(options);
    expect(message).not.toContain(SECRET);
    expect(message).toContain('; got a text of 20 characters');
  });

  it.each<[object, string]>([
    [{ baseUrl: undefined }, 'gateway.baseUrl is missing'],
    [{ baseUrl: 'http://gateway.example' }, 'gateway.baseUrl must be an https: URL'],
    [{ baseUrl: 'https://gateway.example/?a' }, 'gateway.baseUrl must be'],
    [{ xmlBaseUrl: 'ftp://xml.example' }, 'gateway.xmlBaseUrl must be an https: URL'],
    [{ merchantId: undefined }, 'gateway.merchantId is missing. It must be a text of 1 to 50 letters, digits and dots'],
    [{ merchantId: '' }, 'gateway.merchantId must be a text of 1 to 50 letters, digits and dots; got ""'],
    [{ merchantId: 'my shop' }, 'gateway.merchantId must be'],
    [{ merchantID: 'shop' }, 'gateway.merchantID is not an option. Did you mean merchantId?'],
    [{ accountId: '' }, 'gateway.accountId must be'],
    [{ secret: undefined }, 'gateway.secret is missing. It must be a text that is not empty. Example: secret: process'],
    [{ secret: '' }, 'gateway.secret must be a text that is not empty; got an empty text'],
    [{ secret: 'x'.repeat(15) }, 'at least 16 characters, unless the gateway is on a loopback host; got 15 characters'],
    [{ refundPassword: '' }, 'gateway.refundPassword must be'],
    [{ hashAlgorithm: 'md5' }, "gateway.hashAlgorithm must be 'sha1' or 'sha256'; got \"md5\""],
    [{ versionHeader: { name: 'X Version', value: '1' } }, 'gateway.versionHeader must be'],
    [{ paths: { xml: 'https://xml.example/epage' } }, 'gateway.paths.xml must be a path that starts with one slash'],
    [{ paths: { xml: '//xml.example/epage' } }, 'gateway.paths.xml must be a path'],
    [{ paths: { threeDSecure: '3ds2' } }, 'gateway.paths.threeDSecure must be a path'],
    [{ paths: { payments: '/a/../b' } }, 'gateway.paths.payments must be a path'],
    [{ paths: { payments: '/a?b' } }, 'gateway.paths.payments must be a path'],
    [{ paths: { payments: '/refunds' } }, 'another path than gateway.paths.refunds; got "/refunds" for both'],
    [{ paths: { xml: '/3ds2' } }, 'gateway.paths.xml must be another path than gateway.paths.threeDSecure'],
    [{ paths: { refund: '/refunds' } }, 'gateway.paths.refund is not an option. Did you mean refunds?'],
    [{ hashFields: { paymentReport: 'a.b' } }, 'gateway.hashFields.paymentReport must be a function'],
    [{ names: { orderId: '' } }, 'gateway.names.orderId must be'],
    [{ missingSecurityCode: true }, "gateway.missingSecurityCode must be 'not-requested' or 'omit'; got true"],
    [{ messageExtensions: 'A1' }, 'gateway.messageExtensions must be a list of texts'],
    [{ messageExtensions: ['A1', 2] }, 'gateway.messageExtensions[1] must be a text that is not empty; got 2.'],
    [
      { timeout: 0 },
      'gateway.timeout must be a whole number of milliseconds, 1 to 2147483647; got 0. Example: timeout',
    ],
    [{ timeout: 2 ** 31 }, 'gateway.timeout must be'],
    [{ timeout: '20000' }, 'gateway.timeout must be'],
    [{ fetch: {} }, 'gateway.fetch must be a function'],
  ])('wrong options of the gateway are rejected: %j', (options, message) => {
    expect(gatewayError(options).message).toContain(message);
  });

  it('the options of the gateway have their own names in errors of createGateway', () => {
    const error = errorOf(() => createGateway({ ...GATEWAY, secret: 'short', paths: { payments: '/refunds' } }));
    expect(error.mistakes.map(({ option }) => option)).toEqual(['secret', 'paths.payments']);
  });

  it('the options of the gateway accept a short secret when every host of the gateway is a loopback host', () => {
    for (const baseUrl of [
      'http://127.0.0.1:4174',
      'http://localhost:4174',
      'http://[::1]:4174',
      'https://a.localhost',
    ])
      createGateway({ ...GATEWAY, baseUrl, secret: 'x' });
    const away = { baseUrl: 'http://127.0.0.1:4174', xmlBaseUrl: 'https://xml.example', secret: 'x' };
    expect(gatewayError(away).option).toBe('gateway.secret');
  });

  it.each([undefined, '', 'gateway.example'])(
    'the length of the secret is not reported for the address %j of a gateway',
    (baseUrl) => {
      expect(gatewayError({ baseUrl, secret: 'secret' }).mistakes.map(({ option }) => option)).toEqual([
        'gateway.baseUrl',
      ]);
    },
  );

  it('the options of the gateway accept equal paths on two hosts', () => {
    createGateway({ ...GATEWAY, xmlBaseUrl: 'https://xml.example', paths: { xml: '/api', threeDSecure: '/api' } });
  });

  it('never show a secret in an error', () => {
    const secrets = { secret: ['s3cr3t'], refundPassword: 7_777_777, baseUrl: 'https://user:w0rd@gateway.example' };
    const store = { path: 'a', url: 'b', authToken: ['t0k3n'] };
    const error = backendError({ gateway: { ...GATEWAY, ...secrets }, store, fingerprintKey: 'k3y' });
    expect(error.message).toContain('got "https://gateway.example"');
    expect(error.message).toContain('fingerprintKey must be a text or bytes, at least 16 long; got a text of 3 char');
    for (const secret of ['s3cr3t', '7777777', 'w0rd', 't0k3n', 'k3y']) expect(error.message).not.toContain(secret);
  });

  it('the options of the gateway show at most the beginning of a long value', () => {
    expect(gatewayError({ merchantId: 'm '.repeat(50_000) }).message.length).toBeLessThan(300);
  });
});

describe('createSqliteOrderStore', () => {
  it('rejects wrong options when it is created', () => {
    const create = (options: object) => errorOf(() => createSqliteOrderStore(options)).mistakes;
    expect(create({ pathh: 'scudo.db' })).toEqual([
      { option: 'pathh', message: 'pathh is not an option. Did you mean path?' },
    ]);
    expect(create({ path: '' })[0]?.option).toBe('path');
    expect(create({ path: 'a', url: 'file:b' })[0]?.message).toContain('two places');
  });
});
