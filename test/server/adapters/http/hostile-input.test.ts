import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  answerChallenge,
  authorizationsAt,
  BROWSER,
  card,
  CARDS,
  GATEWAY,
  json,
  newKey,
  pay,
  prepare,
  report,
  shop,
} from '../../scripted-gateway.js';
import type { NewOrder } from '../../../../src/server.js';
import { expectFixedTexts, telemetryRecorder } from '../../telemetry-recorder.js';
import { memoryOrderStore } from '../store/memory-order-store.js';

afterEach(() => {
  vi.restoreAllMocks();
});

const occurrences = (text: string, part: string) => text.split(part).length - 1;
const ADDRESS = { line1: 'Main Street 1', city: 'Köln', postalCode: '50667', country: '276' };
const WIRE_ADDRESS = { line1: 'Main Street 1', city: 'Köln', postal_code: '50667', country: 'DE' };
const SHOP = 'https://shop.example/scudo';

describe('a name with markup', () => {
  const NAMES = [
    'A</chname><cvn><number>111</number></cvn><chname>B',
    '</chname></card><amount currency="EUR">1</amount>',
    'A]]>B',
    '<![CDATA[A]]>',
    'A<!-- B',
    '--><a/><!--',
    '&lt;A&gt;',
    '&#60;chname&#62;',
    '&undefined;',
    'A & B',
    '"A" \'B\'',
    '<?xml version="1"?>',
    '<!DOCTYPE a>',
    'A\u2028B'.replace('\u2028', ' '),
    '%3Cchname%3E',
    '</request><request>',
    '😀 <b>',
  ];

  it.each(NAMES)('reaches the gateway as text: %s', async (full_name) => {
    const place = shop();
    const id = await place.order({ description: full_name, descriptor: full_name, comments: [full_name] });
    const server_trans_id = await prepare(place, id, CARDS.success);
    const body = {
      server_trans_id,
      card: { ...card(CARDS.success), full_name: full_name.slice(0, 45) },
      browser_data: BROWSER,
      method_url_completion: 'YES',
    };
    const response = await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() });
    expect(await json(response)).toMatchObject({ outcome: { status: 'paid' } });
    const { text } = authorizationsAt(place)[0]!;
    for (const element of ['<request ', '<card>', '<chname>', '<cvn>', '<amount ', '<sha1hash>'])
      expect([element, occurrences(text, element)]).toEqual([element, 1]);
    expect(text).toContain('<cvn><number>987</number>');
  });

  it.each(NAMES)('reaches the gateway as text in a redirect payment: %s', async (name) => {
    const place = shop({ methods: [{ code: 'testpay' }] });
    const id = await place.order({ descriptor: name, comments: [name, name] });
    const body = { method: 'testpay', account_holder_name: name, country: 'GB' };
    const response = await place.call(`orders/${id}/redirects`, body, { 'idempotency-key': newKey() });
    expect(await json(response)).toMatchObject({ result: 'redirect' });
    const { text } = place.sent.find((one) => one.text.includes('payment-set'))!;
    for (const element of ['<request ', '<amount ', '<returnurl>', '<orderid>', '<descriptor>', '<sha1hash>'])
      expect([element, occurrences(text, element)]).toEqual([element, 1]);
    expect(occurrences(text, '<comment ')).toBe(2);
  });
});

