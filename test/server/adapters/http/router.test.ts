import { describe, expect, it } from 'vitest';
import { createMerchantBackend } from '../../../../src/server.js';
import { BROWSER, card, CARDS, json, newKey, pay, prepare, shop } from '../../scripted-gateway.js';

const problemOf = async (response: Response) => ({
  status: response.status,
  type: response.headers.get('content-type'),
  body: await json(response),
});

describe('the router', () => {
  it.each([
    ['an unknown order', 'orders/none', undefined, 404, 'order-not-found'],
    ['an unknown address', 'nothing', undefined, 404, 'not-found'],
    ['a wrong wait', 'orders/X?wait=long', undefined, 400, 'invalid-request'],
    ['an unknown state', 'orders/X?wait=1&state=lost', undefined, 400, 'invalid-request'],
    ['a wrong card number', 'orders/X/protocol-versions', { number: '4222000006285345' }, 400, 'invalid-request'],
    [
      'a payment without an Idempotency-Key',
      'orders/X/authentications',
      { card: card(CARDS.success), browser_data: BROWSER, method_url_completion: 'YES' },
      400,
      'invalid-request',
    ],
    [
      'a card that passes the Luhn check and belongs to no scheme',
      'orders/X/protocol-versions',
      { number: '9111111111111110' },
      501,
      'card-not-supported',
    ],
  ])('answers %s with a problem', async (_what, path, body, status, code) => {
    const place = shop();
    const id = await place.order();
    const problem = await problemOf(await place.call(path.replace('X', id), body));
    expect(problem).toMatchObject({
      status,
      type: 'application/problem+json',
      body: { status, code, title: expect.any(String) as unknown, retryable: false },
    });
  });

  it('names the offending fields of a request', async () => {
    const place = shop();
    const id = await place.order();
    const body = {
      card: { ...card(CARDS.success), expiry_month: '13', security_code: undefined },
      browser_data: BROWSER,
      method_url_completion: 'MAYBE',
    };
    const { body: problem } = await problemOf(
      await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() }),
    );
    expect((problem.fields as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      'card.expiry_month',
      'card.security_code',
      'method_url_completion',
    ]);
  });

  it.each([
    ['PUT', 'orders/X', 405, 'method-not-allowed'],
    ['GET', 'orders/X/authentications', 405, 'method-not-allowed'],
    ['PUT', 'notifications/challenge', 405, 'method-not-allowed'],
    ['GET', 'notifications/none', 404, 'not-found'],
    ['POST', 'frame', 405, 'method-not-allowed'],
  ])('answers %s %s with %d %s', async (method, path, status, code) => {
    const place = shop();
    const response = await place.backend.fetch(new Request(`https://shop.example/scudo/${path}`, { method }));
    expect(await problemOf(response)).toMatchObject({ status, body: { code } });
  });

  it('refuses another format than JSON, malformed JSON, and bodies over the limit', async () => {
    const place = shop();
    const id = await place.order();
    const post = (body: string, type: string) =>
      place.backend.fetch(
        new Request(`https://shop.example/scudo/orders/${id}/protocol-versions`, {
          method: 'POST',
          headers: { 'content-type': type, 'content-length': String(body.length) },
          body,
        }),
      );
    expect((await problemOf(await post('number=1', 'application/x-www-form-urlencoded'))).body.code).toBe(
      'unsupported-media-type',
    );
    expect((await problemOf(await post('{', 'application/json'))).body.code).toBe('invalid-request');
    expect((await problemOf(await post('x'.repeat(70_000), 'application/json'))).body.code).toBe('too-large');
  });

  it('refuses pages of another origin, unless they are allowed', async () => {
    const place = shop({ pages: ['https://shop.example', 'https://pay.example'] });
    const id = await place.order();
    expect(
      (await problemOf(await place.call(`orders/${id}`, undefined, { origin: 'https://evil.example' }))).body.code,
    ).toBe('origin-refused');
    const allowed = await place.call(`orders/${id}`, undefined, { origin: 'https://pay.example' });
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://pay.example');
    const preflight = await place.backend.fetch(
      new Request(`https://shop.example/scudo/orders/${id}/authentications`, {
        method: 'OPTIONS',
        headers: { origin: 'https://pay.example', 'access-control-request-method': 'POST' },
      }),
    );
    expect(preflight.headers.get('access-control-allow-headers')).toContain('idempotency-key');
  });

  it.each([
    ['unsupported', 501, 'card-not-supported'],
    ['directoryDown', 502, 'issuer-unavailable'],
  ] as const)('answers the version check of a card that is %s with %d %s', async (name, status, code) => {
    const place = shop();
    const id = await place.order();
    expect(await problemOf(await place.call(`orders/${id}/protocol-versions`, { number: CARDS[name] }))).toMatchObject({
      status,
      body: { code },
    });
  });

  it('answers a problem for an issuer that does not answer, a wrong secret, and a gateway that is down', async () => {
    const place = shop();
    expect((await problemOf(await pay(place, await place.order(), CARDS.issuerDown))).body.code).toBe(
      'issuer-unavailable',
    );
    const wrong = shop({}, { secret: 'not the secret' });
    expect(
      await problemOf(await wrong.call(`orders/${await wrong.order()}/protocol-versions`, { number: CARDS.success })),
    ).toMatchObject({ status: 500, body: { code: 'gateway-refused', retryable: false } });
    const down = shop();
    down.intercept = () => Promise.reject(new TypeError('fetch failed'));
    expect(
      await problemOf(await down.call(`orders/${await down.order()}/protocol-versions`, { number: CARDS.success })),
    ).toMatchObject({ status: 503, body: { code: 'gateway-unavailable', retryable: true } });
  });

  it('names the page’s field for a 400 of the gateway about it', async () => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    const body = {
      error_code: '203',
      error_component: 'S',
      error_description: 'no',
      error_detail: 'card_detail.expiry_year',
      message_type: 'Erro',
    };
    place.intercept = () => new Response(JSON.stringify(body), { status: 400 });
    expect((await problemOf(await pay(place, id, CARDS.success, { serverTransId }))).body).toMatchObject({
      code: 'invalid-request',
      fields: [{ field: 'card.expiry_month' }],
    });
  });

  it('refuses the version check of a paid order', async () => {
    const place = shop();
    const id = await place.order();
    await pay(place, id);
    expect(
      (await problemOf(await place.call(`orders/${id}/protocol-versions`, { number: CARDS.success }))).body.code,
    ).toBe('order-not-open');
  });
});

it('publicUrl must have TLS, except on loopback', () => {
  const gateway = { baseUrl: 'https://gateway.example', merchantId: 'shop', secret: 'a-very-secret-secret' };
  expect(() =>
    createMerchantBackend({ publicUrl: 'http://shop.example/scudo', gateway, store: { url: ':memory:' } }),
  ).toThrow(/publicUrl/);
  expect(() =>
    createMerchantBackend({ publicUrl: 'http://localhost:4173/scudo', gateway, store: { url: ':memory:' } }),
  ).not.toThrow();
});
