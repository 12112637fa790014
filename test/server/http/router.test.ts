import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase64url } from '../../src/protocol/base64url.js';
import { createMerchantBackend } from '../../src/server.js';
import { BROWSER, card, CARDS, json, newKey, pay, prepare, shop } from './scripted-gateway.js';

const ID = '3f1c1f0e-0000-4000-8000-000000000001';
const problemOf = async (response: Response) => ({
  status: response.status,
  type: response.headers.get('content-type'),
  body: await json(response),
});

describe('GET orders/{id}', () => {
  it('is what the page may see, and no more', async () => {
    const place = shop();
    const id = await place.order({ description: 'One fine coin' });
    const response = await place.call(`orders/${id}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      id,
      amount: '1999',
      currency: 'EUR',
      description: 'One fine coin',
      state: 'open',
      methods: [{ code: 'card' }],
      ask: [],
    });
  });

  it('asks for a phone number where the order has none, or for what the shop says', async () => {
    const plain = shop();
    expect(await json(await plain.call(`orders/${await plain.order({ payer: {} })}`))).toMatchObject({
      ask: ['mobile_phone'],
    });
    const asking = shop({ ask: () => ['email', 'billing_address'] });
    expect(await json(await asking.call(`orders/${await asking.order()}`))).toMatchObject({
      ask: ['email', 'billing_address'],
    });
  });

  it('waits for another state, and answers at once when it comes', async () => {
    const place = shop();
    const id = await place.order();
    const waiting = place.call(`orders/${id}?wait=30`);
    await pay(place, id);
    // In doubt while the authorization runs is a change, too.
    expect(['in-doubt', 'paid']).toContain((await json(await waiting)).state);
    expect(await json(await place.call(`orders/${id}?wait=30&state=open`))).toMatchObject({ state: 'paid' });
  });

  it('does not wait longer than it is asked to, nor after the page has gone', async () => {
    const place = shop();
    const id = await place.order();
    expect(await json(await place.call(`orders/${id}?wait=0`))).toMatchObject({ state: 'open' });
    const leaving = new AbortController();
    const waiting = place.backend.fetch(
      new Request(`https://shop.example/scudo/orders/${id}?wait=30`, { signal: leaving.signal }),
    );
    leaving.abort();
    expect((await waiting).status).toBe(200);
  });
});

