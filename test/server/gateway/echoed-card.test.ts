import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import * as sample from '../../protocol/samples.js';
import { digitsOfAnyScript } from '../card-spelling.js';
import { AUTHORIZATION, CALLS, NUMBER } from './sample-calls.js';
import { failureOf, gatewayAnswering, jsonAnswer } from './scripted-fetch.js';
import { signedAnswer } from './xml-answers.js';

const CODE = '9876';
const card = { number: NUMBER, securityCode: CODE };

const leak = `PAN_４${NUMBER.slice(1)}, cvn ${CODE}`;
const errorBody = {
  error_code: '203',
  error_component: 'S',
  error_description: leak,
  error_detail: leak,
  error_message_type: leak,
  message_type: leak,
};

/** Everything that a caller, a log and a debugger see of a value. */
const shown = (value: unknown) =>
  [String(value), value instanceof Error ? value.stack : '', JSON.stringify(value), inspect(value, { depth: 20 })].join(
    ' ',
  );

describe.each(['versionCheck', 'authentication', 'cardAuthorization'] as const)('an error of the call %s', (call) => {
  it.each([
    ['a 400 that quotes the card', jsonAnswer(errorBody, 400)],
    ['a block by the exemption engine', jsonAnswer({ eos_reason: leak }, 202)],
    ['a block whose reason is an object', jsonAnswer({ eos_reason: { [leak]: leak } }, 202)],
    ['an answer of another form', jsonAnswer({ [leak]: leak })],
    [
      'a fetch that quotes the request',
      () =>
        Promise.reject<Response>(
          Object.assign(new TypeError(`fetch of ${leak} failed`, { cause: new Error(`body: ${leak}`) }), {
            body: leak,
          }),
        ),
    ],
    [
      'a fetch with several causes',
      () => Promise.reject<Response>(new TypeError('x', { cause: new AggregateError([new Error(leak)], leak) })),
    ],
    ['a fetch that rejects with a text', () => Promise.reject<Response>(leak)],
  ])(
    'an error of a call of the gateway after %s does not contain the card number in any spelling',
    async (_what, answer) => {
      const error = await failureOf(CALLS[call](gatewayAnswering(answer).gateway));
      expect(digitsOfAnyScript(shown(error))).not.toContain(NUMBER);
    },
  );
});

it('an error of fetch keeps its name and its code, and names the host', async () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const { gateway } = gatewayAnswering(() => Promise.reject(new TypeError('fetch failed', { cause: refused })));
  const error = await failureOf(CALLS.versionCheck(gateway));
  expect(error.failure).toEqual({ kind: 'unanswered', sent: false });
  expect(error.cause).toMatchObject({
    name: 'TypeError',
    cause: { code: 'ECONNREFUSED', message: 'ECONNREFUSED gateway.example' },
  });
});

describe('an authorization whose signed answer has the card in every field', () => {
  const text = `${leak} refused`;
  const answer = signedAnswer({
    result: '101',
    message: text,
    pasref: `ref ${leak}`,
    authcode: leak,
    cvnresult: CODE,
    batchid: leak,
    extra: leak,
  });

  it('an authorization whose signed answer has the card in every field is signed by the hash of the answer as it came', async () => {
    expect(await CALLS.cardAuthorization(gatewayAnswering(answer).gateway)).toMatchObject({
      trust: 'signed',
      result: '101',
    });
  });

  it('an answer with the card in every field is returned without the card', async () => {
    const result = await gatewayAnswering(answer).gateway.cardAuthorizations.create(AUTHORIZATION);
    expect(digitsOfAnyScript(JSON.stringify(result))).not.toMatch(new RegExp(`${NUMBER}|${CODE}`));
    expect(result.message).toBe('PAN_４22200******5344, cvn **** refused');
  });
});

describe('an authentication whose answer has the card in every field', () => {
  const answer = {
    ...sample.FRICTIONLESS,
    status: 'AUTHENTICATION_FAILED',
    status_reason: leak,
    acs_trans_id: leak,
    ds_trans_id: leak,
    acs_reference_number: leak,
    whitelist_status: leak,
    cardholder_response_info: leak,
    authentication_type: leak,
    acs_rendering_type: { [leak]: leak },
    message_extension: [{ id: 'A1', name: leak, data: { [leak]: [leak, Number(NUMBER)] } }],
  };

  it('an answer after a request with the card is returned without the number and the labelled code', async () => {
    const { gateway } = gatewayAnswering(
      jsonAnswer({ ...answer, server_trans_id: sample.AUTHENTICATION.server_trans_id }),
    );
    const result = await CALLS.authentication(gateway);
    expect(digitsOfAnyScript(JSON.stringify(result))).not.toContain(NUMBER);
    expect(result).toMatchObject({ statusReason: 'PAN_４22200******5344, cvn ****', messageExtension: [{ id: 'A1' }] });
  });

  it('an answer is returned without number and security code when the caller names the card', async () => {
    const { gateway } = gatewayAnswering(jsonAnswer({ ...answer, server_trans_id: sample.ID }));
    const result = await gateway.authentications.get(sample.ID, { card });
    expect(digitsOfAnyScript(JSON.stringify(result))).not.toMatch(new RegExp(`${NUMBER}|${CODE}`));
  });

  it('returns no message extension that the merchant did not ask for', async () => {
    const { gateway } = gatewayAnswering(jsonAnswer({ ...answer, server_trans_id: sample.ID }), {
      messageExtensions: [],
    });
    expect(await gateway.authentications.get(sample.ID)).not.toHaveProperty('messageExtension');
  });
});
