import { describe, expect, it } from 'vitest';
import type { OrderStore } from '../../../../src/server.js';
import { decodeMethodData } from '../../../../src/protocol/three-d-secure/method-data.js';
import { codeOf } from '../../code-of.js';
import { BROWSER, card, CARDS, json, newKey, pay, recordOf, shop, type Shop } from '../../scripted-gateway.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { paidByOther, sharedStore } from './changed-meanwhile.js';

const check = (place: Shop, id: string, number: string, more: object = {}) =>
  place.call(`orders/${id}/protocol-versions`, { number, ...more });
const FRAME_KEY = '0f0e0d0c-0b0a-4908-8706-050403020100';

/** A shop whose gateway changes the answer to the version check. */
function answering(change: object): Shop {
  const place = shop();
  place.intercept = async (_path, _text, pass) => {
    const answer = (await (await pass()).json()) as object;
    return Response.json({ ...answer, ...change });
  };
  return place;
}

describe('a version check', () => {
  it('answers with the transaction, the version and the method step, and sends the address of its notification', async () => {
    const place = shop();
    const id = await place.order();
    const answer = await json(await check(place, id, CARDS.success));
    expect(answer).toEqual({
      page_token: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
      enrolled: true,
      server_trans_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      message_version: '2.2.0',
      method: {
        url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4174\//) as unknown,
        data: expect.stringMatching(/^[\w-]+$/) as unknown,
      },
    });
    expect(JSON.parse(place.sent[0]!.text)).toMatchObject({
      number: CARDS.success,
      scheme: 'VISA',
      method_notification_url: `https://shop.example/scudo/notifications/method/${id}`,
    });
    const { authentications, history, counts } = await recordOf(place, id);
    expect(authentications).toEqual([
      {
        serverTransId: answer.server_trans_id as string,
        messageVersion: '2.2.0',
        hasMethodUrl: true,
        card: '422200******5344',
        cardFingerprint: expect.stringMatching(/^[0-9a-f]{8}\.[0-9a-f]{64}$/) as unknown,
        page: expect.stringMatching(/^[0-9a-f]{8}\.[0-9a-f]{64}$/) as unknown,
        stage: 'checked',
      },
    ]);
    expect(history.at(-1)).toMatchObject({
      event: 'version-checked',
      detail: { card: '422200******5344', enrolled: true },
    });
    expect(counts).toMatchObject({ versionChecks: 1, attempts: 0 });
  });

  it('keeps a fingerprint of the key of a frame, which differs from the key and from that of the card', async () => {
    const place = shop();
    const id = await place.order();
    await check(place, id, CARDS.success, { frame_key: FRAME_KEY });
    const [transaction] = (await recordOf(place, id)).authentications;
    expect(transaction?.frameKey).toMatch(/^[0-9a-f]{8}\.[0-9a-f]{64}$/);
    expect(transaction?.frameKey).not.toBe(FRAME_KEY);
    expect(transaction?.frameKey).not.toBe(transaction?.cardFingerprint);
  });

  it('answers that a card is not enrolled, and keeps the check without a transaction', async () => {
    const place = shop();
    const id = await place.order();
    expect(await json(await check(place, id, CARDS.notEnrolled))).toEqual({
      enrolled: false,
      page_token: expect.any(String) as unknown,
    });
    const { authentications, history } = await recordOf(place, id);
    expect(authentications).toEqual([
      {
        card: '400000******0010',
        cardFingerprint: expect.any(String) as unknown,
        page: expect.any(String) as unknown,
        stage: 'checked',
      },
    ]);
    expect(history.at(-1)?.detail).toEqual({ card: '400000******0010', enrolled: false });
  });

  it.each([
    ['no method URL', { method_url: undefined }],
    ['neither', { method_url: undefined, method_data: undefined }],
  ])('answers without a method step when the gateway has %s', async (_what, change) => {
    const place = answering(change);
    const id = await place.order();
    const answer = await json(await check(place, id, CARDS.success));
    expect(Object.keys(answer as object).sort()).toEqual([
      'enrolled',
      'message_version',
      'page_token',
      'server_trans_id',
    ]);
    expect((await recordOf(place, id)).authentications).toMatchObject([{ hasMethodUrl: false }]);
  });

  it.each([undefined, 'N/A', '<>', {}, ['x'], { encoded_method_data: '"quoted"' }, { encoded_method_data: 'MTIz' }])(
    'answers with method data of its own where those of the gateway are %j',
    async (method_data) => {
      const place = answering({ method_data });
      const id = await place.order();
      const { method, server_trans_id } = await json(await check(place, id, CARDS.success));
      expect(decodeMethodData((method as { data: string }).data)).toEqual({
        threeDSServerTransID: server_trans_id as string,
        threeDSMethodNotificationURL: `https://shop.example/scudo/notifications/method/${id}`,
      });
    },
  );

  it.each(['e30', { encoded_method_data: 'e3\r\n0' }])(
    'answers with the method data %j of the gateway',
    async (data) => {
      const place = answering({ method_data: data });
      expect(await json(await check(place, await place.order(), CARDS.success))).toMatchObject({
        method: { data: 'e30' },
      });
    },
  );

  it('reads a list of one as the address of the method step', async () => {
    const place = answering({ method_url: ['https://acs.example/method'] });
    expect(await json(await check(place, await place.order(), CARDS.success))).toMatchObject({
      method: { url: 'https://acs.example/method' },
    });
  });

  it.each<unknown>([
    ...['http://acs.example/method', 'N/A', 'javascript:alert(1)', '/method', 'https://a:b@acs.example/'],
    ...[{ url: 'https://acs.example/' }, ['https://a.example/', 'https://b.example/'], 'x'.repeat(20_000), false, 7],
  ])(
    'skips the method step of the unusable address %j, and the authentication says that it was not completed',
    async (method_url) => {
      const place = answering({ method_url });
      const id = await place.order();
      const { server_trans_id, method } = await json(await check(place, id, CARDS.success));
      expect(method).toBeUndefined();
      const { history } = await recordOf(place, id);
      expect(history.at(-1)).toMatchObject({ event: 'version-checked', detail: { methodUrl: 'unusable' } });
      const body = { card: card(CARDS.success), browser_data: BROWSER, method_url_completion: 'UNAVAILABLE' };
      const payment = { server_trans_id: server_trans_id as string, ...body };
      await place.call(`orders/${id}/authentications`, payment, { 'idempotency-key': newKey() });
      const { text } = place.sent.find(({ path }) => path === '/3ds2/authentications')!;
      expect(JSON.parse(text)).toMatchObject({ method_url_completion: 'NO' });
    },
  );

  it('keeps each check, so that those of other clients do not remove that of the shopper', async () => {
    const place = shop();
    const id = await place.order();
    const { server_trans_id } = await json(await check(place, id, CARDS.success));
    for (const number of [CARDS.failed, CARDS.notEnrolled]) await check(place, id, number);
    expect((await recordOf(place, id)).authentications).toHaveLength(3);
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: server_trans_id as string }))).toBe(
      'authorized',
    );
  });
});

