import { describe, expect, it } from 'vitest';
import { pageExtrasSchema } from '../../../../src/protocol/three-d-secure/authentication-extras.js';
import {
  challengeReportSchema,
  paymentRequestSchema,
  pageVersionCheckRequestSchema,
  redirectRequestSchema,
} from '../../../../src/protocol/adapter/adapter-requests.js';
import { statusMessageSchema } from '../../../../src/protocol/redirect/status-message.js';
import type { Ports } from '../../../../src/server/ports/ports.js';
import { PAGE_FIELDS, type PageField } from '../../../../src/server/domain/input/page-fields.js';
import { createRouter } from '../../../../src/server/adapters/http/router.js';
import { fieldsOf, pairs, slowTexts, stepsOf, withValue, type Path } from '../../../worst-input.js';
import { BROWSER, card, CARDS, newKey, prepare, shop } from '../../scripted-gateway.js';

/** The limit of a body, less than what surrounds a field. */
const SIZE = 62_400;
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const UUID = '3f1c1f0e-0000-4000-8000-000000000001';

const PAYMENT = { card: card(CARDS.success), browser_data: BROWSER, method_url_completion: 'YES' };
const withPrefix = (prefix: string, paths: readonly Path[]) => paths.map((path) => [prefix, ...path]);

/** The fields of each route, from the schemas that the backend checks with. */
const ROUTES: Readonly<
  Record<
    string,
    {
      readonly json?: readonly Path[];
      readonly form?: readonly string[];
      readonly query?: readonly string[];
      readonly body?: object;
    }
  >
> = {
  'GET /orders/:id': { query: ['wait', 'state'] },
  'POST /orders/:id/protocol-versions': { json: fieldsOf(pageVersionCheckRequestSchema) },
  'POST /orders/:id/authentications': {
    json: [...fieldsOf(paymentRequestSchema), ...withPrefix('authentication', fieldsOf(pageExtrasSchema)), ['unknown']],
    body: PAYMENT,
  },
  'POST /orders/:id/authorizations': {
    json: fieldsOf(challengeReportSchema),
    body: { server_trans_id: UUID, card: card(CARDS.challenge), ended: 'notified' },
  },
  'POST /orders/:id/redirects': { json: fieldsOf(redirectRequestSchema), body: { method: 'testpay' } },
  'GET /live': {},
  'GET /ready': {},
  'GET /return/:id': { query: Object.keys(statusMessageSchema.shape) },
  'POST /return/:id': { form: Object.keys(statusMessageSchema.shape) },
  'POST /status/:id': { form: [...Object.keys(statusMessageSchema.shape), 'Amount', 'fundsstatus'] },
  'POST /status': { form: [...Object.keys(statusMessageSchema.shape), 'Amount', 'fundsstatus'] },
  'POST /notifications/method/:id': { form: ['threeDSMethodData'] },
  'POST /notifications/method': { form: ['threeDSMethodData'] },
  'POST /notifications/challenge/:id': { form: ['cres', 'threeDSSessionData'] },
  'POST /notifications/challenge': { form: ['cres', 'threeDSSessionData'] },
  'GET /notifications/method/:id': { query: ['threeDSMethodData'] },
  'GET /notifications/method': { query: ['threeDSMethodData'] },
  'GET /notifications/challenge/:id': { query: ['cres', 'threeDSSessionData'] },
  'GET /notifications/challenge': { query: ['cres', 'threeDSSessionData'] },
  'GET /frame': {},
  'GET /frame.js': {},
  'GET /fields': { query: ['lang', 'layout', 'labels', 'order'] },
  'GET /fields.css': {},
  'GET /fields.js': {},
  'GET /notification.js': {},
};
const HEADERS = [
  'idempotency-key',
  'x-forwarded-for',
  'accept',
  'accept-language',
  'user-agent',
  'content-type',
  'origin',
  'cookie',
  'authorization',
];

interface Target {
  readonly route: string;
  readonly field: string;
  readonly place: 'path' | 'query' | 'form' | 'json' | 'header';
  readonly path: Path;
}

const targets = Object.entries(ROUTES).flatMap(([route, { json = [], form = [], query = [] }]): Target[] => [
  ...(route.includes(':id') ? [{ route, field: 'id', place: 'path', path: [] } as const] : []),
  ...HEADERS.map((name) => ({ route, field: name, place: 'header', path: [name] }) as const),
  ...query.map((name) => ({ route, field: name, place: 'query', path: [name] }) as const),
  ...form.map((name) => ({ route, field: name, place: 'form', path: [name] }) as const),
  ...json.map((path) => ({ route, field: path.join('.'), place: 'json', path }) as const),
]);

const STATUS = { timestamp: '20261120120000', orderid: 'A1-1', result: '00', sha1hash: '0'.repeat(40) };

function world() {
  return shop({ trustProxy: true, authenticationFieldsFromPage: Object.keys(PAGE_FIELDS) as PageField[] });
}

