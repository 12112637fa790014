import { describe, expect, it } from 'vitest';
import {
  authorizationAnswer,
  authorizationsAt,
  CARDS,
  codeOf,
  gate,
  json,
  newKey,
  orderIdIn,
  pay,
  prepare,
  report,
  shop,
  virtualClock,
} from '../scripted-gateway.js';
import { memoryOrderStore } from '../store/memory-order-store.js';

const declined = (text: string) => authorizationAnswer({ orderid: orderIdIn(text), result: '101' });

describe('concurrent calls for one transaction', () => {
  it('a transaction is authenticated once for different keys', async () => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    const answers = await Promise.all([1, 2, 3].map(() => codeOf(pay(place, id, CARDS.success, { serverTransId }))));
    expect(answers.filter((code) => code === 'authorized')).toHaveLength(1);
    expect(answers.filter((code) => code === 'authentication-unknown')).toHaveLength(2);
    expect(place.sent.filter(({ path }) => path === '/3ds2/authentications')).toHaveLength(1);
  });

  it('returns the same answer to each call with the same key', async () => {
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

describe('Idempotency-Key', () => {
  it('rejects a key of an earlier call of the same payment', async () => {
    const place = shop();
    const id = await place.order();
    const key = newKey();
    const answer = await json(await pay(place, id, CARDS.challenge, { key }));
    expect(answer.result).toBe('challenge');
    const reused = await report(place, id, answer.server_trans_id as string, { key });
    expect(reused.status).toBe(422);
    expect(await json(reused)).toMatchObject({ code: 'key-reused', retryable: false });
  });

  it('rejects a key that is reused for another card', async () => {
    const place = shop();
    const id = await place.order({ policies: { notEnrolled: 'authorize' } });
    place.intercept = (path, text, pass) => (path === '/epage-remote.cgi' ? declined(text) : pass());
    const key = newKey();
    expect(await codeOf(pay(place, id, CARDS.notEnrolled, { key }))).toBe('declined');
    expect(await codeOf(pay(place, id, '5100000000000016', { key }))).toBe('key-reused');
    expect(await codeOf(pay(place, id, CARDS.notEnrolled, { key }))).toBe('declined');
    expect(authorizationsAt(place)).toHaveLength(1);
  });

  it('accepts the same key for another order', async () => {
    const place = shop();
    const key = newKey();
    for (const id of [await place.order(), await place.order()])
      expect(await codeOf(pay(place, id, CARDS.success, { key }))).toBe('authorized');
  });

  it.each(['__proto__', 'constructor', 'hasOwnProperty', 'toString', '12345678', '!"#$%&()'])(
    'accepts the key “%s”',
    async (key) => {
      const place = shop();
      const id = await place.order();
      const call = { serverTransId: await prepare(place, id, CARDS.success), key };
      expect(await codeOf(pay(place, id, CARDS.success, call))).toBe('authorized');
      expect(await codeOf(pay(place, id, CARDS.success, call))).toBe('authorized');
      expect(authorizationsAt(place)).toHaveLength(1);
    },
  );

  it.each(['short', 'with blank', 'x'.repeat(101), 'ümläüte-'])('rejects the key “%s”', async (key) => {
    const place = shop();
    const response = await pay(place, await place.order(), CARDS.success, { key });
    expect(response.status).toBe(400);
    expect(await json(response)).toMatchObject({ code: 'invalid-request', fields: [{ field: 'Idempotency-Key' }] });
  });

  it('accepts a key again after a problem that changed nothing', async () => {
    const place = shop();
    const id = await place.order();
    const answer = await json(await pay(place, id, CARDS.challenge));
    const key = newKey();
    place.intercept = () => new Response('', { status: 500 });
    expect(await codeOf(report(place, id, answer.server_trans_id as string, { key }))).toBe('gateway-unavailable');
    place.intercept = undefined;
    expect(await codeOf(report(place, id, answer.server_trans_id as string, { key, ended: 'cancelled' }))).toBe(
      'challenge-cancelled',
    );
  });

  it('keeps the answer to a payment, and only the newest of the answers of calls that began nothing', async () => {
    const place = shop();
    const id = await place.order();
    const call = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
    expect(await codeOf(pay(place, id, CARDS.success, call))).toBe('authorized');
    for (let count = 0; count < 100; count++)
      await pay(place, id, CARDS.success, { serverTransId: call.serverTransId });
    expect(await codeOf(pay(place, id, CARDS.success, call))).toBe('authorized');
    expect(Object.keys((await place.backend.orders.read(id))?.answers ?? {})).toHaveLength(51);
    expect(authorizationsAt(place)).toHaveLength(1);
  });
});

describe('the lease of a call', () => {
  /** Two processes of one shop, of which the first is frozen in its authentication. */
  async function frozen() {
    const clock = virtualClock();
    const store = memoryOrderStore(undefined, clock.now);
    const first = shop({ store, patience: 0 }, {}, { clock });
    const second = shop({ store, patience: 0 }, {}, first);
    const id = await first.order();
    const call = { serverTransId: await prepare(first, id, CARDS.success), key: newKey() };
    const [reached, go] = [gate(), gate()];
    first.intercept = async (_path, _text, pass) => {
      reached.open();
      await go.opened;
      return pass();
    };
    const answer = pay(first, id, CARDS.success, call);
    await reached.opened;
    return { clock, first, second, id, call, go, answer };
  }

  it('lasts for one call of the gateway and five seconds', async () => {
    const { clock, second, id, call, go, answer } = await frozen();
    clock.advance(9_999);
    expect(await codeOf(pay(second, id, CARDS.success, call))).toBe('request-in-progress');
    clock.advance(1);
    expect(await codeOf(pay(second, id, CARDS.success, call))).toBe('gateway-unavailable');
    go.open();
    await answer;
  });

  it('once lapsed and answered, lets the first call send nothing more', async () => {
    const { clock, first, second, id, call, go, answer } = await frozen();
    clock.advance(60_000);
    const reported = await json(await pay(second, id, CARDS.success, call));
    expect(reported.outcome).toMatchObject({ status: 'failed', code: 'gateway-unavailable' });
    go.open();
    expect(await codeOf(answer)).toBe('gateway-unavailable');
    expect([...authorizationsAt(first), ...authorizationsAt(second)]).toEqual([]);
    expect((await second.backend.orders.read(id))?.state).toBe('open');
    expect(await json(await pay(second, id, CARDS.success, call))).toEqual(reported);
  });

  it('once lapsed and not answered, is not renewed, and the first call sends nothing more', async () => {
    const { clock, first, second, id, call, go, answer } = await frozen();
    clock.advance(60_000);
    go.open();
    expect(await codeOf(answer)).toBe('gateway-unavailable');
    expect(authorizationsAt(first)).toEqual([]);
    expect(await codeOf(pay(second, id, CARDS.success, call))).toBe('gateway-unavailable');
    expect(await codeOf(pay(second, id))).toBe('authorized');
  });
});
