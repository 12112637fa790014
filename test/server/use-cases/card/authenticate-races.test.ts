import { describe, expect, it } from 'vitest';
import type { OrderRecord } from '../../../../src/server/domain/record/order-record.js';
import { codeOf } from '../../code-of.js';
import {
  answerChallenge,
  authenticationAnswer,
  authorizationsAt,
  CARDS,
  json,
  newKey,
  pay,
  prepare,
  report,
  shop,
  type Shop,
} from '../../scripted-gateway.js';
import { paidByOther, sharedStore } from './changed-meanwhile.js';

const authenticationsAt = (place: Shop) => place.sent.filter(({ path }) => path === '/3ds2/authentications');

/** A shop, an order with a prepared transaction, and the store in which another process changes the order. */
async function prepared(order: Parameters<Shop['order']>[0] = {}) {
  const world = sharedStore();
  const place = shop({ store: world.store }, {}, { clock: world.clock });
  const id = await place.order(order);
  return { ...world, place, id, serverTransId: await prepare(place, id, CARDS.success) };
}

/** The same order with as many attempts as the limits allow. */
const atTheLimit = () => ({ counts: { attempts: 10, cards: 1, versionChecks: 1 } });

/** The same order with every authentication at that stage. */
const atStage =
  (stage: OrderRecord['authentications'][number]['stage']) =>
  ({ authentications }: OrderRecord) => ({ authentications: authentications.map((one) => ({ ...one, stage })) });

describe('a payment whose order another process changes before its key is claimed', () => {
  it.each([
    ['is paid', paidByOther, 'already-paid'],
    ['waits for a redirect payment', () => ({ state: 'pending' as const }), 'order-not-open'],
    ['is refunded', () => ({ state: 'refunded' as const }), 'order-not-open'],
    ['has no transaction for the card', atStage('closed'), 'authentication-unknown'],
  ])('sends nothing when the order %s', async (_what, by, code) => {
    for (const read of [1, 2]) {
      const { place, id, serverTransId, changeAfterRead } = await prepared();
      changeAfterRead(read, by);
      expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe(code);
      expect([authenticationsAt(place), authorizationsAt(place)]).toEqual([[], []]);
    }
  });

  it('claims a transaction once when two calls pay with it at the same time', async () => {
    const { place, id, serverTransId, inner } = await prepared();
    const codes = await Promise.all(
      [newKey(), newKey()].map((key) => codeOf(pay(place, id, CARDS.success, { serverTransId, key }))),
    );
    expect(codes.sort()).toEqual(['authorized', 'request-in-progress']);
    expect(authenticationsAt(place)).toHaveLength(1);
    const sent = (await inner.read(id))!.record.history.filter(({ event }) => event === 'authentication-sent');
    expect(sent).toMatchObject([{ detail: { serverTransId } }]);
  });

  it('authorizes nothing when the transaction was closed while the gateway authenticated', async () => {
    const { place, id, serverTransId, change } = await prepared();
    place.intercept = async (path, _text, pass) => {
      if (path === '/3ds2/authentications') await change(id, atStage('closed'));
      return pass();
    };
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('authentication-unknown');
    expect(authorizationsAt(place)).toEqual([]);
  });
});

describe('a transaction that another process uses while a payment begins', () => {
  it.each([1, 2])('sends nothing when it is used after read no. %i of the order', async (number) => {
    const { place, id, serverTransId, inner, change, store } = await prepared();
    // Another transaction of the order is not touched.
    await prepare(place, id, CARDS.failed);
    let reads = 0;
    const read: typeof store.read = async (order) => {
      const found = await inner.read(order);
      if (++reads === number) {
        await change(id, ({ authentications }) => ({
          authentications: authentications.map((one) =>
            one.serverTransId === serverTransId ? { ...one, stage: 'closed' } : one,
          ),
        }));
      }
      return found;
    };
    const other = shop({ store: { ...store, read } }, {}, place);
    expect(await codeOf(pay(other, id, CARDS.success, { serverTransId }))).toBe('authentication-unknown');
    expect([reads >= number, other.sent]).toEqual([true, []]);
    const { authentications, counts } = (await inner.read(id))!.record;
    expect([authentications.map(({ stage }) => stage), counts?.attempts]).toEqual([['closed', 'checked'], 0]);
  });
});

