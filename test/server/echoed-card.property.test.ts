import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { runs } from '../runs.js';
import { digitsOfAnyScript, spellingOf, surrounding } from './card-spelling.js';
import { expectFixedTexts, telemetryRecorder } from './telemetry-recorder.js';
import {
  answerChallenge,
  authorizationAnswer,
  CARDS,
  isQuery,
  isXml,
  json,
  orderIdIn,
  pay,
  prepare,
  report,
  shop,
  type Shop,
} from './scripted-gateway.js';

const folder = mkdtempSync(join(tmpdir(), 'scudo-echoed-card-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CALLS = ['version check', 'authentication', 'authentication data', 'authorization', 'query'] as const;
type Call = (typeof CALLS)[number];

function callOf(path: string, text: string): Call | undefined {
  if (isXml(path)) return isQuery(text) ? 'query' : 'authorization';
  if (path === '/3ds2/protocol-versions') return 'version check';
  if (path === '/3ds2/authentications') return 'authentication';
  return path.startsWith('/3ds2/authentications/') ? 'authentication data' : undefined;
}

/** Informational fields of the JSON answers, and two that no document has. */
const JSON_FIELDS = [
  ...['acs_trans_id', 'ds_trans_id', 'status_reason', 'whitelist_status', 'cardholder_response_info'],
  ...['acs_reference_number', 'authentication_type', 'acs_rendering_type', 'eos_reason', 'pan', 'note'],
];
const XML_FIELDS = ['message', 'pasref', 'authcode'] as const;

type Form =
  | 'extra fields'
  | 'one field'
  | 'refusal'
  | 'error'
  | 'block'
  | 'failed connection'
  | 'unsigned'
  | 'wrong hash';

/** An answer of the gateway that has this text in one or all of its fields. */
async function echo(
  form: Form,
  call: Call,
  text: string,
  field: number,
  orderid: string,
  pass: () => Promise<Response>,
) {
  if (form === 'failed connection') throw new TypeError(`fetch of ${text} failed`, { cause: new Error(text) });
  if (call === 'authorization' || call === 'query') {
    const name = XML_FIELDS[field % XML_FIELDS.length] ?? 'message';
    const leaked =
      form === 'one field' ? { [name]: xml(text) } : { message: xml(text), pasref: xml(text), authcode: xml(text) };
    const result = form === 'refusal' ? '508' : form === 'error' ? '500' : '101';
    const secret = form === 'wrong hash' ? 'another' : 'secret';
    return authorizationAnswer({ orderid, result, ...leaked }, { secret, signed: form !== 'unsigned' });
  }
  const body = {
    error_code: '203',
    error_component: 'S',
    error_description: text,
    error_detail: text,
    message_type: text,
  };
  if (form === 'refusal') return Response.json(body, { status: 400 });
  if (form === 'error') return new Response(text, { status: 502 });
  if (form === 'block') return Response.json({ eos_reason: { [text]: text } }, { status: 202 });
  const answer = (await json(await pass())) as object;
  const names = form === 'one field' ? [JSON_FIELDS[field % JSON_FIELDS.length] ?? 'note'] : JSON_FIELDS;
  const leaked = Object.fromEntries(
    names.map((name) => [name, name === 'acs_rendering_type' ? { [text]: text } : text]),
  );
  const message_extension = [{ id: 'A1', name: text, data: { [text]: [text] } }];
  return Response.json({ ...answer, ...leaked, ...(form === 'extra fields' ? { message_extension } : {}) });
}

function xml(text: string): string {
  return text.replaceAll('&', '').replaceAll('<', '').replaceAll('>', '');
}

/** Pays as the page does, with every call that has the card. Returns the texts of all answers. */
async function wholePayment(place: Shop, number: string): Promise<string> {
  const id = await place.order({ policies: { notEnrolled: 'authorize' } });
  const texts: string[] = [];
  const keep = async (response: Response) => {
    texts.push(await response.clone().text());
    return response;
  };
  await keep(await place.call(`orders/${id}/protocol-versions`, { number }));
  const serverTransId = await prepare(place, id, number);
  const answer = await json(await keep(await pay(place, id, number, { serverTransId })));
  if (answer.result === 'challenge') {
    await answerChallenge(place, answer as { encoded_creq: string; acs_url: string }).catch(() => undefined);
    await keep(await report(place, id, serverTransId ?? '', { number }));
  }
  await place.backend.orders.lookUp(id).catch((error: unknown) => texts.push(inspect(error, { depth: 20 })));
  await keep(await place.call(`orders/${id}`));
  texts.push(
    JSON.stringify(await place.backend.orders.read(id)),
    JSON.stringify(await place.backend.orders.shopView(id)),
  );
  return texts.join('\n');
}

/** A number that was stored in a name of an extension's data, because a reference of XML is a digit of it. */
const FOUND = { number: CARDS.success, text: '4②2②0000062&#56;5&#51;44' };

it('a card number that the gateway echoes in any spelling and field is not stored, reported or returned', async () => {
  const problems: string[] = [];
  const telemetry = telemetryRecorder();
  const place = shop(
    {
      store: { path: join(folder, 'orders.db') },
      onProblem: (problem) => problems.push(inspect(problem, { depth: 20 })),
      onEvent(event) {
        problems.push(JSON.stringify(event));
        telemetry.onEvent(event);
      },
    },
    { messageExtensions: ['A1'] },
  );
  const number = fc.constantFrom(CARDS.success, CARDS.challenge, CARDS.failed);
  const written = number.chain((one) =>
    fc.record({
      number: fc.constant(one),
      text: fc.tuple(surrounding, spellingOf(one), surrounding).map((parts) => parts.join('')),
    }),
  );
  const form = fc.constantFrom<Form[]>(
    ...([
      'extra fields',
      'one field',
      'refusal',
      'error',
      'block',
      'failed connection',
      'unsigned',
      'wrong hash',
    ] as const),
  );
  await fc.assert(
    fc.asyncProperty(written, fc.constantFrom(...CALLS), form, fc.nat(20), async (card, call, kind, field) => {
      let echoed = false;
      place.intercept = async (path, text, pass) => {
        // A query follows an authorization without an answer.
        if (call === 'query' && callOf(path, text) === 'authorization') return new Response('', { status: 500 });
        if (callOf(path, text) !== call) return pass();
        echoed = true;
        return echo(kind, call, card.text, field, orderIdIn(text), pass);
      };
      problems.length = 0;
      const returned = await wholePayment(place, card.number);
      expect(echoed || call === 'authentication data' || card.number === CARDS.failed).toBe(true);
      expect(digitsOfAnyScript(returned)).not.toContain(card.number);
      expect(digitsOfAnyScript(problems.join('\n'))).not.toContain(card.number);
    }),
    { seed: 20_261_121, numRuns: runs(5), examples: [[FOUND, 'authentication', 'extra fields', 0]] },
  );
  expectFixedTexts(telemetry);
  const stored = digitsOfAnyScript(
    readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n'),
  );
  for (const one of [CARDS.success, CARDS.challenge, CARDS.failed]) {
    expect(stored).toContain(one.slice(0, 6));
    expect(stored).not.toContain(one);
  }
});