describe('a version check that fails', () => {
  const refusal = () => Promise.reject(Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' }));

  it.each([
    ['was not sent', refusal, 0],
    ['was not answered', () => Promise.reject<Response>(new Error('reset')), 1],
    ['was answered with HTTP 500', () => new Response('', { status: 500 }), 1],
  ])('counts for the limits of the order unless it was never sent: one that %s', async (_what, intercept, count) => {
    const place = shop();
    const id = await place.order();
    place.intercept = intercept;
    expect(await codeOf(check(place, id, CARDS.success))).toBe('gateway-unavailable');
    const { counts, authentications } = await recordOf(place, id);
    expect([counts?.versionChecks, authentications]).toEqual([count, []]);
  });

  it('reports the failure of the gateway when the store fails, too', async () => {
    const inner = memoryOrderStore();
    let isDown = false;
    const store: OrderStore = {
      ...inner,
      replace: (...input) => (isDown ? Promise.reject(new Error('disk full')) : inner.replace(...input)),
    };
    const place = shop({ store });
    const id = await place.order();
    place.intercept = () => {
      isDown = true;
      return refusal();
    };
    expect(await codeOf(check(place, id, CARDS.success))).toBe('gateway-unavailable');
  });

  it('refuses a card of no scheme before it is counted or sent', async () => {
    const place = shop();
    const id = await place.order();
    expect(await codeOf(check(place, id, '9999999999999995'))).toBe('card-not-supported');
    expect([place.sent, (await recordOf(place, id)).counts]).toEqual([[], undefined]);
  });
});

describe('a version check of an order that takes no payment', () => {
  it('refuses the check once the order is paid, and sends nothing', async () => {
    const place = shop();
    const id = await place.order();
    await pay(place, id);
    const sent = place.sent.length;
    const before = await recordOf(place, id);
    expect(await codeOf(check(place, id, CARDS.success))).toBe('order-not-open');
    expect([place.sent.length, await recordOf(place, id)]).toEqual([sent, before]);
  });

  it('refuses the check when another process pays the order after its read', async () => {
    const { store, changeAfterRead, clock } = sharedStore();
    const place = shop({ store }, {}, { clock });
    const id = await place.order();
    changeAfterRead(1, paidByOther);
    expect(await codeOf(check(place, id, CARDS.success))).toBe('order-not-open');
    expect([place.sent, await recordOf(place, id)]).toMatchObject([[], { state: 'paid' }]);
    expect((await recordOf(place, id)).counts).toBeUndefined();
  });

  it('names the order, not the card, when neither can be paid', async () => {
    const { store, change, clock } = sharedStore();
    const place = shop({ store }, {}, { clock });
    const id = await place.order();
    await change(id, paidByOther);
    expect(await codeOf(check(place, id, '9999999999999995'))).toBe('order-not-open');
  });
});

it('ends the call of the gateway when the page has left, which is no problem of the gateway', async () => {
  const problems: string[] = [];
  const place = shop({ onProblem: ({ code }) => problems.push(code) });
  const id = await place.order();
  const page = new AbortController();
  place.intercept = () => {
    page.abort();
    return new Promise<Response>(() => undefined);
  };
  const request = new Request(`https://shop.example/scudo/orders/${id}/protocol-versions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ number: CARDS.success }),
    signal: page.signal,
  });
  expect((await place.backend.fetch(request, { ip: '203.0.113.7' })).status).toBe(499);
  expect(problems).toEqual([]);
  place.intercept = () => Promise.reject(new TypeError('fetch failed'));
  expect(await codeOf(check(place, id, CARDS.success))).toBe('gateway-unavailable');
  expect(problems).toEqual(['gateway-unavailable']);
});
