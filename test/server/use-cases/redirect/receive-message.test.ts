import { describe, expect, it } from 'vitest';
import { codeOf } from '../../code-of.js';
import { json, pay, virtualClock } from '../../scripted-gateway.js';
import {
  deliver,
  endPayment,
  list,
  redirectShop,
  redirectsOf,
  sendAway,
  sentAway,
  statusPairs,
  type RedirectShop,
  type SentAway,
} from '../../signed-messages.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';

const WAYS = ['return-get', 'return-post', 'status'] as const;

/** A message that the gateway sends to the status URL without an order in its path. */
const deliverWithoutId = (place: ReturnType<typeof redirectShop>, pairs: [string, string][]) =>
  place.backend.fetch(
    new Request('https://shop.example/scudo/status', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(pairs).toString(),
    }),
  );

const changed = (pairs: [string, string][], field: string, value: string) =>
  pairs.map(([name, old]): [string, string] => [name, name === field ? value : old]);
const without = (pairs: [string, string][], field: string) => pairs.filter(([name]) => name !== field);

describe('a status message', () => {
  it('a status message 00 is answered with 200 before the report confirms it and makes the order paid', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    list(place, away.orderid, '00');
    const response = await deliver(place, 'status', away.id, statusPairs({ ...away, result: '00' }));
    expect(response.status).toBe(200);
    expect(place.sent.filter(({ path }) => path === '/payments')).toHaveLength(0);
    await place.settled();
    expect(await place.backend.orders.shopView(away.id)).toMatchObject({
      state: 'paid',
      method: 'testpay',
      flags: [],
      refundable: '1999',
    });
  });

  it('a status message 101 makes the order failed once the report confirms it', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    await endPayment(place, away, '101');
    expect(await place.backend.orders.shopView(away.id)).toMatchObject({ state: 'failed', flags: [] });
  });

  it('a status message 01 leaves the order pending, also with the fund status WAITING', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    await endPayment(place, away, '01');
    expect(await place.backend.orders.shopView(away.id)).toMatchObject({ state: 'pending', flags: [] });
  });

  it.each([
    ['00', { result: '101', status: 'FAILED' }],
    ['00', { result: '101', status: 'DECLINED' }],
    ['00', { result: '00', status: 'SUCCEEDED', amount: '1' }],
    ['00', { result: '00', status: 'SUCCEEDED', currency: 'USD' }],
    ['101', { result: '00', status: 'SUCCEEDED' }],
  ] as const)(
    'a status message %s is flagged and leaves the order pending when the report has %j',
    async (result, record) => {
      const place = redirectShop();
      const away = await sentAway(place);
      list(place, away.orderid, record);
      await deliver(place, 'status', away.id, statusPairs({ ...away, result }));
      await place.settled();
      expect(await place.backend.orders.shopView(away.id)).toMatchObject({ state: 'pending', contradiction: true });
    },
  );

  it.each([
    ['signed with another secret', (away: SentAway) => statusPairs({ ...away, result: '00', secret: 'wrong' }), 400],
    [
      'signed with the secret “undefined”',
      (away: SentAway) => statusPairs({ ...away, result: '00', secret: 'undefined' }),
      400,
    ],
    ['signed with an empty secret', (away: SentAway) => statusPairs({ ...away, result: '00', secret: '' }), 400],
    ['without a hash', (away: SentAway) => without(statusPairs({ ...away, result: '00' }), 'sha1hash'), 400],
    [
      'with another result than was signed',
      (away: SentAway) => changed(statusPairs({ ...away, result: '101' }), 'result', '00'),
      400,
    ],
    [
      'of another order than was signed',
      (away: SentAway) => changed(statusPairs({ ...away, orderid: 'other', result: '00' }), 'orderid', away.orderid),
      400,
    ],
    [
      'of another merchant',
      (away: SentAway) => changed(statusPairs({ ...away, result: '00' }), 'merchantid', 'other'),
      400,
    ],
    ['with an unknown result', (away: SentAway) => statusPairs({ ...away, result: '02' as '00' }), 400],
    ['without a result', (away: SentAway) => without(statusPairs({ ...away, result: '00' }), 'result'), 400],
    [
      'with two results',
      (away: SentAway): [string, string][] => [['result', '00'], ...statusPairs({ ...away, result: '101' })],
      400,
    ],
    [
      'whose dots are shifted into the result',
      (away: SentAway) => changed(statusPairs({ ...away, result: '00' }), 'result', '00.SUCCEEDED'),
      400,
    ],
    ['of an unknown order', (away: SentAway) => statusPairs({ ...away, orderid: 'unknown', result: '00' }), 404],
  ] as const)('a status message %s is refused and changes nothing, by each way', async (_what, pairs, status) => {
    const place = redirectShop();
    const away = await sentAway(place);
    list(place, away.orderid, '00');
    const before = await place.backend.orders.read(away.id);
    const response = await deliver(place, 'status', away.id, pairs(away));
    expect(response.status).toBe(status);
    if (status === 400) expect((await json(response)).fields[0].field).toMatch(/sha1hash|result/);
    for (const way of WAYS) await deliver(place, way, away.id, pairs(away));
    await place.settled();
    expect(await place.backend.orders.read(away.id)).toEqual(before);
  });

  it('a status message with a wrong sha256hash beside a correct sha1hash is confirmed by the configured algorithm only', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    const pairs: [string, string][] = [...statusPairs({ ...away, result: '00' }), ['sha256hash', 'a'.repeat(64)]];
    await deliver(place, 'status', away.id, pairs);
    await place.settled();
    // The report still lists the payment as INITIATED.
    expect(await place.backend.orders.shopView(away.id)).toMatchObject({ state: 'pending' });
  });

  it.each([
    ['00', 'paid'],
    ['INITIATED', 'pending'],
  ] as const)(
    'a status message of the algorithm that is not configured is refused, and a report with %s leaves the order %s',
    async (listed, state) => {
      const clock = virtualClock();
      const store = memoryOrderStore(undefined, clock.now);
      const place = redirectShop({ store }, {}, { clock });
      const away = await sentAway(place);
      if (listed === '00') list(place, away.orderid, listed);
      const strict = redirectShop({ store }, { hashAlgorithm: 'sha256' }, place);
      const response = await deliver(strict, 'status', away.id, statusPairs({ ...away, result: '00' }));
      expect(response.status).toBe(400);
      await strict.settled();
      const record = await strict.backend.orders.read(away.id);
      expect(record).toMatchObject({ state, flags: [] });
      expect((await redirectsOf(strict, away.id))[0]).not.toHaveProperty('claim');
      expect(record?.history.map(({ event }) => event)).toContain('status-rejected');
    },
  );

  it('a status message without a valid hash has the same answer for an order that exists, another one and none', async () => {
    const place = redirectShop();
    const [own, other] = [await sentAway(place), await sentAway(place)];
    const forged = statusPairs({ ...own, result: '00', secret: 'another' });
    const answers = [];
    for (const id of [own.id, other.id, 'none']) answers.push(await deliver(place, 'status', id, forged));
    for (const orderid of [own.orderid, other.orderid, own.id, 'none', 'none-0123456789']) {
      answers.push(await deliverWithoutId(place, changed(forged, 'orderid', orderid)));
    }
    const texts = await Promise.all(answers.map(async (one) => `${one.status} ${await one.text()}`));
    expect([...new Set(texts)]).toEqual([expect.stringMatching(/^400 .*invalid-request/) as unknown]);
  });

  it('a status message is refused at the status URL of another order', async () => {
    const place = redirectShop();
    const [own, other] = [await sentAway(place), await sentAway(place)];
    expect((await deliver(place, 'status', other.id, statusPairs({ ...own, result: '00' }))).status).toBe(404);
    expect(await place.backend.orders.shopView(other.id)).toMatchObject({ state: 'pending' });
    expect(await place.backend.orders.shopView(own.id)).toMatchObject({ state: 'pending' });
  });

  it('a status message without an order in its path is applied to the order of its attempt, also of a second one', async () => {
    const place = redirectShop();
    const first = await sentAway(place);
    await endPayment(place, first, '101');
    const second = await sendAway(place, first.id);
    expect(second.orderid).not.toBe(first.orderid);
    list(place, second.orderid, '00');
    expect((await deliverWithoutId(place, statusPairs({ ...second, result: '00' }))).status).toBe(200);
    await place.settled();
    expect(await place.backend.orders.shopView(first.id)).toMatchObject({ state: 'paid' });
  });

  it('a status message without an order in its path is not applied to an order that is named like the attempt', async () => {
    const place = redirectShop();
    const away = await sentAway(place, { id: 'A' });
    const namesake = await place.order({ id: away.orderid });
    list(place, away.orderid, '00');
    await deliverWithoutId(place, statusPairs({ ...away, result: '00' }));
    await place.settled();
    expect(await place.backend.orders.shopView('A')).toMatchObject({ state: 'paid' });
    expect(await place.backend.orders.shopView(namesake)).toMatchObject({ state: 'open', flags: [] });
  });

  it('a status message 00 of an attempt that has failed is flagged and confirmed; it pays the order when nothing else does', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    await endPayment(place, away, '101');
    place.clock.advance(60_000);
    await endPayment(place, away, '00');
    const view = await place.backend.orders.shopView(away.id);
    expect(view).toMatchObject({ state: 'paid', contradiction: true, method: 'testpay' });
  });

  it('a status message 00 of an attempt that has failed is a second payment when a card has paid meanwhile', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    await endPayment(place, away, '101');
    expect(await codeOf(pay(place, away.id))).toBe('authorized');
    place.clock.advance(60_000);
    await endPayment(place, away, '00');
    const view = await place.backend.orders.shopView(away.id);
    expect(view).toMatchObject({ state: 'paid', method: 'card' });
    expect(view?.flags.map(({ kind }) => kind)).toContain('second-payment');
  });

  it('a status message that cannot be stored is answered with 500, and stored when it is sent again', async () => {
    let isBroken = false;
    const place = redirectShop({
      store: memoryOrderStore((call) =>
        isBroken && call === 'replace' ? Promise.reject(new Error('disk full')) : Promise.resolve(),
      ),
      pause: () => Promise.resolve(),
    });
    const away = await sentAway(place);
    list(place, away.orderid, '00');
    isBroken = true;
    expect((await deliver(place, 'status', away.id, statusPairs({ ...away, result: '00' }))).status).toBe(500);
    expect((await deliver(place, 'return-get', away.id, statusPairs({ ...away, result: '00' }))).status).toBe(303);
    isBroken = false;
    expect((await deliver(place, 'status', away.id, statusPairs({ ...away, result: '00' }))).status).toBe(200);
    await place.settled();
    expect(await place.backend.orders.shopView(away.id)).toMatchObject({ state: 'paid' });
  });

  it.each([
    ['status before return', ['status', 'return-get']],
    ['return before status', ['return-get', 'status']],
  ] as const)('a status message is noted once when it comes ten times by each way, %s', async (_order, ways) => {
    const place = redirectShop();
    const away = await sentAway(place);
    list(place, away.orderid, '00');
    const pairsOf = (way: string) =>
      statusPairs({ ...away, result: '00', timestamp: way === 'status' ? '20261120222501' : '20261120222500' });
    for (const way of ways) {
      const responses = await Promise.all(Array.from({ length: 10 }, () => deliver(place, way, away.id, pairsOf(way))));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([way === 'status' ? 200 : 303]));
      await place.settled();
    }
    const { state, history, flags } = (await place.backend.orders.shopView(away.id))!;
    expect({ state, flags }).toEqual({ state: 'paid', flags: [] });
    const notes = history.filter(({ event }) => /^(status|return)-/.test(event));
    expect(notes).toHaveLength(2);
    expect(history.filter(({ event }) => event === 'payment-confirmed')).toHaveLength(1);
  });

  it.each([1, 2, 3, 4, 5])(
    'a status message that lost its last %d fields to the limit is verified with the known values',
    async (cut) => {
      const place = redirectShop();
      const away = await sentAway(place);
      const response = await deliver(place, 'status', away.id, statusPairs({ ...away, result: '00', cut }));
      expect(response.status).toBe(200);
      const entry = (await place.backend.orders.read(away.id))!.history.find(
        ({ event }) => event === 'status-success',
      )!;
      expect('fundStatus' in entry.detail!).toBe(cut < 3);
      await place.settled();
    },
  );

  it('a status message with another Amount is flagged, and confirmed by the report', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    list(place, away.orderid, '00');
    await deliver(place, 'status', away.id, changed(statusPairs({ ...away, result: '00' }), 'Amount', '1'));
    await place.settled();
    expect(await place.backend.orders.shopView(away.id)).toMatchObject({
      state: 'paid',
      flags: [{ kind: 'amount-differs', attempt: away.orderid }],
    });
  });
});