/** A request of a route with one text in it. All other fields are right, so that the text is looked at. */
async function requestOf(place: ReturnType<typeof world>, id: string, target: Target, text: string): Promise<Request> {
  const [method = '', pattern = ''] = target.route.split(' ');
  const { json, form, body = {} } = ROUTES[target.route]!;
  const segment = target.place === 'path' ? text.replace(/[?#]/g, encodeURIComponent) : id;
  const address = new URL(`https://shop.example/scudo${pattern.replace(':id', segment)}`);
  if (target.place === 'query') address.search = pairs({ [target.path[0]!]: text });
  const headers: Record<string, string> = { 'idempotency-key': newKey() };
  if (json) headers['content-type'] = JSON_TYPE;
  if (form) headers['content-type'] = FORM_TYPE;
  if (target.place === 'header') headers[target.path[0]!] = text.trim();
  let content: string | undefined;
  if (json) content = JSON.stringify(target.place === 'json' ? withValue(body, target.path, text) : body);
  if (form) content = pairs({ ...(pattern.startsWith('/notifications') ? {} : STATUS), [target.path[0] ?? '']: text });
  if (pattern.endsWith('/authentications') && target.place === 'header')
    content = JSON.stringify({ ...body, server_trans_id: await prepare(place, id, CARDS.success) });
  return new Request(address, {
    method,
    headers,
    ...(content === undefined ? {} : { body: content.slice(0, 65_536) }),
  });
}

describe('a text of 62 kB', () => {
  it('a text of 62 kB is sent to every route of the backend', () => {
    const context = { pages: [], publicUrl: 'https://shop.example' } as unknown as Ports;
    const { routes } = createRouter(context, { base: '', trustProxy: true, fieldsScript: async () => '' });
    const known = routes.flatMap(({ method, path }) => {
      if (method === 'ALL') return [];
      // A path with an optional id is two paths.
      const paths = path.endsWith('/:id?') ? [path.slice(0, -1), path.slice(0, -'/:id?'.length)] : [path];
      return paths.map((one) => `${method} ${one}`);
    });
    expect(Object.keys(ROUTES).sort()).toEqual([...new Set(known)].sort());
  });

  it('a text of 62 kB is sent in every field of every body', () => {
    const fields = targets.map(({ route, field }) => `${route} ${field}`);
    expect(fields).toContain('POST /orders/:id/authentications payer.billing_address.line3');
    expect(fields).toContain('POST /orders/:id/authentications authentication.order.delivery_email');
    expect(fields).toContain('POST /orders/:id/authorizations cres');
    expect(fields).toContain('POST /status sha256hash');
    expect(targets.length).toBeGreaterThan(200);
  });

  it.each(Object.keys(ROUTES))('does not slow %s down, in any field', async (route) => {
    const slow: string[] = [];
    for (const target of targets.filter((one) => one.route === route)) {
      const place = world();
      const id = await place.order();
      const send = async (text: string) => {
        const request = await requestOf(place, id, target, text);
        return stepsOf(async () => {
          const { status } = await place.backend.fetch(request, { ip: '203.0.113.7' });
          expect(status, 'The text was not read at all.').not.toBe(413);
        });
      };
      for (const { what, steps } of await slowTexts(SIZE, send))
        slow.push(`${target.place} ${target.field}: ${what}: ${steps} steps`);
    }
    expect(slow).toEqual([]);
  });
});

describe('a body of 64 kB', () => {
  const boundary = 'b';
  const part = `--${boundary}\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n`;
  const BODIES: readonly (readonly [what: string, type: string, body: string])[] = [
    ['nested lists', JSON_TYPE, `{"card":${'['.repeat(32_000)}${']'.repeat(32_000)}}`],
    ['nested objects', JSON_TYPE, `${'{"card":'.repeat(7_000)}1${'}'.repeat(7_000)}`],
    ['unclosed lists', JSON_TYPE, '['.repeat(65_000)],
    ['unknown fields', JSON_TYPE, `{${Array.from({ length: 6_000 }, (_, index) => `"${index}":1`).join()}}`],
    ['equal fields', JSON_TYPE, `{${'"card":1,'.repeat(7_000)}"card":1}`],
    ['numbers', JSON_TYPE, `{"card":[${'1e400,'.repeat(10_000)}1]}`],
    ['pairs', FORM_TYPE, 'a=&'.repeat(21_000)],
    ['equal signs', FORM_TYPE, '='.repeat(65_000)],
    ['percent signs', FORM_TYPE, 'cres=' + '%'.repeat(65_000)],
    ['parts', `multipart/form-data; boundary=${boundary}`, `${part.repeat(65_000 / part.length - 1)}--${boundary}--`],
    ['a part without an end', `multipart/form-data; boundary=${boundary}`, part + '-'.repeat(60_000)],
  ];
  /** Forms that messages of the gateway may not be, because they have more pairs than any message. */
  const TOO_MANY = ['pairs', 'parts'];
  /** Only these routes refuse a form. Those of notifications answer everything with one page. */
  const FORM_ROUTES = /^\/(return|status)/;

  it.each(BODIES)('a body of 64 kB of %s does not slow any route down', async (what, type, body) => {
    const place = world();
    const id = await place.order();
    const send = (pattern: string) => {
      const address = `https://shop.example/scudo${pattern.replace(':id', id)}`;
      const headers = { 'content-type': type, 'idempotency-key': newKey() };
      const request = new Request(address, { method: 'POST', headers, body });
      return stepsOf(async () => {
        const { status } = await place.backend.fetch(request);
        const isRefused = TOO_MANY.includes(what) && FORM_ROUTES.test(pattern);
        expect(status === 413, 'The body was not read at all, or in full.').toBe(isRefused);
      });
    };
    for (const route of Object.keys(ROUTES).filter((one) => one.startsWith('POST'))) {
      const [, pattern = ''] = route.split(' ');
      expect(await send(pattern), route).toBeLessThanOrEqual(50 * body.length);
    }
  });
});
