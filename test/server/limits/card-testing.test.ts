import { describe, expect, it } from 'vitest';
import {
  StoreBusyError,
  type AttemptReport,
  type MerchantBackendOptions,
  type OrderRecord,
  type OrderStore,
  type ProblemReport,
} from '../../../src/server.js';
import { withSharedAddress } from '../../samples/options.js';
import {
  authorizationAnswer,
  BROWSER,
  card,
  CARDS,
  GATEWAY,
  isXml,
  json,
  newKey,
  orderIdIn,
  shop,
  virtualClock,
  type Shop,
} from '../scripted-gateway.js';
import { paidByOther } from '../use-cases/card/changed-meanwhile.js';
import { memoryOrderStore } from '../adapters/store/memory-order-store.js';

/** A card number with a right check digit. */
function cardNumber(index: number): string {
  const body = `4111${String(index).padStart(11, '0')}`;
  const sum = [...body].reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return `${body}${(10 - (sum % 10)) % 10}`;
}

/** Lets the gateway decline the cards of this set. */
function declining(place: Shop, declined: { has(number: string): boolean }): Shop {
  place.intercept = (path, text, pass) => {
    if (!isXml(path)) return pass();
    const number = /<number>(\d+)</.exec(text)?.[1] ?? '';
    const result = declined.has(number) ? '101' : '00';
    return authorizationAnswer({ orderid: orderIdIn(text), result, authcode: '12345' });
  };
  return place;
}

const EVERY = { has: () => true };

