import { describe, expect, it } from 'vitest';
import {
  authorizationAnswer,
  authorizationsAt,
  CARDS,
  json,
  newKey,
  pay,
  prepare,
  report,
  shop,
} from './scripted-gateway.js';

const told = async (response: Response | Promise<Response>): Promise<string> => {
  const body = await json(await response);
  return (body.outcome?.code ?? body.code ?? body.result) as string;
};
const declined = (text: string) =>
  authorizationAnswer({ orderid: /<orderid>(.*?)</.exec(text)?.[1] ?? '', result: '101' });

describe('one transaction, asked for several times at once', () => {
  it('is authenticated once, with whatever keys', async () => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    const answers = await Promise.all([1, 2, 3].map(() => told(pay(place, id, CARDS.success, { serverTransId }))));
    expect(answers.filter((code) => code === 'authorized')).toHaveLength(1);
    expect(answers.filter((code) => code === 'authentication-unknown')).toHaveLength(2);
    expect(place.sent.filter(({ path }) => path === '/3ds2/authentications')).toHaveLength(1);
  });

  it('is answered alike to all who bring the same key', async () => {
    const place = shop();
    const id = await place.order();
    const call = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => json(await pay(place, id, CARDS.success, call))),
    );
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(authorizationsAt(place)).toHaveLength(1);
  });
});

describe('a key', () => {
  it('is good for its own call: not for the next one of the payment', async () => {
    const place = shop();
    const id = await place.order();
    const key = newKey();
    const answer = await json(await pay(place, id, CARDS.challenge, { key }));
    expect(answer.result).toBe('challenge');
    const reused = await report(place, id, answer.server_trans_id as string, { key });
    expect(reused.status).toBe(422);
    expect(await json(reused)).toMatchObject({ code: 'key-reused', retryable: false });
  });

  it('is good for its own card: without a transaction nothing else tells one call from another', async () => {
    const place = shop();
    const id = await place.order({ policies: { notEnrolled: 'authorize' } });
    place.intercept = (path, text, pass) => (path === '/epage-remote.cgi' ? declined(text) : pass());
    const key = newKey();
    expect(await told(pay(place, id, CARDS.notEnrolled, { key }))).toBe('declined');
    expect(await told(pay(place, id, '5100000000000016', { key }))).toBe('key-reused');
    expect(await told(pay(place, id, CARDS.notEnrolled, { key }))).toBe('declined');
    expect(authorizationsAt(place)).toHaveLength(1);
  });

  it('is good for its own order', async () => {
    const place = shop();
    const key = newKey();
    for (const id of [await place.order(), await place.order()])
      expect(await told(pay(place, id, CARDS.success, { key }))).toBe('authorized');
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString', '12345678', '!"#$%&()'])(
    'may be “%s”',
    async (key) => {
      const place = shop();
      const id = await place.order();
      const call = { serverTransId: await prepare(place, id, CARDS.success), key };
      expect(await told(pay(place, id, CARDS.success, call))).toBe('authorized');
      expect(await told(pay(place, id, CARDS.success, call))).toBe('authorized');
      expect(authorizationsAt(place)).toHaveLength(1);
    },
  );

  it.each(['short', 'with blank', 'x'.repeat(101), 'ümläüte-'])('may not be “%s”', async (key) => {
    const place = shop();
    const response = await pay(place, await place.order(), CARDS.success, { key });
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ code: 'invalid-request', fields: [{ field: 'Idempotency-Key' }] });
  });

  it('whose call came to nothing may be tried again', async () => {
    const place = shop();
    const id = await place.order();
    const answer = await json(await pay(place, id, CARDS.challenge));
    const key = newKey();
    place.intercept = () => new Response('', { status: 500 });
    expect(await told(report(place, id, answer.server_trans_id as string, { key }))).toBe('gateway-unavailable');
    place.intercept = undefined;
    expect(await told(report(place, id, answer.server_trans_id as string, { key, ended: 'cancelled' }))).toBe(
      'challenge-cancelled',
    );
  });

  it('after which a hundred others came is forgotten, and the order is still paid once', async () => {
    const place = shop();
    const id = await place.order();
    const call = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
    expect(await told(pay(place, id, CARDS.success, call))).toBe('authorized');
    for (let count = 0; count < 100; count++)
      await pay(place, id, CARDS.success, { serverTransId: call.serverTransId });
    expect(await told(pay(place, id, CARDS.success, call))).toBe('already-paid');
    expect(Object.keys((await place.backend.orders.read(id))?.answers ?? {})).toHaveLength(100);
    expect(authorizationsAt(place)).toHaveLength(1);
  });
});