describe('problems', () => {
  it.each([
    ['an unknown order', 'orders/none', undefined, 404, 'order-not-found'],
    ['an unknown address', 'nothing', undefined, 404, 'not-found'],
    ['a wait that is none', 'orders/X?wait=long', undefined, 400, 'invalid-request'],
    ['a state that is none', 'orders/X?wait=1&state=lost', undefined, 400, 'invalid-request'],
    ['a wrong card number', 'orders/X/protocol-versions', { number: '4222000006285345' }, 400, 'invalid-request'],
    [
      'no key',
      'orders/X/authentications',
      { card: card(CARDS.success), browser_data: BROWSER, method_url_completion: 'YES' },
      400,
      'invalid-request',
    ],
    [
      'a card of no scheme',
      'orders/X/protocol-versions',
      { number: '9111111111111111'.replace(/1$/, '1') },
      400,
      'invalid-request',
    ],
  ])('%s', async (_what, path, body, status, code) => {
    const place = shop();
    const id = await place.order();
    const problem = await problemOf(await place.call(path.replace('X', id), body));
    expect(problem).toMatchObject({
      status,
      type: 'application/problem+json',
      body: { status, code, title: expect.any(String) as unknown, retryable: false },
    });
  });

  it('name the offending fields', async () => {
    const place = shop();
    const id = await place.order();
    const body = {
      card: { ...card(CARDS.success), expiry_month: '13', security_code: undefined },
      browser_data: { ...BROWSER, color_depth: 'BLUE' },
      method_url_completion: 'MAYBE',
    };
    const { body: problem } = await problemOf(
      await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() }),
    );
    expect((problem.fields as { field: string }[]).map(({ field }) => field).sort()).toEqual([
      'browser_data.color_depth',
      'card.expiry_month',
      'card.security_code',
      'method_url_completion',
    ]);
  });

  it.each([
    ['PUT', 'orders/X', 405, 'method-not-allowed'],
    ['GET', 'orders/X/authentications', 405, 'method-not-allowed'],
    ['GET', 'notifications/challenge', 405, 'method-not-allowed'],
    ['POST', 'frame', 405, 'method-not-allowed'],
  ])('%s %s', async (method, path, status, code) => {
    const place = shop();
    const response = await place.backend.fetch(new Request(`https://shop.example/scudo/${path}`, { method }));
    expect(await problemOf(response)).toMatchObject({ status, body: { code } });
  });

  it('another format than JSON, no JSON at all, too much of it', async () => {
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

  it('pages of another origin are refused, unless they are allowed', async () => {
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
  ] as const)('a version check of a card that is %s', async (name, status, code) => {
    const place = shop();
    const id = await place.order();
    expect(await problemOf(await place.call(`orders/${id}/protocol-versions`, { number: CARDS[name] }))).toMatchObject({
      status,
      body: { code },
    });
  });

  it('an issuer that does not answer, a wrong secret, a gateway that is down', async () => {
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

  it('the gateway’s word on a field of the shopper’s becomes that field', async () => {
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

  it('a closed order takes no version check', async () => {
    const place = shop();
    const id = await place.order();
    await pay(place, id);
    expect(
      (await problemOf(await place.call(`orders/${id}/protocol-versions`, { number: CARDS.success }))).body.code,
    ).toBe('order-not-open');
  });
});

describe('orders.create', () => {
  it.each([
    [{ amount: '0' }, 'amount'],
    [{ amount: '19.99' }, 'amount'],
    [{ amount: 5 }, 'amount'],
    [{ currency: 'eur' }, 'currency'],
    [{ id: 'a b' }, 'id'],
    [{ id: 'x'.repeat(46) }, 'id'],
    [{ payer: { email: 'x' } }, 'payer.email'],
    [{ policies: { attempted: 'maybe' } }, 'policies.attempted'],
    [{ exemptStatus: 'NONE' }, 'exemptStatus'],
    [{ challengeRequestIndicator: 'X' }, 'challengeRequestIndicator'],
  ])('refuses %j and names %s', async (wrong, field) => {
    const place = shop();
    await expect(place.order(wrong as never)).rejects.toMatchObject({ name: 'MessageError', issues: [{ field }] });
  });

  it('takes an id once', async () => {
    const place = shop();
    await place.order({ id: 'A-1' });
    await expect(place.order({ id: 'A-1' })).rejects.toMatchObject({ name: 'MessageError', issues: [{ field: 'id' }] });
  });

  it('lists the newest first', async () => {
    let now = Date.parse('2026-11-20T12:00:00Z');
    const place = shop({ now: () => new Date((now += 1000)) });
    const ids = [await place.order(), await place.order(), await place.order()];
    expect((await place.backend.orders.list()).map(({ id }) => id)).toEqual(ids.reverse());
    expect(await place.backend.orders.list({ limit: 1, offset: 1 })).toMatchObject([{ id: ids[1] }]);
  });
});

describe('the notification pages', () => {
  const post = (path: string, fields: Record<string, string>) =>
    shop().backend.fetch(
      new Request(`https://shop.example/scudo/notifications/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://acs.example' },
        body: new URLSearchParams(fields).toString(),
      }),
    );
  const encoded = (value: unknown) => encodeBase64url(JSON.stringify(value));
  const messageOf = (page: string) =>
    JSON.parse(
      (/data-message="([^"]*)"/.exec(page)?.[1] ?? '')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    ) as unknown;

  it.each(['method', 'method/A1'])('%s tells the transaction', async (path) => {
    const response = await post(path, { threeDSMethodData: encoded({ threeDSServerTransID: ID }) });
    expect(response.status).toBe(200);
    expect(messageOf(await response.text())).toEqual({ scudo: 'method-notification', server_trans_id: ID });
  });

  it.each(['challenge', 'challenge/A1'])(
    '%s tells transaction, CRes and session data, as the ACS sent them',
    async (path) => {
      const cres = Buffer.from(JSON.stringify({ threeDSServerTransID: ID, transStatus: 'Y' })).toString('base64');
      const page = await (await post(path, { cres, threeDSSessionData: 's' })).text();
      expect(messageOf(page)).toEqual({
        scudo: 'challenge-notification',
        server_trans_id: ID,
        cres,
        session_data: 's',
      });
    },
  );

  it('take a plus sign that was not percent-encoded', async () => {
    const cres = Buffer.from(JSON.stringify({ threeDSServerTransID: ID, note: '>>>>~~~~' })).toString('base64');
    expect(cres).toContain('+');
    const response = await shop().backend.fetch(
      new Request('https://shop.example/scudo/notifications/challenge', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `cres=${cres}`,
      }),
    );
    expect(messageOf(await response.text())).toMatchObject({ cres });
  });

  it('have a strict policy of their own, and no inline script', async () => {
    const response = await post('challenge', { cres: encoded({ threeDSServerTransID: ID }) });
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; form-action 'none'; frame-src 'none'",
    );
    expect(response.headers.get('x-frame-options')).toBeNull();
    expect(await response.text()).not.toMatch(/<script(?![^>]* src=)/);
  });

  it('escape whatever comes, and it comes out as it went in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (session) => {
        const page = await (
          await post('challenge', {
            cres: encoded({ threeDSServerTransID: ID }),
            threeDSSessionData: `"><script>alert(1)</script>${session}`,
          })
        ).text();
        if (/<script>|"><script/.test(page)) return false;
        // A form post normalises line breaks and lone surrogates; what is left has to be the same.
        const sent = new URLSearchParams(new URLSearchParams({ s: session }).toString()).get('s') ?? '';
        return (messageOf(page) as { session_data: string }).session_data === `"><script>alert(1)</script>${sent}`;
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['method', {}],
    ['method', { threeDSMethodData: '§' }],
    ['method', { threeDSMethodData: encoded({ threeDSServerTransID: '<script>' }) }],
    ['challenge', {}],
    ['challenge', { cres: 'e30' }],
    ['challenge', { cres: encoded([]) }],
    ['challenge', { cres: encoded(null) }],
  ])('%s that cannot be read: %j', async (path, fields) => {
    const response = await post(path, fields as Record<string, string>);
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain('<script');
  });

  it('that are posted no form answer the same', async () => {
    const response = await shop().backend.fetch(
      new Request('https://shop.example/scudo/notifications/challenge', {
        method: 'POST',
        headers: { 'content-type': 'text/plain' },
        body: 'x',
      }),
    );
    expect(response.status).toBe(400);
  });
});

describe('the frame page', () => {
  it('may be held by the checkout’s pages only, and may hold any bank', async () => {
    const place = shop({ pages: ['https://shop.example', 'https://pay.example'] });
    const response = await place.call('frame');
    expect(response.headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; base-uri 'none'; require-trusted-types-for 'script'; frame-src https:; form-action https:; frame-ancestors https://shop.example https://pay.example",
    );
    expect(await response.text()).toContain(
      'data-origins="[&quot;https://shop.example&quot;,&quot;https://pay.example&quot;]"',
    );
  });

  it('has its scripts as files', async () => {
    const place = shop();
    for (const file of ['frame.js', 'notification.js']) {
      const response = await place.call(file);
      expect(response.headers.get('content-type')).toContain('text/javascript');
      expect(await response.text()).toContain('postMessage');
    }
  });
});

it('a backend is not mounted without TLS, but on loopback', () => {
  const gateway = { baseUrl: 'https://gateway.example', merchantId: 'm', secret: 's' };
  expect(() =>
    createMerchantBackend({ publicUrl: 'http://shop.example/scudo', gateway, store: { url: ':memory:' } }),
  ).toThrow(/publicUrl/);
  expect(() =>
    createMerchantBackend({ publicUrl: 'http://localhost:4173/scudo', gateway, store: { url: ':memory:' } }),
  ).not.toThrow();
});
