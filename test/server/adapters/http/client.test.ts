import { describe, expect, it } from 'vitest';
import type { Connection, MerchantBackendOptions, ProblemReport } from '../../../../src/server.js';
import { BROWSER, card, CARDS, json, newKey, pay, prepare, shop } from '../../scripted-gateway.js';

/** Pays with these headers and this connection, and returns the browser data that reached the gateway. */
async function browserDataOf({
  headers = {},
  browser = BROWSER,
  connection = { ip: '203.0.113.7' },
  options = {},
}: {
  headers?: Record<string, string>;
  browser?: object;
  connection?: Connection;
  options?: Partial<MerchantBackendOptions>;
}) {
  const place = shop(options);
  const id = await place.order();
  const server_trans_id = await prepare(place, id, CARDS.success);
  const request = new Request(`https://shop.example/scudo/orders/${id}/authentications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': newKey(), ...headers },
    body: JSON.stringify({
      server_trans_id,
      card: card(CARDS.success),
      browser_data: browser,
      method_url_completion: 'YES',
    }),
  });
  const response = await place.backend.fetch(request, connection);
  const sent = place.sent.find(({ path }) => path === '/3ds2/authentications');
  return {
    place,
    id,
    server_trans_id,
    response,
    data: sent && (JSON.parse(sent.text) as { browser_data: Record<string, string> }).browser_data,
  };
}

const { language: _language, user_agent: _agent, ...WITHOUT_NAMES } = BROWSER;

describe('the shopper’s address', () => {
  it.each([
    ['is the connection’s', {}, { ip: '203.0.113.7' }, '203.0.113.7'],
    ['is the connection’s in IPv6', {}, { ip: '2001:db8::1' }, '2001:db8::1'],
    ['is not that of a header', { 'x-forwarded-for': '198.51.100.1' }, { ip: '203.0.113.7' }, '203.0.113.7'],
    ['is IPv4 for an IPv4-mapped address', {}, { ip: '::ffff:203.0.113.9' }, '203.0.113.9'],
    ['is IPv4 for an IPv4-mapped address in hex', {}, { ip: '::ffff:cb00:7109' }, '203.0.113.9'],
    ['is IPv4 for an IPv4-mapped address in full', {}, { ip: '0:0:0:0:0:FFFF:203.0.113.9' }, '203.0.113.9'],
    ['has no zone', {}, { ip: 'fe80::1%eth0' }, 'fe80::1'],
    ['has no zone in an IPv4-mapped address', {}, { ip: '::ffff:203.0.113.9%2' }, '203.0.113.9'],
    ['is without brackets and port', {}, { ip: '[2001:db8::1]:443' }, '2001:db8::1'],
  ])('the shopper’s address %s without trustProxy', async (_what, headers, connection, ip) => {
    expect((await browserDataOf({ headers, connection })).data?.['ip']).toBe(ip);
  });

  it.each([
    ['is the last one of X-Forwarded-For', '198.51.100.1', '198.51.100.1'],
    ['is not an earlier one of X-Forwarded-For, which the client controls', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['is the last one before an empty entry', '1.1.1.1, 198.51.100.1, ', '198.51.100.1'],
    ['is without quotes', '1.1.1.1, "[2001:db8::1]:4711"', '2001:db8::1'],
    ['is the connection’s when the header is empty', '', '203.0.113.7'],
    ['is without its port', '1.1.1.1, 198.51.100.1:61234', '198.51.100.1'],
    ['is without brackets', '1.1.1.1,[2001:db8::1]', '2001:db8::1'],
    ['is without brackets and port', '[2001:db8::1]:61234', '2001:db8::1'],
    ['is IPv4 for an IPv4-mapped address', '::ffff:198.51.100.1', '198.51.100.1'],
  ])('the shopper’s address %s with trustProxy', async (_what, forwarded, ip) => {
    const { data } = await browserDataOf({
      headers: { 'x-forwarded-for': forwarded },
      connection: { ip: '203.0.113.7' },
      options: { trustProxy: true },
    });
    expect(data?.['ip']).toBe(ip);
  });

  it.each([
    'unknown',
    'x'.repeat(100),
    'proxy.shop.example',
    '198.51.100.256',
    '198.51.100.1, _hidden',
    '203.0.113.7 a',
  ])(
    'a request whose proxy adds the unreadable address %s is answered 400, and the issuer gets no address of a proxy',
    async (forwarded) => {
      const { response, data } = await browserDataOf({
        headers: { 'x-forwarded-for': forwarded },
        connection: { ip: '10.0.0.1' },
        options: { trustProxy: true },
      });
      const { fields } = await json(response);
      expect(fields).toEqual([{ field: 'ip', message: expect.stringMatching(/X-Forwarded-For/) as unknown }]);
      expect(data).toBeUndefined();
    },
  );

  it.each(['http://localhost:3000/scudo', 'http://127.0.0.1:3000/scudo', 'http://shop.localhost/scudo'])(
    'a request without the shopper’s address has that of this machine at %s, whatever host it names',
    async (publicUrl) => {
      const { data } = await browserDataOf({ connection: {}, options: { publicUrl, cardFields: 'page' } });
      expect(data?.['ip']).toBe('127.0.0.1');
    },
  );

  it.each([
    ['none', {}, {}],
    ['an empty text', { ip: '' }, {}],
    ['a text that is not an address', { ip: 'localhost' }, {}],
    ['undefined', { ip: undefined }, {}],
    ['none, and trustProxy without the header', {}, { trustProxy: true }],
    ['none, with pages on localhost', {}, { pages: ['http://localhost:5173'], cardFields: 'page' as const }],
  ])(
    'a request without the shopper’s address is answered 400, naming the option: %s',
    async (_what, connection, options) => {
      const reported: ProblemReport[] = [];
      const { response, data } = await browserDataOf({
        connection,
        options: { ...options, onProblem: (problem) => reported.push(problem) },
      });
      expect(response.status).toBe(400);
      const { code, fields } = await json(response);
      expect({ code, fields }).toMatchObject({ code: 'invalid-request', fields: [{ field: 'ip' }] });
      expect(fields[0].message).toMatch(/fetch\(request, \{ ip \}\).*trustProxy/);
      expect(data).toBeUndefined();
      expect(reported).toMatchObject([{ code: 'invalid-request', route: 'POST /orders/:id/authentications' }]);
      expect(String(reported[0]?.cause)).toMatch(/ip is missing.*fetch\(request, \{ ip \}\)/);
    },
  );

  it('the shopper’s address is needed by routes of authentications only', async () => {
    const place = shop();
    const id = await place.order({ methods: [{ code: 'card' }, { code: 'testpay' }] });
    const call = (path: string, body?: object) =>
      place.backend.fetch(
        new Request(
          `https://shop.example/scudo/${path}`,
          body && {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'idempotency-key': newKey() },
            body: JSON.stringify(body),
          },
        ),
      );
    const paid = await pay(place, await place.order(), CARDS.challenge);
    expect((await json(paid)).result).toBe('challenge');
    const redirect = { method: 'testpay', account_holder_name: 'Ada Lovelace', country: 'GB' };
    expect((await call(`orders/${id}`)).status).toBe(200);
    expect((await call(`orders/${id}/protocol-versions`, { number: CARDS.success })).status).toBe(200);
    expect((await call(`orders/${id}/redirects`, redirect)).status).toBe(200);
    expect((await call(`return/${id}`)).status).toBe(303);
    expect((await call('frame')).status).toBe(200);
  });

  it('the shopper’s address is never that of the page', async () => {
    const { data } = await browserDataOf({
      browser: { ...BROWSER, ip: '198.51.100.9', accept_header: 'mine' },
      connection: { ip: '203.0.113.7' },
      headers: { accept: 'text/html' },
    });
    expect(data).toMatchObject({ ip: '203.0.113.7', accept_header: 'text/html' });
  });
});