describe('an invisible character', () => {
  it.each<[string, Partial<NewOrder>, Partial<NewOrder>]>([
    ['description', { description: 'A\0' }, { description: 'A' }],
    ['descriptor', { descriptor: '\u0007A\u00ad' }, { descriptor: 'A' }],
    ['comments', { comments: ['A', 'B\u001b'] }, { comments: ['A', 'B'] }],
    ['accountHolderName', { accountHolderName: 'Ada\nLovelace' }, { accountHolderName: 'Ada Lovelace' }],
    [
      'name of a method',
      { methods: [{ code: 'card', name: 'Card\u202e' }] },
      { methods: [{ code: 'card', name: 'Card' }] },
    ],
    [
      'billing address',
      { payer: { billingAddress: { ...ADDRESS, line1: 'Main\0 Street\t1' } } },
      { payer: { billingAddress: { ...ADDRESS, line1: 'Main Street 1' } } },
    ],
    [
      'shipping address',
      { shippingAddress: { ...ADDRESS, city: 'Köln\u0085' } },
      { shippingAddress: { ...ADDRESS, city: 'Köln' } },
    ],
    [
      'first name',
      { authentication: { cardDetail: { firstName: 'Ada\ud800' } } },
      { authentication: { cardDetail: { firstName: 'Ada' } } },
    ],
  ])('an invisible character is removed from the %s of a new order', async (_field, order, stored) => {
    const place = shop();
    expect(await place.backend.orders.read(await place.order(order))).toMatchObject(stored);
  });

  it.each([
    ['payer.id', { payer: { id: 'A\u0000' } }],
    ['payer.id', { payer: { id: 'A\u00ad' } }],
    ['payer.id', { payer: { id: '\ue000' } }],
  ])('an invisible character is rejected in the technical field %s of a new order', async (field, order) => {
    await expect(shop().order(order)).rejects.toMatchObject({ issues: [{ field }] });
  });

  it('an invisible character is removed from the texts of a shopper before they reach the gateway', async () => {
    const place = shop({ methods: [{ code: 'card' }, { code: 'testpay' }] });
    const id = await place.order({ payer: {} });
    const payment = {
      server_trans_id: await prepare(place, id, CARDS.success),
      card: { ...card(CARDS.success), full_name: 'Ada\0\r\nLovelace\u200e' },
      payer: {
        email: 'a\0@example.com',
        mobile_phone: { country_code: '44', subscriber_number: '2079460000' },
        billing_address: { ...WIRE_ADDRESS, line2: '\u001b[31m' },
      },
      browser_data: BROWSER,
      method_url_completion: 'YES',
    };
    const response = await place.call(`orders/${id}/authentications`, payment, { 'idempotency-key': newKey() });
    expect(await json(response)).toMatchObject({ outcome: { status: 'paid' } });
    const sent = place.sent.find(({ path }) => path === '/3ds2/authentications')?.text ?? '{}';
    expect(JSON.parse(sent)).toMatchObject({
      card_detail: { full_name: 'Ada Lovelace' },
      payer: { email: 'a@example.com', billing_address: { line2: '[31m' } },
    });
    expect(authorizationsAt(place)[0]?.text).toContain('<chname>Ada Lovelace</chname>');

    const other = await place.order();
    const redirect = { method: 'testpay', account_holder_name: 'Ada\r\nLove\u00adlace', country: 'GB' };
    await place.call(`orders/${other}/redirects`, redirect, { 'idempotency-key': newKey() });
    const set = place.sent.find(({ text }) => text.includes('payment-set'))?.text;
    expect(set).toContain('<accountholdername>Ada Lovelace</accountholdername>');
  });
});

