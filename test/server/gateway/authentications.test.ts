import { describe, expect, it } from 'vitest';
import { authenticationResponseSchema } from '../../../src/protocol/three-d-secure/authentication-response.js';
import { MessageError } from '../../../src/server.js';
import { toWire } from '../../../src/server/util/wire-names.js';
import * as sample from '../../protocol/samples.js';
import { AUTHENTICATION } from './sample-calls.js';
import { failureOf, gatewayAnswering, jsonAnswer } from './scripted-fetch.js';

const create = (body: unknown, status = 200, input: object = {}) =>
  gatewayAnswering(jsonAnswer(body, status)).gateway.authentications.create({ ...AUTHENTICATION, ...input });
const get = (body: unknown, options = {}) =>
  gatewayAnswering(jsonAnswer(body)).gateway.authentications.get(sample.ID, options);
const { authentication_value: _value, eci: _eci, ...UNPROVEN } = sample.FRICTIONLESS;

/** The body that the client sent for an input. */
async function sentFor(input: object): Promise<Record<string, any>> {
  const { gateway, sent } = gatewayAnswering(jsonAnswer(sample.FRICTIONLESS));
  await gateway.authentications.create({ ...AUTHENTICATION, ...input });
  return JSON.parse(sent[0]!.text) as Record<string, any>;
}

describe('the input of an authentication', () => {
  it('the input of an authentication is camelCase and travels with the names of the document', async () => {
    const { account_id: _account, ...expected } = sample.AUTHENTICATION;
    expect(await sentFor({})).toEqual({ ...expected, request_timestamp: '2026-11-20T22:24:10.123000' });
  });

  it('the input of an authentication is named in camelCase where it is wrong, and nothing is sent', async () => {
    const { gateway, sent } = gatewayAnswering(jsonAnswer(sample.FRICTIONLESS));
    const failure = await gateway.authentications
      .create({
        ...AUTHENTICATION,
        cardDetail: { ...AUTHENTICATION.cardDetail, expiryMonth: '13' },
        order: { ...AUTHENTICATION.order, preorderAvailabilityDate: '2020-00-00' },
        payer: { ...AUTHENTICATION.payer, purchaseCountLast6months: '12345' },
        browserData: { ...AUTHENTICATION.browserData!, timezone: '9999' },
      })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MessageError);
    expect((failure as MessageError).issues.map(({ field }) => field)).toEqual([
      'cardDetail.expiryMonth',
      'order.preorderAvailabilityDate',
      'payer.purchaseCountLast6months',
      'browserData.timezone',
    ]);
    expect(sent).toHaveLength(0);
  });

  it('keeps the padding of its counts and loses the leading zeros of its amounts', async () => {
    const { order, payer, currency_conversion } = await sentFor({
      order: { ...AUTHENTICATION.order, amount: '0001999', giftCardAmount: '000', giftCardCount: '1' },
      payer: { ...AUTHENTICATION.payer, purchaseCountLast6months: '03', transactionCountLastYear: 7 },
      currencyConversion: { payerAmount: '01700', payerCurrency: 'GBP' },
    });
    expect(order).toMatchObject({ amount: '1999', gift_card_amount: '0', gift_card_count: '01' });
    expect(payer).toMatchObject({ purchase_count_last_6months: '03', transaction_count_last_year: '007' });
    expect(currency_conversion).toMatchObject({ payer_amount: '1700' });
  });

  it.each([
    ['2026-11-20T10:00:00Z', '20261120100000', '2026-11-20'],
    ['2026-11-20T23:30:15.5-02:00', '20261121013015', '2026-11-21'],
    ['2026-11-20T09:11', '20261120091100', '2026-11-20'],
  ])('sends the time %s of earlier logins in the forms of the document', async (time, compact, day) => {
    const body = await sentFor({
      payerPriorThreeDsAuthenticationData: { acsTransactionId: 'a', authenticationTimestamp: time },
      payerLoginData: { authenticationTimestamp: time },
    });
    expect(body['payer_prior_three_ds_authentication_data']).toEqual({
      acs_transaction_id: 'a',
      authentication_timestamp: compact,
    });
    expect(body['payer_login_data']).toEqual({ authentication_timestamp: day });
  });

  it('loses the fields that version 2.1.0 does not have', async () => {
    const body = await sentFor({
      messageVersion: '2.1.0',
      challengeRequestIndicator: 'NO_CHALLENGE_REQUESTED_TRANSACTION_RISK_ANALYSIS_PERFORMED',
    });
    expect(body).toMatchObject({ challenge_request_indicator: 'NO_CHALLENGE_REQUESTED' });
    expect(body).not.toHaveProperty('decouple_flow_request');
    expect(body).not.toHaveProperty('whitelist_status');
  });
});

