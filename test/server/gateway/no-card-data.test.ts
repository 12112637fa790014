import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createGateway, type ProblemReport } from '../../../src/server.js';
import { consoleLine } from '../../../src/server/adapters/log/console-line.js';
import { CARDS, isXml, pay, prepare, shop } from '../scripted-gateway.js';
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
  ])('an error of a call of the gateway after %s contains neither card data nor the secret', async (_what, answer) => {
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

const QUOTES: readonly (readonly [how: string, quote: (body: string) => string])[] = [
  ['as it is', (body) => body],
  ['in JSON', (body) => JSON.stringify({ body })],
  ['in JSON of JSON', (body) => JSON.stringify(JSON.stringify({ body }))],
  ['in an address', (body) => encodeURIComponent(body)],
  ['in a form', (body) => new URLSearchParams({ body }).toString()],
  ['in upper case', (body) => body.toUpperCase()],
  ['line by line', (body) => body.replaceAll(/[,<]/g, '\n$&\n')],
  ['as an object', (body) => inspect(body.startsWith('{') ? JSON.parse(body) : body, { depth: 9 })],
];

describe.each(['authentication', 'cardAuthorization'] as const)('an error of a fetch in the call %s', (call) => {
  it.each(QUOTES)(
    'an error of a fetch that quotes the request %s has no number, code, expiry date or holder',
    async (_how, quote) => {
      const rejected = (_input: unknown, init?: RequestInit) => {
        const quoted = quote(init?.body as string);
        const cause = new AggregateError([new Error(`proxy refused ${quoted}`)], quoted);
        return Promise.reject<Response>(new TypeError(`proxy refused ${quoted}`, { cause }));
      };
      const gateway = createGateway({
        baseUrl: 'https://gateway.example',
        merchantId: 'shop',
        secret: SECRET,
        fetch: rejected,
        // The hash of another moment may contain the letters of the name by chance.
        now: () => new Date('2026-11-23T08:00:00Z'),
      });
      const error = await failureOf(CALLS[call](gateway));
      const all = `${error.stack ?? ''} ${inspect(error, { depth: 20 })}`;
      expect(all).toContain('[TypeError]: gateway.example');
      expect(all).not.toMatch(/ada|lovelace|4222000006285344|9876|1228/i);
      expect(all).not.toMatch(/exp\w*(month|year|date)[^\p{L}]{0,30}(12|28)\b/iu);
    },
  );
});

it('neither onProblem nor the console receives the expiry date or the holder of a card', async () => {
  const problems: ProblemReport[] = [];
  const place = shop({ onProblem: (problem) => void problems.push(problem) });
  const id = await place.order();
  const serverTransId = await prepare(place, id, CARDS.success);
  place.intercept = (path, text, pass) =>
    isXml(path) ? Promise.reject<Response>(new TypeError(`proxy refused ${text}`)) : pass();
  await pay(place, id, CARDS.success, { serverTransId });
  expect(problems.map(({ code }) => code)).toEqual(['authorization-unanswered']);
  const shown = problems.map((problem) => `${inspect(problem, { depth: 20 })} ${consoleLine(problem)}`).join(' ');
  expect(shown).toContain('TypeError: ');
  expect(shown).not.toMatch(/Ada|Lovelace|1228/);
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
