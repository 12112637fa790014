import { describe, expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import {
  answerChallenge,
  authorizationAnswer,
  authorizationsAt,
  CARDS,
  gate,
  isXml,
  json,
  newKey,
  orderIdIn,
  pay,
  prepare,
  report,
  shop,
  virtualClock,
  type Shop,
} from '../../scripted-gateway.js';
import { createWorld, ORDER, payByCard, preparedPayment, stored } from '../../simulation/world.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';

const PERSON = { by: 'Grace', reason: 'called the acquirer' };
const declined = (text: string) => authorizationAnswer({ orderid: orderIdIn(text), result: '101' });

describe('concurrent calls for one transaction', () => {
  it('a transaction is authenticated once for different keys', async () => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    const answers = await Promise.all([1, 2, 3].map(() => codeOf(pay(place, id, CARDS.success, { serverTransId }))));
    expect(answers.filter((code) => code === 'authorized')).toHaveLength(1);
    expect(answers.filter((code) => code === 'request-in-progress')).toHaveLength(2);
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
    expect(await codeOf(report(place, id, answer.server_trans_id as string, { key, ended: 'returned' }))).toBe(
      'gateway-unavailable',
    );
    place.intercept = undefined;
    expect(await codeOf(report(place, id, answer.server_trans_id as string, { key, ended: 'cancelled' }))).toBe(
      'challenge-cancelled',
    );
  });

  it('answers a repeated call that had failed with the payment of another call, once that has paid the order', async () => {
    const place = shop();
    const id = await place.order();
    const call = { serverTransId: await prepare(place, id, CARDS.failed), key: newKey() };
    expect(await codeOf(pay(place, id, CARDS.failed, call))).toBe('authentication-failed');
    expect(await codeOf(pay(place, id, CARDS.failed, call))).toBe('authentication-failed');
    expect(await codeOf(pay(place, id))).toBe('authorized');
    expect(await codeOf(pay(place, id, CARDS.failed, call))).toBe('already-paid');
  });

  it('answers a repeated call that had failed as in doubt while another payment of the order is in doubt, and with the order’s present state afterwards', async () => {
    const place = shop();
    const id = await place.order();
    place.intercept = (path, text, pass) => (isXml(path) ? declined(text) : pass());
    const calls = [
      { serverTransId: await prepare(place, id, CARDS.success), key: newKey() },
      { serverTransId: await prepare(place, id, CARDS.success), key: newKey() },
    ] as const;
    expect(await codeOf(pay(place, id, CARDS.success, calls[0]))).toBe('declined');
    // The second call fails with a problem that its key keeps.
    place.intercept = () => new Response('', { status: 500 });
    expect(await codeOf(pay(place, id, CARDS.success, calls[1]))).toBe('gateway-unavailable');
    place.intercept = (path, _text, pass) => (isXml(path) ? Promise.reject(new Error('reset')) : pass());
    expect(await codeOf(pay(place, id, CARDS.noMethod))).toBe('authorization-unanswered');
    for (const call of calls) {
      expect((await json(await pay(place, id, CARDS.success, call))).outcome).toEqual({
        status: 'in-doubt',
        code: 'authorization-unanswered',
        retryable: false,
        same_card: true,
        order: { id, state: 'in-doubt' },
      });
    }
    await place.backend.orders.reopen(id, PERSON);
    expect(await codeOf(pay(place, id, CARDS.success, calls[1]))).toBe('gateway-unavailable');
    place.intercept = (path, _text, pass) => (isXml(path) ? Promise.reject(new Error('reset')) : pass());
    await pay(place, id, CARDS.noMethod);
    place.clock.advance(60_000);
    await place.backend.orders.settle(id, { as: 'failed', ...PERSON });
    expect((await json(await pay(place, id, CARDS.success, calls[0]))).outcome).toMatchObject({
      code: 'declined',
      order: { state: 'failed' },
    });
  });

  it('repeats the URL of a redirect payment only while the order waits for it', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    const call = () =>
      world.time.until(process.call(`orders/${id}/redirects`, { method: 'testpay' }, 'the-same-key')).then(json);
    const first = await call();
    expect(first).toEqual({ result: 'redirect', redirect_url: expect.any(String) as string });
    expect(await call()).toEqual(first);
    // A card payment sets it aside, and its authorization runs.
    await world.time.advance(10_000);
    world.gateway.delays.set('auth', 5_000);
    world.gateway.cardResult = '101';
    const declining = payByCard(process, id);
    await world.time.advance(3_000);
    expect((await stored(process, id)).state).toBe('in-doubt');
    expect(await call()).toMatchObject({ outcome: { code: 'authorization-unanswered', order: { state: 'in-doubt' } } });
    expect(await world.time.until(declining)).toBe('declined');
    expect(await call()).toMatchObject({ code: 'order-not-open' });
    world.gateway.cardResult = '00';
    expect(await world.time.until(payByCard(process, id))).toBe('authorized');
    expect(await call()).toMatchObject({ outcome: { code: 'already-paid' } });
  });

  it('keeps the fields of a problem, so that the page marks them after a repeated call, too', async () => {
    const place = shop();
    const id = await place.order();
    const call = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
    const refusal = {
      error_code: '305',
      error_component: 'S',
      error_description: 'Ada Lovelace is not accepted',
      error_detail: 'card_detail.full_name',
      error_message_type: 'AReq',
      message_type: 'Erro',
      message_version: '2.1.0',
    };
    place.intercept = (path, _text, pass) =>
      path === '/3ds2/authentications' ? Response.json(refusal, { status: 400 }) : pass();
    const first = await json(await pay(place, id, CARDS.success, call));
    expect(first).toMatchObject({ code: 'invalid-request', fields: [{ field: 'card.full_name' }] });
    expect(await json(await pay(place, id, CARDS.success, call))).toEqual(first);
    expect((await place.backend.orders.read(id))?.answers[call.key]?.fields).toEqual([
      { field: 'card.full_name', message: 'was not accepted' },
    ]);
  });

  it('keeps only the newest problems of calls that were not sent', async () => {
    const place = shop();
    const id = await place.order();
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const unsent = () => Promise.reject<Response>(new TypeError('fetch failed', { cause: refused }));
    const serverTransId = await prepare(place, id, CARDS.success);
    place.intercept = unsent;
    for (let count = 0; count < 60; count++)
      expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('gateway-unavailable');
    expect(Object.keys((await place.backend.orders.read(id))?.answers ?? {})).toHaveLength(50);
  });

  it('keeps the answer to a payment, and only the newest of the answers of calls that began nothing', async () => {
    const place = shop({ policies: { notEnrolled: 'authorize' } });
    const id = await place.order();
    const call = { serverTransId: await prepare(place, id, CARDS.failed), key: newKey() };
    expect(await codeOf(pay(place, id, CARDS.failed, call))).toBe('authentication-failed');
    await prepare(place, id, CARDS.notEnrolled);
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    place.intercept = () => Promise.reject<Response>(new TypeError('fetch failed', { cause: refused }));
    for (let count = 0; count < 60; count++) await pay(place, id, CARDS.notEnrolled, { serverTransId: undefined });
    expect(await codeOf(pay(place, id, CARDS.failed, call))).toBe('authentication-failed');
    expect(Object.keys((await place.backend.orders.read(id))?.answers ?? {})).toHaveLength(51);
  });
});