describe('a control character in the id of an order', () => {
  /** A store that refuses such an id, as PostgreSQL does. */
  function strictShop() {
    const inner = memoryOrderStore();
    const asked: string[] = [];
    const read = (id: string) => {
      asked.push(id);
      return id.includes('\0') ? Promise.reject(new Error('invalid byte sequence: 0x00')) : inner.read(id);
    };
    return { place: shop({ store: { ...inner, read } }), asked };
  }
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const message = (orderid: string) =>
    new URLSearchParams({ timestamp: '20261120120000', orderid, result: '00', sha1hash: '0'.repeat(40) }).toString();

  it.each(['A%00', '%00', 'A%0A', 'A%1b%5B31m', 'A%C2%85'])(
    'a control character in the id of an order is answered as an unknown order on every route of an order, without a call of the store: %s',
    async (id) => {
      const { place, asked } = strictShop();
      for (const [method, path] of [
        ['GET', `orders/${id}`],
        ['GET', `orders/${id}?wait=1`],
        ...['protocol-versions', 'authentications', 'authorizations', 'redirects'].map((call) => [
          'POST',
          `orders/${id}/${call}`,
        ]),
      ] as [string, string][]) {
        const init = method === 'GET' ? {} : { method, headers: form, body: message('A') };
        const response = await place.backend.fetch(new Request(`${SHOP}/${path}`, init));
        expect([path, response.status, (await json(response)).code]).toEqual([path, 404, 'order-not-found']);
      }
      // A forged message has the same answer for every order.
      const forged = { method: 'POST', headers: form, body: message('A') };
      expect((await place.backend.fetch(new Request(`${SHOP}/status/${id}`, forged))).status).toBe(400);
      // A shopper is sent to the shop's own page, whatever the order is.
      for (const init of [{}, { method: 'POST', headers: form, body: message('A') }]) {
        const response = await place.backend.fetch(new Request(`${SHOP}/return/${id}?${message('A')}`, init));
        expect(response.status).toBe(303);
      }
      expect(asked).toEqual([]);
    },
  );

  it('a control character in the id of an order of a status message is answered as a wrong message', async () => {
    const { place, asked } = strictShop();
    for (const orderid of ['A\0-0123456789', 'A\0', 'A\0-1']) {
      const body = message(orderid);
      const response = await place.backend.fetch(
        new Request(`${SHOP}/status`, { method: 'POST', headers: form, body }),
      );
      expect(response.status).toBe(400);
    }
    expect(asked.filter((id) => id.includes('\0'))).toEqual([]);
  });
});

describe('a name of a property of all objects', () => {
  const NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];

  it('a name of a property of all objects in JSON, forms and queries changes no other object', async () => {
    const place = shop();
    const id = await place.order();
    const name = fc.constantFrom(...NAMES, 'card', 'payer', 'number', 'authentication', 'order', 'result');
    const value = fc.oneof(fc.constantFrom('x', '00', 'true', '1'), fc.constant({ paid: true, polluted: 'yes' }));
    const body = fc.letrec((tie) => ({
      tree: fc.oneof({ depthSize: 'small' }, value, fc.array(fc.tuple(name, tie('tree')), { maxLength: 4 })),
    })).tree;
    const jsonOf = (tree: unknown): string =>
      Array.isArray(tree)
        ? `{${(tree as [string, unknown][]).map(([key, inner]) => `"${key}":${jsonOf(inner)}`).join()}}`
        : JSON.stringify(tree);
    const routes = ['protocol-versions', 'authentications', 'authorizations', 'redirects'].map(
      (one) => `orders/${id}/${one}`,
    );
    const forms = ['status', `status/${id}`, `return/${id}`, 'notifications/method', 'notifications/challenge'];
    await fc.assert(
      fc.asyncProperty(body, fc.constantFrom(...routes), fc.constantFrom(...forms), async (tree, route, form) => {
        const post = (path: string, type: string, content: string) =>
          place.backend.fetch(
            new Request(`${SHOP}/${path}`, {
              method: 'POST',
              headers: { 'content-type': type, 'idempotency-key': newKey() },
              body: content,
            }),
          );
        const answers = [
          await post(route, 'application/json', jsonOf(tree)),
          await post(
            form,
            'application/x-www-form-urlencoded',
            NAMES.map((key) => `${key}=x&${key}[polluted]=yes`).join('&'),
          ),
          await place.backend.fetch(new Request(`${SHOP}/return/${id}?${NAMES.map((key) => `${key}=x`).join('&')}`)),
        ];
        expect(Object.keys(Object.prototype)).toEqual([]);
        expect({}).not.toHaveProperty('polluted');
        for (const { status } of answers) expect(status).toBeLessThan(500);
      }),
      { seed: 20_261_121, numRuns: 300 },
    );
    expect(await place.backend.orders.read(id)).toMatchObject({ state: 'open' });
  });
});