describe('a return message', () => {
  it.each(['return-get', 'return-post'] as const)(
    'a return message by %s never makes an order paid by itself',
    async (way) => {
      const place = redirectShop();
      const away = await sentAway(place);
      const response = await deliver(place, way, away.id, statusPairs({ ...away, result: '00' }));
      expect(response.status).toBe(303);
      await place.settled();
      expect(await place.backend.orders.shopView(away.id)).toMatchObject({ state: 'pending', flags: [] });
    },
  );

  it.each([
    ['00', 'paid'],
    ['101', 'failed'],
    ['01', 'pending'],
  ] as const)('starts a look-up, and a report with %s makes the order %s', async (listed, state) => {
    const place = redirectShop();
    const away = await sentAway(place);
    list(place, away.orderid, listed);
    await deliver(place, 'return-get', away.id, statusPairs({ ...away, result: '01' }));
    await place.settled();
    expect(await place.backend.orders.shopView(away.id)).toMatchObject({ state, flags: [] });
  });

  it('a return message with another Amount is noted and not flagged, because the shopper can change it', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    list(place, away.orderid, '00');
    await deliver(place, 'return-get', away.id, changed(statusPairs({ ...away, result: '00' }), 'Amount', '1'));
    await place.settled();
    const view = await place.backend.orders.shopView(away.id);
    expect(view).toMatchObject({ state: 'paid', flags: [] });
    expect(view?.history.find(({ event }) => event === 'return-success')?.detail).toMatchObject({ amount: '1' });
  });

  it('stores no fund status in an attempt, because its hash does not cover it', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    const pairs = changed(statusPairs({ ...away, result: '01' }), 'fundstatus', 'RECEIVED');
    await deliver(place, 'return-get', away.id, pairs);
    await place.settled();
    expect(JSON.stringify(await redirectsOf(place, away.id))).not.toContain('RECEIVED');
    expect(await place.backend.orders.shopView(away.id)).toMatchObject({ state: 'pending' });
  });

  it.each([
    'return/ID//',
    'return//ID',
    '/return/ID',
    'Return/ID',
    'return/ID.',
    'return/ID%20',
    'return/ID/ok',
    'return%2FID',
    'return/ID&status=ok',
    'return/ID;jsessionid=E2B1A0C4',
  ])('leads to the shop and to the result, as a status message does, also at %s', async (address) => {
    const place = redirectShop({ returnPage: 'https://shop.example/thanks?id={order}' });
    for (const way of ['return', 'status']) {
      const away = await sentAway(place);
      list(place, away.orderid, '00');
      const path = address.replace('ID', away.id).replace(/return/i, way);
      const body = new URLSearchParams(statusPairs({ ...away, result: '00' }));
      const request = new Request(`https://shop.example/scudo/${path}`, { method: 'POST', body });
      const response = await place.backend.fetch(request);
      await place.settled();
      const page = way === 'return' ? `https://shop.example/thanks?id=${away.id}` : null;
      expect([response.status, response.headers.get('location')]).toEqual([page ? 303 : 200, page]);
      expect(await place.backend.orders.shopView(away.id)).toMatchObject({ state: 'paid' });
    }
  });

  it('redirects the shopper to the shop’s own page, whatever its content', async () => {
    const place = redirectShop({ returnPage: 'https://shop.example/thanks?id={order}&x=1' });
    const { id, orderid, pasref } = await sentAway(place);
    for (const pairs of [
      statusPairs({ orderid, pasref, result: '00' }),
      statusPairs({ orderid, pasref, result: '00', secret: 'wrong' }),
      [],
      [['result', '00']] as [string, string][],
      [['returnUrl', 'https://evil.example/']] as [string, string][],
    ]) {
      const response = await deliver(place, 'return-get', id, pairs);
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        `https://shop.example/thanks?id=${id}&x=1`,
      ]);
    }
    await place.settled();
  });

  it.each([
    ['no such order"><', 'no%20such%20order%22%3E%3C'],
    ['//evil.example', 'evil.example'],
    ['a%0D%0ALocation:evil.example', 'a%0D%0ALocation%3Aevil.example'],
  ])(
    'a return message of the unknown order “%s” redirects to the shop’s own page, with the id encoded',
    async (id, written) => {
      const place = redirectShop({ returnPage: 'https://shop.example/thanks?id={order}' });
      const response = await deliver(place, 'return-post', id, []);
      expect(response.headers.get('location')).toBe(`https://shop.example/thanks?id=${written}`);
    },
  );
});

