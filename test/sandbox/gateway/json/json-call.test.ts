import { describe, expect, test } from 'vitest';
import {
  BASE,
  CARDS,
  authenticate,
  checkVersion,
  drivenSandbox,
  hashOf,
  messagesOf,
  readAuthentication,
  searchAuthentications,
  START,
  timestampOf,
  versionCheckBody,
  type Answer,
  type CallOptions,
} from '../../sandbox-client.js';

/** Every call of the JSON interface, as a function of what is done wrong with it. */
const { sandbox } = drivenSandbox();
const { body: checked } = await checkVersion(sandbox, CARDS.success);
await authenticate(sandbox, CARDS.success, checked.server_trans_id);
const ID: string = checked.server_trans_id;

const calls: Record<string, (options: CallOptions, more?: Record<string, unknown>) => Promise<Answer>> = {
  'protocol-versions': (options, more) => checkVersion(sandbox, CARDS.success, more, options),
  authentications: (options, more) => authenticate(sandbox, CARDS.success, ID, more, options),
  'authentications/search': (options, more) => searchAuthentications(sandbox, more, options),
};

describe.each(Object.entries(calls))('POST %s', (name, call) => {
  test('a JSON call is answered with 400 and no body for malformed JSON', async () => {
    for (const raw of ['{"a":', '', 'null x'])
      expect(await call({ raw })).toEqual({ status: 400, text: '', body: undefined });
  });

  test('a JSON call is answered with 400 for JSON that is no object', async () => {
    for (const raw of ['[]', 'null', '"x"', '1'])
      expect(await call({ raw })).toMatchObject({ status: 400, body: { error_code: '101', error_detail: 'body' } });
  });

  test('a JSON call is answered with 415 for another content type, and for none', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json']) {
      expect(await call({ headers: { 'content-type': type } })).toEqual({ status: 415, text: '', body: undefined });
    }
  });

  test('a JSON call may have a charset in its content type', async () => {
    expect(
      await call({ headers: { 'content-type': 'Application/JSON; charset=UTF-8', authorization: 'securehash 00' } }),
    ).toMatchObject({ status: 401 });
  });

  test('a JSON call is answered with 401 without a body for a wrong hash', async () => {
    const hash = 'a'.repeat(40);
    for (const authorization of [
      undefined,
      '',
      hash,
      `securehash ${hash}`,
      `securehash ${hash}${hash}`,
      'securehash',
      'Bearer x',
      'securehash zz',
    ]) {
      expect(await call({ headers: { authorization } })).toEqual({ status: 401, text: '', body: undefined });
    }
    expect(await call({ secret: 'another' })).toMatchObject({ status: 401, text: '' });
  });

  test('a JSON call is answered with 401 for an unknown merchant', async () => {
    expect(await call({}, { merchant_id: 'stranger' })).toMatchObject({ status: 401, text: '' });
  });

  test('a JSON call is answered with 400 naming the account that the merchant does not have', async () => {
    expect(await call({}, { account_id: 'elsewhere' })).toMatchObject({
      status: 400,
      body: { error_code: '305', error_detail: 'account_id' },
    });
  });

  test('a JSON call is answered with 400 naming a timestamp out of the window, or impossible', async () => {
    for (const request_timestamp of [
      timestampOf(START - 86_400_001),
      timestampOf(START + 86_400_001),
      '2026-02-30T10:00:00.000000',
    ]) {
      expect(await call({}, { request_timestamp })).toMatchObject({
        status: 400,
        body: { error_code: '203', error_detail: 'request_timestamp' },
      });
    }
  });

  test('a JSON call may have a timestamp that is half a day off', async () => {
    for (const hours of [-12, 12]) {
      const { status } = await call(
        {},
        {
          request_timestamp: timestampOf(START + hours * 3_600_000),
          ...(name === 'authentications' ? { server_trans_id: '00000000-0000-4000-8000-999999999999' } : {}),
        },
      );
      expect(status).toBe(name === 'authentications' ? 404 : 200);
    }
  });

  test('a JSON call is answered with 400 with the documented body, naming what is missing', async () => {
    const { status, body } = await call({}, { merchant_id: undefined, request_timestamp: undefined });
    expect(status).toBe(400);
    expect(body).toEqual({
      // A version check has no transaction that its refusal can name.
      ...(name === 'authentications' ? { three_dsserver_trans_id: ID } : {}),
      error_code: '201',
      error_component: 'S',
      error_description: 'A required element is missing.',
      error_detail: 'request_timestamp,merchant_id',
      error_message_type: name === 'protocol-versions' ? 'PReq' : 'AReq',
      message_type: 'Erro',
      message_version: '2.1.0',
    });
  });

  test('a JSON call is answered with 405 for another method, naming the right one', async () => {
    const path = `/3ds2/${name}`;
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const response = await sandbox.fetch(new Request(`${BASE}${path}`, { method }));
      expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([405, 'POST', '']);
    }
  });
});

