import { describe, expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import {
  answerChallenge,
  authorizationsAt,
  CARDS,
  json,
  newKey,
  pay,
  report,
  shop,
  type Shop,
} from '../../scripted-gateway.js';
import { paidByOther, sharedStore } from './changed-meanwhile.js';

/** An order whose shopper is being challenged, and the number of writes in which a key is claimed by a report. */
async function challenged(order: Parameters<Shop['order']>[0] = {}) {
  const world = sharedStore();
  let claims = 0;
  const store: typeof world.store = {
    ...world.store,
    replace: (record, revision) => {
      claims += Object.values(record.answers).filter(({ answer, problem }) => !answer && !problem).length;
      return world.store.replace(record, revision);
    },
  };
  const place = shop({ store }, {}, { clock: world.clock });
  const id = await place.order(order);
  const challenge = await json(await pay(place, id, CARDS.challenge));
  claims = 0;
  return { ...world, place, id, challenge, transaction: challenge.server_trans_id as string, claims: () => claims };
}

const readsAt = (place: Shop) => place.sent.filter(({ method }) => method === 'GET').length;

describe('a report of a challenge that begins nothing', () => {
  it.each([
    ['of an order that is paid', paidByOther(), CARDS.challenge, 'already-paid'],
    ['of an order that is refunded', { state: 'refunded' as const }, CARDS.challenge, 'order-not-open'],
    ['of another card', {}, CARDS.success, 'authentication-unknown'],
  ])('a report %s claims no key and reads nothing', async (_which, by, number, code) => {
    const { place, id, transaction, change, claims } = await challenged();
    await change(id, () => by);
    for (const ended of ['returned', 'notified']) {
      expect(await codeOf(report(place, id, transaction, { ended, number }))).toBe(code);
    }
    expect([claims(), readsAt(place)]).toEqual([0, 0]);
  });

  it.each([
    ['waits for another payment', 'pending', 'awaiting-final-status'],
    ['has another payment in doubt', 'in-doubt', 'authorization-unanswered'],
  ] as const)(
    'a report of an order that %s keeps its refusal, and a late copy of it reads nothing when the order is open',
    async (_which, state, repeated) => {
      const { place, id, challenge, transaction, change, claims } = await challenged();
      await answerChallenge(place, challenge as { encoded_creq: string; acs_url: string });
      await change(id, () => ({ state }));
      const [key, keyOfAnotherCard] = [newKey(), newKey()];
      const call = () => codeOf(report(place, id, transaction, { key }));
      expect(await call()).toBe('order-not-open');
      const another = { key: keyOfAnotherCard, number: CARDS.success };
      expect(await codeOf(report(place, id, transaction, another))).toBe('order-not-open');
      const { answers } = (await place.backend.orders.read(id))!;
      expect(answers[key]).toMatchObject({ problem: 'order-not-open' });
      expect(answers).not.toHaveProperty(keyOfAnotherCard);
      expect(await call()).toBe(repeated);
      await change(id, () => ({ state: 'open' }));
      expect(await call()).toBe('order-not-open');
      expect([claims(), readsAt(place), authorizationsAt(place)]).toEqual([0, 0, []]);
      expect(await codeOf(report(place, id, transaction))).toBe('authorized');
    },
  );

  it('a report of a shopper who has returned claims no key while the last read is recent', async () => {
    const { place, id, transaction, claims, clock } = await challenged();
    const returned = () => codeOf(report(place, id, transaction, { ended: 'returned' }));
    expect(await returned()).toBe('challenge-open');
    const before = claims();
    clock.advance(2_999);
    expect(await returned()).toBe('challenge-open');
    expect([claims(), readsAt(place)]).toEqual([before, 1]);
    clock.advance(1);
    expect(await returned()).toBe('challenge-open');
    expect(readsAt(place)).toBe(2);
    expect(claims()).toBeGreaterThan(before);
  });
});

describe('a report of a shopper who has returned', () => {
  const returned = (place: Shop, id: string, transaction: string) =>
    codeOf(report(place, id, transaction, { ended: 'returned' }));

  it('a report answers challenge-open when another call has begun to read since the order was read', async () => {
    const { place, id, transaction, changeAfterRead, clock } = await challenged();
    changeAfterRead(2, ({ authentications }) => ({
      authentications: authentications.map((one) => ({ ...one, readAt: clock.now().toISOString() })),
    }));
    const before = clock.now();
    expect(await returned(place, id, transaction)).toBe('challenge-open');
    expect([readsAt(place), clock.now()]).toEqual([0, before]);
  });

  it('a report is not delayed by a read of another challenge of the order', async () => {
    const { place, id, transaction } = await challenged();
    const other = await json(await pay(place, id, CARDS.challenge));
    expect(await returned(place, id, transaction)).toBe('challenge-open');
    expect(await returned(place, id, other.server_trans_id as string)).toBe('challenge-open');
    expect(readsAt(place)).toBe(2);
  });
});

describe('the notification in a report', () => {
  const eventsOf = async (place: Shop, id: string) =>
    (await place.backend.orders.read(id))!.history
      .map(({ event }) => event)
      .filter((event) => event.startsWith('challenge-result'));

  it('a report without one leaves nothing in the history', async () => {
    const { place, id, transaction } = await challenged();
    await report(place, id, transaction, { ended: 'blocked' });
    expect(await eventsOf(place, id)).toEqual([]);
  });

  it('a notification is of another transaction when the order has no identifier of the ACS', async () => {
    const { place, id, challenge, transaction, change } = await challenged();
    const cres = await answerChallenge(place, challenge as { encoded_creq: string; acs_url: string });
    await change(id, ({ authentications }) => ({
      authentications: authentications.map(({ acsTransId: _id, ...one }) => one),
    }));
    await report(place, id, transaction, { cres });
    expect(await eventsOf(place, id)).toEqual(['challenge-result-of-another-transaction']);
  });
});

describe('the authorization after a challenge', () => {
  it('an authorization has the version of the version check where the gateway reads none', async () => {
    const { place, id, challenge, transaction } = await challenged();
    await answerChallenge(place, challenge as { encoded_creq: string; acs_url: string });
    place.intercept = async (path, _text, pass) => {
      const response = await pass();
      if (!path.startsWith('/3ds2/authentications/')) return response;
      const { message_version: _version, ...rest } = await json(response);
      return Response.json(rest);
    };
    expect(await codeOf(report(place, id, transaction))).toBe('authorized');
    expect(authorizationsAt(place)[0]!.text).toContain('<message_version>2.2.0</message_version>');
  });

  it('carries the version of the version check and the proof that the gateway read', async () => {
    const { place, id, challenge, transaction } = await challenged();
    await answerChallenge(place, challenge as { encoded_creq: string; acs_url: string });
    expect(await codeOf(report(place, id, transaction))).toBe('authorized');
    const { text } = authorizationsAt(place)[0]!;
    expect(text).toContain('<message_version>2.2.0</message_version>');
    expect(text).toMatch(/<eci>0?5<\/eci>/);
    expect(text).toContain(`<number>${CARDS.challenge}</number>`);
    const { history, authentications } = (await place.backend.orders.read(id))!;
    expect(history.map(({ event }) => event)).toContain('authentication-answered');
    expect(authentications).toMatchObject([{ serverTransId: transaction, stage: 'closed' }]);
  });

  it('a challenge of one transaction does not close another one of the order', async () => {
    const { place, id, transaction } = await challenged();
    const other = await json(await pay(place, id, CARDS.challenge));
    expect(await codeOf(report(place, id, transaction, { ended: 'cancelled' }))).toBe('challenge-cancelled');
    const stages = (await place.backend.orders.read(id))!.authentications.map(({ stage }) => stage);
    expect(stages).toEqual(['closed', 'challenge']);
    await answerChallenge(place, other as { encoded_creq: string; acs_url: string });
    expect(await codeOf(report(place, id, other.server_trans_id as string))).toBe('authorized');
  });

  it('an add-card order is confirmed although its authentication has no proof', async () => {
    const { place, id, challenge, transaction } = await challenged({ purpose: 'add-card' });
    await answerChallenge(place, challenge as { encoded_creq: string; acs_url: string });
    place.intercept = async (path, _text, pass) => {
      const response = await pass();
      if (!path.startsWith('/3ds2/authentications/')) return response;
      const { eci: _eci, authentication_value: _value, message_category: _category, ...rest } = await json(response);
      return Response.json(rest);
    };
    expect(await codeOf(report(place, id, transaction))).toBe('card-authenticated');
  });
});
