import { describe, expect, test } from 'vitest';
import {
  authenticatedResponseSchema,
  authenticationResponseSchema,
  challengeResponseSchema,
} from '../../../../src/protocol/three-d-secure/authentication-response.js';
import {
  authenticate,
  authenticateCard,
  authenticationBody,
  BASE,
  CARDS,
  checkVersion,
  decoded,
  drivenSandbox,
  readAuthentication,
  type Json,
} from '../../sandbox-client.js';

const VALUE = expect.stringMatching(/^[A-Za-z0-9+/]{27}=$/);

describe('POST /3ds2/authentications', () => {
  test.each([
    ['success', CARDS.success, 'AUTHENTICATION_SUCCESSFUL', '05', VALUE],
    ['success, Mastercard', CARDS.mastercard, 'AUTHENTICATION_SUCCESSFUL', '02', VALUE],
    ['success, American Express', '370000000000010', 'AUTHENTICATION_SUCCESSFUL', '05', VALUE],
    ['success, any JCB card', '3530111333300000', 'AUTHENTICATION_SUCCESSFUL', '05', VALUE],
    ['attempted', '4222000005218627', 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL', '06', VALUE],
    ['attempted, Mastercard', '5580364874958322', 'AUTHENTICATION_ATTEMPTED_BUT_NOT_SUCCESSFUL', '01', VALUE],
    ['failed', '4222000002144131', 'AUTHENTICATION_FAILED', '07', undefined],
    ['failed, Mastercard', '5540010585397800', 'AUTHENTICATION_FAILED', '00', undefined],
    ['rejected', '4222000007275799', 'AUTHENTICATION_ISSUER_REJECTED', '07', undefined],
    ['could not be performed', '4222000008880910', 'AUTHENTICATION_COULD_NOT_BE_PERFORMED', '07', undefined],
  ])('the authentication result is that of the card: %s', async (_, number, status, eci, value) => {
    const { sandbox } = drivenSandbox();
    const { status: httpStatus, body } = await authenticateCard(sandbox, number);
    expect(httpStatus).toBe(200);
    expect(body).toMatchObject({
      status,
      eci,
      status_reason: expect.any(String),
      message_version: '2.1.0',
      authentication_source: 'BROWSER',
      message_category: 'PAYMENT_AUTHENTICATION',
      acs_rendering_type: {},
      acs_reference_number: expect.any(String),
    });
    expect(body.authentication_value).toEqual(value);
    expect(typeof body.cardholder_response_info).toBe(value === undefined ? 'string' : 'undefined');
    expect(
      (value === undefined ? authenticationResponseSchema : authenticatedResponseSchema).safeParse(body).success,
    ).toBe(true);
    expect(await readAuthentication(sandbox, body.server_trans_id)).toMatchObject({ status: 200, body });
  });

  test('an authentication with a challenge has the ACS’s address and the encoded request', async () => {
    const { body } = await authenticateCard(drivenSandbox().sandbox, CARDS.challenge);
    expect(body).toMatchObject({
      status: 'CHALLENGE_REQUIRED',
      challenge_mandated: true,
      authentication_type: 'DYNAMIC_CHALLENGE',
      challenge_request_url: `${BASE}/acs/challenge`,
      acs_rendering_type: {},
      decoupled_response_indicator: 'DECOUPLED_AUTHENTICATION_NOT_UTILISED',
    });
    expect(body).not.toHaveProperty('eci');
    expect(body).not.toHaveProperty('authentication_value');
    expect(decoded(body.encoded_creq)).toEqual({
      messageType: 'CReq',
      messageVersion: '2.1.0',
      threeDSServerTransID: body.server_trans_id,
      acsTransID: body.acs_trans_id,
      challengeWindowSize: '02',
    });
    expect(challengeResponseSchema.safeParse(body).success).toBe(true);
  });

  test.each([
    ['WINDOWED_250X400', '01'],
    ['WINDOWED_390X400', '02'],
    ['WINDOWED_500X600', '03'],
    ['WINDOWED_600X400', '04'],
    ['FULL_SCREEN', '05'],
  ])('the window size %s is %s in the challenge request', async (size, code) => {
    const browser_data = { ...authenticationBody(CARDS.challenge, '').browser_data, challenge_window_size: size };
    const { body } = await authenticateCard(drivenSandbox().sandbox, CARDS.challenge, { browser_data });
    expect(decoded(body.encoded_creq).challengeWindowSize).toBe(code);
  });

  test('an authentication without a browser has no challenge', async () => {
    const { body } = await authenticateCard(drivenSandbox().sandbox, CARDS.challenge, {
      authentication_source: 'MERCHANT_INITIATED',
      merchant_initiated_request_type: 'OTHER_PAYMENT',
      browser_data: undefined,
      challenge_notification_url: undefined,
    });
    expect(body.status).toBe('AUTHENTICATION_COULD_NOT_BE_PERFORMED');
  });

  test('the text for the cardholder may have characters that need escaping', async () => {
    const { body } = await authenticateCard(drivenSandbox().sandbox, '4000000000000077');
    expect(body.cardholder_response_info).toMatch(/&.*<.*>/);
  });

  test.each([
    [CARDS.success, 'YES', 200],
    [CARDS.success, 'NO', 200],
    [CARDS.success, 'UNAVAILABLE', 400],
    [CARDS.noMethod, 'UNAVAILABLE', 200],
    [CARDS.noMethod, 'NO', 400],
    [CARDS.noMethod, 'YES', 400],
  ])('compares the method URL of card %s with method_url_completion %s: %i', async (number, completion, status) => {
    const answer = await authenticateCard(drivenSandbox().sandbox, number, { method_url_completion: completion });
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.body).toMatchObject({ error_code: '203', error_detail: 'method_url_completion' });
  });

  test('an authentication without a browser may call the method step unavailable', async () => {
    const answer = await authenticateCard(drivenSandbox().sandbox, CARDS.success, {
      authentication_source: 'STORED_RECURRING',
      method_url_completion: 'UNAVAILABLE',
    });
    expect(answer.status).toBe(200);
  });

  test.each([
    [CARDS.success, 'JCB'],
    [CARDS.mastercard, 'VISA'],
    ['370000000000010', 'DISCOVER'],
    ['30569309025904', 'MC'],
  ])('POST /3ds2/authentications answers 400 naming the scheme: %s is not of %s', async (number, scheme) => {
    const { sandbox } = drivenSandbox();
    const card_detail = { ...authenticationBody(number, '').card_detail, scheme };
    const { body } = await checkVersion(sandbox, number);
    const method_url_completion = body.method_url ? 'YES' : 'UNAVAILABLE';
    const send = (more: Json) =>
      authenticate(sandbox, number, body.server_trans_id, { method_url_completion, ...more });
    expect(await send({ card_detail })).toMatchObject({
      status: 400,
      body: { error_code: '305', error_detail: 'card_detail.scheme' },
    });
    expect(await send({})).toMatchObject({ status: 200 });
  });

  test('POST /3ds2/authentications answers 404 for an unknown transaction', async () => {
    expect(await authenticate(drivenSandbox().sandbox, CARDS.success, '00000000-0000-4000-8000-0000000000ff')).toEqual({
      status: 404,
      text: '',
      body: undefined,
    });
  });

  test('POST /3ds2/authentications answers 502 when the issuer does not answer', async () => {
    expect(await authenticateCard(drivenSandbox().sandbox, '4000000000000069')).toEqual({
      status: 502,
      text: '',
      body: undefined,
    });
  });

  test('a transaction can be authenticated once', async () => {
    const { sandbox } = drivenSandbox();
    const { body } = await authenticateCard(sandbox, CARDS.success);
    expect(await authenticate(sandbox, CARDS.success, body.server_trans_id)).toMatchObject({
      status: 400,
      body: { error_code: '305', error_detail: 'server_trans_id', three_dsserver_trans_id: body.server_trans_id },
    });
  });

  test('one of several concurrent authentications of a transaction succeeds', async () => {
    const { sandbox } = drivenSandbox();
    const { body } = await checkVersion(sandbox, CARDS.success);
    const answers = await Promise.all([1, 2, 3].map(() => authenticate(sandbox, CARDS.success, body.server_trans_id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  test('an authentication of another card than the checked one is refused, and the transaction stays usable', async () => {
    const { sandbox } = drivenSandbox();
    const { body } = await checkVersion(sandbox, CARDS.success);
    expect(await authenticate(sandbox, CARDS.mastercard, body.server_trans_id)).toMatchObject({
      status: 400,
      body: { error_code: '305', error_detail: 'card_detail.number' },
    });
    expect(await authenticate(sandbox, CARDS.success, body.server_trans_id)).toMatchObject({ status: 200 });
  });

  test.each([
    ['2.2.0', CARDS.visa21, 400],
    ['2.3.1', CARDS.success, 400],
    ['2.0.0', CARDS.success, 400],
    ['2.2.0', CARDS.success, 200],
    ['2.1.0', CARDS.success, 200],
  ])('version %s of card %s: %i', async (message_version, number, status) => {
    const answer = await authenticateCard(drivenSandbox().sandbox, number, { message_version });
    expect(answer.status).toBe(status);
    if (status === 400)
      expect(answer.body).toMatchObject({ error_code: '102', error_detail: 'message_version', message_version });
  });

  const without = (path: string): Json => {
    const body: Record<string, unknown> = authenticationBody(CARDS.success, '');
    const [first, second] = path.split('.') as [string, string | undefined];
    return { [first]: second === undefined ? undefined : { ...(body[first] as object), [second]: undefined } };
  };
  test.each([
    'request_timestamp',
    'authentication_source',
    'authentication_request_type',
    'message_category',
    'message_version',
    'merchant_id',
    'card_detail',
    'card_detail.number',
    'card_detail.scheme',
    'card_detail.expiry_month',
    'card_detail.expiry_year',
    'card_detail.full_name',
    'order',
    'order.date_time_created',
    'order.amount',
    'order.currency',
    'order.id',
    'payer.mobile_phone',
    'challenge_notification_url',
    'method_url_completion',
    'browser_data',
    'browser_data.accept_header',
    'browser_data.color_depth',
    'browser_data.ip',
    'browser_data.java_enabled',
    'browser_data.javascript_enabled',
    'browser_data.language',
    'browser_data.screen_height',
    'browser_data.screen_width',
    'browser_data.challenge_window_size',
    'browser_data.timezone',
    'browser_data.user_agent',
    'merchant_contact_url',
  ])('POST /3ds2/authentications answers 400 naming %s when it is missing', async (path) => {
    const { sandbox } = drivenSandbox();
    const { body } = await checkVersion(sandbox, CARDS.success);
    expect(await authenticate(sandbox, CARDS.success, body.server_trans_id, without(path))).toMatchObject({
      status: 400,
      body: { error_code: '201', error_component: 'S', error_message_type: 'AReq', error_detail: path },
    });
  });

  test.each([
    [
      'card_detail.expiry_month',
      { card_detail: { ...authenticationBody(CARDS.success, '').card_detail, expiry_month: '13' } },
    ],
    ['order.amount', { order: { ...authenticationBody(CARDS.success, '').order, amount: '19.99' } }],
    [
      'order.date_time_created',
      { order: { ...authenticationBody(CARDS.success, '').order, date_time_created: '2026-02-30T12:00:00' } },
    ],
    [
      'payer.account_creation_date',
      { payer: { ...authenticationBody(CARDS.success, '').payer, account_creation_date: '2020-00-00' } },
    ],
    [
      'browser_data.color_depth',
      { browser_data: { ...authenticationBody(CARDS.success, '').browser_data, color_depth: '24' } },
    ],
    ['challenge_request_indicator', { challenge_request_indicator: 'PLEASE' }],
    ['method_url_completion', { method_url_completion: 'MAYBE' }],
    ['server_trans_id', { server_trans_id: 'x' }],
  ])('POST /3ds2/authentications answers 400 naming %s when it is wrong', async (path, more) => {
    expect(await authenticateCard(drivenSandbox().sandbox, CARDS.success, more)).toMatchObject({
      status: 400,
      body: { error_code: '203', error_detail: path },
    });
  });

  test('POST /3ds2/authentications accepts the requests of PHP, Java and .NET clients', async () => {
    const body = authenticationBody(CARDS.success, '');
    const { status } = await authenticateCard(drivenSandbox().sandbox, CARDS.mastercard, {
      card_detail: { ...body.card_detail, number: CARDS.mastercard, scheme: 'MC', expiry_month: '5' },
      browser_data: {
        ...body.browser_data,
        java_enabled: false,
        javascript_enabled: true,
        screen_height: 1080,
        screen_width: 1920,
        timezone: 0,
      },
      order: { ...body.order, gift_card_amount: '000', date_time_created: '2026-11-20T09:11Z' },
      decoupled_flow_request: false,
      enable_exemption_optimization: false,
    });
    expect(status).toBe(200);
  });
});