describe('a payment that is refused before its key is claimed', () => {
  it.each<[string, (record: OrderRecord) => Partial<OrderRecord>, string, string]>([
    ['of an order that is paid', paidByOther, CARDS.success, 'already-paid'],
    ['with a transaction of another card', () => ({}), CARDS.failed, 'authentication-unknown'],
    [
      'with a transaction of another card, of an order that waits for another payment,',
      () => ({ state: 'pending' }),
      CARDS.failed,
      'order-not-open',
    ],
    ['with a transaction of another card, beyond the limits,', atTheLimit, CARDS.failed, 'authentication-unknown'],
    ['with a transaction that is closed', atStage('closed'), CARDS.success, 'authentication-unknown'],
    [
      'with a transaction whose authorization is about to be sent',
      ({ authentications, createdAt }) => ({
        authentications: authentications.map((one) => ({ ...one, stage: 'authorizing', stageSince: createdAt })),
      }),
      CARDS.success,
      'request-in-progress',
    ],
  ])('a payment %s leaves its key free', async (_which, by, number, code) => {
    const { place, id, inner, change, store } = await prepared();
    const [transaction] = (await inner.read(id))!.record.authentications;
    await change(id, by);
    let claims = 0;
    const replace: typeof store.replace = (record, revision) => {
      claims += Object.keys(record.answers).length;
      return inner.replace(record, revision);
    };
    const other = shop({ store: { ...store, replace } }, {}, place);
    expect(await codeOf(pay(other, id, number, { serverTransId: transaction?.serverTransId }))).toBe(code);
    expect([claims, other.sent]).toEqual([0, []]);
  });

  it.each<[string, (record: OrderRecord) => Partial<OrderRecord>, string, string]>([
    [
      'of an order that waits for another payment',
      () => ({ state: 'pending' }),
      'order-not-open',
      'awaiting-final-status',
    ],
    [
      'of an order that another payment has in doubt',
      () => ({ state: 'in-doubt' }),
      'order-not-open',
      'authorization-unanswered',
    ],
    ['beyond the limits', atTheLimit, 'too-many-attempts', 'too-many-attempts'],
    [
      'with a transaction that is being authenticated',
      atStage('requested'),
      'authentication-unknown',
      'authentication-unknown',
    ],
  ])(
    'a payment %s keeps its refusal, and a late copy of it sends nothing when the order takes payments again',
    async (_which, by, code, repeated) => {
      const { place, id, serverTransId, inner, change } = await prepared();
      const { state, counts, authentications } = (await inner.read(id))!.record;
      await change(id, by);
      const other = shop({ store: inner }, {}, place);
      const key = newKey();
      const call = () => codeOf(pay(other, id, CARDS.success, { serverTransId, key }));
      expect(await call()).toBe(code);
      const { answers } = (await inner.read(id))!.record;
      expect(answers).toEqual({
        [key]: { request: expect.any(Object) as object, since: expect.any(String) as string, problem: code },
      });
      expect(await call()).toBe(repeated);
      await change(id, () => ({ state, counts: counts!, authentications }));
      expect(await call()).toBe(code);
      expect(other.sent).toEqual([]);
      expect(await codeOf(pay(other, id, CARDS.success, { serverTransId }))).toBe('authorized');
    },
  );
});

describe('the answer to a payment', () => {
  it.each([
    [CARDS.failed, 'authentication-failed'],
    [CARDS.notEnrolled, 'not-enrolled'],
  ])('the answer to a payment with the card %s is the outcome %s with the order', async (number, code) => {
    const place = shop();
    const id = await place.order();
    const answer = await json(await pay(place, id, number));
    expect(answer).toMatchObject({
      result: 'outcome',
      outcome: { status: 'not-authenticated', code, retryable: true, order: { id, state: 'open' } },
    });
  });

  it('a decoupled authentication that the order did not ask for has no time limit', async () => {
    const { place, id, serverTransId } = await prepared();
    place.intercept = () => authenticationAnswer(serverTransId, 'DECOUPLED_AUTHENTICATION_CONFIRMED');
    expect(await json(await pay(place, id, CARDS.success, { serverTransId }))).toEqual({ result: 'decoupled' });
  });

  it('the cardholder text has no security code that the issuer repeats', async () => {
    const { place, id, serverTransId } = await prepared();
    place.intercept = () =>
      authenticationAnswer(serverTransId, 'AUTHENTICATION_FAILED', {
        cardholder_response_info: 'The security code is 987.',
      });
    const { outcome } = await json(await pay(place, id, CARDS.success, { serverTransId }));
    expect((outcome as { cardholder_text: string }).cardholder_text).toMatch(/^The security code is \D+$/);
  });
});

