import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../src/protocol/adapter/problem.js';
import type { ProblemCode } from '../../src/protocol/adapter/problem-document.js';
import { createMerchantBackend, GatewayError, Problem } from '../../src/server.js';
import { problemResponse } from '../../src/server/domain/problems/problem.js';
import { memoryOrderStore } from './adapters/store/memory-order-store.js';
import { BROWSER, card, CARDS, gate, json, newKey, pay, prepare, report, shop, type Shop } from './scripted-gateway.js';

const key = () => ({ 'idempotency-key': newKey() });
const raw = (place: Shop, path: string, init: RequestInit) =>
  place.backend.fetch(new Request(`https://shop.example/scudo/${path}`, init));
const payment = (number: string) => ({ card: card(number), browser_data: BROWSER, method_url_completion: 'YES' });
const checkVersion = (place: Shop, id: string, number: string = CARDS.success) =>
  place.call(`orders/${id}/protocol-versions`, { number });

/** A call that leads to each problem. */
const WAYS: Readonly<Record<ProblemCode, (place: Shop, id: string) => Promise<Response>>> = {
  'invalid-request': (place, id) => place.call(`orders/${id}/protocol-versions`, {}),
  'origin-refused': (place, id) => place.call(`orders/${id}`, undefined, { origin: 'https://evil.example' }),
  'card-outside-frame': async () => {
    const place = shop({ pages: ['https://www.shop.example'] });
    return checkVersion(place, await place.order());
  },
  'not-found': (place) => place.call('elsewhere'),
  'order-not-found': (place) => place.call('orders/none'),
  'method-not-allowed': (place, id) => raw(place, `orders/${id}`, { method: 'DELETE' }),
  'order-not-open': async (place, id) => {
    await pay(place, id);
    return checkVersion(place, id);
  },
  'order-changed': async (place, id) => {
    const serverTransId = await prepare(place, id, CARDS.success);
    const body = { ...payment(CARDS.success), server_trans_id: serverTransId, revision: '1' };
    await place.backend.orders.update(id, { amount: '2999' });
    return place.call(`orders/${id}/authentications`, body, key());
  },
  // Calls of the shop reject with it, and no route answers it.
  'payment-under-way': () => Promise.resolve(problemResponse(new Problem('payment-under-way'))),
  'authentication-unknown': (place, id) => place.call(`orders/${id}/authentications`, payment(CARDS.success), key()),
  'request-in-progress': async (place, id) => {
    const call = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
    const [reached, go] = [gate(), gate()];
    place.intercept = async (_path, _text, pass) => {
      reached.open();
      await go.opened;
      return pass();
    };
    const first = pay(place, id, CARDS.success, call);
    await reached.opened;
    const second = await pay(place, id, CARDS.success, call);
    go.open();
    await first;
    return second;
  },
  // Only calls of `orders` have these two, and no route of the page answers them.
  'operation-under-way': () => Promise.resolve(problemResponse(new Problem('operation-under-way'))),
  'not-settled': () => Promise.resolve(problemResponse(new Problem('not-settled'))),
  'too-large': (place, id) => checkVersion(place, id, 'x'.repeat(70_000)),
  'unsupported-media-type': (place, id) =>
    raw(place, `orders/${id}/protocol-versions`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{}',
    }),
  'key-reused': async (place, id) => {
    const reused = newKey();
    await pay(place, id, CARDS.failed, { key: reused });
    return pay(place, id, CARDS.success, { key: reused });
  },
  'record-newer': async () => {
    const store = memoryOrderStore();
    await store.insert({ id: 'A', version: 99 } as never);
    return shop({ store }).call('orders/A');
  },
  closing: async (place, id) => {
    await place.backend.close();
    return place.call(`orders/${id}`);
  },
  'too-many-attempts': async () => {
    const place = shop({ limits: { attemptsPerOrder: 1 } });
    const id = await place.order();
    await pay(place, id, CARDS.failed);
    return checkVersion(place, id);
  },
  'too-many-requests': async () => {
    const place = shop({ limits: { versionChecksPerClient: 1 } });
    const id = await place.order();
    await checkVersion(place, id);
    return checkVersion(place, id);
  },
  'store-busy': async () => {
    const store = memoryOrderStore();
    const place = shop({ store: { ...store, replace: () => Promise.resolve(false) } });
    return checkVersion(place, await place.order());
  },
  'internal-error': () =>
    shop({ store: { ...memoryOrderStore(), read: () => Promise.reject(new Error('disk /var/secret is full')) } }).call(
      'orders/A',
    ),
  'gateway-refused': (place, id) => {
    place.intercept = () => new Response('', { status: 401 });
    return checkVersion(place, id);
  },
  'card-not-supported': (place, id) => checkVersion(place, id, CARDS.unsupported),
  'issuer-unavailable': (place, id) => checkVersion(place, id, CARDS.directoryDown),
  'gateway-unavailable': (place, id) => {
    place.intercept = () => new Response('', { status: 500 });
    return checkVersion(place, id);
  },
};

