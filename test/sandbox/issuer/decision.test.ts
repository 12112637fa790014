import { describe, expect, test } from 'vitest';
import {
  authenticate,
  authenticateCard,
  CARDS,
  checkVersion,
  decoded,
  drivenSandbox,
  hiddenFields,
  postForm,
  readAuthentication,
  type Json,
} from '../sandbox-client.js';

const LATER = { message_version: '2.2.0' };
const DECOUPLED = { agrees: '4000000000000119', refuses: '4000000000000127', 'no-answer': '4000000000000135' } as const;
const WHITELISTED = '4000000000000101';

describe('what a merchant wishes of a challenge', () => {
  test.each([
    [CARDS.success, 'NO_PREFERENCE', 'AUTHENTICATION_SUCCESSFUL'],
    [CARDS.success, 'CHALLENGE_PREFERRED', 'AUTHENTICATION_SUCCESSFUL'],
    [CARDS.success, 'CHALLENGE_MANDATED', 'CHALLENGE_REQUIRED'],
    [CARDS.success, 'CHALLENGE_REQUESTED_PROMPT_FOR_WHITELIST', 'CHALLENGE_REQUIRED'],
    [CARDS.challenge, 'NO_PREFERENCE', 'CHALLENGE_REQUIRED'],
    [CARDS.challenge, 'NO_CHALLENGE_REQUESTED', 'AUTHENTICATION_SUCCESSFUL'],
    [CARDS.challenge, 'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED', 'AUTHENTICATION_SUCCESSFUL'],
    [CARDS.challenge, 'NO_CHALLENGE_REQUESTED_SCA_ALREADY_PERFORMED', 'AUTHENTICATION_SUCCESSFUL'],
    [CARDS.challenge, 'NO_CHALLENGE_REQUESTED_WHITELIST', 'CHALLENGE_REQUIRED'],
    [WHITELISTED, 'NO_CHALLENGE_REQUESTED_WHITELIST', 'AUTHENTICATION_SUCCESSFUL'],
    [CARDS.challenge, 'NO_CHALLENGE_REQUESTED_DATA_SHARE_ONLY', 'CHALLENGE_PREFERENCE_ACKNOWLEDGED_INFORMATIONAL_ONLY'],
    ['4222000002144131', 'NO_CHALLENGE_REQUESTED', 'AUTHENTICATION_FAILED'],
  ])(
    'the authentication of the card %s with the challenge indicator %s ends as %s',
    async (number, challenge_request_indicator, status) => {
      const { body } = await authenticateCard(drivenSandbox().sandbox, number, {
        ...LATER,
        challenge_request_indicator,
      });
      expect(body.status).toBe(status);
    },
  );

  test('a challenge request indicator that its version does not know has no effect', async () => {
    const { body } = await authenticateCard(drivenSandbox().sandbox, CARDS.challenge, {
      message_version: '2.1.0',
      challenge_request_indicator: 'NO_CHALLENGE_REQUESTED_DATA_SHARE_ONLY',
      whitelist_status: 'WHITELISTED',
    });
    expect(body.status).toBe('AUTHENTICATION_SUCCESSFUL');
    expect(body).not.toHaveProperty('whitelist_status');
  });
});

describe('an exemption check', () => {
  const claims = [
    ['NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED', 'TRANSACTION_RISK_ANALYSIS'],
    ['NO_CHALLENGE_REQUESTED_SCA_ALREADY_PERFORMED', 'SCA_DELEGATION'],
    ['NO_CHALLENGE_REQUESTED_WHITELIST', 'TRUSTED_MERCHANT'],
  ] as const;
  const claim = (challenge_request_indicator: string, options = {}, number: string = CARDS.success) =>
    authenticateCard(drivenSandbox(options).sandbox, number, { ...LATER, challenge_request_indicator });

  test.each(claims)('fails for %s where the merchant may not claim %s', async (indicator, exemption) => {
    for (const number of [CARDS.success, CARDS.challenge]) {
      const { status, body } = await claim(indicator, { exemptions: ['LOW_VALUE'] }, number);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: 'AUTHENTICATION_FAILED',
        status_reason: 'INVALID_TRANSACTION',
        eci: '07',
        cardholder_response_info: expect.stringContaining('without a check'),
      });
      expect(body).not.toHaveProperty('authentication_value');
    }
    expect((await claim(indicator, { exemptions: [exemption] })).body.status).toBe('AUTHENTICATION_SUCCESSFUL');
  });

  test.each(['NO_PREFERENCE', 'NO_CHALLENGE_REQUESTED', 'CHALLENGE_PREFERRED'])(
    'an exemption check is not required for %s, which claims no exemption',
    async (indicator) => {
      expect((await claim(indicator, { exemptions: [] })).body.status).toBe('AUTHENTICATION_SUCCESSFUL');
    },
  );
});

