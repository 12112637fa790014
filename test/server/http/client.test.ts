import { describe, expect, it } from 'vitest';
import type { Connection, MerchantBackendOptions } from '../../../src/server.js';
import { BROWSER, card, CARDS, json, newKey, prepare, shop } from '../scripted-gateway.js';

/** Pays with these headers and this connection, and returns the browser data that reached the gateway. */
async function browserDataOf({
  headers = {},
  browser = BROWSER,
  connection = {},
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
    ['is loopback when the connection has none', {}, {}, '127.0.0.1'],
    ['is loopback when the connection has an empty text', {}, { ip: '' }, '127.0.0.1'],
  ])('%s without trustProxy', async (_what, headers, connection, ip) => {
    expect((await browserDataOf({ headers, connection })).data?.['ip']).toBe(ip);
  });

  it.each([
    ['is the last one of X-Forwarded-For', '198.51.100.1', '198.51.100.1'],
    ['is not an earlier one of X-Forwarded-For, which the client controls', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['is the connection’s when the header has none', 'unknown', '203.0.113.7'],
    ['is the connection’s when the header is too long', 'x'.repeat(100), '203.0.113.7'],
    ['is the connection’s when the header is empty', '', '203.0.113.7'],
  ])('%s with trustProxy', async (_what, forwarded, ip) => {
    const { data } = await browserDataOf({
      headers: { 'x-forwarded-for': forwarded },
      connection: { ip: '203.0.113.7' },
      options: { trustProxy: true },
    });
    expect(data?.['ip']).toBe(ip);
  });

  it('is never that of the page', async () => {
    const { data } = await browserDataOf({
      browser: { ...BROWSER, ip: '198.51.100.9', accept_header: 'mine' },
      connection: { ip: '203.0.113.7' },
      headers: { accept: 'text/html' },
    });
    expect(data).toMatchObject({ ip: '203.0.113.7', accept_header: 'text/html' });
  });
});

describe('language and user agent', () => {
  it('are those of the page when it sends them', async () => {
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
  ])('are those of the headers otherwise: “%s”', async (header, language) => {
    const { data } = await browserDataOf({
      browser: WITHOUT_NAMES,
      headers: { 'accept-language': header, 'user-agent': 'Header/1' },
    });
    expect(data).toMatchObject({ language, user_agent: 'Header/1', accept_header: '*/*' });
  });
});

it('incomplete browser data is refused before its transaction is used up', async () => {
  const { place, id, server_trans_id, response, data } = await browserDataOf({ browser: WITHOUT_NAMES });
  expect(data).toBeUndefined();
  expect(response.status).toBe(400);
  expect(await json(response)).toMatchObject({
    code: 'invalid-request',
    fields: [{ field: 'browser_data.user_agent' }],
  });
  const body = { server_trans_id, card: card(CARDS.success), browser_data: BROWSER, method_url_completion: 'YES' };
  expect(
    await json(await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() })),
  ).toMatchObject({ outcome: { status: 'paid' } });
});
