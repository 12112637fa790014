import { describe, expect, it } from 'vitest';
import type { ProblemReport } from '../../../../src/server.js';
import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { codeOf } from '../../code-of.js';
import {
  authenticationAnswer,
  authorizationAnswer,
  authorizationsAt,
  CARDS,
  isQuery,
  isXml,
  notFound,
  orderIdIn,
  pay,
  prepare,
  recordOf,
  shop,
  type Shop,
  shortAnswer,
} from '../../scripted-gateway.js';

type Answer = (orderid: string) => Response | Promise<Response>;
const failing = (code: string) => () => Promise.reject<Response>(Object.assign(new Error(code), { code }));

/** An order that is paid at a gateway that answers the authorization so, and its record when the request was sent. */
async function paid(
  answer: Answer,
  options: Parameters<typeof shop>[0] = {},
  order: Parameters<Shop['order']>[0] = {},
) {
  const place = shop({ patience: 0, ...options });
  const id = await place.order(order);
  let sent: OrderRecord | undefined;
  place.intercept = async (path, text, pass) => {
    if (!isXml(path)) return pass();
    if (isQuery(text)) return notFound();
    sent = await recordOf(place, id);
    return answer(orderIdIn(text));
  };
  const code = await codeOf(pay(place, id));
  const record = await recordOf(place, id);
  return { place, id, code, sent: sent!, record, last: record.history.at(-1), attempt: record.attempts[0] };
}

describe('the record of an authorization', () => {
  it('the order is in doubt, and has the attempt with its deadline, before the request is sent', async () => {
    const { sent, place } = await paid((orderid) => authorizationAnswer({ orderid, result: '00' }));
    const orderId = orderIdIn(authorizationsAt(place)[0]!.text);
    const { serverTransId } = sent.authentications[0]!;
    expect(sent).toMatchObject({ state: 'in-doubt', liabilityShift: true, authentications: [{ stage: 'closed' }] });
    expect(sent.attempts).toEqual([
      {
        kind: 'card',
        gatewayOrderId: orderId,
        amount: '1999',
        currency: 'EUR',
        sentAt: '2026-11-20T12:00:00.000Z',
        // The time limit of the gateway's answer, and five seconds.
        deadline: '2026-11-20T12:00:10.000Z',
        card: '422200******5344',
        serverTransId,
        progress: { step: 'sent' },
      },
    ]);
    expect(sent.history.at(-1)).toMatchObject({
      event: 'authorization-sent',
      state: 'in-doubt',
      detail: { orderId, card: '422200******5344' },
    });
  });

  it.each<[string, Answer, object]>([
    [
      'is signed',
      (orderid) => authorizationAnswer({ orderid, result: '101', message: 'NO' }),
      { result: '101', message: 'NO' },
    ],
    [
      'is unsigned',
      (orderid) => authorizationAnswer({ orderid, result: '00', message: 'YES' }, { signed: false }),
      { result: '00', message: 'YES', trust: 'unsigned' },
    ],
    [
      'has a wrong hash',
      (orderid) => authorizationAnswer({ orderid, result: '00', message: 'YES' }, { secret: 'x' }),
      { result: '00', message: 'YES', trust: 'wrong-hash' },
    ],
  ])('the history has an answer that %s: %j', async (_which, answer, detail) => {
    const { last, attempt } = await paid(answer);
    const { gatewayOrderId: orderId } = attempt!;
    expect(last).toMatchObject({ event: 'authorization-answered' });
    expect(last?.detail).toEqual({ ...detail, orderId });
  });

  it.each<[string, Answer, string, string, string]>([
    ['no answer', failing('ECONNRESET'), 'unanswered', 'authorization-unanswered', 'no-answer'],
    ['HTTP 500', () => new Response('', { status: 500 }), 'http', 'authorization-unanswered', 'no-answer'],
    ['no XML', () => new Response('<html>'), 'bad-answer', 'authorization-unanswered', 'broken-answer'],
  ])(
    'the history has an authorization that got %s, and the attempt is unresolved',
    async (_what, answer, why, event, cause) => {
      const { last, attempt, code } = await paid(answer);
      expect(code).toBe('authorization-unanswered');
      expect(attempt?.progress).toEqual({ step: 'unresolved', cause });
      expect(last).toMatchObject({ event, detail: { why, orderId: attempt?.gatewayOrderId } });
    },
  );

  it('an answer that decides nothing is kept with its reference', async () => {
    const unsigned: Answer = (orderid) =>
      authorizationAnswer({ orderid, result: '00', message: 'YES', pasref: '77' }, { signed: false });
    const answer = { result: '00', message: 'YES' };
    expect((await paid(unsigned)).attempt?.progress).toEqual({
      step: 'unresolved',
      cause: 'broken-answer',
      answer,
      pasref: '77',
    });
    const { attempt } = await paid(() => shortAnswer('501', 'Duplicate'));
    expect(attempt?.progress).toStrictEqual({
      step: 'unresolved',
      cause: 'duplicate',
      answer: { result: '501', message: 'Duplicate' },
    });
  });

  it('an approval is kept with its references', async () => {
    const { attempt, record } = await paid((orderid) =>
      authorizationAnswer({ orderid, result: '00', pasref: '77', authcode: '12' }),
    );
    expect(attempt?.progress).toMatchObject({ step: 'succeeded', pasref: '77', authcode: '12' });
    expect(record.payment).toMatchObject({ pasref: '77', authcode: '12' });
  });

  it('an authorization that was not sent leaves its reason in the history, and no attempt', async () => {
    const { record, last } = await paid(failing('ECONNREFUSED'));
    expect(record).toMatchObject({ state: 'open', attempts: [] });
    expect(last).toMatchObject({ event: 'authorization-not-sent', detail: { why: 'not-sent' } });
  });

  it('onProblem receives a system error with its answer, before the look-up', async () => {
    const problems: ProblemReport[] = [];
    const { id } = await paid(() => shortAnswer('301', 'SYSTEM ERROR'), { onProblem: (one) => problems.push(one) });
    expect(problems).toMatchObject([
      { code: 'gateway-refused', order: id, cause: { result: '301', message: 'SYSTEM ERROR' } },
    ]);
  });
});

