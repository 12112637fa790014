import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryOrderStore } from './store/memory-order-store.js';
import { deliver, redirect, redirectShop, sentAway, statusPairs } from './signed-messages.js';
import { json } from './scripted-gateway.js';

const WAYS = ['return-get', 'return-post', 'status'] as const;

describe('a return or status message', () => {
  it.each(WAYS)('that says success makes the order paid: %s', async (way) => {
    const it = redirectShop();
    const { id, orderid, pasref } = await sentAway(it);
    const response = await deliver(it, way, id, statusPairs({ orderid, pasref, result: '00' }));
    expect(response.status).toBe(way === 'status' ? 200 : 303);
    expect(await it.backend.orders.shopView(id)).toMatchObject({
      state: 'paid',
      method: 'testpay',
      contradiction: false,
      refundable: '1999',
    });
  });

  it('that says failure makes it failed, and pending leaves it pending: WAITING is no error', async () => {
    const it = redirectShop();
    const one = await sentAway(it);
    await deliver(it, 'return-get', one.id, statusPairs({ ...one, result: '01' }));
    expect(await it.backend.orders.shopView(one.id)).toMatchObject({ state: 'pending', contradiction: false });
    await deliver(it, 'status', one.id, statusPairs({ ...one, result: '101' }));
    expect(await it.backend.orders.shopView(one.id)).toMatchObject({ state: 'failed' });
  });

  it('sends the shopper on to the shop’s own page, whatever it brings', async () => {
    const it = redirectShop({ returnPage: 'https://shop.example/thanks?id={order}&x=1' });
    const { id, orderid, pasref } = await sentAway(it);
    for (const pairs of [
      statusPairs({ orderid, pasref, result: '00' }),
      statusPairs({ orderid, pasref, result: '00', secret: 'wrong' }),
      [],
      [['result', '00']] as [string, string][],
    ]) {
      const response = await deliver(it, 'return-get', id, pairs);
      expect([response.status, response.headers.get('location')]).toEqual([
        303,
        `https://shop.example/thanks?id=${id}&x=1`,
      ]);
    }
    expect((await deliver(it, 'return-post', 'no such order"><', [])).headers.get('location')).toBe(
      'https://shop.example/thanks?id=no%20such%20order%22%3E%3C&x=1',
    );
  });

  it.each([
    ['another secret', (m: Message) => statusPairs({ ...m, result: '00', secret: 'wrong' }), 400],
    ['no hash', (m: Message) => statusPairs({ ...m, result: '00' }).filter(([name]) => name !== 'sha1hash'), 400],
    [
      'another result than was signed',
      (m: Message) =>
        statusPairs({ ...m, result: '101' }).map(([name, value]): [string, string] => [
          name,
          name === 'result' ? '00' : value,
        ]),
      400,
    ],
    [
      'another order than was signed',
      (m: Message) =>
        statusPairs({ ...m, orderid: 'other', result: '00' }).map(([name, value]): [string, string] => [
          name,
          name === 'orderid' ? m.orderid : value,
        ]),
      400,
    ],
    [
      'another merchant',
      (m: Message) =>
        statusPairs({ ...m, result: '00' }).map(([name, value]): [string, string] => [
          name,
          name === 'merchantid' ? 'other' : value,
        ]),
      400,
    ],
    ['a result that nobody knows', (m: Message) => statusPairs({ ...m, result: '02' as '00' }), 400],
    ['no result', (m: Message) => statusPairs({ ...m, result: '00' }).filter(([name]) => name !== 'result'), 400],
    ['an order that does not exist', (m: Message) => statusPairs({ ...m, orderid: 'nobody', result: '00' }), 404],
  ] as const)('with %s changes nothing, and says why', async (_what, pairs, status) => {
    const it = redirectShop();
    const away = await sentAway(it);
    const before = await it.backend.orders.read(away.id);
    const response = await deliver(it, 'status', away.id, pairs(away));
    expect(response.status).toBe(status);
    if (status === 400) expect((await json(response)).fields[0].field).toMatch(/sha1hash|result/);
    for (const way of WAYS) await deliver(it, way, away.id, pairs(away));
    expect(await it.backend.orders.read(away.id)).toEqual(before);
  });

  it('is taken at another order’s address by nobody', async () => {
    const it = redirectShop();
    const [mine, other] = [await sentAway(it), await sentAway(it)];
    expect((await deliver(it, 'status', other.id, statusPairs({ ...mine, result: '00' }))).status).toBe(404);
    expect(await it.backend.orders.shopView(other.id)).toMatchObject({ state: 'pending' });
    expect(await it.backend.orders.shopView(mine.id)).toMatchObject({ state: 'pending' });
  });

  it('finds its order without an address of its own, also for a second attempt', async () => {
    const it = redirectShop();
    const first = await sentAway(it);
    await deliver(it, 'status', first.id, statusPairs({ ...first, result: '101' }));
    await redirect(it, first.id);
    const orderid = (await it.backend.orders.read(first.id))!.redirects[1]!.gatewayOrderId;
    expect(orderid).toBe(`${first.id}-2`);
    const pasref = (await it.backend.orders.read(first.id))!.redirects[1]!.pasref;
    const body = new URLSearchParams(statusPairs({ orderid, pasref, result: '00' })).toString();
    const response = await it.backend.fetch(
      new Request('https://shop.example/scudo/status', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      }),
    );
    expect(response.status).toBe(200);
    expect(await it.backend.orders.shopView(first.id)).toMatchObject({ state: 'paid' });
  });

  it('without an address of its own is not taken for an order’s that is named like the attempt', async () => {
    const it = redirectShop();
    const first = await sentAway(it, { id: 'A' });
    await deliver(it, 'status', first.id, statusPairs({ ...first, result: '101' }));
    await redirect(it, first.id);
    const namesake = await it.order({ id: 'A-2' });
    const { pasref } = (await it.backend.orders.read('A'))!.redirects[1]!;
    const body = new URLSearchParams(statusPairs({ orderid: 'A-2', pasref, result: '00' })).toString();
    await it.backend.fetch(
      new Request('https://shop.example/scudo/status', {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
      }),
    );
    expect(await it.backend.orders.shopView('A')).toMatchObject({ state: 'paid' });
    expect(await it.backend.orders.shopView(namesake)).toMatchObject({ state: 'open', contradiction: false });
  });

  it('tells of no funds by what its hash does not cover: a shopper can write that into the address', async () => {
    const it = redirectShop();
    const away = await sentAway(it);
    const pairs = statusPairs({ ...away, result: '01' }).map(([name, value]): [string, string] => [
      name,
      name === 'fundstatus' ? 'RECEIVED' : value,
    ]);
    await deliver(it, 'return-get', away.id, pairs);
    expect(JSON.stringify((await it.backend.orders.read(away.id))!.redirects)).not.toContain('RECEIVED');
    expect(await it.backend.orders.shopView(away.id)).toMatchObject({ state: 'pending' });
  });

  it('of a former attempt cannot pay for the order any more: it is kept, and flagged', async () => {
    const it = redirectShop();
    const first = await sentAway(it);
    await deliver(it, 'status', first.id, statusPairs({ ...first, result: '101' }));
    await redirect(it, first.id);
    expect(await it.backend.orders.shopView(first.id)).toMatchObject({ state: 'pending' });
    expect((await deliver(it, 'status', first.id, statusPairs({ ...first, result: '00' }))).status).toBe(200);
    expect(await it.backend.orders.shopView(first.id)).toMatchObject({ state: 'pending', contradiction: true });
  });

  it('that cannot be kept is not taken, so that it is sent again', async () => {
    let broken = false;
    const it = redirectShop({
      store: memoryOrderStore((call) =>
        broken && call === 'replace' ? Promise.reject(new Error('disk full')) : Promise.resolve(),
      ),
    });
    const away = await sentAway(it);
    broken = true;
    expect((await deliver(it, 'status', away.id, statusPairs({ ...away, result: '00' }))).status).toBe(500);
    expect((await deliver(it, 'return-get', away.id, statusPairs({ ...away, result: '00' }))).status).toBe(303);
    broken = false;
    expect((await deliver(it, 'status', away.id, statusPairs({ ...away, result: '00' }))).status).toBe(200);
    expect(await it.backend.orders.shopView(away.id)).toMatchObject({ state: 'paid' });
  });

  it.each([
    ['status before return', ['status', 'return-get']],
    ['return before status', ['return-get', 'status']],
  ] as const)('comes ten times by each way, %s: one final state, and each message noted once', async (_order, ways) => {
    const it = redirectShop();
    const away = await sentAway(it);
    for (const way of ways) {
      const responses = await Promise.all(
        Array.from({ length: 10 }, () => deliver(it, way, away.id, statusPairs({ ...away, result: '00' }))),
      );
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([way === 'status' ? 200 : 303]));
    }
    const { state, history, contradiction } = (await it.backend.orders.shopView(away.id))!;
    expect({ state, contradiction }).toEqual({ state: 'paid', contradiction: false });
    expect(history.filter(({ event }) => event === 'status-success')).toHaveLength(1);
    // The winner's own copies, and the other way's.
    expect(history.filter(({ event }) => event === 'status-again').length).toBeLessThanOrEqual(2);
  });

  it('that lost its last fields to the limit is understood, and what is lost is absent', async () => {
    for (const cut of [1, 2, 3, 4]) {
      const it = redirectShop();
      const away = await sentAway(it);
      const response = await deliver(it, 'status', away.id, statusPairs({ ...away, result: '00', cut }));
      expect(response.status, String(cut)).toBe(200);
      const entry = (await it.backend.orders.read(away.id))!.history.at(-1)!;
      expect(entry).toMatchObject({ event: 'status-success', state: 'paid' });
      expect('fund_status' in entry.detail!).toBe(cut < 3);
    }
  });
});

