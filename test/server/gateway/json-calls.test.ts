import { describe, expect, it } from 'vitest';
import * as sample from '../../protocol/samples.js';
import { CALLS, NUMBER } from './sample-calls.js';
import { failureOf, gatewayAnswering, hashOf, jsonAnswer } from './scripted-fetch.js';

const AT = '2026-11-20T22:24:10.123000';

const TABLE: [
  call: Exclude<keyof typeof CALLS, 'cardAuthorization'>,
  method: string,
  path: string,
  answer: unknown,
  hashed: string[],
][] = [
  ['versionCheck', 'POST', '/protocol-versions', sample.VERSION_CHECK_RESPONSE, [AT, 'scudo', NUMBER]],
  ['authentication', 'POST', '/authentications', sample.FRICTIONLESS, [AT, 'scudo', NUMBER, sample.ID]],
  ['authenticationData', 'GET', `/authentications/${sample.ID}`, sample.FRICTIONLESS, [AT, 'scudo', sample.ID]],
  [
    'authenticationSearch',
    'POST',
    '/authentications/search',
    sample.SEARCH_RESULT,
    [AT, 'scudo', '2026-11-20T00:00:00.000000'],
  ],
];

describe.each(TABLE)('the call %s', (call, method, path, answer, hashed) => {
  it.each(['sha1', 'sha256'] as const)(
    'sends every header, with a %s hash over the fields of its list',
    async (hashAlgorithm) => {
      const { gateway, sent } = gatewayAnswering(jsonAnswer(answer), { hashAlgorithm, accountId: 'internet' });
      await CALLS[call](gateway);
      const [{ request, text }] = sent as [(typeof sent)[number]];
      expect(request.method).toBe(method);
      expect(new URL(request.url).pathname).toBe(`/3ds2${path}`);
      expect(Object.fromEntries(request.headers)).toEqual({
        'content-type': 'application/json',
        accept: 'application/json',
        'x-gp-version': '2.2.0',
        authorization: `securehash ${hashOf(hashed, hashAlgorithm)}`,
      });
      expect(request.redirect).toBe('error');
      // The identification is in the body, or in the query of a GET.
      if (method === 'GET') expect([text, new URL(request.url).searchParams.get('merchant_id')]).toEqual(['', 'scudo']);
      else
        expect(JSON.parse(text)).toMatchObject({ request_timestamp: AT, merchant_id: 'scudo', account_id: 'internet' });
    },
  );

  it('leaves the account out when the merchant has none', async () => {
    const { gateway, sent } = gatewayAnswering(jsonAnswer(answer));
    await CALLS[call](gateway);
    expect(`${sent[0]?.request.url ?? ''}${sent[0]?.text ?? ''}`).not.toContain('account_id');
  });

  it.each([
    [302, { kind: 'http', status: 302 }],
    [400, { kind: 'invalid' }],
    [401, { kind: 'unauthorized' }],
    [404, { kind: 'not-found' }],
    [405, { kind: 'method' }],
    [415, { kind: 'media-type' }],
    [500, { kind: 'internal' }],
    [501, { kind: 'card-not-supported' }],
    [502, { kind: 'downstream' }],
    [503, { kind: 'internal' }],
  ])('fails with HTTP %i as %j for every body', async (status, failure) => {
    for (const body of ['', 'null', '<html>', '{'])
      expect(
        (await failureOf(CALLS[call](gatewayAnswering(() => new Response(body, { status })).gateway))).failure,
      ).toEqual(failure);
  });

  it.each(['', '<html>', '{', 'null', '[]', '"x"', '1'])('rejects the body “%s” as a bad answer', async (body) => {
    expect((await failureOf(CALLS[call](gatewayAnswering(() => new Response(body)).gateway))).failure.kind).toBe(
      'bad-answer',
    );
  });

  it('returns the same answer with marks, white space and NUL characters around its JSON', async () => {
    const text = JSON.stringify(answer);
    const answered = (body: string) => CALLS[call](gatewayAnswering(() => new Response(body)).gateway);
    const plain = await answered(text);
    for (const body of [`\uFEFF\uFEFF${text}`, `\r\n\uFEFF${text}`, `${text}\uFEFF`, `${text}\n\0\0`])
      expect(await answered(body)).toEqual(plain);
  });

  it('fails as unanswered when its time limit passes', async () => {
    let expire = () => {};
    const after = (_ms: number, callback: () => void) => {
      expire = callback;
      return () => {};
    };
    const silent = () => {
      expire();
      return new Promise<Response>(() => undefined);
    };
    expect((await failureOf(CALLS[call](gatewayAnswering(silent, { after }).gateway))).failure).toEqual({
      kind: 'unanswered',
      sent: true,
    });
  });
});

