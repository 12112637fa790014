import { expect, it } from 'vitest';
import type { Ports } from '../src/server/ports/ports.js';
import { createRouter } from '../src/server/adapters/http/router.js';
import { openApiContract } from './openapi-contract.js';
import {
  answerChallenge,
  BROWSER,
  card,
  CARDS,
  isXml,
  newKey,
  pay,
  prepare,
  report,
  shop,
  type Shop,
} from './server/scripted-gateway.js';

const BASE = '/scudo';

/** A shop that compares every answer of its backend, and every request that it accepts, with the document. */
function comparedShop(): { place: Shop; found: string[]; contract: ReturnType<typeof openApiContract> } {
  const contract = openApiContract();
  const found: string[] = [];
  const place = shop({
    methods: [{ code: 'card' }, { code: 'testpay' }],
    fieldsScript: () => Promise.resolve('fields'),
  });
  const { backend } = place;
  const plain = backend.fetch;
  backend.fetch = async (request, connection) => {
    const sent = request.clone();
    const response = await plain(request, connection);
    const path = new URL(request.url).pathname.slice(BASE.length);
    found.push(...(await contract.differences(request.method, path, response.clone())));
    if (response.status < 300) found.push(...(await contract.requestDifferences(sent, path)));
    return response;
  };
  return { place, found, contract };
}

const form = (place: Shop, path: string, fields: Record<string, string>, method = 'POST') => {
  const query = new URLSearchParams(fields).toString();
  const address = `https://shop.example${BASE}/${path}`;
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const request =
    method === 'POST' ? new Request(address, { method, headers, body: query }) : new Request(`${address}?${query}`);
  return place.backend.fetch(request, { ip: '203.0.113.7' });
};

const encoded = (message: object) => Buffer.from(JSON.stringify(message)).toString('base64url');

it('docs/openapi.yaml has every route of the handler but those for operators, and no other', () => {
  const context: Partial<Ports> = { pages: [], publicUrl: 'https://shop.example/scudo' };
  const router = createRouter(context as Ports, {
    base: '',
    trustProxy: false,
    fieldsScript: () => Promise.resolve(''),
    diagnosticsToken: 'a-token-of-the-test',
  });
  const routes = router.routes
    .filter(({ method }) => method !== 'ALL')
    .flatMap(({ method, path }) => {
      const full = path.replaceAll(/:(\w+)/g, '{$1}');
      return full.endsWith('?')
        ? [full.replace(/\/\{\w+\}\?$/, ''), full.slice(0, -1)].map((one) => `${method} ${one}`)
        : [`${method} ${full}`];
    });
  // Routes of our handler only, for `scudo-checkout doctor` and for probes: no page and no gateway calls them.
  const operations = [...openApiContract().operations, 'GET /diagnostics', 'GET /live', 'GET /ready'];
  expect([...new Set(routes)].sort()).toEqual(operations.sort());
});

it('every operation answers as docs/openapi.yaml says, with the gateway and ACS of the sandbox', async () => {
  const { place, found, contract } = comparedShop();
  const frictionless = await place.order();
  await place.call(`orders/${frictionless}?wait=1&state=paid`);
  await pay(place, frictionless);
  await pay(place, frictionless);
  for (const number of [CARDS.notEnrolled, CARDS.failed, CARDS.attempted])
    await pay(place, await place.order(), number);

  const challenged = await place.order();
  const challenge = (await (await pay(place, challenged, CARDS.challenge)).json()) as Record<string, string>;
  await report(place, challenged, challenge['server_trans_id'] ?? '', { ended: 'returned' });
  const cres = await answerChallenge(place, challenge as { encoded_creq: string; acs_url: string });
  for (const path of ['notifications/challenge', `notifications/challenge/${challenged}`]) {
    await form(place, path, { cres, threeDSSessionData: challenge['session_data'] ?? '' });
  }
  await form(place, 'notifications/challenge', { cres: 'unreadable' });
  for (const kind of ['method', 'challenge']) {
    for (const path of [kind, `${kind}/${challenged}`]) await place.call(`notifications/${path}`);
  }
  const threeDSMethodData = encoded({ threeDSServerTransID: challenge['server_trans_id'] });
  for (const path of ['notifications/method', `notifications/method/${challenged}`]) {
    await form(place, path, { threeDSMethodData });
  }
  await report(place, challenged, challenge['server_trans_id'] ?? '', { cres });

  const redirected = await place.order();
  const request = { method: 'testpay', account_holder_name: 'Ada Lovelace', country: 'GB' };
  await place.call(`orders/${redirected}/redirects`, request, { 'idempotency-key': newKey() });
  await place.call(`orders/${redirected}`);
  await form(place, `return/${redirected}`, { result: '00' });
  await form(place, `return/${redirected}`, { result: '00' }, 'GET');
  const message = { timestamp: '20261120120000', orderid: `${redirected}-1`, result: '00', sha1hash: '0'.repeat(40) };
  for (const path of ['status', `status/${redirected}`]) await form(place, path, message);
  for (const path of ['frame', 'frame.js', 'notification.js', 'fields', 'fields.js', 'fields.css'])
    await place.call(path);
  await place.settled();

  expect(found).toEqual([]);
  const answered = [...contract.seen].filter((name) => /[23]\d\d$/.test(name)).map((name) => name.slice(0, -4));
  // The gateway's own test of status messages is in test/server/use-cases/redirect.
  const compared = contract.operations.filter((operation) => !operation.startsWith('POST /status'));
  expect([...new Set(answered)].sort()).toEqual(expect.arrayContaining(compared));
});

it('problems have the statuses and codes that docs/openapi.yaml names', async () => {
  const { place, found, contract } = comparedShop();
  const id = await place.order();
  const key = newKey();
  await place.call('orders/none');
  await place.call('nothing');
  await place.call(`orders/${id}/redirects`);
  await place.call(`orders/${id}?wait=long`);
  await place.call(`orders/${id}`, undefined, { origin: 'https://other.example' });
  await place.call(`orders/${id}/protocol-versions`, { number: '1' });
  await place.call(`orders/${id}/protocol-versions`, { number: CARDS.success }, { 'content-type': 'text/plain' });
  for (const number of [CARDS.unsupported, CARDS.directoryDown]) await prepare(place, id, number);
  await pay(place, id, CARDS.success, { serverTransId: '11111111-2222-4333-8444-555555555555' });
  const server_trans_id = await prepare(place, id, CARDS.failed);
  await pay(place, id, CARDS.failed, { serverTransId: server_trans_id, key });
  await pay(place, id, CARDS.success, { key });
  const body = {
    card: card(CARDS.success),
    browser_data: BROWSER,
    method_url_completion: 'YES',
    more: 'x'.repeat(70_000),
  };
  await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() });
  await place.call(`orders/${id}/redirects`, { method: 'other' }, { 'idempotency-key': newKey() });
  place.intercept = (path, _text, pass) => (isXml(path) ? pass() : new Response(null, { status: 500 }));
  await prepare(place, id, CARDS.success);
  await form(place, 'status', { result: '00' });

  expect(found).toEqual([]);
  expect(new Set([...contract.seen].map((name) => name.slice(-3)))).toEqual(
    new Set(['400', '403', '404', '405', '409', '413', '415', '422', '501', '502', '503', '200']),
  );
});
