import { describe, expect, it } from 'vitest';
import type { OrderChange } from '../../../../src/server.js';
import { createVirtualTime } from '../../simulation/virtual-time.js';
import {
  creditAnswer,
  deliver,
  list,
  redirect,
  redirectShop,
  redirectsOf,
  sentAway,
  statusPairs,
} from '../../signed-messages.js';

/** A shop whose pauses and timers take virtual time, and a shopper who is at the payment method. */
async function awayInVirtualTime() {
  const time = createVirtualTime();
  /** Times at which the report was read. */
  const reads: number[] = [];
  const report = { isReadable: true };
  const changes: OrderChange[] = [];
  const place = redirectShop(
    {
      methods: [{ code: 'testpay' }, { code: 'sofort' }],
      pause: time.pause,
      after: time.after,
      onOrderChanged: (_order, change) => void changes.push(change),
    },
    { refundPassword: 'refund' },
    { clock: { now: time.now, advance: () => undefined } },
  );
  const inner = place.intercept!;
  place.intercept = (path, text, pass, query) => {
    if (text.includes('type="payment-credit"')) return creditAnswer(text, { result: '00' });
    if (path !== '/payments') return inner(path, text, pass, query);
    reads.push(time.now().getTime());
    return report.isReadable ? inner(path, text, pass, query) : new Response('', { status: 500 });
  };
  const away = await sentAway(place);
  const post = (result: '00' | '101' | '01', way: 'status' | 'return-get' = 'status') =>
    deliver(place, way, away.id, statusPairs({ ...away, result }));
  const shown = () => place.backend.orders.shopView(away.id);
  return { time, place, away, post, shown, reads, report, changes };
}

describe('a final status message while the page waits', () => {
  it.each([
    [1_000, 'return-get'],
    [16_000, 'return-get'],
    [34_000, 'status'],
    [200_000, 'status'],
  ] as const)(
    'a final status %i ms after an interim message (%s) is looked up within three seconds, and at most every three seconds',
    async (ms, way) => {
      for (const result of ['00', '101'] as const) {
        const { time, place, away, post, shown, reads } = await awayInVirtualTime();
        list(place, away.orderid, '01');
        await post('01', way);
        const poll = place.call(`orders/${away.id}?wait=30&state=pending`);
        await time.advance(ms);
        list(place, away.orderid, result);
        const before = reads.length;
        await post(result);
        await time.advance(3_000);
        expect(await shown()).toMatchObject({ state: result === '00' ? 'paid' : 'failed', flags: [] });
        expect(reads.length).toBe(before + 1);
        for (const [index, at] of reads.slice(1).entries()) expect(at - reads[index]!).toBeGreaterThanOrEqual(3_000);
        await time.until(poll);
        await time.until(place.settled());
      }
    },
  );

  it('a final status that arrives while the report is read is looked up three seconds after the start of that read', async () => {
    const { time, place, away, post, shown, reads } = await awayInVirtualTime();
    list(place, away.orderid, '01');
    const inner = place.intercept!;
    place.intercept = async (...input) => {
      const answer = await inner(...input);
      if (input[0] === '/payments' && reads.length === 3) await time.pause(2_000);
      return answer;
    };
    await post('01');
    await time.advance(10_000);
    list(place, away.orderid, '00');
    await post('00');
    await time.advance(2_000);
    expect(await shown()).toMatchObject({ state: 'paid' });
    await time.until(place.settled());
  });

  it('the intervals begin again with a new message whose result the report does not have yet', async () => {
    const { time, place, away, post, shown, reads } = await awayInVirtualTime();
    list(place, away.orderid, '01');
    await post('01');
    await time.advance(100_000);
    const before = reads.length;
    await post('00');
    await time.advance(10_000);
    expect(reads.slice(before).map((at, _index, [first = 0]) => at - first)).toEqual([0, 3_000, 9_000]);
    list(place, away.orderid, '00');
    await time.advance(12_000);
    expect(await shown()).toMatchObject({ state: 'paid' });
    await time.until(place.settled());
  });

  it('the same message again does not shorten an interval', async () => {
    const { time, place, away, post, reads } = await awayInVirtualTime();
    list(place, away.orderid, '01');
    await post('01');
    await time.advance(50_000);
    const before = reads.length;
    for (let count = 0; count < 5; count++) {
      await post('01');
      await time.advance(3_000);
    }
    expect(reads.length - before).toBeLessThanOrEqual(1);
    list(place, away.orderid, '00');
    await time.until(place.settled());
  });
});

describe('a report that cannot be read', () => {
  it.each(['00', '101'] as const)(
    'a status message %s decides after the third unreadable report within ten seconds, and not after the second',
    async (result) => {
      const { time, place, away, post, shown, reads, report } = await awayInVirtualTime();
      list(place, away.orderid, result);
      report.isReadable = false;
      await post(result);
      await time.advance(5_000);
      expect(new Set(reads).size).toBe(2);
      expect(await shown()).toMatchObject({ state: 'pending', flags: [] });
      await time.advance(4_000);
      expect(await shown()).toMatchObject({
        state: result === '00' ? 'paid' : 'failed',
        flags: [{ kind: 'unconfirmed' }],
      });
      await time.until(place.settled());
    },
  );
});

