import { newGatewayOrderId } from '../../../../src/server/domain/identifiers/gateway-order-id.js';
import { describe, expect, it } from 'vitest';
import type { ProblemReport } from '../../../../src/server.js';
import { statusPairs } from '../../signed-messages.js';
import { memoryOrderStore } from '../store/memory-order-store.js';
import {
  BROWSER,
  card,
  CARDS,
  isXml,
  newKey,
  pay,
  prepare,
  shop,
  shortAnswer,
  type Shop,
} from '../../scripted-gateway.js';

const CLIENT = '203.0.113.7';

/** A shop, and the problems that it reports. */
function reporting(options: Parameters<typeof shop>[0] = {}): Shop & { readonly reported: ProblemReport[] } {
  const reported: ProblemReport[] = [];
  return Object.assign(shop({ ...options, onProblem: (problem) => reported.push(problem) }), { reported });
}

const post = (place: Shop, path: string, init: RequestInit) =>
  place.backend.fetch(new Request(`https://shop.example/scudo/${path}`, { method: 'POST', ...init }), { ip: CLIENT });
const form = (place: Shop, path: string, fields: Record<string, string>) =>
  post(place, path, { body: new URLSearchParams(fields) });

const FORGED = {
  timestamp: '20261120120000',
  merchantid: 'scudo',
  account: 'internet',
  result: '00',
  message: 'SUCCEEDED',
  pasref: '16000000000000000',
  paymentmethod: 'testpay',
  sha1hash: '0'.repeat(40),
};

