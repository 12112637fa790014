import { describe, expect, it } from 'vitest';
import type { Connection, MerchantBackendOptions } from '../../src/server.js';
import { BROWSER, card, CARDS, json, newKey, prepare, shop } from './scripted-gateway.js';

/** Pays with these headers and this connection; answers the browser data that reached the gateway. */
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

const { language: _language, user_agent: _agent, ...SILENT } = BROWSER;

describe('the shopper’s address', () => {
  it.each([
    ['is the connection’s', {}, { ip: '203.0.113.7' }, '203.0.113.7'],
    ['is the connection’s in IPv6', {}, { ip: '2001:db8::1' }, '2001:db8::1'],
    ['is not what a header says', { 'x-forwarded-for': '198.51.100.1' }, { ip: '203.0.113.7' }, '203.0.113.7'],
    ['is loopback where the connection says nothing', {}, {}, '127.0.0.1'],
    ['is loopback where the connection says an empty text', {}, { ip: '' }, '127.0.0.1'],
  ])('%s', async (_what, headers, connection, ip) => {
    expect((await browserDataOf({ headers, connection })).data?.['ip']).toBe(ip);
  });

  it.each([
    ['is what the proxy saw', '198.51.100.1', '198.51.100.1'],
    ['is not what the shopper wrote before it', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['is the connection’s where the proxy names none', 'unknown', '203.0.113.7'],
    ['is the connection’s where there is too much of it', 'x'.repeat(100), '203.0.113.7'],
    ['is the connection’s where it is empty', '', '203.0.113.7'],
  ])('behind a proxy of the shop’s %s', async (_what, forwarded, ip) => {
    const { data } = await browserDataOf({
      headers: { 'x-forwarded-for': forwarded },
      connection: { ip: '203.0.113.7' },
      options: { trustProxy: true },
    });
    expect(data?.['ip']).toBe(ip);
  });

  it('is never the page’s to say', async () => {
    const { data } = await browserDataOf({
      browser: { ...BROWSER, ip: '198.51.100.9', accept_header: 'mine' },
      connection: { ip: '203.0.113.7' },
      headers: { accept: 'text/html' },
    });
    expect(data).toMatchObject({ ip: '203.0.113.7', accept_header: 'text/html' });
  });
});

describe('language and user agent', () => {
  it('are the page’s where it says them', async () => {
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
  ])('are the headers’ where it says none: %s', async (header, language) => {
    const { data } = await browserDataOf({
      browser: SILENT,
      headers: { 'accept-language': header, 'user-agent': 'Header/1' },
    });
    expect(data).toMatchObject({ language, user_agent: 'Header/1', accept_header: '*/*' });
  });
});

it('a browser that cannot be described uses up no authentication: the same one pays with a better description', async () => {
  const { place, id, server_trans_id, response, data } = await browserDataOf({ browser: SILENT });
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
