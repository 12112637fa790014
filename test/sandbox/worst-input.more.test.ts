import { describe, expect, it } from 'vitest';
import { authenticationFieldsSchema } from '../../src/protocol/three-d-secure/authentication-request.js';
import { authenticationSearchSchema } from '../../src/protocol/three-d-secure/authentication-search.js';
import { cardAuthorizationRequestSchema } from '../../src/protocol/authorization/card-authorization.js';
import { paymentCreditRequestSchema } from '../../src/protocol/redirect/payment-credit.js';
import { paymentSetRequestSchema } from '../../src/protocol/redirect/payment-set.js';
import { paymentReportQuerySchema, refundReportQuerySchema } from '../../src/protocol/reports/report-query.js';
import { versionCheckRequestSchema } from '../../src/protocol/three-d-secure/version-check.js';
import { writeXml } from '../../src/protocol/values/xml.js';
import { fieldsOf, pairs, slowTexts, stepsOf, withValue, type Path } from '../worst-input.js';
import {
  authenticateCard,
  authenticationBody,
  BASE,
  CARDS,
  drivenSandbox,
  encoded,
  timestampOf,
  versionCheckBody,
} from './sandbox-client.js';
import { initiated } from './method-client.js';

/** Long enough for steps that grow with its square to be many more than the limit of each character. */
const SIZE = 40_000;
const ID = '00000000-0000-4000-8000-000000000001';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly type?: string;
  readonly fields: readonly Path[];
  readonly content: (path: Path, text: string) => string;
}

const form = (path: string, ...names: string[]): Route => ({
  method: 'POST',
  path,
  type: FORM_TYPE,
  fields: names.map((name) => [name]),
  content: ([name = ''], text) => pairs({ [name]: text }),
});
const query = (path: string, names: readonly string[]): Route => ({
  method: 'GET',
  path,
  fields: names.map((name) => [name]),
  content: ([name = ''], text) => pairs({ [name]: text }),
});
const json = (path: string, fields: readonly Path[], body: object): Route => ({
  method: 'POST',
  path,
  type: JSON_TYPE,
  fields,
  content: (field, text) => JSON.stringify(withValue(body, field, text)),
});
const xml = (type: string, fields: readonly Path[]): Route => ({
  method: 'POST',
  path: '/epage-remote.cgi',
  type: 'text/xml',
  fields,
  content: (field, text) =>
    writeXml('request', withValue({ '@type': type, '@timestamp': '20261120120000' }, field, text) as object),
});

const ROUTES: Readonly<Record<string, Route>> = {
  'the version check': json(
    '/3ds2/protocol-versions',
    fieldsOf(versionCheckRequestSchema),
    versionCheckBody(CARDS.success),
  ),
  'the authentication': json(
    '/3ds2/authentications',
    fieldsOf(authenticationFieldsSchema),
    authenticationBody(CARDS.success, ID),
  ),
  'the search': json('/3ds2/authentications/search', fieldsOf(authenticationSearchSchema), {
    request_timestamp: timestampOf(),
  }),
  'the result': query(`/3ds2/authentications/${ID}`, ['request_timestamp', 'merchant_id']),
  'the card authorization': xml('auth', fieldsOf(cardAuthorizationRequestSchema)),
  'the payment-set': xml('payment-set', fieldsOf(paymentSetRequestSchema)),
  'the payment-credit': xml('payment-credit', fieldsOf(paymentCreditRequestSchema)),
  'the payments report': query('/payments', Object.keys(paymentReportQuerySchema.shape)),
  'the refunds report': query('/refunds', Object.keys(refundReportQuerySchema.shape)),
  'the log': query('/messages', ['order']),
  'the clock': json('/clock', [['advance']], {}),
  'the 3DS method': form('/acs/method', 'threeDSMethodData'),
  'the end of the 3DS method': form('/acs/method/profile', 'threeDSMethodData', 'profile'),
  'the challenge': form('/acs/challenge', 'creq', 'threeDSSessionData'),
  'the answer to the challenge': form('/acs/challenge/answer', 'acsTransID', 'code', 'action'),
  'the testpay page': form('/testpay/X', 'response', 'delay'),
};

describe('a text of 40 kB', () => {
  it.each(Object.entries(ROUTES))('does not slow %s down, in any field', async (_what, route) => {
    const { sandbox } = drivenSandbox({ drivableClock: true });
    const { page } = await initiated(sandbox);
    await authenticateCard(sandbox, CARDS.challenge);
    const path = route.path.replace('/testpay/X', new URL(page).pathname);
    const slow: string[] = [];
    const check = async (field: string, requestOf: (text: string) => Request) => {
      const found = await slowTexts(SIZE, (text) => {
        const request = requestOf(text);
        return stepsOf(() => sandbox.fetch(request));
      });
      for (const { what, steps } of found) slow.push(`${field}: ${what}: ${steps} steps`);
    };
    for (const field of route.fields)
      await check(field.join('.'), (text) => {
        const content = route.content(field, text);
        if (route.method === 'GET') return new Request(`${BASE}${path}?${content}`);
        return new Request(`${BASE}${path}`, {
          method: 'POST',
          headers: { 'content-type': route.type ?? FORM_TYPE, 'x-gp-version': '2.2.0' },
          body: content.slice(0, 131_072),
        });
      });
    for (const header of ['authorization', 'content-type', 'x-gp-version'])
      await check(header, (text) => {
        const headers = { 'content-type': route.type ?? FORM_TYPE, 'x-gp-version': '2.2.0', [header]: text.trim() };
        const body = route.method === 'POST' ? { body: route.content(route.fields[0] ?? [], 'x') } : {};
        return new Request(`${BASE}${path}`, { method: route.method, headers, ...body });
      });
    expect(slow).toEqual([]);
  });

  it('a text of 120 kB is refused as a challenge request and as method data, even with valid content', async () => {
    const { sandbox } = drivenSandbox();
    const creq = { messageType: 'CReq', messageVersion: '2.2.0', padding: 'x'.repeat(3_000) };
    for (const [path, name, value] of [
      ['/acs/challenge', 'creq', encoded(creq)],
      ['/acs/method', 'threeDSMethodData', encoded({ threeDSServerTransID: ID, padding: 'x'.repeat(3_000) })],
    ] as const) {
      const body = new URLSearchParams({ [name]: value });
      expect((await sandbox.fetch(new Request(`${BASE}${path}`, { method: 'POST', body }))).status).toBe(400);
    }
  });

  it('a text of 120 kB that is sent 500 times leaves a bounded log', async () => {
    const { sandbox } = drivenSandbox();
    const body = JSON.stringify({ list: Array.from({ length: 1_200 }, () => 'x'.repeat(90)) });
    for (let count = 0; count < 500; count++)
      await sandbox.fetch(
        new Request(`${BASE}/3ds2/protocol-versions`, {
          method: 'POST',
          headers: { 'content-type': JSON_TYPE, 'x-gp-version': '2.2.0' },
          body,
        }),
      );
    expect(sandbox.messages.list().length).toBeGreaterThan(100);
    expect(sandbox.messages.characters).toBeLessThanOrEqual(16_777_216);
  });
});
