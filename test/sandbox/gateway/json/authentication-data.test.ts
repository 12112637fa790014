import { describe, expect, test } from 'vitest';
import { authenticationResponseSchema } from '../../../../src/protocol/three-d-secure/authentication-response.js';
import {
  authenticate,
  authenticateCard,
  BASE,
  CARDS,
  checkVersion,
  drivenSandbox,
  hashOf,
  readAuthentication,
  START,
  timestampOf,
} from '../../sandbox-client.js';

describe('GET /3ds2/authentications/{server_trans_id}', () => {
  test('GET /3ds2/authentications/{server_trans_id} returns an open challenge', async () => {
    const { sandbox, clock } = drivenSandbox();
    const { body } = await authenticateCard(sandbox, CARDS.challenge);
    clock.pass(30_000);
    expect((await readAuthentication(sandbox, body.server_trans_id)).body).toEqual(body);
  });

  test('GET /3ds2/authentications/{server_trans_id} returns a failure once the 30 seconds for the challenge request have passed', async () => {
    const { sandbox, clock } = drivenSandbox();
    const { body } = await authenticateCard(sandbox, CARDS.challengeMastercard);
    clock.pass(30_001);
    const after = (await readAuthentication(sandbox, body.server_trans_id)).body;
    expect(after).toMatchObject({
      status: 'AUTHENTICATION_FAILED',
      status_reason: 'TRANSACTION_TIMED_OUT_AT_THE_ACS',
      eci: '00',
      cardholder_response_info: expect.any(String),
    });
    for (const gone of ['authentication_value', 'encoded_creq', 'challenge_request_url'])
      expect(after).not.toHaveProperty(gone);
  });

  test.each(['00000000-0000-4000-8000-0000000000ff', 'x'])('returns 404 for the unknown identifier %s', async (id) => {
    const { sandbox } = drivenSandbox();
    await checkVersion(sandbox, CARDS.success);
    expect(await readAuthentication(sandbox, id)).toEqual({ status: 404, text: '', body: undefined });
  });

  test('returns the data of a version check, which has no status before the authentication', async () => {
    const { sandbox } = drivenSandbox();
    const { body } = await checkVersion(sandbox, CARDS.success);
    const { server_trans_id } = body;
    expect(await readAuthentication(sandbox, server_trans_id)).toMatchObject({
      status: 200,
      body: { server_trans_id },
    });
    expect((await readAuthentication(sandbox, server_trans_id)).body).not.toHaveProperty('status');
    await authenticate(sandbox, CARDS.success, server_trans_id);
    expect((await readAuthentication(sandbox, server_trans_id)).body.status).toBe('AUTHENTICATION_SUCCESSFUL');
  });

  test('returns the data of an authentication that the issuer did not answer', async () => {
    const { sandbox } = drivenSandbox();
    const { body } = await checkVersion(sandbox, '4000000000000069');
    expect((await authenticate(sandbox, '4000000000000069', body.server_trans_id)).status).toBe(502);
    const { status, body: data } = await readAuthentication(sandbox, body.server_trans_id);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      server_trans_id: body.server_trans_id,
      status: 'AUTHENTICATION_COULD_NOT_BE_PERFORMED',
      status_reason: 'TRANSACTION_TIMED_OUT_AT_THE_ACS',
    });
    expect(data).not.toHaveProperty('authentication_value');
    expect(authenticationResponseSchema.safeParse(data).success).toBe(true);
  });

  test('GET /3ds2/authentications/{server_trans_id} answers 401 for a wrong secret or an unknown merchant', async () => {
    const { sandbox } = drivenSandbox();
    const { body } = await authenticateCard(sandbox, CARDS.success);
    expect(await readAuthentication(sandbox, body.server_trans_id, START, { secret: 'wrong' })).toMatchObject({
      status: 401,
      text: '',
    });
    expect(await readAuthentication(sandbox, body.server_trans_id, START, { merchant: 'stranger' })).toMatchObject({
      status: 401,
      text: '',
    });
  });

  test('GET /3ds2/authentications/{server_trans_id} answers 400 naming a query parameter that is missing or wrong', async () => {
    const { sandbox } = drivenSandbox();
    const id = '00000000-0000-4000-8000-0000000000ff';
    const read = async (query: string) => {
      const response = await sandbox.fetch(
        new Request(`${BASE}/3ds2/authentications/${id}?${query}`, {
          headers: { 'x-gp-version': '2.2.0', authorization: `securehash ${hashOf(['', '', ''])}` },
        }),
      );
      return [response.status, ((await response.json()) as { error_detail: string }).error_detail];
    };
    expect(await read('')).toEqual([400, 'request_timestamp,merchant_id']);
    expect(await read(`merchant_id=scudo`)).toEqual([400, 'request_timestamp']);
    expect(await read(`request_timestamp=${timestampOf()}`)).toEqual([400, 'merchant_id']);
    expect(await read(`merchant_id=scudo&request_timestamp=yesterday`)).toEqual([400, 'request_timestamp']);
  });

  test('GET /3ds2/authentications/{server_trans_id} answers 400 for a timestamp out of the window', async () => {
    const { sandbox } = drivenSandbox();
    const { body } = await authenticateCard(sandbox, CARDS.success);
    expect(await readAuthentication(sandbox, body.server_trans_id, START + 2 * 86_400_000)).toMatchObject({
      status: 400,
      body: { error_detail: 'request_timestamp' },
    });
  });

  test('the colons of a timestamp may be percent-encoded or not', async () => {
    const { sandbox } = drivenSandbox();
    const { body } = await authenticateCard(sandbox, CARDS.success);
    const timestamp = timestampOf();
    const headers = {
      'x-gp-version': '2.2.0',
      'content-type': 'application/json',
      authorization: `securehash ${hashOf([timestamp, 'scudo', body.server_trans_id])}`,
    };
    for (const value of [timestamp, encodeURIComponent(timestamp)]) {
      const response = await sandbox.fetch(
        new Request(
          `${BASE}/3ds2/authentications/${body.server_trans_id}?merchant_id=scudo&request_timestamp=${value}`,
          { headers },
        ),
      );
      expect(response.status).toBe(200);
    }
  });

  test('GET /3ds2/authentications/{server_trans_id} answers 405 for another method', async () => {
    const response = await drivenSandbox().sandbox.fetch(
      new Request(`${BASE}/3ds2/authentications/x`, { method: 'POST' }),
    );
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  });
});