describe('the answer to an authentication', () => {
  it('the answer to an authentication is camelCase, with the data of message extensions as they came', async () => {
    expect(await create({ ...sample.CHALLENGE, brand_new: 1 })).toEqual({
      serverTransId: sample.ID,
      acsTransId: sample.CHALLENGE.acs_trans_id,
      dsTransId: sample.CHALLENGE.ds_trans_id,
      authenticationValue: sample.CHALLENGE.authentication_value,
      eci: '05',
      acsRenderingType: {},
      status: 'CHALLENGE_REQUIRED',
      statusReason: 'HIGH_CONFIDENCE',
      authenticationSource: 'BROWSER',
      messageCategory: 'PAYMENT_AUTHENTICATION',
      messageVersion: '2.2.0',
      acsReferenceNumber: 'ACS-1',
      messageExtension: [{ name: 'extension', id: 'A1', criticalityIndicator: 'true', data: { A1: {} } }],
      whitelistStatus: 'PENDING_CARDHOLDER_CONFIRMATION',
      cardholderResponseInfo: 'Call us.',
      decoupledResponseIndicator: 'DECOUPLED_AUTHENTICATION_NOT_UTILISED',
      authenticationType: 'DYNAMIC_CHALLENGE',
      challengeMandated: true,
      challengeRequestUrl: 'https://acs.example/challenge',
      encodedCreq: 'e30',
    });
  });

  it.each([
    'whitelist_status',
    'status_reason',
    'authentication_type',
    'authentication_source',
    'decoupled_response_indicator',
    'message_version',
  ])('succeeds with an unknown value of %s', async (field) => {
    for (const value of ['BRAND_NEW', 'lower case, with spaces', '01'])
      expect(await create({ ...sample.FRICTIONLESS, [field]: value })).toMatchObject({
        status: 'AUTHENTICATION_SUCCESSFUL',
        [field.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase())]: value,
      });
  });

  it.each(Object.keys(sample.CHALLENGE).filter((field) => field !== 'status' && field !== 'server_trans_id'))(
    'reads null and empty text in %s as absent',
    async (field) => {
      for (const empty of [null, '']) {
        const answer = await get({ ...sample.CHALLENGE, [field]: empty });
        expect(Object.keys(answer)).not.toContain(
          field.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase()),
        );
      }
    },
  );

  it('keeps null and empty text in the data of a message extension', async () => {
    const data = { A1: { empty: '', none: null, list: [null] } };
    const message_extension = [{ name: null, id: 'A1', criticality_indicator: true, data }];
    expect(await get({ ...sample.FRICTIONLESS, message_extension })).toMatchObject({
      messageExtension: [{ id: 'A1', criticalityIndicator: 'true', data }],
    });
  });

  it('reads numbers and booleans where text is expected', async () => {
    expect(
      await create({ ...sample.FRICTIONLESS, eci: 5, acs_reference_number: 12, challenge_mandated: 'True' }),
    ).toMatchObject({ eci: '5', acsReferenceNumber: '12', challengeMandated: true });
  });

  it.each([
    ['status', { ...sample.FRICTIONLESS, status: 'BRAND_NEW' }],
    ['server_trans_id', { ...sample.FRICTIONLESS, server_trans_id: null }],
    ['server_trans_id', { ...sample.FRICTIONLESS, server_trans_id: '3f1c1f0e-0000-4000-8000-00000000000f' }],
    ['eci', { ...sample.FRICTIONLESS, eci: 'x' }],
    ['challenge_request_url', { ...sample.CHALLENGE, challenge_request_url: 'javascript:alert(1)' }],
    ['challenge_request_url', { ...sample.CHALLENGE, challenge_request_url: null }],
    ['encoded_creq', { ...sample.CHALLENGE, encoded_creq: '<>' }],
  ])('the answer to an authentication is a bad answer when %s is wrong', async (field, body) => {
    expect((await failureOf(create(body))).failure).toMatchObject({ kind: 'bad-answer', issues: [{ field }] });
  });

  it('the answer to an authentication is a bad answer with a critical message extension that the merchant does not understand', async () => {
    const message_extension = [{ name: 'x', id: 'B2', criticality_indicator: true, data: {} }];
    expect((await failureOf(create({ ...sample.FRICTIONLESS, message_extension }))).failure).toMatchObject({
      issues: [{ field: 'message_extension.B2' }],
    });
  });

  it('the answer to an authentication of a successful payment requires ECI and authentication value', async () => {
    const { message_category: _category, ...unnamed } = UNPROVEN;
    for (const body of [UNPROVEN, unnamed]) {
      const named = { kind: 'bad-answer', issues: [{ field: 'authentication_value' }, { field: 'eci' }] };
      for (const call of [create, get]) {
        const { failure } = await failureOf(call(body));
        expect(failure.kind === 'bad-answer' && failure.issues.map(({ field }) => field).sort()).toEqual(
          named.issues.map(({ field }) => field),
        );
      }
    }
  });

  it('the answer to a successful non-payment authentication requires neither ECI nor authentication value', async () => {
    const category = 'NON_PAYMENT_AUTHENTICATION';
    const { message_category: _category, ...unnamed } = UNPROVEN;
    const successful = { status: 'AUTHENTICATION_SUCCESSFUL' };
    expect(await create({ ...UNPROVEN, message_category: category })).toMatchObject(successful);
    expect(await create(unnamed, 200, { messageCategory: category })).toMatchObject(successful);
    expect(await get({ ...UNPROVEN, message_category: category })).toMatchObject(successful);
    expect(await get(unnamed, { messageCategory: category })).toMatchObject(successful);
  });
});