describe('language and user agent', () => {
  it('language and user agent are those of the page when it sends them', async () => {
    const { data } = await browserDataOf({ headers: { 'accept-language': 'de', 'user-agent': 'Header/1' } });
    expect(data).toMatchObject({ language: BROWSER.language, user_agent: BROWSER.user_agent });
  });

  it.each([
    ['en-GB,en;q=0.9', 'en-GB'],
    ['de;q=0.5', 'de'],
    ['en-GB-oxendict,de', 'en-GB'],
    ['*', 'en'],
    ['', 'en'],
    ['zh-Hant-TW', 'zh-Hant'],
  ])('language and user agent are those of the headers otherwise: “%s”', async (header, language) => {
    const { data } = await browserDataOf({
      browser: WITHOUT_NAMES,
      headers: { 'accept-language': header, 'user-agent': 'Header/1' },
    });
    expect(data).toMatchObject({ language, user_agent: 'Header/1', accept_header: '*/*' });
  });
});

it.each([
  ['are absent', {}],
  ['are of other types', { color_depth: 24, java_enabled: {}, screen_height: [], timezone: 'UTC', user_agent: true }],
  ['are too long', { language: 'x'.repeat(5_000), user_agent: 'x'.repeat(20_000), timezone: '9999' }],
])(
  'a payment whose browser data %s is sent with those of the headers and defaults, and is noted',
  async (_how, browser) => {
    const { place, id, response, data } = await browserDataOf({
      browser,
      headers: { 'accept-language': 'de-AT', 'user-agent': 'Header/1', accept: 'text/html' },
    });
    expect(await json(response)).toMatchObject({ outcome: { status: 'paid' } });
    expect(data).toEqual({
      accept_header: 'text/html',
      challenge_window_size: 'FULL_SCREEN',
      color_depth: 'TWENTY_FOUR_BITS',
      ip: '203.0.113.7',
      java_enabled: 'false',
      javascript_enabled: 'true',
      language: 'de-AT',
      screen_height: '0',
      screen_width: '0',
      timezone: '0',
      user_agent: 'Header/1',
    });
    const { history = [] } = (await place.backend.orders.read(id)) ?? {};
    const sent = history.find(({ event }) => event === 'authentication-sent');
    expect(sent).toMatchObject({ detail: { replacedBrowserData: expect.arrayContaining(['timezone']) as unknown } });
  },
);

it('a payment without a user agent in browser data and headers is sent with a default', async () => {
  const { response, data } = await browserDataOf({ browser: WITHOUT_NAMES });
  expect(await json(response)).toMatchObject({ outcome: { status: 'paid' } });
  expect(data).toMatchObject({ language: 'en', user_agent: 'unknown', screen_width: BROWSER.screen_width });
});