describe('a body over 64 kB', () => {
  const streamed = (size: number) => {
    let left = size;
    return new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = Math.min(left, 8_192);
        if (chunk === 0) return controller.close();
        left -= chunk;
        controller.enqueue(new Uint8Array(chunk).fill(0x20));
      },
    });
  };
  const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b'];

  it.each(TYPES)('a body over 64 kB of the type %s is answered 413, with and without its length', async (type) => {
    const place = shop();
    const id = await place.order();
    for (const path of [`orders/${id}/authentications`, 'status', `return/${id}`]) {
      const request = (init: object) => new Request(`${SHOP}/${path}`, { method: 'POST', ...init });
      const answers = [
        await place.backend.fetch(
          request({ headers: { 'content-type': type }, body: streamed(70_000), duplex: 'half' }),
        ),
        await place.backend.fetch(
          request({ headers: { 'content-type': type, 'content-length': '70000' }, body: ' '.repeat(70_000) }),
        ),
      ];
      for (const answer of answers) expect([path, answer.status]).toEqual([path, 413]);
    }
  });
});

describe('a form with many pairs', () => {
  const FORM = 'application/x-www-form-urlencoded';
  const MULTIPART = 'multipart/form-data; boundary=b';
  const part = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;
  const names = (count: number) => Array.from({ length: count }, (_, index) => `f${index}`);
  const bodyOf = (type: string, count: number) =>
    type === FORM
      ? names(count)
          .map((name) => `${name}=1`)
          .join('&')
      : `${names(count).map(part).join('')}--b--`;

  it.each([
    ['status', FORM],
    ['status/ORDER', FORM],
    ['status', MULTIPART],
    ['return/ORDER', FORM],
    ['return/ORDER', MULTIPART],
  ])('a form with many pairs is refused with 413 above 100 of them, at %s as %s', async (path, type) => {
    const place = shop();
    const address = `${SHOP}/${path.replace('ORDER', await place.order())}`;
    const parse = vi.spyOn(Request.prototype, 'formData');
    const post = (count: number) =>
      place.backend.fetch(
        new Request(address, { method: 'POST', headers: { 'content-type': type }, body: bodyOf(type, count) }),
      );
    expect((await post(101)).status).toBe(413);
    expect(parse).not.toHaveBeenCalled();
    expect((await post(100)).status).not.toBe(413);
    expect(parse).toHaveBeenCalledOnce();
  });

  it('a form with many pairs is refused by the pairs of its query as well', async () => {
    const place = shop();
    const id = await place.order();
    const query = (count: number) => bodyOf(FORM, count);
    const get = (count: number) => place.backend.fetch(new Request(`${SHOP}/return/${id}?${query(count)}`));
    expect([(await get(100)).status, (await get(101)).status]).toEqual([303, 413]);
    const post = (path: string, count: number) =>
      place.backend.fetch(
        new Request(`${SHOP}/${path}/${id}?${query(60)}`, {
          method: 'POST',
          headers: { 'content-type': FORM },
          body: query(count),
        }),
      );
    expect([(await post('return', 40)).status, (await post('return', 41)).status]).toEqual([303, 413]);
    expect([(await post('status', 40)).status, (await post('status', 41)).status]).toEqual([400, 413]);
  });
});

describe('a return address', () => {
  it.each([
    '//evil.example',
    'https:%2F%2Fevil.example',
    '%2F%2Fevil.example',
    '..%2F..%2F..%2Fevil.example',
    '@evil.example',
    '%5Cevil.example',
    'A1%0D%0ALocation:%20https:%2F%2Fevil.example',
    'A1%0d%0aSet-Cookie:%20a=b',
    'javascript:alert(1)',
  ])('a return address with the order %s leads to the shop’s own page, or nowhere', async (order) => {
    const place = shop();
    for (const method of ['GET', 'POST']) {
      const response = await place.backend.fetch(new Request(`${SHOP}/return/${order}?result=00`, { method }));
      expect([303, 404]).toContain(response.status);
      expect(response.headers.get('set-cookie')).toBeNull();
      const location = response.headers.get('location');
      if (response.status === 303) {
        const url = new URL(location!);
        expect([url.origin, url.pathname, [...url.searchParams.keys()]]).toEqual([
          'https://shop.example',
          '/return.html',
          ['order'],
        ]);
      }
    }
  });
});