describe('the HTTP status of an authentication', () => {
  it.each([200, 201, 202, 203, 299])('the HTTP status %i of an authentication is a success', async (status) => {
    expect(await create(sample.FRICTIONLESS, status)).toMatchObject({ status: 'AUTHENTICATION_SUCCESSFUL' });
  });

  it('an authentication that is answered with 202 and eos_reason fails as blocked with the reason', async () => {
    const body = { eos_reason: 'Blocked by Transaction Risk Analysis.' };
    const error = await failureOf(create(body, 202));
    expect(error.failure).toEqual({ kind: 'blocked', reason: 'Blocked by Transaction Risk Analysis.' });
    expect(error.message).toBe(
      'authentication: blocked: Blocked by Transaction Risk Analysis. Ask the gateway which rule of your account blocks the payment.',
    );
  });

  it('an authentication that is answered with 200 and eos_reason is a success', async () => {
    expect(await create({ ...sample.FRICTIONLESS, eos_reason: 'CONTINUE' })).toMatchObject({ eosReason: 'CONTINUE' });
  });

  it('an authentication that is answered with 204 and no body is a bad answer', async () => {
    const { gateway } = gatewayAnswering(() => new Response(null, { status: 204 }));
    expect((await failureOf(gateway.authentications.create(AUTHENTICATION))).failure.kind).toBe('bad-answer');
  });

  it('an authentication that is answered with 400 keeps its code when the description and the field are null', async () => {
    const body = { ...sample.ERROR_BODY, error_code: 203, error_description: null, error_detail: null };
    expect((await failureOf(create(body, 400))).failure).toMatchObject({ kind: 'invalid', body: { errorCode: '203' } });
  });

  it('an authentication that is answered with 400 names the field in the body', async () => {
    expect((await failureOf(create(sample.ERROR_BODY, 400))).failure).toEqual({
      kind: 'invalid',
      body: {
        threeDsserverTransId: sample.ID,
        errorCode: '201',
        errorComponent: 'S',
        errorDescription: 'Missing.',
        errorDetail: 'message_version',
        errorMessageType: 'AReq',
        messageType: 'Erro',
        messageVersion: '2.1.0',
      },
    });
  });
});

/** Values of every shape, of which most are no value of a field. */
const SHAPES: readonly unknown[] = [
  'NOT_AVAILABLE',
  ' 05 ',
  'x'.repeat(20_000),
  '\u0000',
  17,
  -1.5,
  true,
  false,
  null,
  '',
  '\r\n  ',
  [],
  ['A1', 2, null, { id: 'A1' }],
  {},
  { id: 'A1', name: ['x'], criticality_indicator: 'false', data: 7 },
  [[['deep']]],
];
/** Fields that decide, and the fields that a success requires. */
const DECIDING = ['server_trans_id', 'status', 'eci', 'authentication_value'];

