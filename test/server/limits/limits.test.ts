import { describe, expect, it } from 'vitest';
import type { MerchantBackendOptions, OrderRecord, OrderStore } from '../../../src/server.js';
import { memoryOrderStore } from '../adapters/store/memory-order-store.js';
import { codeOf } from '../code-of.js';
import {
  authorizationsAt,
  BROWSER,
  card,
  CARDS,
  isXml,
  json,
  newKey,
  pay,
  prepare,
  shop,
  virtualClock,
  type Shop,
} from '../scripted-gateway.js';
import { shownRedirect } from '../shown-redirect.js';
import { redirectShop } from '../signed-messages.js';

const PERSON = { by: 'Grace', reason: 'The shopper called' };
const REDIRECT = { methods: [{ code: 'card' }, { code: 'testpay' }], accountHolderName: 'Ada', country: 'GB' };

const record = async (place: Shop, id: string): Promise<OrderRecord> => (await place.backend.orders.read(id))!;
const callsOf = (place: Shop, path: string) => place.sent.filter((one) => one.path === path).length;
const authentications = (place: Shop) => callsOf(place, '/3ds2/authentications');
const checkVersion = async (place: Shop, id: string, number: string = CARDS.success) =>
  place.call(`orders/${id}/protocol-versions`, { number, ...(await shownRedirect(place.backend, id)) });
const redirect = (place: Shop, id: string, key = newKey()) =>
  place.call(`orders/${id}/redirects`, { method: 'testpay' }, { 'idempotency-key': key });

/** Pays with transactions that were prepared before, so that only the payment itself is refused. */
async function prepared(place: Shop, id: string, count: number, number: string = CARDS.failed) {
  const transactions: (string | undefined)[] = [];
  for (let index = 0; index < count; index++) transactions.push(await prepare(place, id, number));
  return transactions;
}

/** Two processes over one store. */
function processes(options: Partial<MerchantBackendOptions>): [Shop, Shop] {
  const clock = virtualClock();
  const one = shop({ store: memoryOrderStore(undefined, clock.now), ...options }, {}, { clock });
  const store = memoryOrderStore(undefined, clock.now);
  return [
    shop({ store, ...options }, {}, { clock, sandbox: one.sandbox }),
    shop({ store, ...options }, {}, { clock, sandbox: one.sandbox }),
  ];
}

const noConnection = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }) });