describe('the version header', () => {
  test('the version header is named when it is missing', async () => {
    for (const call of Object.values(calls)) {
      expect(await call({ headers: { 'x-gp-version': undefined } })).toMatchObject({
        status: 400,
        body: { error_code: '201', error_detail: 'X-GP-VERSION' },
      });
    }
    expect(await readAuthentication(sandbox, ID, START, { headers: { 'x-gp-version': undefined } })).toMatchObject({
      status: 400,
      body: { error_detail: 'X-GP-VERSION' },
    });
  });

  test('the version header is named when its value is no version of 3-D Secure 2', async () => {
    for (const value of ['1.0.2', '3.0.0', '2', '2.2', 'v2.2.0', '2.2.0, 2.2.0', '2.x.x', 'latest']) {
      const headers = { 'x-gp-version': value };
      const answers = [
        ...(await Promise.all(Object.values(calls).map((call) => call({ headers })))),
        await readAuthentication(sandbox, ID, START, { headers }),
      ];
      for (const answer of answers)
        expect(answer).toMatchObject({ status: 400, body: { error_code: '203', error_detail: 'X-GP-VERSION' } });
    }
  });

  test('the version header may have each version of 3-D Secure 2', async () => {
    for (const value of ['2.1.0', '2.2.0', '2.3.1'])
      expect((await searchAuthentications(sandbox, {}, { headers: { 'x-gp-version': value } })).status).toBe(200);
  });

  test('the version header may be written in any case, and have another name', async () => {
    expect(
      await checkVersion(
        sandbox,
        CARDS.success,
        {},
        { headers: { 'x-gp-version': undefined, 'X-GP-Version': '2.2.0' } },
      ),
    ).toMatchObject({ status: 200 });
    const { sandbox: other } = drivenSandbox({ versionHeader: 'X-AB-VERSION' });
    expect(
      await checkVersion(other, CARDS.success, {}, { headers: { 'x-gp-version': undefined, 'x-ab-version': '2.2.0' } }),
    ).toMatchObject({ status: 200 });
  });
});

test('securehash has the published value (docs/reference/gateway.md#securehash)', () => {
  expect(
    hashOf([
      '20230720101400',
      'heartlandgpsandbox',
      'MDc5ZjAxZmEtZGZjMjgxMg',
      '00',
      'SUCCEEDED',
      '16898444372586159',
      'testpay',
    ]),
  ).toBe('7e42cdf9f2127410f16b5d5afb08cb63b1b6fc0f');
});

test('the hash may be SHA-256, recognized by its length', async () => {
  expect(await checkVersion(sandbox, CARDS.success, {}, { algorithm: 'sha256' })).toMatchObject({ status: 200 });
  expect(await readAuthentication(sandbox, ID, START, { algorithm: 'sha256' })).toMatchObject({ status: 200 });
});

test('a JSON call is answered with 500 for an internal error, which is reported', async () => {
  const reported: unknown[] = [];
  const { sandbox: broken } = drivenSandbox({
    randomUuid: () => {
      throw new Error('no randomness');
    },
    reportError: (error) => reported.push(error),
  });
  expect(await checkVersion(broken, CARDS.success)).toEqual({ status: 500, text: '', body: undefined });
  expect(reported).toHaveLength(1);
});

test('a refused call is logged with its status', async () => {
  const { sandbox: fresh } = drivenSandbox();
  await checkVersion(fresh, CARDS.success, {}, { secret: 'wrong' });
  await checkVersion(fresh, CARDS.success, {}, { raw: '{' });
  const [wrongSecret] = await messagesOf(fresh, 'A1');
  expect(wrongSecret).toMatchObject({
    kind: 'protocol-versions',
    http_status: 401,
    response: null,
    request: { ...versionCheckBody(CARDS.success), number: '422200******5344' },
  });
  expect((await messagesOf(fresh))[1]).toMatchObject({ http_status: 400, request: null });
});

test('a JSON call is answered with 400 for a body that is larger than any message', async () => {
  expect(
    await checkVersion(
      sandbox,
      CARDS.success,
      {},
      { raw: JSON.stringify({ x: 'x'.repeat(200_000) }), headers: { 'content-length': '200010' } },
    ),
  ).toMatchObject({ status: 400, text: '' });
});

test('an unknown path is answered with 404', async () => {
  for (const path of ['/3ds2', '/3ds2/', '/3ds2/other', '/other'])
    expect((await sandbox.fetch(new Request(`${BASE}${path}`))).status).toBe(404);
});