describe.each([
  ['a success', sample.FRICTIONLESS, DECIDING],
  ['a failure', { ...sample.FRICTIONLESS, status: 'AUTHENTICATION_FAILED' }, ['server_trans_id', 'status']],
  ['a challenge', sample.CHALLENGE, ['server_trans_id', 'status', 'challenge_request_url', 'encoded_creq']],
])('%s', (name, body, deciding) => {
  const fields = Object.keys(authenticationResponseSchema.shape).filter((field) => !deciding.includes(field));

  it.each(fields)(`an answer of ${name} is read with a field %s of every shape`, async (field) => {
    for (const shape of SHAPES) {
      const answer = await create({ ...body, [field]: shape });
      expect(answer, JSON.stringify(shape)?.slice(0, 60)).toMatchObject({ status: body.status });
      // A value that is kept is of the type that the client promises.
      expect(authenticationResponseSchema.safeParse(toWire(authenticationResponseSchema, answer)).success).toBe(true);
      expect(Object.values(answer)).not.toContain(undefined);
    }
  });
});

it.each([
  ['a list', [{ id: 'B2', criticality_indicator: true }]],
  ['an object', { id: 'B2', criticality_indicator: 'TRUE' }],
  ['a list with other items', ['x', null, { id: ['B2'], criticality_indicator: 'Y' }]],
  ['an object without an identifier', { criticality_indicator: 1, name: 'x' }],
  ['an object whose indicator is a list', { id: 'B2', criticality_indicator: ['false'] }],
  ['an object whose indicator is an object', { id: 'B2', criticality_indicator: { value: false } }],
])('a critical message extension is found in %s', async (_what, message_extension) => {
  expect((await failureOf(create({ ...sample.FRICTIONLESS, message_extension }))).failure.kind).toBe('bad-answer');
});

it('an answer has no card number of another card in the texts that the ACS writes', async () => {
  const number = '4111111111111111';
  const body = Object.fromEntries(
    Object.keys(authenticationResponseSchema.shape)
      .filter((field) => !['server_trans_id', 'status', 'eci', 'challenge_request_url'].includes(field))
      .map((field) => [field, field === 'acs_info_indicator' ? [number] : number]),
  );
  const { encodedCreq, authenticationValue, ...answer } = await create({ ...sample.FRICTIONLESS, ...body });
  expect([encodedCreq, authenticationValue]).toEqual([number, number]);
  expect(JSON.stringify(answer)).not.toContain(number);
  expect(answer).not.toHaveProperty('acsTransId');
  expect(answer).not.toHaveProperty('dsTransId');
});

it.each([
  ['a success', sample.FRICTIONLESS],
  ['a challenge', sample.CHALLENGE],
])('an answer of %s is read with a list of one for each field that its status requires', async (_what, body) => {
  const required = ['eci', 'authentication_value', 'challenge_request_url', 'encoded_creq'];
  const lists = Object.entries(body).map(([name, value]) => [name, required.includes(name) ? [value] : value]);
  expect(await create(Object.fromEntries(lists))).toEqual(await create(body));
  for (const shape of [[], ['a', 'b'], [['05']]]) {
    const others = Object.entries(body).map(([name, value]) => [name, required.includes(name) ? shape : value]);
    expect((await failureOf(create(Object.fromEntries(others)))).failure.kind).toBe('bad-answer');
  }
});

it('an authentication value, a challenge request and an ECI may have white space and line ends', async () => {
  const success = { ...sample.FRICTIONLESS, eci: ' 05\n', authentication_value: 'AJkBBkhgQQAA\r\nAE4gSEJydQ==\n' };
  expect(await create(success)).toMatchObject({ eci: '05', authenticationValue: 'AJkBBkhgQQAAAE4gSEJydQ==' });
  const wrapped = sample.CHALLENGE.encoded_creq.replace(/(.{10})/g, '$1\r\n');
  expect(await create({ ...sample.CHALLENGE, encoded_creq: wrapped })).toMatchObject({
    encodedCreq: sample.CHALLENGE.encoded_creq,
  });
});