describe('onProblem receives order, route, client and cause', () => {
  it.each<[string, (place: Shop, id: string) => Promise<unknown>, object, RegExp]>([
    [
      'invalid-request of a version check',
      (place, id) => place.call(`orders/${id}/protocol-versions`, {}),
      { code: 'invalid-request', route: 'POST /orders/:id/protocol-versions' },
      /number is missing/,
    ],
    [
      'invalid-request for a body that is not JSON',
      (place, id) =>
        post(place, `orders/${id}/redirects`, { body: '{', headers: { 'content-type': 'application/json' } }),
      { code: 'invalid-request', route: 'POST /orders/:id/redirects' },
      /is not JSON/,
    ],
    [
      'origin-refused',
      (place, id) => place.call(`orders/${id}`, undefined, { origin: 'https://evil.example' }),
      { code: 'origin-refused', route: 'GET /orders/:id' },
      /The origin https:\/\/evil\.example is not one of the option pages: https:\/\/shop\.example/,
    ],
    [
      'method-not-allowed',
      (place, id) => post(place, `orders/${id}`, {}),
      { code: 'method-not-allowed', route: 'POST /orders/:id' },
      /does not accept POST/,
    ],
    [
      'too-large',
      (place, id) => place.call(`orders/${id}/protocol-versions`, { number: 'x'.repeat(70_000) }),
      { code: 'too-large', route: 'POST /orders/:id/protocol-versions' },
      /too large/,
    ],
    [
      'unsupported-media-type',
      (place, id) => post(place, `orders/${id}/protocol-versions`, { body: '{}' }),
      { code: 'unsupported-media-type', route: 'POST /orders/:id/protocol-versions' },
      /The content type is "text\/plain/,
    ],
    [
      'gateway-refused',
      async (place, id) => {
        place.intercept = () => new Response('', { status: 401 });
        await prepare(place, id, CARDS.success);
      },
      { code: 'gateway-refused', route: 'POST /orders/:id/protocol-versions' },
      /refused: wrong hash or merchant\. Check the gateway options secret, merchantId and accountId\./,
    ],
    [
      'gateway-refused of an authorization that the gateway answers with an error of its systems',
      async (place, id) => {
        const serverTransId = await prepare(place, id, CARDS.success);
        place.intercept = (path, text, pass) =>
          isXml(path) ? (text.includes('"auth"') ? shortAnswer('300', 'down') : shortAnswer('508', 'none')) : pass();
        await pay(place, id, CARDS.success, { serverTransId });
      },
      { code: 'gateway-refused', route: 'POST /orders/:id/authentications' },
      /Object/,
    ],
    [
      'method-not-allowed without a method that a client has made up',
      (place, id) => post(place, `orders/${id}`, { method: CARDS.success }),
      { code: 'method-not-allowed', route: 'other /orders/:id' },
      /does not accept 422200/,
    ],
    [
      'return-rejected for a forged return message',
      (place, id) => form(place, `return/${id}`, { ...FORGED, orderid: id }),
      { code: 'return-rejected', route: 'POST /return/:id' },
      /sha1hash is not the hash of this message/,
    ],
    [
      'invalid-request for a forged status message',
      (place, id) => form(place, `status/${id}`, { ...FORGED, orderid: id }),
      { code: 'invalid-request' },
      /sha1hash is not the hash of this message/,
    ],
    [
      'invalid-request for a forged status message without the order in its path',
      (place, id) =>
        form(place, 'status', { ...FORGED, orderid: newGatewayOrderId(id, (length) => new Uint8Array(length)) }),
      { code: 'invalid-request' },
      /sha1hash is not the hash of this message/,
    ],
  ])('onProblem receives %s', async (_what, call, expected, cause) => {
    const place = reporting();
    const id = await place.order();
    await call(place, id);
    // An authorization that stays unresolved is reported as such, too (card/authorize.test.ts).
    const reported = place.reported.filter(({ code }) => code !== 'authorization-unanswered');
    expect(reported).toHaveLength(1);
    expect(reported[0]).toMatchObject({ ...expected, order: id, client: CLIENT });
    expect(reported[0]?.route).toMatch(/^(GET|POST|other) \//);
    expect(String(reported[0]?.cause)).toMatch(cause);
  });

  it('not-found has the path and that of publicUrl', async () => {
    const place = reporting();
    await place.call('elsewhere');
    for (const path of ['orders/A1', 'api/scudo/orders/A1?wait=0']) {
      await place.backend.fetch(new Request(`https://shop.example/${path}`), { ip: CLIENT });
    }
    const paths = place.reported.map(({ code, cause }) => `${code} ${String(cause)}`);
    expect(paths).toEqual([
      'not-found Error: Nothing is at /scudo/elsewhere. The handler answers below /scudo, the path of publicUrl.',
      'not-found Error: The call came to /orders/A1; publicUrl says /scudo: if the framework removes /scudo, pass the original request, or mount backend.listener.',
      'not-found Error: The call came to /api/scudo/orders/A1; publicUrl says /scudo: set the path of publicUrl to /api/scudo.',
    ]);
    expect(place.reported[0]).toMatchObject({ client: CLIENT });
  });

  it('order-not-found has the id that was asked for', async () => {
    const place = reporting();
    await place.call('orders/A-17');
    const signed = statusPairs({ orderid: 'A-18', pasref: FORGED.pasref, result: '00' });
    await form(place, 'status', Object.fromEntries(signed));
    expect(place.reported.map(({ code, order, cause }) => [code, order, String(cause)])).toEqual([
      ['order-not-found', 'A-17', 'Error: The store has no order "A-17".'],
      ['order-not-found', 'A-18', 'Error: No order has the gateway order id "A-18".'],
    ]);
  });

  it('a notification that cannot be read', async () => {
    const place = reporting();
    await form(place, 'notifications/method/A1', { threeDSMethodData: '%%%' });
    await form(place, 'notifications/challenge/A1', { cres: 'e30' });
    expect(place.reported).toMatchObject([
      {
        code: 'invalid-request',
        client: CLIENT,
        route: expect.stringMatching(/^POST \/notifications\/method/) as string,
      },
      { code: 'invalid-request', client: CLIENT, cause: expect.any(Error) as Error },
    ]);
  });

  it('a return message that the store cannot keep is a fault, not a forged message', async () => {
    const place = reporting({
      store: { ...memoryOrderStore(), read: () => Promise.reject(new Error('disk is full')) },
    });
    const response = await form(place, 'return/A1', { ...FORGED, orderid: 'A1' });
    expect(response.status).toBe(303);
    expect(place.reported).toMatchObject([{ code: 'internal-error', order: 'A1', route: 'POST /return/:id' }]);
  });

  it('onProblem receives no order for an id that no version of the package creates', async () => {
    const place = reporting();
    await place.call(`orders/${'x'.repeat(10_000)}`);
    expect(place.reported).toMatchObject([{ code: 'order-not-found' }]);
    expect(place.reported[0]).not.toHaveProperty('order');
    expect(String(place.reported[0]?.cause).length).toBeLessThan(300);
  });

  it('a decline, a refused authentication and a payment are no problems', async () => {
    const place = reporting();
    const declined = await place.order({ amount: '5101' });
    await pay(place, declined);
    await pay(place, await place.order(), CARDS.rejected);
    await pay(place, await place.order());
    expect(place.reported).toEqual([]);
  });

  it.each<[string, (place: Shop) => Promise<Response>]>([
    ['a path without a route', (place) => place.call(CARDS.success)],
    ['a long path', (place) => place.call(`${'x'.repeat(185)}/${CARDS.success}`)],
    ['an unknown order', (place) => place.call(`orders/${CARDS.success}`)],
    ['an unknown order with dots', (place) => place.call(`orders/${CARDS.success.replace(/\d{4}/g, '$&.')}0`)],
    ['an unknown order with underscores', (place) => place.call(`orders/x${CARDS.success.replace(/\d{4}/g, '$&_')}`)],
    ['a method', async (place) => post(place, `orders/${await place.order()}`, { method: `P${CARDS.success}` })],
    ['an origin', (place) => place.call('orders/A1', undefined, { origin: `https://${CARDS.success}.example` })],
    [
      'a content type',
      async (place) => {
        const headers = { 'content-type': `text/${CARDS.success}` };
        return post(place, `orders/${await place.order()}/protocol-versions`, { body: '{}', headers });
      },
    ],
    ['the order of a return message', (place) => form(place, `return/${CARDS.success}`, { ...FORGED, orderid: 'A1' })],
    [
      'a notification that is not JSON',
      (place) => form(place, 'notifications/challenge', { cres: btoa(`no ${CARDS.success}`) }),
    ],
    ['the order of a status message', (place) => form(place, 'status', { ...FORGED, orderid: CARDS.success })],
  ])('neither problem nor answer contains a card number from %s', async (_place, call) => {
    const place = reporting();
    const response = await call(place);
    expect(place.reported).toHaveLength(1);
    const text = place.reported.map(({ cause, ...rest }) => JSON.stringify(rest) + String(cause)).join();
    for (const written of [text, await response.text()]) {
      expect(written.replace(/[._]/g, '')).not.toContain(CARDS.success.slice(0, 12));
    }
  });

  it('contains no card data', async () => {
    const place = reporting();
    const id = await place.order();
    const number = CARDS.success;
    const body = { card: { ...card(number), expiry_month: number }, browser_data: BROWSER };
    await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() });
    await place.call(`orders/${id}/protocol-versions`, { number: `${number}0` });
    expect(place.reported).toHaveLength(2);
    const text = place.reported.map(({ cause, ...rest }) => JSON.stringify(rest) + String(cause)).join();
    for (const secret of [number, '987']) expect(text).not.toContain(secret);
  });
});
