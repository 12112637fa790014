import { expect, it } from 'vitest';
import { deliver, list, redirectShop, sentAway, statusPairs } from '../../signed-messages.js';

/** Fields that the hash of a message does not cover: a shopper who forwards a return message can change them. */
const withField = (pairs: readonly (readonly [string, string])[], name: string, value: string) =>
  pairs.map((pair): readonly [string, string] => (pair[0] === name ? [name, value] : pair));

it.each(['%', 'not-an-id!', '<img src=x> 4222000006285344', 'x'.repeat(5000)])(
  'a status message whose transaction id is %j is decided by the report',
  async (transactionId) => {
    const place = redirectShop();
    const away = await sentAway(place);
    list(place, away.orderid, '101');
    const pairs = withField(statusPairs({ ...away, result: '00' }), 'merchanttransactionid', transactionId);
    expect((await deliver(place, 'status', away.id, pairs)).status).toBe(200);
    await place.settled();
    const record = await place.backend.orders.read(away.id);
    expect(record).toMatchObject({ state: 'pending', flags: [{ kind: 'contradiction' }] });
    expect(record?.attempts[0]).not.toHaveProperty('namedTransactionId');
    expect(JSON.stringify(record)).not.toContain('<img');
  },
);

it('a transaction id that the gateway refuses does not make the report unreadable', async () => {
  const place = redirectShop();
  const inner = place.intercept!;
  place.intercept = (path, text, pass, query) =>
    query.get('merchantTransactionId') === 'unknown'
      ? Response.json({ code: '400', message: 'unknown id' }, { status: 400 })
      : inner(path, text, pass, query);
  const away = await sentAway(place);
  list(place, away.orderid, '101');
  const pairs = withField(statusPairs({ ...away, result: '00' }), 'merchanttransactionid', 'unknown');
  await deliver(place, 'status', away.id, pairs);
  await place.settled();
  expect(await place.backend.orders.read(away.id)).toMatchObject({
    state: 'pending',
    flags: [{ kind: 'contradiction' }],
  });
});

it.each(['<script src=//a.io>', '\u0000<b>\u202e', '42220000062853441'])(
  'an amount of %j is noted as unreadable',
  async (amount) => {
    const place = redirectShop();
    const away = await sentAway(place);
    await deliver(place, 'status', away.id, withField(statusPairs({ ...away, result: '01' }), 'Amount', amount));
    await place.settled();
    const record = await place.backend.orders.read(away.id);
    expect(record?.history).toContainEqual(
      expect.objectContaining({ detail: expect.objectContaining({ amount: 'unreadable' }) }),
    );
    expect(JSON.stringify(record)).not.toContain(JSON.stringify(amount).slice(1, -1));
  },
);

/** Milliseconds that the gateway takes for a page of the report. */
const PAGE_TIME = 200;

it('a report of many pages is read to its end, and the status message alone decides nothing', async () => {
  const timers = new Set<{ readonly at: number; readonly call: () => void }>();
  const place = redirectShop({
    after: (ms, call) => {
      const timer = { at: place.clock.now().getTime() + ms, call };
      timers.add(timer);
      return () => timers.delete(timer);
    },
  });
  const away = await sentAway(place);
  list(place, away.orderid, '101');
  const inner = place.intercept!;
  const others = (page: number) =>
    Array.from({ length: 25 }, (_, index) => ({ order_id: `another-${page}-${index}`, result: '00' }));
  place.intercept = (path, text, pass, query) => {
    if (path !== '/payments') return inner(path, text, pass, query);
    place.clock.advance(PAGE_TIME);
    for (const timer of timers) {
      if (timer.at > place.clock.now().getTime()) continue;
      timers.delete(timer);
      timer.call();
    }
    const pageNumber = Number(query.get('pageNumber'));
    const payments = pageNumber < 21 ? others(pageNumber) : [place.listed.get(away.orderid)];
    return Response.json({ payments, pageNumber, max_page_size: 25, total_number_of_records: 20 * 25 + 1 });
  };
  const pairs = statusPairs({ ...away, result: '00' }).filter(([name]) => name !== 'merchanttransactionid');
  await deliver(place, 'status', away.id, pairs);
  await place.settled();
  expect(await place.backend.orders.read(away.id)).toMatchObject({
    state: 'pending',
    flags: [{ kind: 'contradiction' }],
  });
});