describe('a payment that the report confirms later', () => {
  /** The attempts that the shop may ship, in the order of their changes. */
  const confirmed = (changes: readonly OrderChange[]) =>
    changes.flatMap(({ kind, attempt }) => (kind === 'confirmed' ? [attempt] : []));

  it.each([
    ['all of it', '1999', 0],
    ['a part', '500', 1],
  ])(
    'an unconfirmed payment is confirmed for the shop unless it was refunded meanwhile: %s',
    async (_case, amount, count) => {
      const { time, place, away, post, shown, report, changes } = await awayInVirtualTime();
      list(place, away.orderid, '00');
      report.isReadable = false;
      await post('00');
      await time.advance(10_000);
      expect(await shown()).toMatchObject({ state: 'paid', flags: [{ kind: 'unconfirmed' }] });
      await time.until(place.backend.orders.refund(away.id, { key: 'back', amount }));
      report.isReadable = true;
      await time.advance(60_000);
      await time.until(place.backend.orders.reconcile());
      expect(await shown()).toMatchObject({ flags: [], refunded: amount });
      expect(confirmed(changes)).toHaveLength(count);
    },
  );

  it('confirms for the shop the payment that has paid the order, and no second payment', async () => {
    const { time, place, away, post, shown, report, changes } = await awayInVirtualTime();
    await redirect(place, away.id, { method: 'sofort' });
    const { gatewayOrderId: orderid, pasref = '' } = (await redirectsOf(place, away.id))[1]!;
    const other = { ...away, orderid, pasref };
    for (const one of [away, other]) list(place, one.orderid, '00');
    report.isReadable = false;
    await deliver(place, 'status', away.id, statusPairs({ ...other, result: '00' }));
    await time.advance(10_000);
    await post('00');
    await time.advance(10_000);
    const flags = [
      { attempt: other.orderid },
      { kind: 'second-payment', attempt: away.orderid },
      { kind: 'unconfirmed' },
    ];
    expect(await shown()).toMatchObject({ state: 'paid', flags });
    report.isReadable = true;
    await time.advance(60_000);
    await time.until(place.backend.orders.reconcile());
    expect(await shown()).toMatchObject({ flags: [{ kind: 'second-payment', attempt: away.orderid }] });
    expect(confirmed(changes)).toEqual([other.orderid]);
  });
});

describe('messages that contradict each other', () => {
  it.each([
    [['101', '00'], '00', 'paid'],
    [['101', '00'], '101', 'failed'],
    [['00', '101'], '00', 'paid'],
    [['00', '101'], '101', 'failed'],
    [['101', '00', '101'], '00', 'paid'],
    [['101', '00'], '01', 'pending'],
  ] as const)(
    'the messages %j with a report that says %s all the time make the order %s, flagged',
    async (messages, listed, state) => {
      const { time, place, away, post, shown } = await awayInVirtualTime();
      list(place, away.orderid, listed);
      for (const message of messages) {
        await post(message);
        await time.advance(1_000);
      }
      await time.advance(10_000);
      const view = await shown();
      expect(view).toMatchObject({ state, contradiction: true });
      if (state !== 'pending') expect(view).not.toMatchObject({ flags: [{ kind: 'unconfirmed' }] });
      list(place, away.orderid, '00');
      await time.until(place.settled());
      // The success that the report has in the end is never lost.
      await time.until(place.backend.orders.reconcile({ olderThan: 0 }));
      if (state === 'pending') expect(await shown()).toMatchObject({ state: 'paid', contradiction: true });
    },
  );

  it.each([
    [['101', '00'], '00', 'paid'],
    [['00', '101'], '00', 'paid'],
    [['00', '101'], '101', 'failed'],
    [['101', '00', '101'], '101', 'failed'],
  ] as const)(
    'the messages %j leave the order pending while the report is unreadable, and the report that says %s makes it %s',
    async (messages, listed, state) => {
      const { time, place, away, post, shown, report } = await awayInVirtualTime();
      list(place, away.orderid, listed);
      report.isReadable = false;
      for (const message of messages) {
        await post(message);
        await time.advance(100);
      }
      await time.advance(60_000);
      expect(await shown()).toMatchObject({ state: 'pending', contradiction: true });
      report.isReadable = true;
      await time.advance(600_000);
      await time.until(place.backend.orders.reconcile({ olderThan: 0 }));
      expect(await shown()).toMatchObject({ state, contradiction: true });
      await time.until(place.settled());
    },
  );

  it('a success after a failure that the report has contradicted is looked up at once', async () => {
    const { time, place, away, post, shown } = await awayInVirtualTime();
    list(place, away.orderid, '00');
    await post('101');
    await time.advance(40_000);
    expect(await shown()).toMatchObject({ state: 'pending', contradiction: true });
    await post('00');
    await time.advance(3_000);
    expect(await shown()).toMatchObject({ state: 'paid', contradiction: true });
    await time.until(place.settled());
  });
});

describe('the record of a report', () => {
  const PLAIN = { result: undefined } as unknown as { result: string };

  it.each([
    [{ ...PLAIN, status: 'FAILED' }, 'failed'],
    [{ ...PLAIN, status: 'DECLINED' }, 'failed'],
    [{ ...PLAIN, status: 'SUCCEEDED' }, 'paid'],
    [{ ...PLAIN, status: 'AUTHORISED' }, 'pending'],
    [{ result: '101', status: undefined }, 'failed'],
    [{ payments_reference: '4711', result: '00', status: 'SUCCEEDED' }, 'pending'],
    [{ payments_reference: '4711', result: '101', status: 'FAILED' }, 'pending'],
  ] as const)(
    'the record with %j makes the order %s, in a look-up of its own and in a shared one',
    async (record, state) => {
      for (const shared of [false, true]) {
        const { time, place, away, shown } = await awayInVirtualTime();
        list(place, away.orderid, record as Parameters<typeof list>[2]);
        await time.advance(60_000);
        const { orders } = place.backend;
        await time.until<unknown>(shared ? orders.reconcile({ olderThan: 0 }) : orders.lookUp(away.id));
        expect(await shown()).toMatchObject({ state, flags: [] });
      }
    },
  );
});