describe('an authentication whose result cannot be stored', () => {
  it('a result that is lost while the store is busy ends as backend-unavailable, and authorizes nothing', async () => {
    const { place, id, serverTransId, store } = await prepared();
    const busy: typeof store = {
      ...store,
      replace: (record, revision) =>
        record.authentications.some(({ status }) => status !== undefined)
          ? Promise.resolve(false)
          : store.replace(record, revision),
    };
    const other = shop({ store: busy }, {}, place);
    expect(await codeOf(pay(other, id, CARDS.success, { serverTransId }))).toBe('backend-unavailable');
    expect(authorizationsAt(other)).toEqual([]);
  });

  it('rejects with the error of the store, and authorizes nothing', async () => {
    const { place, id, serverTransId, store } = await prepared();
    const broken: typeof store = {
      ...store,
      replace: (record, revision) =>
        record.authentications.some(({ status }) => status !== undefined)
          ? Promise.reject(new Error('disk full'))
          : store.replace(record, revision),
    };
    const other = shop({ store: broken }, {}, place);
    expect(await codeOf(pay(other, id, CARDS.success, { serverTransId }))).toBe('internal-error');
    expect(authorizationsAt(other)).toEqual([]);
  });

  it('reports the failure of the gateway when the unsent request cannot be undone either', async () => {
    const { place, id, serverTransId, store } = await prepared();
    let isDown = false;
    const broken: typeof store = {
      ...store,
      replace: (...input) => (isDown ? Promise.reject(new Error('disk full')) : store.replace(...input)),
    };
    const other = shop({ store: broken }, {}, place);
    other.intercept = () => {
      isDown = true;
      return Promise.reject(Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' }));
    };
    expect(await codeOf(pay(other, id, CARDS.success, { serverTransId }))).toBe('gateway-unavailable');
  });

  it('an unsent request is not counted, and its transaction serves another call', async () => {
    const { place, id, serverTransId, inner } = await prepared();
    place.intercept = () => Promise.reject(Object.assign(new Error('no connection'), { code: 'ECONNREFUSED' }));
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('gateway-unavailable');
    expect((await inner.read(id))!.record).toMatchObject({
      counts: { attempts: 0, cards: 0, cardFingerprints: [] },
      authentications: [{ serverTransId, stage: 'checked' }],
    });
    place.intercept = () => Promise.reject(new Error('reset'));
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('gateway-unavailable');
    expect((await inner.read(id))!.record).toMatchObject({
      counts: { attempts: 1, cards: 1 },
      authentications: [{ serverTransId, stage: 'requested' }],
    });
  });
});

describe('a report of a challenge whose order another process changes before its key is claimed', () => {
  it.each([
    ['is paid', paidByOther, 'already-paid', 0],
    ['waits for a redirect payment', () => ({ state: 'pending' as const }), 'order-not-open', 0],
    ['has no open challenge', atStage('closed'), 'authentication-unknown', 0],
  ])('reads nothing when the order %s', async (_what, by, code, reads) => {
    const { place, id, changeAfterRead } = await prepared();
    const challenge = await json(await pay(place, id, CARDS.challenge));
    await answerChallenge(place, challenge);
    changeAfterRead(2, by);
    expect(await codeOf(report(place, id, challenge.server_trans_id as string))).toBe(code);
    expect(place.sent.filter(({ method }) => method === 'GET')).toHaveLength(reads);
    expect(authorizationsAt(place)).toEqual([]);
  });

  it.each([
    ['is paid', paidByOther, 'already-paid'],
    ['waits for a redirect payment', () => ({ state: 'pending' as const }), 'order-not-open'],
    ['has its authorization begun', atStage('authorizing'), 'request-in-progress'],
    ['has the challenge closed', atStage('closed'), 'authentication-unknown'],
  ])('authorizes nothing when the order %s while the result is read', async (_what, by, code) => {
    const { place, id, change } = await prepared();
    const challenge = await json(await pay(place, id, CARDS.challenge));
    await answerChallenge(place, challenge);
    place.intercept = async (_path, _text, pass) => {
      await change(id, (record) => ({ ...atStage('closed')(record), ...by(record) }));
      return pass();
    };
    expect(await codeOf(report(place, id, challenge.server_trans_id as string))).toBe(code);
    expect(authorizationsAt(place)).toEqual([]);
  });
});