describe('a return message that the shopper posts to the status URL', () => {
  const outage = (place: RedirectShop) => {
    const inner = place.intercept!;
    place.intercept = (path, ...rest) =>
      path === '/payments' ? new Response('', { status: 500 }) : inner(path, ...rest);
  };

  it('does not pay the order while the report cannot be read', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    outage(place);
    const pairs = statusPairs({ ...away, result: '00' });
    await deliver(place, 'return-get', away.id, pairs);
    const upper = pairs.map(([name, value]): [string, string] => [
      name,
      name === 'sha1hash' ? value.toUpperCase() : value,
    ]);
    for (const posted of [pairs, upper]) {
      expect((await deliver(place, 'status', away.id, posted)).status).toBe(200);
      await place.settled();
    }
    expect(await place.backend.orders.read(away.id)).toMatchObject({ state: 'pending', flags: [] });
  });

  it('does not take the place of the status message that follows', async () => {
    const place = redirectShop();
    const away = await sentAway(place);
    outage(place);
    await deliver(place, 'return-get', away.id, statusPairs({ ...away, result: '00' }));
    await deliver(place, 'status', away.id, statusPairs({ ...away, result: '00', timestamp: '20261120222501' }));
    await place.settled();
    expect(await place.backend.orders.read(away.id)).toMatchObject({ state: 'paid', flags: [{ kind: 'unconfirmed' }] });
  });
});