describe('the cardholder’s list', () => {
  test('the cardholder’s list is offered with the challenge, and its result is known after the challenge', async () => {
    const { sandbox } = drivenSandbox();
    const { body } = await authenticateCard(sandbox, CARDS.success, {
      ...LATER,
      challenge_request_indicator: 'CHALLENGE_REQUESTED_PROMPT_FOR_WHITELIST',
    });
    expect(body['whitelist_status']).toBe('PENDING_CARDHOLDER_CONFIRMATION');
    const page = await postForm(sandbox, '/acs/challenge', { creq: body.encoded_creq });
    await postForm(sandbox, '/acs/challenge/answer', { ...hiddenFields(page.text), code: '123456', action: 'confirm' });
    expect((await readAuthentication(sandbox, body.server_trans_id)).body).toMatchObject({
      status: 'AUTHENTICATION_SUCCESSFUL',
      whitelist_status: 'WHITELISTED',
    });
  });

  test('the cardholder’s list is reported for a card whose holder lists the shop', async () => {
    expect((await authenticateCard(drivenSandbox().sandbox, WHITELISTED, LATER)).body['whitelist_status']).toBe(
      'WHITELISTED',
    );
    expect(
      (await authenticateCard(drivenSandbox().sandbox, CARDS.success, { ...LATER, whitelist_status: 'UNKNOWN' })).body[
        'whitelist_status'
      ],
    ).toBe('NOT_WHITELISTED');
    expect((await authenticateCard(drivenSandbox().sandbox, CARDS.success, LATER)).body).not.toHaveProperty(
      'whitelist_status',
    );
  });
});

describe('an issuer that asks in its app', () => {
  const asked = { ...LATER, decouple_flow_request: 'DECOUPLED_PREFERRED', decouple_flow_timeout: '2' };

  test.each([
    ['agrees', 5_000, 'AUTHENTICATION_SUCCESSFUL'],
    ['refuses', 5_000, 'AUTHENTICATION_FAILED'],
    ['no-answer', 120_001, 'AUTHENTICATION_FAILED'],
  ] as const)(
    'the holder of a card whose issuer asks in its app (%s) answers after %d ms: %s',
    async (who, ms, status) => {
      const { sandbox, clock } = drivenSandbox();
      const { body } = await authenticateCard(sandbox, DECOUPLED[who], asked);
      expect(body).toMatchObject({
        status: 'DECOUPLED_AUTHENTICATION_CONFIRMED',
        decoupled_response_indicator: 'DECOUPLED_AUTHENTICATION_UTILISED',
      });
      expect(body).not.toHaveProperty('challenge_request_url');
      clock.pass(ms - 1);
      expect((await readAuthentication(sandbox, body.server_trans_id)).body.status).toBe(
        'DECOUPLED_AUTHENTICATION_CONFIRMED',
      );
      clock.pass(1);
      const end = (await readAuthentication(sandbox, body.server_trans_id)).body;
      expect(end.status).toBe(status);
      if (who === 'no-answer') expect(end['status_reason']).toBe('TRANSACTION_TIMED_OUT_AT_THE_ACS');
      if (who === 'agrees')
        expect(end).toMatchObject({ eci: '05', authentication_value: expect.any(String) as string });
    },
  );

  test.each([
    [LATER],
    [{ ...LATER, decouple_flow_request: 'DO_NOT_USE_DECOUPLED' }],
    [{ ...asked, message_version: '2.1.0' }],
  ])(
    'a card whose issuer asks in its app is challenged as usual without the merchant’s consent: %j',
    async (more: Json) => {
      expect((await authenticateCard(drivenSandbox().sandbox, DECOUPLED.agrees, more)).body.status).toBe(
        'CHALLENGE_REQUIRED',
      );
    },
  );
});