describe('the request of an authorization', () => {
  const approved: Answer = (orderid) => authorizationAnswer({ orderid, result: '00' });

  it('the request has the proof of the authentication, the card and the settlement', async () => {
    const { place } = await paid(approved);
    const { text } = authorizationsAt(place)[0]!;
    expect(text).toContain('<autosettle flag="1">');
    expect(text).toContain('<chname>Ada Lovelace</chname>');
    expect(text).toContain('<number>987</number>');
    expect(text).toMatch(/<mpi>.*<message_version>2\.2\.0<\/message_version>.*<\/mpi>/);
    expect(text).toMatch(/<eci>0?5<\/eci>/);
    expect(text).toMatch(/<authentication_value>[^<]+<\/authentication_value>/);
    expect(text).toMatch(/<ds_trans_id>[^<]+<\/ds_trans_id>/);
    expect(text).not.toContain('exempt_status');
    const later = await paid(approved, { autosettle: false });
    expect(authorizationsAt(later.place)[0]!.text).toContain('<autosettle flag="0">');
  });

  it('the request has no element for what the authentication did not answer', async () => {
    const place = shop({ policies: { couldNotBePerformed: 'authorize' } });
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    place.intercept = (path, text, pass) => {
      if (isXml(path)) return approved(orderIdIn(text));
      return path === '/3ds2/authentications'
        ? authenticationAnswer(serverTransId, 'AUTHENTICATION_COULD_NOT_BE_PERFORMED', { ds_trans_id: undefined })
        : pass();
    };
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('authorized');
    const { text } = authorizationsAt(place)[0]!;
    expect(text).toContain('<mpi><message_version>2.2.0</message_version></mpi>');
  });

  it('the request has the version of the answer where the ACS chose another one', async () => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    const proof = { eci: '05', authentication_value: 'AJkBBkhgQQAAAE4gSEJydQAAAAA=', message_version: '2.1.0' };
    place.intercept = (path, text, pass) => {
      if (isXml(path)) return approved(orderIdIn(text));
      return path === '/3ds2/authentications'
        ? authenticationAnswer(serverTransId, 'AUTHENTICATION_SUCCESSFUL', proof)
        : pass();
    };
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('authorized');
    expect(authorizationsAt(place)[0]!.text).toContain('<message_version>2.1.0</message_version>');
  });
});

it('an attempt without an authentication is counted with its card, and one that was not sent is not', async () => {
  const place = shop({ policies: { notEnrolled: 'authorize' } });
  const id = await place.order();
  await prepare(place, id, CARDS.notEnrolled);
  const attempt = () => codeOf(pay(place, id, CARDS.notEnrolled, { serverTransId: undefined }));
  place.intercept = failing('ECONNREFUSED');
  expect(await attempt()).toBe('gateway-unavailable');
  expect((await recordOf(place, id)).counts).toMatchObject({ attempts: 0, cards: 0 });
  place.intercept = (_path, text) => authorizationAnswer({ orderid: orderIdIn(text), result: '101' });
  expect(await attempt()).toBe('declined');
  expect(await recordOf(place, id)).toMatchObject({
    counts: { attempts: 1, cards: 1 },
    liabilityShift: false,
    attempts: [{ serverTransId: null }],
  });
});

it('the history of an add-card order has its confirmation, and the authentication is closed', async () => {
  const place = shop();
  const id = await place.order({ purpose: 'add-card' });
  expect(await codeOf(pay(place, id))).toBe('card-authenticated');
  const { authentications, history, attempts } = await recordOf(place, id);
  const [{ serverTransId } = {}] = authentications;
  expect(authentications).toMatchObject([{ stage: 'closed' }]);
  expect(history.at(-1)).toMatchObject({ event: 'card-confirmed', state: 'authenticated', detail: { serverTransId } });
  expect(attempts).toEqual([]);
});
