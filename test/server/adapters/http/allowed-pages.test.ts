import { describe, expect, it } from 'vitest';
import { shop, json, pay } from '../../scripted-gateway.js';

const PAY = 'https://pay.example';
const allowing = () => shop({ pages: ['https://shop.example', PAY] });

async function preflight(origin: string, path = 'orders/A1/authentications') {
  return allowing().backend.fetch(
    new Request(`https://shop.example/scudo/${path}`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,idempotency-key',
      },
    }),
  );
}

describe('a page of an allowed origin', () => {
  it('a page of an allowed origin may send JSON, a key and a trace, without credentials', async () => {
    const { status, headers } = await preflight(PAY);
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe(PAY);
    expect(headers.get('access-control-allow-headers')?.split(',')).toEqual([
      'content-type',
      'idempotency-key',
      'traceparent',
      'tracestate',
    ]);
    expect(headers.get('access-control-allow-methods')).toContain('POST');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
    expect(headers.get('vary')).toContain('Origin');
  });

  it.each([
    ['an answer', 'orders/X', 200, undefined],
    ['a problem', 'orders/none', 404, undefined],
    ['a problem of a post', 'orders/X/protocol-versions', 400, {}],
    ['an unknown address', 'orders/X/other', 404, undefined],
  ])('a page of an allowed origin can read %s, which is not cached', async (_what, path, status, body) => {
    const place = allowing();
    const response = await place.call(path.replace('X', await place.order()), body, { origin: PAY });
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': PAY,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('vary')).toContain('Origin');
  });
});

describe('a page of another origin', () => {
  it.each([
    'https://evil.example',
    'null',
    'https://pay.example.evil.example',
    'http://pay.example',
    'https://pay.example:8443',
    'HTTPS://PAY.EXAMPLE',
  ])('a page of the origin %s is refused, in the preflight and in the request', async (origin) => {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
    const place = allowing();
    const id = await place.order();
    const response = await place.call(`orders/${id}/protocol-versions`, { number: '4222000006285344' }, { origin });
    expect(response.status).toBe(403);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(await json(response)).toMatchObject({ code: 'origin-refused' });
    expect(place.sent).toHaveLength(0);
  });

  it('a page of another origin is refused by a backend without the option pages, except its own', async () => {
    const place = shop();
    const id = await place.order();
    expect((await place.call(`orders/${id}`, undefined, { origin: PAY })).status).toBe(403);
    expect((await place.call(`orders/${id}`, undefined, { origin: 'https://shop.example' })).status).toBe(200);
  });
});

describe('a request without a preflight from another page', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain; application/json'])(
    'a request without a preflight from another page is refused as %s',
    async (type) => {
      const place = allowing();
      const id = await place.order();
      const response = await place.backend.fetch(
        new Request(`https://shop.example/scudo/orders/${id}/protocol-versions`, {
          method: 'POST',
          headers: { 'content-type': type },
          body: JSON.stringify({ number: '4222000006285344' }),
        }),
      );
      expect(response.status).toBe(415);
      expect(place.sent).toHaveLength(0);
    },
  );
});

describe('the option pages', () => {
  it('the option pages is read as origins in any spelling', async () => {
    const place = shop({ pages: ['https://Shop.example/', 'https://pay.example/checkout?x=1'] });
    const id = await place.order();
    for (const origin of ['https://shop.example', PAY])
      expect((await place.call(`orders/${id}`, undefined, { origin })).status).toBe(200);
    expect((await place.call('frame')).headers.get('content-security-policy')).toMatch(
      /frame-ancestors https:\/\/shop\.example https:\/\/pay\.example$/,
    );
  });

  it.each(['pay.example', 'http://pay.example', '*', "'self'", 'https://a.example; script-src *', ''])(
    'rejects “%s”, which is not an address of a page',
    (page) => {
      expect(() => shop({ pages: [page] })).toThrow(/pages/);
    },
  );
});

it('a notification of an ACS is accepted from any origin', async () => {
  const place = shop();
  await pay(place, await place.order());
  const response = await place.backend.fetch(
    new Request('https://shop.example/scudo/notifications/method', {
      method: 'POST',
      headers: { origin: 'null' },
      body: new URLSearchParams(),
    }),
  );
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/html');
});

describe('a page that is open under another name of the host', () => {
  const referer = (origin: string) => ({ referer: `${origin}/checkout?order=A1` });

  it('a page under another name is refused when it reads the order, and the answer names both origins', async () => {
    const place = allowing();
    const id = await place.order();
    const response = await place.call(`orders/${id}`, undefined, referer('http://127.0.0.1:4173'));
    expect(response.status).toBe(403);
    expect(await json(response)).toMatchObject({
      code: 'origin-refused',
      category: 'set-up',
      detail:
        'The origin http://127.0.0.1:4173 is not one of the option pages: https://shop.example, https://pay.example.',
    });
    expect((await place.call(`orders/${id}`, undefined, referer('https://shop.example'))).status).toBe(200);
  });
});