type Message = { orderid: string; pasref: string };

/** One message on its way: genuine or forged, whole or cut, by any of the ways, so many times. */
const message = fc.record({
  way: fc.constantFrom(...WAYS),
  result: fc.constantFrom('00', '101', '01'),
  second: fc.integer({ min: 10, max: 59 }),
  times: fc.integer({ min: 1, max: 3 }),
  forged: fc.constantFrom(undefined, undefined, undefined, 'secret', 'result', 'hash'),
  cut: fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 5, 8, 11),
});
type Arrival = {
  way: (typeof WAYS)[number];
  result: '00' | '101' | '01';
  second: number;
  times: number;
  forged: string | undefined;
  cut: number;
};

/** Up to `paymentmethod` the order knows what was cut; without `message` nothing can be verified. */
const genuine = ({ forged, cut }: Arrival) => forged === undefined && cut <= 5;

function pairsOf(away: Message, { result, second, forged, cut }: Arrival): [string, string][] {
  const pairs = statusPairs({
    ...away,
    result,
    timestamp: `202611202225${second}`,
    cut,
    ...(forged === 'secret' ? { secret: 'guess' } : {}),
  });
  if (forged === 'result')
    return pairs.map(([name, value]) => [name, name === 'result' ? (result === '00' ? '101' : '00') : value]);
  return forged === 'hash'
    ? pairs.map(([name, value]) => [
        name,
        name === 'sha1hash' ? value.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) : value,
      ])
    : pairs;
}