it('a call fails as unanswered when its signal is aborted', async () => {
  const leaving = new AbortController();
  const silent = (request: Request) =>
    new Promise<Response>((_resolve, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      leaving.abort();
    });
  const { gateway } = gatewayAnswering(silent);
  expect((await failureOf(gateway.authentications.get(sample.ID, { signal: leaving.signal }))).failure).toEqual({
    kind: 'unanswered',
    sent: true,
  });
});

describe('a bad answer names the field', () => {
  it.each([
    ['enrolled', {}],
    ['enrolled', { enrolled: 'maybe' }],
    ['server_trans_id', { ...sample.VERSION_CHECK_RESPONSE, server_trans_id: 'x' }],
  ])('a bad answer names the field %s of a version check', async (field, body) => {
    expect((await failureOf(CALLS.versionCheck(gatewayAnswering(jsonAnswer(body)).gateway))).failure).toMatchObject({
      kind: 'bad-answer',
      issues: [{ field }],
    });
  });

  it.each([
    ['status', { ...sample.FRICTIONLESS, status: 'BRAND_NEW' }],
    ['eci', { ...sample.FRICTIONLESS, eci: 'x' }],
    ['server_trans_id', { ...sample.FRICTIONLESS, server_trans_id: sample.ID.replace('3', '4') }],
    ['authentication_value', { ...sample.FRICTIONLESS, authentication_value: '' }],
  ])('a bad answer names the field %s of authentication data', async (field, body) => {
    const error = await failureOf(CALLS.authenticationData(gatewayAnswering(jsonAnswer(body)).gateway));
    expect(error.failure).toMatchObject({ kind: 'bad-answer', issues: [{ field }] });
    expect(error.message).toContain(field);
  });

  it('authentication data of an open challenge do not require the address of the ACS', async () => {
    const answer = jsonAnswer({ server_trans_id: sample.ID, status: 'CHALLENGE_REQUIRED' });
    expect(await gatewayAnswering(answer).gateway.authentications.get(sample.ID)).toEqual({
      serverTransId: sample.ID,
      status: 'CHALLENGE_REQUIRED',
    });
  });

  it('an identifier in upper case is the same and is returned as the caller spelt it', async () => {
    const answer = jsonAnswer({ ...sample.FRICTIONLESS, server_trans_id: sample.ID.toUpperCase() });
    expect((await gatewayAnswering(answer).gateway.authentications.get(sample.ID)).serverTransId).toBe(sample.ID);
  });

  it.each([true, 'true', 'True', 'Y', 'yes'])(
    'a version check with enrolled %j returns an enrolled card',
    async (enrolled) => {
      expect(
        await CALLS.versionCheck(gatewayAnswering(jsonAnswer({ ...sample.VERSION_CHECK_RESPONSE, enrolled })).gateway),
      ).toMatchObject({ enrolled: true });
    },
  );

  it.each([false, 'False', 'N'])(
    'a version check with enrolled %j returns a card that is not enrolled',
    async (enrolled) => {
      expect(await CALLS.versionCheck(gatewayAnswering(jsonAnswer({ enrolled })).gateway)).toEqual({ enrolled: false });
    },
  );
});

it.each([
  ['a day ahead', 'Sat, 21 Nov 2026 22:24:10 GMT', '2026-11-21T22:24:10.000Z'],
  ['two hours behind', 'Fri, 20 Nov 2026 20:24:10 GMT', '2026-11-20T20:24:10.000Z'],
])('a refusal by a gateway whose clock is %s names both clocks', async (_what, date, shown) => {
  const headers = { date };
  const answer = () =>
    Response.json({ ...sample.ERROR_BODY, error_detail: 'request_timestamp' }, { status: 400, headers });
  const { gateway } = gatewayAnswering(answer);
  const reports = gateway.payments.page({ merchantTransactionId: 'f3f3' });
  for (const { message } of [await failureOf(CALLS.versionCheck(gateway)), await failureOf(reports)])
    expect(message).toContain(`this server says 2026-11-20T22:24:10.123Z, and the one of the gateway ${shown}`);
  expect((await failureOf(CALLS.versionCheck(gateway))).message).toContain('request_timestamp');
});

it.each([undefined, 'soon', '12345', 'at 1', 'Fri, 20 Nov 2026 22:40:00 GMT'])(
  'a refusal about a timestamp with the date %s names the clock of this server only',
  async (date) => {
    const headers: Record<string, string> = date === undefined ? {} : { date };
    const body = { ...sample.ERROR_BODY, error_detail: 'request_timestamp' };
    const { gateway } = gatewayAnswering(() => Response.json(body, { status: 400, headers }));
    const { message } = await failureOf(CALLS.versionCheck(gateway));
    expect(message).toContain('Check the clock of this server.');
    expect(message).not.toContain('the one of the gateway');
  },
);