/** Reasons for the developer who reads the answer. */
const DETAILS: Partial<Record<ProblemCode, string>> = {
  'not-found': 'Nothing is at /scudo/elsewhere. The handler answers below /scudo, the path of publicUrl.',
  'origin-refused': 'The origin https://evil.example is not one of the option pages: https://shop.example.',
  'card-outside-frame': expect.stringMatching(/set the option cardFields: 'page'/) as never,
  'method-not-allowed': expect.stringMatching(/ does not accept \w+\.$/) as never,
  'unsupported-media-type': 'The content type is "text/plain".',
};

describe('a problem', () => {
  it.each(Object.keys(WAYS) as ProblemCode[])('%s is a problem document (RFC 9457)', async (code) => {
    const place = shop({ patience: 0 });
    const response = await WAYS[code](place, await place.order());
    const { status, title, category, retryable } = PROBLEMS[code];
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    const { fields, detail, ...body } = await json(response);
    expect(body).toEqual({ type: 'about:blank', status, title, code, category, retryable });
    expect(fields === undefined).toBe(code !== 'invalid-request');
    expect(detail).toEqual(DETAILS[code]);
    expect(response.headers.has('retry-after')).toBe(status === 429 || status === 503);
  });

  it('reports a problem to onProblem with its cause and without card data', async () => {
    const reported: { code: string; cause?: unknown }[] = [];
    const place = shop({ onProblem: (problem) => reported.push(problem) });
    const id = await place.order();
    await WAYS['gateway-refused'](place, id);
    place.intercept = undefined;
    await pay(place, id, CARDS.issuerDown);
    expect(reported.map(({ code }) => code)).toEqual(['gateway-refused', 'issuer-unavailable']);
    expect(reported[0]!.cause).toBeInstanceOf(GatewayError);
    for (const text of [CARDS.success, CARDS.issuerDown, '"987"', "'987'"])
      expect(inspect(reported, { depth: 20 })).not.toContain(text);
  });

  it('contains no detail of an internal error', async () => {
    expect(await (await WAYS['internal-error'](shop(), '')).text()).not.toMatch(/disk|secret|at /);
  });
});

describe('a failure of the gateway', () => {
  const noConnection = (code: string) => () =>
    Promise.reject<Response>(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }));
  const refused = (error_detail: string) => () =>
    Response.json(
      { error_code: '203', error_component: 'S', error_description: 'x', error_detail, message_type: 'Erro' },
      { status: 400 },
    );
  const status = (code: number) => () => new Response(null, { status: code });
  it.each([
    ['401', status(401), 'gateway-refused'],
    ['405', status(405), 'gateway-refused'],
    ['415', status(415), 'gateway-refused'],
    ['a 400 without body', status(400), 'gateway-refused'],
    ['a 400 about a field of the shop', refused('merchant_id'), 'gateway-refused'],
    ['500', status(500), 'gateway-unavailable'],
    ['501', status(501), 'card-not-supported'],
    ['502', status(502), 'issuer-unavailable'],
    ['503', status(503), 'gateway-unavailable'],
    ['no JSON', () => new Response('<html>'), 'gateway-unavailable'],
    ['ECONNREFUSED', noConnection('ECONNREFUSED'), 'gateway-unavailable'],
    ['ECONNRESET', noConnection('ECONNRESET'), 'gateway-unavailable'],
  ] as const)('%s is the same problem in each call that authorizes nothing', async (_what, answer, code) => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    const challenge = await json(await pay(place, id, CARDS.challenge));
    place.intercept = answer;
    const answers = [
      checkVersion(place, id),
      pay(place, id, CARDS.success, { serverTransId }),
      report(place, id, challenge.server_trans_id as string),
    ];
    for (const response of await Promise.all(answers)) expect(await json(response)).toMatchObject({ code });
    expect((await place.backend.orders.shopView(id))?.state).toBe('open');
  });

  it('a 404 is gateway-refused, except to an authentication, whose transaction is not known any more', async () => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    const challenge = await json(await pay(place, id, CARDS.challenge));
    place.intercept = status(404);
    const answers = [
      checkVersion(place, id),
      pay(place, id, CARDS.success, { serverTransId }),
      report(place, id, challenge.server_trans_id as string),
    ];
    expect(await Promise.all(answers.map(async (answer) => (await json(await answer)).code))).toEqual([
      'gateway-refused',
      'authentication-unknown',
      'gateway-refused',
    ]);
    expect((await place.backend.orders.shopView(id))?.state).toBe('open');
  });

  it('400 about fields that the shopper can correct is invalid-request with their names on the page', async () => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    place.intercept = refused('payer.email, card_detail.number');
    const response = await pay(place, id, CARDS.success, { serverTransId });
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({
      code: 'invalid-request',
      fields: ['payer.email', 'card.number'].map((field) => ({ field, message: 'was not accepted' })),
    });
  });
});

it('a backend with a publicUrl without a path answers at the root', async () => {
  const backend = createMerchantBackend({
    publicUrl: 'https://shop.example/',
    store: memoryOrderStore(),
    gateway: { baseUrl: 'https://gateway.example', merchantId: 'shop', secret: 'a-very-secret-secret' },
  });
  const { id } = await backend.orders.create({ amount: '1', currency: 'EUR' });
  expect((await backend.fetch(new Request(`https://shop.example/orders/${id}`))).status).toBe(200);
});