it('whatever comes, in any order, twice and at once: one final state, and no way back from it', async () => {
  const seen = { paid: 0, failed: 0, pending: 0, contradictions: 0 };
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(message, { minLength: 1, maxLength: 6 }), async (scheduler, arrivals) => {
      // Each look at the store and each change is a turn that the scheduler gives: every interleaving may come.
      let open = false;
      const store = memoryOrderStore((call) =>
        open ? scheduler.schedule(Promise.resolve(), call) : Promise.resolve(),
      );
      const it = redirectShop({ store });
      const away = await sentAway(it);
      open = true;
      const deliveries = arrivals.flatMap((arrival) =>
        Array.from({ length: arrival.times }, () => deliver(it, arrival.way, away.id, pairsOf(away, arrival))),
      );
      const all = Promise.all(deliveries);
      await scheduler.waitFor(all);
      open = false;

      const record = (await it.backend.orders.read(away.id))!;
      const finals = new Set(
        arrivals.filter((arrival) => genuine(arrival) && arrival.result !== '01').map(({ result }) => result),
      );
      const first = record.history.find(({ event }) => event === 'status-success' || event === 'status-failure');
      const expected = finals.size === 0 ? 'pending' : first?.event === 'status-success' ? 'paid' : 'failed';
      expect(record.state).toBe(expected);
      if (finals.size === 1) expect(expected).toBe(finals.has('00') ? 'paid' : 'failed');
      expect(record.contradiction ?? false).toBe(finals.size === 2);

      // History kept, and no regress: once final, final.
      const states = record.history.map(({ state }) => state);
      const settled = states.findIndex((state) => state === 'paid' || state === 'failed');
      if (settled >= 0) expect(new Set(states.slice(settled)).size).toBe(1);
      expect(
        record.history.filter(({ event }) => event === 'status-success' || event === 'status-failure'),
      ).toHaveLength(finals.size === 0 ? 0 : 1);
      expect(record.attempts).toBe(1);

      seen[expected]++;
      if (finals.size === 2) seen.contradictions++;
    }),
    { numRuns: 2_000 },
  );
  // It would hold of a backend that takes nothing, too.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(100);
});