/** A new order of the shop that a client tries to pay with a card. Returns the code of the outcome or the problem. */
async function tryCard({ backend }: Pick<Shop, 'backend'>, number: string, ip: string): Promise<string> {
  const { id } = await backend.orders.create({
    amount: '1999',
    currency: 'EUR',
    payer: { email: 'ada@example.com', mobilePhone: { countryCode: '44', subscriberNumber: '2079460000' } },
  });
  const call = async (path: string, body: object, headers: Record<string, string> = {}) =>
    json(
      await backend.fetch(
        new Request(`https://shop.example/scudo/orders/${id}/${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }),
        { ip },
      ),
    );
  const checked = await call('protocol-versions', { number });
  if (checked.code !== undefined) return checked.code as string;
  const body = {
    server_trans_id: checked.server_trans_id as unknown,
    card: card(number),
    browser_data: BROWSER,
    method_url_completion: 'YES',
  };
  const answer = await call('authentications', body, { 'idempotency-key': newKey() });
  return (answer.code ?? answer.outcome.code) as string;
}

/** Two processes with one store and one gateway. */
function twoProcesses(options: Partial<MerchantBackendOptions> = {}): readonly [Shop, Shop] {
  const clock = virtualClock();
  const store = memoryOrderStore(undefined, clock.now);
  const one = shop({ ...options, store }, {}, { clock });
  return [one, shop({ ...options, store }, {}, { clock, sandbox: one.sandbox, random: one.random })];
}

const countOf = (codes: readonly string[], code: string) => codes.filter((one) => one === code).length;

describe('a client that tests cards', () => {
  it.each([
    [160, 'one after another', 1],
    [640, 'all at once at two processes', 640],
  ])('a client that tests %i cards of one address, %s, gets ten answers of an issuer', async (cards, _how, atOnce) => {
    const pause = () => new Promise<void>((resolve) => setImmediate(resolve));
    const processes = twoProcesses({ pause });
    for (const place of processes) declining(place, EVERY);
    const codes: string[] = [];
    for (let index = 0; index < cards; index += atOnce) {
      const calls = Array.from({ length: atOnce }, (_, one) =>
        tryCard(processes[one % 2]!, cardNumber(index + one), '203.0.113.7'),
      );
      codes.push(...(await Promise.all(calls)));
    }
    expect(countOf(codes, 'declined')).toBe(10);
    expect(codes.filter((code) => code === 'authorized')).toEqual([]);
  });

  it('a client that tests 240 cards of three /64 networks of one /56 gets 30 answers of an issuer, and of eight networks 40', async () => {
    const place = declining(shop({ store: memoryOrderStore() }), EVERY);
    const codes: string[] = [];
    for (let index = 0; index < 240; index++) {
      codes.push(await tryCard(place, cardNumber(index), `2001:db8:0:12${'034'[index % 3]}0::${index}`));
    }
    expect(countOf(codes, 'declined')).toBe(30);
    for (let index = 0; index < 100; index++) {
      codes.push(await tryCard(place, cardNumber(2_000 + index), `2001:db8:0:12${index % 8}1::1`));
    }
    expect(countOf(codes, 'declined')).toBe(40);
    expect(await tryCard(place, cardNumber(5_000), '2001:db8:0:1300::1')).toBe('declined');
  });

  it('a client is refused until the window ends, over all processes, and one card counts once, also after it has paid', async () => {
    const [one, other] = twoProcesses();
    const { clock } = one;
    const declined = new Set(Array.from({ length: 12 }, (_, index) => cardNumber(index)));
    for (const place of [one, other]) declining(place, declined);
    const tried = (index: number, ip = '203.0.113.7') => tryCard(index % 2 ? one : other, cardNumber(index), ip);
    for (let count = 0; count < 20; count++) expect(await tried(0)).toBe('declined');
    for (let index = 1; index < 9; index++) expect(await tried(index)).toBe('declined');
    declined.delete(cardNumber(0));
    expect(await tried(0)).toBe('authorized');
    expect([await tried(9), await tried(10)]).toEqual(['declined', 'declined']);
    expect([await tried(11), await tried(500)]).toEqual(['too-many-requests', 'too-many-requests']);
    expect(await tried(11, '203.0.113.8')).toBe('declined');
    clock.advance(600_000);
    expect(await tried(500)).toBe('authorized');
  });

  it.each<[string, string, MerchantBackendOptions['limits']]>([
    ['of this machine', '127.0.0.1', {}],
    ['of this machine in IPv6', '::1', {}],
    ['with versionChecksPerClient: 0', '203.0.113.7', { versionChecksPerClient: 0 }],
    ['with limits of 0', '2001:db8::1', { declinedCardsPerClient: 0, declinedCardsPer56: 0, declinedCardsPer48: 0 }],
  ])('a client %s is not refused', async (_who, ip, limits) => {
    const place = declining(shop({ store: memoryOrderStore(), limits }), EVERY);
    for (let index = 0; index < 15; index++) expect(await tryCard(place, cardNumber(index), ip)).toBe('declined');
  });

  it('60 honest shoppers who pay at the same moment from one address all pay by default, ten at a time', async () => {
    const pausing: (() => void)[] = [];
    const paying: (() => void)[] = [];
    const pause = () => new Promise<void>((resolve) => pausing.push(resolve));
    const processes = twoProcesses({ pause });
    for (const place of processes) {
      place.intercept = async (path, _text, pass) => {
        if (isXml(path)) await new Promise<void>((resolve) => paying.push(resolve));
        return pass();
      };
    }
    const ends: string[] = [];
    const until = async (isReached: () => boolean) => {
      while (!isReached()) await new Promise((resolve) => setImmediate(resolve));
    };
    const release = (held: (() => void)[]) => held.splice(0).forEach((resolve) => resolve());
    for (let index = 0; index < 60; index++) {
      void tryCard(processes[index % 2]!, cardNumber(index), '203.0.113.7').then((code) => ends.push(code));
    }
    while (ends.length < 60) {
      await until(() => pausing.length + paying.length + ends.length === 60);
      expect(paying).toHaveLength(10);
      const paid = ends.length + 10;
      release(paying);
      await until(() => ends.length === paid);
      release(pausing);
    }
    expect(countOf(ends, 'authorized')).toBe(60);
  });

  it('a call that finds no free place is refused for a moment, and a place is free again after its payment', async () => {
    const answers: (() => void)[] = [];
    const place = shop({
      store: memoryOrderStore(),
      pause: async () => undefined,
      limits: { declinedCardsPerClient: 1 },
    });
    place.intercept = async (path, _text, pass) => {
      if (isXml(path)) await new Promise<void>((resolve) => answers.push(resolve));
      return pass();
    };
    const first = tryCard(place, cardNumber(1), '203.0.113.7');
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await tryCard(place, cardNumber(2), '203.0.113.7')).toBe('too-many-requests');
    const { orders } = await place.backend.orders.list();
    const refused = orders.find(({ state }) => state === 'open');
    expect([refused?.authentications[0]?.stage, refused?.counts?.attempts]).toEqual(['checked', 0]);
    const body = {
      server_trans_id: refused?.authentications[0]?.serverTransId,
      card: card(cardNumber(2)),
      browser_data: BROWSER,
      method_url_completion: 'YES',
    };
    for (let count = 0; count < 20; count++) {
      const headers = { 'idempotency-key': newKey() };
      const answer = await json(await place.call(`orders/${refused!.id}/authentications`, body, headers));
      expect(answer.code).toBe('too-many-requests');
    }
    const { history } = (await place.backend.orders.read(refused!.id))!;
    expect(history.map(({ event }) => event)).toEqual(['created', 'version-checked']);
    answers.forEach((resolve) => resolve());
    expect(await first).toBe('authorized');
    place.intercept = undefined;
    expect(await tryCard(place, cardNumber(2), '203.0.113.7')).toBe('authorized');
  });

  it('a call that waits for a place sends nothing when its order is paid meanwhile', async () => {
    const store = memoryOrderStore();
    const answers: (() => void)[] = [];
    const pause = async () => {
      const waiting = (await store.list({ limit: 10 })).find(({ state }) => state === 'open');
      const found = waiting && (await store.read(waiting.id));
      if (found) await store.replace({ ...found.record, ...paidByOther() }, found.revision);
      answers.forEach((resolve) => resolve());
      await first;
    };
    const place = shop({ store, pause, limits: { declinedCardsPerClient: 1 } });
    place.intercept = async (path, _text, pass) => {
      if (isXml(path)) await new Promise<void>((resolve) => answers.push(resolve));
      return pass();
    };
    const first = tryCard(place, cardNumber(1), '203.0.113.7');
    while (answers.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await tryCard(place, cardNumber(2), '203.0.113.7')).toBe('already-paid');
    expect(await first).toBe('authorized');
    expect(place.sent.filter(({ path }) => path === '/3ds2/authentications')).toHaveLength(1);
    const { orders } = await place.backend.orders.list();
    const unsent = orders.find(({ payment }) => payment?.method === 'testpay');
    expect(unsent?.counts?.attempts).toBe(0);
    expect(unsent?.history.map(({ event }) => event)).toEqual(['created', 'version-checked']);
  });

  it('300 honest shoppers behind one address pay with the option that docs/limits.md recommends, while every tenth card is declined', async () => {
    const place = shop();
    const declined = new Set(Array.from({ length: 30 }, (_, index) => cardNumber(index * 10)));
    declining(place, declined);
    const backend = withSharedAddress({
      publicUrl: 'https://shop.example/scudo',
      store: memoryOrderStore(),
      gateway: {
        baseUrl: GATEWAY,
        merchantId: 'scudo',
        accountId: 'internet',
        secret: 'secret',
        now: place.clock.now,
        fetch: async (input, init) => {
          const request = new Request(input, init);
          const text = await request.clone().text();
          const { pathname, searchParams } = new URL(request.url);
          return place.intercept!(pathname, text, () => place.sandbox.fetch(request), searchParams);
        },
      },
    });
    const shopper = async (index: number) => {
      const first = await tryCard({ backend }, cardNumber(index), '203.0.113.7');
      return first === 'declined' ? tryCard({ backend }, cardNumber(1_000 + index), '203.0.113.7') : first;
    };
    const ends: string[] = [];
    for (let index = 0; index < 300; index += 60) {
      ends.push(...(await Promise.all(Array.from({ length: 60 }, (_, one) => shopper(index + one)))));
    }
    expect(countOf(ends, 'authorized')).toBe(300);
    await backend.close();
  });
});

describe('the shop', () => {
  it('onProblem receives many declined cards once in ten minutes, and no client is refused because of their number', async () => {
    const problems: ProblemReport[] = [];
    const place = shop({
      store: memoryOrderStore(),
      limits: { declinedCardsReported: 5 },
      onProblem: (problem) => problems.push(problem),
    });
    declining(place, EVERY);
    const codes = [];
    for (let index = 0; index < 12; index++) codes.push(await tryCard(place, cardNumber(index), `203.0.113.${index}`));
    expect(countOf(codes, 'declined')).toBe(12);
    expect(problems.map(({ code }) => code)).toEqual(['many-declines']);
  });

  it.each<[string, (transaction: string) => object]>([
    [
      'authentications',
      (transaction) => ({ server_trans_id: transaction, browser_data: BROWSER, method_url_completion: 'YES' }),
    ],
    ['authorizations', (transaction) => ({ server_trans_id: transaction, ended: 'notified' })],
  ])('the shop receives as many refused %s of a client as the client has version checks', async (path, bodyOf) => {
    const results: string[] = [];
    const place = shop({
      onAttempt: (_order, { result }) => void results.push(result),
      limits: { versionChecksPerClient: 7 },
    });
    const id = await place.order();
    const codes: string[] = [];
    for (let index = 0; index < 12; index++) {
      const body = { ...bodyOf(`00000000-0000-4000-8000-0000000000${10 + index}`), card: card(cardNumber(index)) };
      codes.push((await json(await place.call(`orders/${id}/${path}`, body, { 'idempotency-key': newKey() }))).code);
    }
    await place.settled();
    expect(codes).toEqual([...Array(7).fill('authentication-unknown'), ...Array(5).fill('too-many-requests')]);
    expect(results).toEqual(Array(7).fill('authentication-unknown'));
  });

  it('the shop receives a refused card that is not enrolled once for each key, up to the limit of the client', async () => {
    const reported: string[] = [];
    const place = shop({
      onAttempt: (_order, { result }) => void reported.push(result),
      onEvent: ({ kind, code }) => {
        if (kind === 'payment') reported.push(`${kind} ${code}`);
      },
      limits: { versionChecksPerClient: 3 },
    });
    const id = await place.order();
    const prepared = await json(await place.call(`orders/${id}/protocol-versions`, { number: CARDS.notEnrolled }));
    const body = {
      page_token: prepared.page_token as unknown,
      card: card(CARDS.notEnrolled),
      browser_data: BROWSER,
      method_url_completion: 'YES',
    };
    const codes: string[] = [];
    const keys = [newKey(), newKey(), newKey()];
    for (const key of [...keys, ...keys]) {
      const answer = await json(await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': key }));
      codes.push((answer.code ?? (answer.outcome as { code: string }).code) as string);
    }
    await place.settled();
    // A repeated call gets the answer that its key keeps.
    expect(codes).toEqual(['not-enrolled', 'not-enrolled', 'too-many-requests', ...Array(3).fill('not-enrolled')]);
    expect(reported.toSorted()).toEqual([...Array(2).fill('not-enrolled'), ...Array(2).fill('payment not-enrolled')]);
  });

  it.each<[ProblemReport['code'], Error]>([
    ['store-busy', new StoreBusyError('The database stayed locked.')],
    ['internal-error', new Error('The disk is full.')],
  ])(
    'onProblem receives %s when a declined card cannot be counted, and the shopper gets the result',
    async (code, error) => {
      const problems: ProblemReport[] = [];
      const store = memoryOrderStore();
      const addToCounter: OrderStore['addToCounter'] = (key, options) =>
        key.startsWith('declined-card ') ? Promise.reject(error) : store.addToCounter(key, options);
      const onProblem = (problem: ProblemReport) => void problems.push(problem);
      const place = declining(shop({ store: { ...store, addToCounter }, onProblem }), EVERY);
      expect(await tryCard(place, cardNumber(1), '203.0.113.7')).toBe('declined');
      expect(problems.map(({ code: reported, cause }) => [reported, cause])).toEqual([[code, error]]);
    },
  );

  it('the shop receives each attempt with its result, client and masked card, and a hook that fails or never ends does not matter', async () => {
    const received: (readonly [string, AttemptReport])[] = [];
    const problems: ProblemReport[] = [];
    const onAttempt = (order: OrderRecord, attempt: AttemptReport) => {
      received.push([order.state, attempt]);
      if (received.length === 1) throw new Error('the log is full');
      return Promise.reject(new Error('the log is full'));
    };
    const place = shop({ store: memoryOrderStore(), onAttempt, onProblem: (problem) => problems.push(problem) });
    declining(place, { has: (number) => number === cardNumber(1) });
    expect(await tryCard(place, cardNumber(1), '203.0.113.7')).toBe('declined');
    expect(await tryCard(place, cardNumber(2), '203.0.113.7')).toBe('authorized');
    await place.settled();
    const attempt = { method: 'card', client: '203.0.113.7' };
    expect(received).toEqual([
      ['open', { ...attempt, result: 'declined', card: '411100******0016' }],
      ['paid', { ...attempt, result: 'authorized', card: '411100******0024' }],
    ]);
    expect(problems.map(({ code }) => code)).toEqual(['listener-failed', 'listener-failed']);

    const stuck = declining(shop({ onAttempt: () => new Promise(() => undefined) }), { has: () => false });
    expect(await tryCard(stuck, cardNumber(2), '203.0.113.7')).toBe('authorized');
  });

  it('the shop receives a payment with a stored card without a client, and a refused call once', async () => {
    const received: AttemptReport[] = [];
    const place = shop({ onAttempt: (_order, attempt) => received.push(attempt) });
    const id = await place.order();
    const body = {
      server_trans_id: '00000000-0000-4000-8000-0000000000ff',
      card: card(cardNumber(1)),
      browser_data: BROWSER,
      method_url_completion: 'YES',
    };
    await place.call(`orders/${id}/authentications`, body, { 'idempotency-key': newKey() });
    const { security_code: _code, ...stored } = card(cardNumber(2));
    const { number, expiry_month: expiryMonth, expiry_year: expiryYear, full_name: fullName } = stored;
    await place.backend.orders.payStored(id, { card: { number, expiryMonth, expiryYear, fullName } });
    await place.settled();
    expect(received).toEqual([
      { result: 'authentication-unknown', method: 'card', card: '411100******0016', client: '203.0.113.7' },
      { result: 'authorized', method: 'card', card: '411100******0024' },
    ]);
  });

  it.each<[string, Partial<MerchantBackendOptions>, (index: number) => string, number, boolean?]>([
    ['the first 100 card calls come from private addresses', {}, (index) => `10.0.${index % 7}.2`, 1],
    ['some come so, and others with the header of a proxy', {}, (at) => (at % 2 ? '10.0.0.2' : '203.0.113.7'), 1, true],
    ['trustProxy is set, and they have that header', { trustProxy: true }, () => '203.0.113.7', 0, true],
    ['one of them comes from a public address', {}, (index) => (index === 50 ? '203.0.113.7' : '10.0.0.2'), 0],
    ['trustProxy is set', { trustProxy: true }, () => '10.0.0.2', 0],
    ['the shop runs on a machine for development', { publicUrl: 'http://localhost/scudo' }, () => '127.0.0.1', 0],
  ])(
    'onProblem receives once that a proxy hides the clients, or not, if %s',
    async (_when, options, ipOf, reports, hasHeader = false) => {
      const problems: string[] = [];
      const place = shop({ ...options, cardFields: 'page', onProblem: ({ code }) => problems.push(code) });
      for (let index = 0; index < 220; index++) {
        await place.backend.fetch(
          new Request('https://shop.example/scudo/orders/unknown/protocol-versions', { method: 'POST', body: '{}' }),
          { ip: ipOf(index) },
        );
      }
      expect(problems.filter((code) => code === 'client-not-public')).toHaveLength(0);
      const id = await place.order();
      place.intercept = () => new Response('', { status: 500 });
      for (let index = 0; index < 220; index++) {
        await place.backend.fetch(
          new Request(`https://shop.example/scudo/orders/${id}/protocol-versions`, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              ...(hasHeader ? { 'x-forwarded-for': '198.51.100.4' } : {}),
            },
            body: JSON.stringify({ number: cardNumber(1) }),
          }),
          { ip: ipOf(index) },
        );
      }
      expect(problems.filter((code) => code === 'client-not-public')).toHaveLength(reports);
    },
  );
});