describe('a call that is refused', () => {
  const OTHER = '3f1c1f0e-0000-4000-8000-00000000000f';
  const redirect = (place: Shop, id: string, method: string) =>
    place.call(
      `orders/${id}/redirects`,
      { method, account_holder_name: 'Ada', country: 'GB' },
      { 'idempotency-key': newKey() },
    );
  const methods = [{ code: 'card' }, { code: 'testpay' }];
  const failedOnce = (place: Shop, id: string) => pay(place, id, CARDS.failed);
  const limited = async (place: Shop, id: string) => {
    await failedOnce(place, id);
    // The first refused call flags the order.
    await place.call(`orders/${id}/protocol-versions`, { number: CARDS.success });
  };
  const none = () => Promise.resolve();

  it.each<
    [
      what: string,
      code: string,
      before: (place: Shop, id: string) => Promise<void>,
      call: (place: Shop, id: string, transaction: string | undefined) => Promise<Response>,
    ]
  >([
    [
      'for a transaction of no order',
      'authentication-unknown',
      none,
      (place, id) => pay(place, id, CARDS.success, { serverTransId: OTHER }),
    ],
    [
      'for the transaction of another card',
      'authentication-unknown',
      none,
      (place, id, serverTransId) => pay(place, id, CARDS.challenge, { serverTransId }),
    ],
    [
      'without a transaction for a card that was not checked',
      'authentication-unknown',
      none,
      (place, id) => pay(place, id, CARDS.notEnrolled, { serverTransId: undefined }),
    ],
    [
      'for a report of a transaction of no order',
      'authentication-unknown',
      none,
      (place, id) => report(place, id, OTHER),
    ],
    [
      'for a report of a transaction without a challenge',
      'authentication-unknown',
      none,
      (place, id, transaction) => report(place, id, transaction ?? '', { number: CARDS.success }),
    ],
    [
      'for a method that the order does not offer',
      'invalid-request',
      none,
      (place, id) => redirect(place, id, 'ideal'),
    ],
    [
      'for a redirect payment at the limit',
      'too-many-attempts',
      limited,
      (place, id) => redirect(place, id, 'testpay'),
    ],
    [
      'for an authentication of a paid order',
      'already-paid',
      (place, id) => pay(place, id).then(() => undefined),
      (place, id, serverTransId) => pay(place, id, CARDS.success, { serverTransId }),
    ],
    [
      'for a report about a paid order',
      'already-paid',
      (place, id) => pay(place, id).then(() => undefined),
      (place, id, transaction) => report(place, id, transaction ?? ''),
    ],
    [
      'for a redirect payment of a paid order',
      'order-not-open',
      (place, id) => pay(place, id).then(() => undefined),
      (place, id) => redirect(place, id, 'testpay'),
    ],
  ])('a call that is refused %s changes nothing in the order', async (_what, code, before, call) => {
    const place = shop({ limits: { attemptsPerOrder: 1 } });
    const id = await place.order({ methods });
    const transaction = await prepare(place, id, CARDS.success);
    await before(place, id);
    const stored = await place.backend.orders.read(id);
    place.clock.advance(60_000);
    expect(await codeOf(call(place, id, transaction))).toBe(code);
    expect(await place.backend.orders.read(id)).toEqual(stored);
  });

  it('a card payment that is refused beside a payment in doubt does not charge when it arrives once more after the order was reopened', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    const body = await world.time.until(preparedPayment(process, id));
    const call = () => world.time.until(process.call(`orders/${id}/authentications`, body, 'the-same-key')).then(json);
    world.gateway.fault = ({ kind }) =>
      kind === 'auth' ? { is: 'unsigned', result: '501', processed: false } : { is: 'none' };
    expect(await world.time.until(payByCard(process, id))).toBe('authorization-unanswered');
    world.gateway.fault = () => ({ is: 'none' });
    expect(await call()).toMatchObject({ code: 'order-not-open' });
    expect(await call()).toMatchObject({ outcome: { code: 'authorization-unanswered' } });
    await process.backend.orders.reopen(id, PERSON);
    expect(await call()).toMatchObject({ code: 'order-not-open' });
    expect((await stored(process, id)).attempts).toHaveLength(1);
    // A new try of the shopper has a new key.
    expect(await world.time.until(payByCard(process, id))).toBe('authorized');
    expect(await call()).toMatchObject({ outcome: { code: 'already-paid' } });
  });

  it('a report of a challenge that is refused beside a payment in doubt does not charge when it arrives once more', async () => {
    const place = shop();
    const id = await place.order();
    const challenge = await json(await pay(place, id, CARDS.challenge));
    await answerChallenge(place, challenge);
    place.intercept = (path, _text, pass) => (isXml(path) ? Promise.reject(new Error('reset')) : pass());
    expect(await codeOf(pay(place, id))).toBe('authorization-unanswered');
    place.intercept = undefined;
    const call = () => codeOf(report(place, id, challenge.server_trans_id as string, { key: 'the-same-key' }));
    expect(await call()).toBe('order-not-open');
    await place.backend.orders.reopen(id, PERSON);
    expect(await call()).toBe('order-not-open');
    expect(authorizationsAt(place)).toHaveLength(1);
  });

  it('a card payment that is refused at the limit does not charge when it arrives once more after the order was reopened', async () => {
    const place = shop({ limits: { attemptsPerOrder: 1 } });
    const id = await place.order();
    const call = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
    await failedOnce(place, id);
    expect(await codeOf(pay(place, id, CARDS.success, call))).toBe('too-many-attempts');
    await place.backend.orders.reopen(id, PERSON);
    expect(await codeOf(pay(place, id, CARDS.success, call))).toBe('too-many-attempts');
    expect(authorizationsAt(place)).toEqual([]);
    expect(await codeOf(pay(place, id))).toBe('authorized');
  });

  it('a call for a transaction whose authentication runs waits for it, and both together charge once', async () => {
    const place = shop();
    const id = await place.order({ methods });
    const serverTransId = await prepare(place, id, CARDS.success);
    const late = { serverTransId, key: newKey() };
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const codes: unknown[] = [];
    place.intercept = async () => {
      codes.push(await codeOf(pay(place, id, CARDS.success, late)));
      throw new TypeError('fetch failed', { cause: refused });
    };
    codes.push(await codeOf(pay(place, id, CARDS.success, { serverTransId })));
    expect(codes).toEqual(['request-in-progress', 'gateway-unavailable']);
    place.intercept = undefined;
    expect(await codeOf(pay(place, id, CARDS.success, late))).toBe('authorized');
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('already-paid');
    expect(authorizationsAt(place)).toHaveLength(1);
  });

  it('keeps only the newest refusals', async () => {
    const place = shop({ limits: { attemptsPerOrder: 1 } });
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    await failedOnce(place, id);
    for (let count = 0; count < 60; count++)
      expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('too-many-attempts');
    expect(Object.keys((await place.backend.orders.read(id))?.answers ?? {})).toHaveLength(51);
  });

  it('a call that is refused while the store is busy is answered store-busy, because its key cannot keep the refusal', async () => {
    const store = memoryOrderStore();
    let isBusy = false;
    const place = shop({
      limits: { attemptsPerOrder: 1 },
      store: {
        ...store,
        replace: (...input) => (isBusy ? Promise.resolve(false) : store.replace(...input)),
      },
    });
    const id = await place.order();
    const call = { serverTransId: await prepare(place, id, CARDS.success), key: newKey() };
    await failedOnce(place, id);
    await place.call(`orders/${id}/protocol-versions`, { number: CARDS.success });
    isBusy = true;
    expect(await codeOf(pay(place, id, CARDS.success, call))).toBe('store-busy');
    isBusy = false;
    expect(await codeOf(pay(place, id, CARDS.success, call))).toBe('too-many-attempts');
  });

  it('a call that is refused because the policy refuses its card changes nothing in the order but the kept answer', async () => {
    const place = shop();
    const id = await place.order();
    await prepare(place, id, CARDS.notEnrolled);
    const key = newKey();
    const stored = await place.backend.orders.read(id);
    expect(await codeOf(pay(place, id, CARDS.notEnrolled, { serverTransId: undefined, key }))).toBe('not-enrolled');
    const kept = { answer: expect.objectContaining({ result: 'outcome' }) as object };
    const answers = { [key]: expect.objectContaining(kept) as object };
    expect(await place.backend.orders.read(id)).toEqual({ ...stored, answers });
  });

  it('does not hinder a call of the shopper, however many run at once', async () => {
    const place = shop();
    const id = await place.order({ methods });
    const [own, other] = [await prepare(place, id, CARDS.success), await prepare(place, id, CARDS.failed)];
    const [reached, go] = [gate(), gate()];
    place.intercept = async (_path, text, pass) => {
      if (text.includes(CARDS.failed)) {
        reached.open();
        await go.opened;
      }
      return pass();
    };
    const calls = Array.from({ length: 150 }, (_, index) =>
      codeOf(pay(place, id, CARDS.failed, { serverTransId: index % 2 ? OTHER : other })),
    );
    await reached.opened;
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: own }))).toBe('authorized');
    go.open();
    const codes = await Promise.all(calls);
    // The authentication that has failed does not report a failure of an order that is paid.
    expect(new Set(codes)).toEqual(new Set(['authentication-unknown', 'request-in-progress', 'already-paid']));
    expect(codes.filter((code) => code === 'already-paid')).toHaveLength(1);
  });

  it('a call that is refused beside another redirect payment that is being started takes no place', async () => {
    const place = shop();
    const id = await place.order({ methods });
    const [reached, go] = [gate(), gate()];
    place.intercept = async (_path, _text, pass) => {
      reached.open();
      await go.opened;
      return pass();
    };
    const first = codeOf(redirect(place, id, 'testpay'));
    await reached.opened;
    expect(await codeOf(redirect(place, id, 'testpay'))).toBe('request-in-progress');
    go.open();
    expect(await first).toBe('redirect');
    expect(await codeOf(redirect(place, id, 'testpay'))).toBe('redirect');
    expect(place.sent).toHaveLength(1);
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

  it('a lease that has lapsed and was answered lets the first call send nothing more', async () => {
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

  it('a lease that has lapsed and was not answered is not renewed, and the first call sends nothing more', async () => {
    const { clock, first, second, id, call, go, answer } = await frozen();
    clock.advance(60_000);
    go.open();
    expect(await codeOf(answer)).toBe('gateway-unavailable');
    expect(authorizationsAt(first)).toEqual([]);
    expect(await codeOf(pay(second, id, CARDS.success, call))).toBe('gateway-unavailable');
    expect(await codeOf(pay(second, id))).toBe('authorized');
  });
});