describe('attemptsPerOrder', () => {
  it('refuses the attempt after the tenth with 429 and Retry-After, and calls the gateway no more', async () => {
    const place = shop();
    const id = await place.order();
    const transactions = await prepared(place, id, 11);
    for (const serverTransId of transactions.slice(0, 10)) {
      expect(await codeOf(pay(place, id, CARDS.failed, { serverTransId }))).toBe('authentication-failed');
    }
    const sent = place.sent.length;
    const refused = await pay(place, id, CARDS.failed, { serverTransId: transactions[10] });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600']);
    expect(await json(refused)).toMatchObject({ code: 'too-many-attempts', retryable: false });
    expect(await codeOf(checkVersion(place, id))).toBe('too-many-attempts');
    expect(place.sent).toHaveLength(sent);
    expect((await record(place, id)).counts).toMatchObject({ attempts: 10, cards: 1, versionChecks: 11 });
  });

  it('flags and reports an order at its limit once', async () => {
    const problems: unknown[] = [];
    const changes: unknown[] = [];
    const place = shop({
      limits: { attemptsPerOrder: 1 },
      onProblem: (problem) => void problems.push(problem),
      onOrderChanged: (_order, change) => void changes.push(change),
    });
    const id = await place.order();
    await pay(place, id, CARDS.failed);
    expect((await record(place, id)).flags).toEqual([]);
    for (let count = 0; count < 5; count++) await checkVersion(place, id);
    await place.settled();
    const route = 'POST /orders/:id/protocol-versions';
    const cause = { limit: 'attemptsPerOrder' };
    expect(problems).toEqual([{ code: 'too-many-attempts', order: id, route, client: '203.0.113.7', cause }]);
    expect(changes).toMatchObject([{ kind: 'flag', flag: 'too-many-attempts' }]);
    const view = await place.backend.orders.shopView(id);
    expect(view?.flags).toEqual([
      { kind: 'too-many-attempts', at: expect.any(String) as string, limit: 'attemptsPerOrder' },
    ]);
    expect(view?.history.at(-1)?.detail).toEqual({ flag: 'too-many-attempts', limit: 'attemptsPerOrder' });
  });

  it('attemptsPerOrder counts a redirect payment, and keeps an unfinished one for which no other attempt is left', async () => {
    const place = shop({ limits: { attemptsPerOrder: 1 } });
    const id = await place.order(REDIRECT);
    const first = await json(await redirect(place, id));
    expect(first).toMatchObject({ result: 'redirect' });
    expect(await codeOf(checkVersion(place, id))).toBe('too-many-attempts');
    expect((await record(place, id)).state).toBe('pending');
    // The shopper can still finish it.
    expect(await json(await redirect(place, id))).toEqual(first);
    expect((await record(place, id)).counts?.attempts).toBe(1);
  });

  it('attemptsPerOrder does not count a redirect payment that was certainly not sent', async () => {
    const place = shop({ limits: { attemptsPerOrder: 1 } });
    const id = await place.order(REDIRECT);
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    place.intercept = () => Promise.reject<Response>(new TypeError('fetch failed', { cause: refused }));
    expect(await codeOf(redirect(place, id))).toBe('gateway-unavailable');
    place.intercept = () => new Response('', { status: 500 });
    expect(await codeOf(redirect(place, id))).toBe('gateway-unavailable');
    place.intercept = undefined;
    expect(await codeOf(redirect(place, id))).toBe('too-many-attempts');
  });

  it('keeps the record small when the gateway cannot be reached, however often a redirect payment is tried', async () => {
    const place = shop();
    const id = await place.order(REDIRECT);
    place.intercept = () => Promise.reject<Response>(noConnection());
    for (let count = 0; count < 3; count++) expect(await codeOf(redirect(place, id))).toBe('gateway-unavailable');
    const { attempts, history, counts } = await record(place, id);
    expect(attempts).toEqual([]);
    const events = history.map(({ event }) => event);
    expect(events).toEqual(['created', ...Array(3).fill(['redirect-sent', 'redirect-not-sent']).flat()]);
    expect(counts?.attempts).toBe(0);
    // The oldest entries are evicted.
    for (let count = 0; count < 210; count++) await redirect(place, id);
    expect((await record(place, id)).history).toHaveLength(401);
    place.intercept = undefined;
    expect(await codeOf(redirect(place, id))).toBe('redirect');
  });

  it('keeps the record small when the gateway cannot be reached, however often a card is tried', async () => {
    const place = shop({
      policies: { notEnrolled: 'authorize' },
      limits: { attemptsPerOrder: 1000 },
      onOrderChanged: () => undefined,
    });
    const id = await place.order();
    await prepare(place, id, CARDS.notEnrolled);
    place.intercept = () => Promise.reject<Response>(noConnection());
    const attempt = () => pay(place, id, CARDS.notEnrolled, { serverTransId: undefined });
    for (let count = 0; count < 60; count++) expect(await codeOf(attempt())).toBe('gateway-unavailable');
    await place.settled();
    const { attempts, history, answers, state, changes } = await record(place, id);
    expect({ attempts, state, changes }).toEqual({ attempts: [], state: 'open', changes: [] });
    for (const event of ['authorization-sent', 'authorization-not-sent']) {
      expect(history.filter((entry) => entry.event === event)).toHaveLength(60);
    }
    expect(Object.keys(answers)).toHaveLength(50);
    place.intercept = undefined;
    expect(await codeOf(attempt())).toBe('authorized');
  });

  it('attemptsPerOrder counts an authorization without an authentication', async () => {
    const place = shop({ limits: { attemptsPerOrder: 2 }, policies: { notEnrolled: 'authorize' } });
    const id = await place.order({ amount: '10101' });
    await prepare(place, id, CARDS.notEnrolled);
    const attempt = () => pay(place, id, CARDS.notEnrolled, { serverTransId: undefined });
    for (let count = 0; count < 2; count++) expect(await codeOf(attempt())).not.toBe('too-many-attempts');
    expect((await record(place, id)).counts).toMatchObject({ attempts: 2, cards: 1 });
    expect(await codeOf(attempt())).toBe('too-many-attempts');
    expect(authorizationsAt(place)).toHaveLength(2);
  });

  it('attemptsPerOrder counts a repeated Idempotency-Key once', async () => {
    const place = shop({ limits: { attemptsPerOrder: 2 } });
    const id = await place.order();
    const call = { serverTransId: await prepare(place, id, CARDS.failed), key: newKey() };
    const answers = await Promise.all([1, 2, 3].map(() => codeOf(pay(place, id, CARDS.failed, call))));
    expect(answers).toEqual(Array.from({ length: 3 }, () => 'authentication-failed'));
    expect((await record(place, id)).counts?.attempts).toBe(1);
  });

  it('attemptsPerOrder counts a transaction once whose authentication was not sent', async () => {
    const place = shop({ limits: { attemptsPerOrder: 1 } });
    const id = await place.order();
    const call = { serverTransId: await prepare(place, id, CARDS.failed) };
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    place.intercept = () => Promise.reject<Response>(new TypeError('fetch failed', { cause: refused }));
    for (let count = 0; count < 3; count++) {
      expect(await codeOf(pay(place, id, CARDS.failed, call))).toBe('gateway-unavailable');
    }
    place.intercept = undefined;
    expect(await codeOf(pay(place, id, CARDS.failed, call))).toBe('authentication-failed');
    expect((await record(place, id)).counts?.attempts).toBe(1);
  });

  it('two processes at once do not exceed attemptsPerOrder', async () => {
    // All calls come from one address, whose places are not part of this test.
    const [one, two] = processes({ limits: { attemptsPerOrder: 3, declinedCardsPerClient: 100 } });
    const id = await one.order();
    const transactions = await prepared(one, id, 20);
    const answers = await Promise.all(
      transactions.map((serverTransId, index) =>
        codeOf(pay(index % 2 ? one : two, id, CARDS.failed, { serverTransId })),
      ),
    );
    expect(answers.filter((code) => code === 'authentication-failed')).toHaveLength(3);
    expect(answers.filter((code) => code === 'too-many-attempts')).toHaveLength(17);
    expect(authentications(one) + authentications(two)).toBe(3);
  });

  it('attemptsPerOrder does not apply to orders.payStored', async () => {
    const place = shop({ limits: { attemptsPerOrder: 1 } });
    const id = await place.order();
    await pay(place, id, CARDS.failed);
    const stored = { number: CARDS.success, expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' };
    expect(await place.backend.orders.payStored(id, { card: stored })).toMatchObject({ status: 'paid' });
  });

  it('counts the attempts of a record that has no counts yet', async () => {
    const store = memoryOrderStore();
    const place = shop({ store, limits: { attemptsPerOrder: 1 } });
    const id = await place.order({ ...REDIRECT });
    await redirect(place, id);
    const found = (await store.read(id))!;
    const { counts: _counts, ...old } = found.record;
    await store.replace({ ...old, state: 'open' }, found.revision);
    expect(await codeOf(checkVersion(place, id))).toBe('too-many-attempts');
  });
});

describe('a request that was not sent', () => {
  const fail = (place: Shop) => {
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    place.intercept = () => Promise.reject<Response>(new TypeError('fetch failed', { cause: refused }));
  };

  it('a request that was not sent is not counted as a version check', async () => {
    const place = shop();
    const id = await place.order();
    fail(place);
    expect(await codeOf(checkVersion(place, id))).toBe('gateway-unavailable');
    expect((await record(place, id)).counts).toMatchObject({ attempts: 0, cards: 0, versionChecks: 0 });
    place.intercept = () => new Response('', { status: 500 });
    await checkVersion(place, id);
    expect((await record(place, id)).counts?.versionChecks).toBe(1);
  });

  it('a request that was not sent is not counted as an authentication, and its card counts only while another attempt has it', async () => {
    const place = shop();
    const id = await place.order();
    const [first, second] = await prepared(place, id, 2);
    fail(place);
    expect(await codeOf(pay(place, id, CARDS.failed, { serverTransId: first }))).toBe('gateway-unavailable');
    expect((await record(place, id)).counts).toMatchObject({ attempts: 0, cards: 0, cardFingerprints: [] });
    place.intercept = undefined;
    await pay(place, id, CARDS.failed, { serverTransId: first });
    fail(place);
    expect(await codeOf(pay(place, id, CARDS.failed, { serverTransId: second }))).toBe('gateway-unavailable');
    expect((await record(place, id)).counts).toMatchObject({ attempts: 1, cards: 1 });
  });

  it('a request that was not sent is not counted as an authorization without an authentication', async () => {
    const place = shop({ policies: { notEnrolled: 'authorize' } });
    const id = await place.order();
    await prepare(place, id, CARDS.notEnrolled);
    fail(place);
    expect(await codeOf(pay(place, id, CARDS.notEnrolled, { serverTransId: undefined }))).toBe('gateway-unavailable');
    expect((await record(place, id)).counts).toMatchObject({ attempts: 0, cards: 0 });
  });

  it('a request that was not sent after an authentication leaves the count of the authentication', async () => {
    const place = shop();
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    place.intercept = (path, _text, pass) =>
      isXml(path) ? Promise.reject<Response>(new TypeError('fetch failed', { cause: refused })) : pass();
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('gateway-unavailable');
    expect((await record(place, id)).counts).toMatchObject({ attempts: 1, cards: 1 });
  });
});

describe('cardsPerOrder', () => {
  it('cardsPerOrder refuses the version check of another card, and not the payment of one that was prepared', async () => {
    const place = shop({ limits: { cardsPerOrder: 2 } });
    const id = await place.order();
    const [own] = await prepared(place, id, 1);
    const third = await prepare(place, id, CARDS.impossible);
    await pay(place, id, CARDS.failed, { serverTransId: own });
    await pay(place, id, CARDS.rejected);
    expect(await codeOf(pay(place, id, CARDS.impossible, { serverTransId: third }))).toBe('authentication-impossible');
    expect(await codeOf(checkVersion(place, id, CARDS.impossible))).toBe('too-many-attempts');
    expect((await record(place, id)).counts).toMatchObject({ attempts: 3, cards: 3 });
  });

  it('keeps an unfinished redirect payment when it refuses the version check of another card', async () => {
    const place = shop({ limits: { cardsPerOrder: 1 } });
    const id = await place.order(REDIRECT);
    const first = await json(await checkVersion(place, id, CARDS.failed));
    await pay(place, id, CARDS.failed, { serverTransId: first.server_trans_id as string });
    await redirect(place, id);
    expect(await codeOf(checkVersion(place, id, CARDS.impossible))).toBe('too-many-attempts');
    expect(await record(place, id)).toMatchObject({ state: 'pending', flags: [{ kind: 'too-many-attempts' }] });
    // The card that was tried before may replace it.
    const again = { number: CARDS.failed, page_token: first.page_token as string };
    const body = { ...again, ...(await shownRedirect(place.backend, id)) };
    expect((await place.call(`orders/${id}/protocol-versions`, body)).status).toBe(200);
    expect((await record(place, id)).state).toBe('open');
  });

  it('cardsPerOrder keeps the count of cards whose fingerprints were dropped', async () => {
    const store = memoryOrderStore();
    const place = shop({ store, limits: { cardsPerOrder: 1 } });
    const id = await place.order();
    await pay(place, id, CARDS.failed);
    const found = (await store.read(id))!;
    const { cardFingerprints: _dropped, ...counts } = found.record.counts!;
    await store.replace({ ...found.record, counts }, found.revision);
    expect(await codeOf(checkVersion(place, id, CARDS.failed))).toBe('too-many-attempts');
  });
});

describe('versionChecksPerOrder', () => {
  it('refuses the version check after the thirtieth, and accepts a prepared transaction', async () => {
    const place = shop();
    const id = await place.order();
    const own = await prepare(place, id, CARDS.success);
    for (let count = 1; count < 30; count++) expect(await prepare(place, id, CARDS.noMethod)).toBeDefined();
    expect(await codeOf(checkVersion(place, id))).toBe('too-many-attempts');
    expect(callsOf(place, '/3ds2/protocol-versions')).toBe(30);
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId: own }))).toBe('authorized');
  });

  it('two processes at once do not exceed versionChecksPerOrder', async () => {
    const [one, two] = processes({ limits: { versionChecksPerOrder: 4 } });
    const id = await one.order();
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => checkVersion(index % 2 ? one : two, id)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
    expect(one.sent.length + two.sent.length).toBe(4);
  });
});

