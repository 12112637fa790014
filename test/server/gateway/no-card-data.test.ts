import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { AUTHORIZATION, CALLS, NUMBER } from './sample-calls.js';
import { failureOf, gatewayAnswering, jsonAnswer, SECRET } from './scripted-fetch.js';

const echo = `${NUMBER} was refused, 4222 0000 0628 5344 and 4222-0000-0628-5344 too`;
const errorBody = {
  error_code: '203',
  error_component: 'S',
  error_description: echo,
  error_detail: `card_detail.number=${NUMBER}`,
  error_message_type: 'AReq',
  message_type: 'Erro',
};

describe.each(Object.keys(CALLS) as (keyof typeof CALLS)[])('an error of the call %s', (call) => {
  it.each([
    ['an answer of another form', jsonAnswer({ number: NUMBER, card: { number: NUMBER } })],
    ['an answer that is no JSON', () => new Response(`<p>${echo}</p>`)],
    ['a 400 that quotes the card', jsonAnswer(errorBody, 400)],
    ['a 400 of another form', jsonAnswer({ message: echo }, 400)],
    ['a 401', () => new Response(echo, { status: 401 })],
    ['a 500', () => new Response(echo, { status: 500 })],
    [
      'no connection',
      () =>
        Promise.reject(
          new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }),
        ),
    ],
    [
      'a body that breaks off',
      () => new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) })),
    ],
  ])('after %s contains neither card data nor the secret', async (_what, answer) => {
    const error = await failureOf(CALLS[call](gatewayAnswering(answer).gateway));
    const all = `${String(error)} ${error.stack ?? ''} ${JSON.stringify(error)} ${inspect(error, { depth: 20 })}`;
    expect(all.replaceAll(/[ -]/g, '')).not.toContain(NUMBER);
    expect(all).not.toMatch(/9876|Ada Lovelace/);
    expect(all).not.toContain(SECRET);
    // It names the call.
    expect(error.message).toMatch(
      /^(version check|authentication|authentication data|authentication search|card authorization): /,
    );
  });
});

it('a 400 keeps the name of its field and identifiers of digits', async () => {
  const id = '00000000-0000-4000-8000-000000000001';
  const body = {
    ...errorBody,
    three_dsserver_trans_id: id,
    error_detail: 'card_detail.number',
    error_description: `see ${id}`,
  };
  const { failure } = await failureOf(CALLS.versionCheck(gatewayAnswering(jsonAnswer(body, 400)).gateway));
  expect(failure).toMatchObject({
    kind: 'invalid',
    body: { threeDsserverTransId: id, errorDetail: 'card_detail.number', errorDescription: `see ${id}` },
  });
});

it('the message of an authorization is kept without the card number', async () => {
  const answer = () =>
    new Response(`<response timestamp="20261120222411"><result>508</result><message>${echo}</message></response>`);
  const { message } = await gatewayAnswering(answer).gateway.cardAuthorizations.create(AUTHORIZATION);
  expect(message.replaceAll(/[ -]/g, '')).not.toContain(NUMBER);
  expect(message).toContain('was refused');
});