describe('an exporter', () => {
  it('an exporter gets no text of a hostile path, method, header or field', async () => {
    const recorder = telemetryRecorder();
    const place = shop({ onEvent: recorder.onEvent, methods: [{ code: 'card' }, { code: 'testpay' }] });
    const id = await place.order();
    const hostile = 'hostile7';
    const headers = {
      ...Object.fromEntries(
        ['idempotency-key', 'user-agent', 'x-forwarded-for', 'x-correlation-id'].map((name) => [name, hostile]),
      ),
      traceparent: `00-${hostile}${'a'.repeat(24)}-${'b'.repeat(16)}-01`,
      referer: `https://${hostile}.example/`,
    };
    const names = ['number', 'server_trans_id', 'method', 'ended', 'cres', 'result', 'orderid', 'sha1hash', hostile];
    const fields = Object.fromEntries(names.map((name) => [name, hostile]));
    const calls = ['protocol-versions', 'authentications', 'authorizations', 'redirects', hostile];
    const paths = [
      ...[id, hostile].flatMap((order) => ['', ...calls].map((call) => `orders/${order}/${call}`)),
      ...['', 'orders', 'return', 'status', 'notifications/method', 'frame', 'fields'].map(
        (one) => `${one}/${hostile}`,
      ),
      ...['return', 'status'].map((one) => `${one}/${id}`),
    ];
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS', hostile.toUpperCase()]) {
        for (const type of ['application/json', 'application/x-www-form-urlencoded', `${hostile}/${hostile}`]) {
          const isForm = type.includes('form');
          const body = isForm ? new URLSearchParams(fields).toString() : JSON.stringify({ ...fields, card: fields });
          const init = { method, headers: { ...headers, 'content-type': type }, ...(method === 'GET' ? {} : { body }) };
          await place.backend.fetch(new Request(`${SHOP}/${path}?${hostile}=${hostile}`, init));
        }
      }
    }
    const serverTransId = (await prepare(place, id, CARDS.challenge))!;
    await pay(place, id, CARDS.challenge, { serverTransId });
    await report(place, id, serverTransId, { ended: hostile, cres: hostile });
    await report(place, id, serverTransId, { ended: 'cancelled', cres: hostile });
    await place.settled();
    expectFixedTexts(recorder);
    const routes = new Set(recorder.spans.map(({ name }) => name));
    expect([...routes]).toEqual(expect.arrayContaining(['POST /orders/:id/authorizations', 'gateway version-check']));
    expect(JSON.stringify(recorder)).not.toMatch(new RegExp(`${hostile}|${id}`, 'i'));
  });
});

describe('an address in a request or an answer', () => {
  it('an address in a request or an answer is never called by the backend, apart from the gateway’s own', async () => {
    const calls = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('not called'));
    const place = shop();
    const id = await place.order();
    const serverTransId = (await prepare(place, id, CARDS.challenge))!;
    const body = {
      server_trans_id: serverTransId,
      card: card(CARDS.challenge),
      browser_data: BROWSER,
      method_url_completion: 'YES',
      return_url: 'http://169.254.169.254/',
      acs_url: 'http://169.254.169.254/',
      method_url: 'http://169.254.169.254/',
      challenge_notification_url: 'http://169.254.169.254/',
    };
    const challenge = await json(
      await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() }),
    );
    expect(challenge).toMatchObject({ result: 'challenge', acs_url: expect.stringContaining(GATEWAY) });
    const cres = await answerChallenge(place, challenge);
    expect(await json(await report(place, id, serverTransId, { cres }))).toMatchObject({ outcome: { status: 'paid' } });
    expect(calls).not.toHaveBeenCalled();
    for (const { path, text } of place.sent) {
      expect(path).toMatch(/^\/(3ds2\/|epage-remote\.cgi$)/);
      expect(text).not.toContain('169.254');
    }
    await pay(place, await place.order());
    expect(calls).not.toHaveBeenCalled();
  });
});