describe('orders.reopen', () => {
  it('orders.reopen resets the counts of an open order, which is flagged again at the next limit', async () => {
    const place = shop({ limits: { attemptsPerOrder: 1, cardsPerOrder: 1, versionChecksPerOrder: 2 } });
    const id = await place.order();
    const limited = async () => {
      await pay(place, id, CARDS.failed);
      await checkVersion(place, id);
      return (await record(place, id)).flags.map(({ kind }) => kind);
    };
    expect(await limited()).toEqual(['too-many-attempts']);
    const reopened = await place.backend.orders.reopen(id, PERSON);
    expect(reopened).toMatchObject({ state: 'open', flags: [], counts: { attempts: 0, cards: 0, versionChecks: 0 } });
    expect(await limited()).toEqual(['too-many-attempts']);
    await place.backend.orders.reopen(id, PERSON);
    expect(await codeOf(pay(place, id, CARDS.success))).toBe('authorized');
  });
});

describe('versionChecksPerClient', () => {
  const from = (place: Shop, id: string, ip?: string) =>
    place.backend.fetch(
      new Request(`https://shop.example/scudo/orders/${id}/protocol-versions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ number: CARDS.success }),
      }),
      ip === undefined ? {} : { ip },
    );

  it('versionChecksPerClient refuses a client over all its orders with the time at which its counter ends, and no other client', async () => {
    const place = shop({ limits: { versionChecksPerClient: 2 } });
    const ids = [await place.order(), await place.order(), await place.order()] as const;
    expect((await from(place, ids[0], '2001:db8:1:2::1')).status).toBe(200);
    place.clock.advance(100_000);
    expect((await from(place, ids[1], '2001:db8:1:2:9::9')).status).toBe(200);
    const refused = await from(place, ids[2], '2001:db8:1:2:3:4:5:6');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '500']);
    expect(await json(refused)).toMatchObject({ code: 'too-many-requests', retryable: true });
    expect((await from(place, ids[2], '2001:db8:1:3::1')).status).toBe(200);
    expect((await record(place, ids[2])).counts?.versionChecks).toBe(1);
    place.clock.advance(500_000);
    expect((await from(place, ids[2], '2001:db8:1:2::1')).status).toBe(200);
  });

  it('versionChecksPerClient counts redirect payments that begin, and not one that is continued', async () => {
    const place = redirectShop({ limits: { versionChecksPerClient: 2 } });
    const ids = [await place.order(REDIRECT), await place.order(REDIRECT), await place.order(REDIRECT)] as const;
    expect((await redirect(place, ids[0])).status).toBe(200);
    expect((await redirect(place, ids[0])).status).toBe(200);
    expect((await redirect(place, ids[1])).status).toBe(200);
    expect(await codeOf(redirect(place, ids[2]))).toBe('too-many-requests');
    expect((await record(place, ids[2])).attempts).toEqual([]);
  });

  /** A store, and the keys of its counters. */
  function recordingStore({ clock }: Shop) {
    const inner = memoryOrderStore(undefined, clock.now);
    const keys: string[] = [];
    const store: OrderStore = {
      ...inner,
      addToCounter: (key, input) => (keys.push(key), inner.addToCounter(key, input)),
    };
    return { store, keys };
  }

  it.each([
    ['203.0.113.7', '203.0.113'],
    ['2001:db8:1:2::1', '2001'],
  ])('stores a keyed fingerprint instead of the address %s', async (ip, part) => {
    const place = shop();
    const { store, keys } = recordingStore(place);
    const key = 'a key of sixteen bytes';
    const counting = shop({ store, fingerprintKey: key }, {}, place);
    const id = await counting.order();
    await from(counting, id, ip);
    await from(shop({ store, fingerprintKey: key }, {}, place), id, ip);
    await from(shop({ store, fingerprintKey: 'another key of sixteen bytes' }, {}, place), id, ip);
    const [one, other, ofOtherKey] = keys.filter((one) => one.startsWith('version-checks'));
    for (const every of keys) expect(every).not.toContain(part);
    expect(one).toMatch(/^version-checks [0-9a-f]{8}\.[0-9a-f]{64}$/);
    expect(one).not.toContain(part);
    expect(other).toBe(one);
    expect(ofOtherKey).not.toBe(one);
  });

  it('versionChecksPerClient is 600 in ten minutes by default', async () => {
    const place = shop({ limits: { versionChecksPerOrder: 1000 } });
    const id = await place.order();
    const { store, keys } = recordingStore(place);
    const counting = shop({ store, limits: { versionChecksPerOrder: 1000 } }, {}, place);
    const other = await counting.order();
    expect((await from(counting, other, '::ffff:203.0.113.7')).status).toBe(200);
    for (let count = 0; count < 599; count++) await store.addToCounter(keys[0]!, { ms: 600_000 });
    expect((await from(counting, other, '203.0.113.7')).status).toBe(429);
    expect((await from(place, id, '203.0.113.7')).status).toBe(200);
  });

  it.each([
    ['the limit 0', { versionChecksPerClient: 0 }, '203.0.113.7'],
    ['a client without an address', { versionChecksPerClient: 1 }, undefined],
    ['a proxy in a private network', { versionChecksPerClient: 1 }, '10.0.0.1'],
  ])('versionChecksPerClient does not count for %s', async (_name, limits, ip) => {
    const place = shop({ limits });
    const id = await place.order();
    for (let count = 0; count < 5; count++) expect((await from(place, id, ip)).status).toBe(200);
  });
});

describe('calls that are being processed', () => {
  it('an order has at most 100 calls that are being processed, and those of a dead process do not count', async () => {
    const store = memoryOrderStore();
    const place = shop({ store });
    const id = await place.order();
    const serverTransId = await prepare(place, id, CARDS.success);
    const claim = async (since: string) => {
      const { record: found, revision } = (await store.read(id))!;
      const answers = Object.fromEntries(
        Array.from({ length: 100 }, (_, index) => [
          `claimed-${index}`,
          { request: { call: 'authentications', subject: String(index) }, since },
        ]),
      );
      await store.replace({ ...found, answers }, revision);
    };
    await claim('2026-11-20T11:59:58.000Z');
    const refused = await pay(place, id, CARDS.success, { serverTransId });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    expect(Object.keys((await record(place, id)).answers)).toHaveLength(100);
    await claim('2026-11-20T11:57:00.000Z');
    expect(await codeOf(pay(place, id, CARDS.success, { serverTransId }))).toBe('authorized');
    expect(Object.keys((await record(place, id)).answers)).toHaveLength(101);
  });
});

describe('a record', () => {
  it('an anonymous client cannot make a record larger than its limits', async () => {
    const place = shop({ policies: { notEnrolled: 'refuse' } });
    const id = await place.order();
    const { page_token } = await json(await checkVersion(place, id, CARDS.notEnrolled));
    for (let count = 0; count < 40; count++) await checkVersion(place, id, CARDS.notEnrolled);
    const body = { card: card(CARDS.notEnrolled), browser_data: BROWSER, method_url_completion: 'YES' };
    for (let count = 0; count < 120; count++) {
      const sent = count % 2 === 0 ? body : { ...body, page_token };
      await place.call(`orders/${id}/authentications`, sent, { 'idempotency-key': newKey() });
    }
    const { authentications: known, answers, history } = await record(place, id);
    expect([known.length, Object.keys(answers).length]).toEqual([30, 50]);
    expect(history.length).toBeLessThanOrEqual(401);
  });
});