describe('versions', () => {
  test.each([
    ['4263970000005262', '2.1.0'],
    [CARDS.success, '2.2.0'],
    ['4000000000000085', '2.3.1'],
    ['5100000000000024', '2.3.1'],
  ])('the card %s is authenticated in version %s at most', async (number, version) => {
    const { sandbox } = drivenSandbox();
    const { body } = await checkVersion(sandbox, number);
    expect(body['acs_protocol_version_end']).toBe(version);
    expect(
      (await authenticate(sandbox, number, body.server_trans_id, { message_version: version })).body['message_version'],
    ).toBe(version);
  });

  test('a version later than the card’s is refused with its name', async () => {
    const { status, body } = await authenticateCard(drivenSandbox().sandbox, CARDS.success, {
      message_version: '2.3.1',
    });
    expect([status, body['error_code'], body['error_detail']]).toEqual([400, '102', 'message_version']);
  });

  test('a version later than the directory’s is refused with its name', async () => {
    const { sandbox } = drivenSandbox({ directoryVersion: '2.2.0' });
    const { body } = await checkVersion(sandbox, '4000000000000085');
    expect(body).toMatchObject({ ds_protocol_version_end: '2.2.0', acs_protocol_version_end: '2.3.1' });
    const later = await authenticate(sandbox, '4000000000000085', body.server_trans_id, { message_version: '2.3.1' });
    expect([later.status, later.body['error_code'], later.body['error_detail']]).toEqual([
      400,
      '102',
      'message_version',
    ]);
    const common = await authenticate(sandbox, '4000000000000085', body.server_trans_id, { message_version: '2.2.0' });
    expect(common.status).toBe(200);
  });

  test('the challenge request has the version of the authentication', async () => {
    const { body } = await authenticateCard(drivenSandbox().sandbox, '4000000000000093', { message_version: '2.3.1' });
    expect(decoded(body.encoded_creq)['messageVersion']).toBe('2.3.1');
  });
});

describe('without a shopper, or without a payment', () => {
  const initiated = {
    authentication_source: 'MERCHANT_INITIATED',
    merchant_initiated_request_type: 'RECURRING_TRANSACTION',
    browser_data: undefined,
    challenge_notification_url: undefined,
    method_url_completion: undefined,
  };

  test('a merchant-initiated authentication succeeds, with prior and recurring data', async () => {
    const { body } = await authenticateCard(drivenSandbox().sandbox, CARDS.success, {
      ...initiated,
      recurring_authorization_data: { max_number_of_instalments: '12', frequency: '28', expiry_date: '2028-01-01' },
      payer_prior_three_ds_authentication_data: {
        authentication_method: 'CHALLENGE_OCCURRED',
        acs_transaction_id: 'x',
        authentication_timestamp: '20261119120000',
      },
    });
    expect(body).toMatchObject({ status: 'AUTHENTICATION_SUCCESSFUL', authentication_source: 'MERCHANT_INITIATED' });
  });

  test.each([
    [{ ...initiated, merchant_initiated_request_type: undefined }, '201', 'merchant_initiated_request_type'],
    [{ authentication_request_type: 'RECURRING_TRANSACTION' }, '201', 'recurring_authorization_data'],
    [{ authentication_request_type: 'INSTALMENT_TRANSACTION' }, '201', 'recurring_authorization_data'],
    [
      { order: { date_time_created: '2026-11-20T12:00:00.000000', amount: '000', currency: 'EUR', id: 'A1' } },
      '305',
      'order.amount',
    ],
    [
      { message_extension: [{ name: 'n', id: 'A99', criticality_indicator: 'true', data: { A99: {} } }] },
      '202',
      'message_extension.A99',
    ],
  ])('the request %j is refused with %s, naming %s', async (more, code, element) => {
    const { status, body } = await authenticateCard(drivenSandbox().sandbox, CARDS.success, more);
    expect([status, body['error_code'], body['error_detail'], body['error_component']]).toEqual([
      400,
      code,
      element,
      'S',
    ]);
  });

  test('an add-card authentication succeeds with the amount 0', async () => {
    const { body } = await authenticateCard(drivenSandbox().sandbox, CARDS.success, {
      message_category: 'NON_PAYMENT_AUTHENTICATION',
      authentication_request_type: 'ADD_CARD',
      order: { date_time_created: '2026-11-20T12:00:00.000000', amount: '0', currency: 'EUR', id: 'A1' },
    });
    expect(body).toMatchObject({ status: 'AUTHENTICATION_SUCCESSFUL', message_category: 'NON_PAYMENT_AUTHENTICATION' });
  });
});

test('message extensions are returned, critical ones included when the sandbox knows them', async () => {
  const message_extension = [
    { name: 'Loyalty', id: 'A99', criticality_indicator: 'true', data: { A99: { points: 7 } } },
  ];
  const { sandbox } = drivenSandbox({ messageExtensions: ['A99'] });
  const { body } = await authenticateCard(sandbox, CARDS.success, { message_extension });
  expect(body['message_extension']).toEqual(message_extension);
  expect((await readAuthentication(sandbox, body.server_trans_id)).body['message_extension']).toEqual(
    message_extension,
  );
});
