import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withoutSentCard } from '../../../src/server/gateway/sent-card.js';
import * as sample from '../../protocol/samples.js';
import { digitsOfAnyScript, NOTATIONS, spellingOf, surrounding } from '../card-spelling.js';
import { AUTHORIZATION, CALLS, NUMBER } from './sample-calls.js';
import { failureOf, gatewayAnswering, jsonAnswer } from './scripted-fetch.js';
import { signedAnswer } from './xml-answers.js';

const CODE = '9876';
const card = { number: NUMBER, securityCode: CODE };

describe('the number that was sent', () => {
  it.each(NOTATIONS)(
    'the number that was sent %s is removed from values, lists and names of fields',
    (_notation, write) => {
      const text = `Refused ${write(NUMBER)}.`;
      const cleaned = withoutSentCard({ message: text, list: [text, { [text]: text }] }, card);
      expect(digitsOfAnyScript(JSON.stringify(cleaned))).not.toContain(NUMBER);
      expect(cleaned.message).toMatch(/^Refused .*\.$/s);
    },
  );

  it('the number that was sent in any script, with anything between its digits and any text around it, is removed', () => {
    fc.assert(
      fc.property(surrounding, spellingOf(NUMBER), surrounding, (before, number, after) => {
        const cleaned = withoutSentCard({ message: before + number + after }, card);
        expect(digitsOfAnyScript(cleaned.message)).not.toContain(NUMBER);
      }),
      { seed: 20_261_121, numRuns: 3_000 },
    );
  });

  it.each(['4222000006285344', '6500000000000000002', '36227206271667'])(
    'the number that was sent %s as a number of JSON is removed',
    (number) => {
      const answer = JSON.parse(`{"data": {"pan": ${number}}}`) as object;
      expect(JSON.stringify(withoutSentCard(answer, { number }))).toBe(
        `{"data":{"pan":"${number.slice(0, 6)}${'*'.repeat(number.length - 10)}${number.slice(-4)}"}}`,
      );
    },
  );

  it.each([
    ['an ampersand before it', `&${NUMBER}`],
    ['the beginning of a reference before it', `&#${NUMBER}; &#x${NUMBER}`],
    ['the beginning of a reference before its first group', `order &#${NUMBER.slice(0, 4)} ${NUMBER.slice(4)}`],
    ['references of another reference', Array.from(NUMBER, (digit) => `&amp;amp;#38;#x3${digit};`).join('')],
    [
      'a reference with many zeros',
      Array.from(NUMBER, (digit) => `&#${'0'.repeat(40)}5${digit};`)
        .join('')
        .replaceAll(/5(\d);/g, (_all, digit: string) => `${48 + Number(digit)};`),
    ],
  ])('the number that was sent with %s is removed', (_what, text) => {
    expect(digitsOfAnyScript(withoutSentCard(text, card).replaceAll(/#38;|amp;/g, ''))).not.toContain(NUMBER);
  });

  it('the number that was sent in a text of 256 kB of references is removed in linear time', () => {
    for (const unit of ['&#0', '&amp;', '&#38;', '&#52;', '&', 'amp;', '&a1']) {
      const text = unit.repeat(256_000 / unit.length) + NUMBER;
      expect(withoutSentCard(text, card)).not.toContain(NUMBER);
    }
  });

  it('leaves every other text, number and name as it is', () => {
    const answer = {
      a: ['1', 2, true, null, { b: '4222 0000 0628 5345 &#52;&sup2;&half;&amp;' }],
      'ä①': '½ ４２',
      empty: {},
    };
    expect(withoutSentCard(answer, card)).toEqual(answer);
  });

  it('the number that was sent is removed from a text of 256 kB', () => {
    const text = '4222000006'.repeat(26_000) + NUMBER + '4222000006'.repeat(200);
    expect(withoutSentCard(text, card)).not.toContain(NUMBER);
  });

  it('the number that was sent is not left in levels of an answer that are too deep', () => {
    const deep = JSON.parse(`${'[{"a":'.repeat(5_000)}"${NUMBER}"${'}]'.repeat(5_000)}`) as object;
    expect(JSON.stringify(withoutSentCard(deep, card))).not.toContain(NUMBER);
  });
});

describe('the security code that was sent', () => {
  it.each([
    ['challenge_request_url', 'https://acs.example/challenge?cid=4711'],
    ['method_url', 'https://acs.example/method?cvn=731'],
    ['encoded_method_data', 'eyJ0cvc731aa'],
    ['encoded_creq', 'eyJ0aHCvn731xQ'],
    ['authentication_value', '06wDyDcVV156zMokStvCZmrbogo='],
  ])('the security code that was sent is not looked for in %s, which is passed on as it is', (field, value) => {
    expect(withoutSentCard({ [field]: value }, { number: NUMBER, securityCode: '731' })).toEqual({ [field]: value });
  });

  it.each([
    ['in the element cvn', { cvn: { number: CODE, presind: '1' } }],
    [
      'in a field with the name of a security code',
      { security_code: ` ${CODE} `, CVV2: CODE, 'card-cvc': 'x', cvc: 9876 },
    ],
    ['after a label', { message: `cvn=${CODE}` }],
    ['after a label with words', { message: `The security code is ${CODE}.` }],
    ['after a label and a colon', { message: `CVV2: "${CODE}"` }],
    ['beside the card number', { message: `${NUMBER} 12/28 ${CODE} Ada` }],
    ['alone in a text', { message: `(${CODE})` }],
    ['in full-width digits', { message: 'CVC ９８７６' }],
    ['in the data of an extension', { message_extension: [{ id: 'A1', data: { a: CODE, b: [9876] } }] }],
  ])('the security code that was sent %s is removed', (_where, answer) => {
    expect(digitsOfAnyScript(JSON.stringify(withoutSentCard(answer, card)))).not.toContain(CODE);
  });

  it.each([
    ['a result', { result: '101' }],
    ['an error code', { error_code: '101' }],
    ['an amount', { amount: { '#text': '101', '@currency': 'EUR' } }],
    ['an authorization code', { authcode: '101' }],
    ['a version', { message_version: '1.0.1' }],
    ['a message', { message: 'DECLINED 101 BY ISSUER' }],
    ['a part of a longer number', { message: 'batch 1101' }],
  ])('stays in %s, because it may be another value', (_where, answer) => {
    expect(withoutSentCard(answer, { number: NUMBER, securityCode: '101' })).toEqual(answer);
  });
});

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

it('an error after a failed connection keeps its code', async () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const { gateway } = gatewayAnswering(() => Promise.reject(new TypeError('fetch failed', { cause: refused })));
  const error = await failureOf(CALLS.versionCheck(gateway));
  expect(error.failure).toEqual({ kind: 'unanswered', sent: false });
  expect(error.cause).toMatchObject({ name: 'TypeError', message: 'fetch failed', cause: { code: 'ECONNREFUSED' } });
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

  it('removes a labelled security code that a later query does not know', () => {
    const known = { number: '422200******5344' };
    const answer = { message: 'Declined cvn=987 exp 12/28', result: '101', cvv: '1234' };
    expect(withoutSentCard(answer, known)).toEqual({
      message: 'Declined cvn=*** exp 12/28',
      result: '101',
      cvv: '****',
    });
  });
});
