import { describe, expect, it } from 'vitest';
import { BROWSER, card, CARDS, newKey, shop } from '../../scripted-gateway.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** The files that a browser may keep. */
const CACHED: Readonly<Record<string, string>> = {
  'GET frame': 'private, max-age=600',
  'GET frame.js': 'public, max-age=600',
  'GET notification.js': 'public, max-age=600',
};

type Call = readonly [what: string, status: number, method: string, path: string, init?: RequestInit];

const CALLS: readonly Call[] = [
  ['the order', 200, 'GET', 'orders/X'],
  ['an unknown order', 404, 'GET', 'orders/none'],
  ['a wrong query', 400, 'GET', 'orders/X?wait=long'],
  ['a preflight', 204, 'OPTIONS', 'orders/X', { headers: { origin: 'https://shop.example' } }],
  ['a page of another origin', 403, 'GET', 'orders/X', { headers: { origin: 'https://evil.example' } }],
  [
    'a version check',
    200,
    'POST',
    'orders/X/protocol-versions',
    { headers: JSON_TYPE, body: '{"number":"4222000006285344"}' },
  ],
  ['a version check that is no JSON', 400, 'POST', 'orders/X/protocol-versions', { headers: JSON_TYPE, body: '{' }],
  ['a version check in another format', 415, 'POST', 'orders/X/protocol-versions', { headers: FORM, body: 'a=b' }],
  ['a payment without a key', 400, 'POST', 'orders/X/authentications', { headers: JSON_TYPE, body: '{}' }],
  ['a report without fields', 400, 'POST', 'orders/X/authorizations', { headers: JSON_TYPE, body: '{}' }],
  ['a redirect without fields', 400, 'POST', 'orders/X/redirects', { headers: JSON_TYPE, body: '{}' }],
  ['a body over the limit', 413, 'POST', 'orders/X/redirects', { headers: JSON_TYPE, body: ' '.repeat(70_000) }],
  ['a shopper who returns', 303, 'GET', 'return/X?result=00'],
  ['a shopper who returns with a form', 303, 'POST', 'return/X', { headers: FORM, body: 'result=00' }],
  ['a status message without a valid hash', 400, 'POST', 'status', { headers: FORM, body: 'result=00' }],
  ['a status message to an order', 400, 'POST', 'status/X', { headers: FORM, body: 'result=00' }],
  ['an unreadable method notification', 200, 'POST', 'notifications/method/X', { headers: FORM, body: 'a=b' }],
  ['an unreadable challenge notification', 200, 'POST', 'notifications/challenge/X', { headers: FORM, body: 'a=b' }],
  ['the frame page', 200, 'GET', 'frame'],
  ['its script', 200, 'GET', 'frame.js'],
  ['the script of the notification pages', 200, 'GET', 'notification.js'],
  ['another method', 405, 'PUT', 'orders/X'],
  ['another method of a page', 405, 'POST', 'frame'],
  ['an unknown path', 404, 'GET', 'nothing'],
  ['a path outside of the backend', 404, 'GET', '../elsewhere'],
];

describe('every answer of the backend', () => {
  it.each(CALLS.map(([what, status, method, path, init = {}]) => ({ what, status, method, path, init })))(
    'every answer of the backend for $what has headers against caching and sniffing, with status $status',
    async ({ status, method, path, init }) => {
      const place = shop();
      const id = await place.order();
      const address = `https://shop.example/scudo/${path.replace('X', id)}`;
      const response = await place.backend.fetch(new Request(address, { method, ...init }), { ip: '203.0.113.7' });
      expect(response.status).toBe(status);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('cache-control')).toBe(CACHED[`${method} ${path}`] ?? 'no-store');
    },
  );
});

describe('a call for an unknown order', () => {
  it.each([
    ['protocol-versions', { number: 'wrong' }],
    ['authentications', { card: card(CARDS.success), browser_data: BROWSER }],
    ['authorizations', { cres: 7 }],
    ['redirects', {}],
  ])('a call for an unknown order to %s is answered 404 before its body is checked', async (route, body) => {
    const place = shop();
    for (const id of ['none', 'x'.repeat(51), 'x'.repeat(60_000), '..%2f..%2fetc', '%00', "1'--"]) {
      const response = await place.call(`orders/${id}/${route}`, body, { 'idempotency-key': newKey() });
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ code: 'order-not-found' });
    }
  });
});
