import { describe, expect, it } from 'vitest';
import {
  createWorld,
  ORDER,
  payByCard,
  paymentsOf,
  startRedirect,
  stored,
  type Process,
  type World,
} from './simulation/world.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

interface Away {
  readonly world: World;
  readonly process: Process;
  readonly id: string;
  readonly orderId: string;
}

/** An order whose shopper was sent to testpay. */
async function away(): Promise<Away> {
  const world = createWorld();
  const process = world.start();
  const { id } = await process.backend.orders.create(ORDER);
  expect(await world.time.until(startRedirect(process, id))).toBe('redirect');
  const [orderId = ''] = await paymentsOf(process, id);
  return { world, process, id, orderId };
}

/** Changes the gateway's books for the following calls. */
function book(
  { world, orderId }: Away,
  change: { status?: string; result?: string; amount?: string; currency?: string; at?: Date },
) {
  Object.assign(world.gateway.payments.get(orderId) ?? {}, change);
}

const SUCCEEDED = { status: 'SUCCEEDED', result: '00' };
const FAILED = { status: 'FAILED', result: '101' };

async function deliver(
  { world, process, id, orderId }: Away,
  way: 'return' | 'status',
  result: '00' | '101' | '01',
  change = {},
): Promise<number> {
  const { status } = await world.time.until(process.deliver(way, id, world.gateway.message(orderId, result, change)));
  await world.time.advance(0);
  return status;
}

const stateOf = async ({ process, id }: Away) => (await stored(process, id)).state;
const flagsOf = async ({ process, id }: Away) => (await stored(process, id)).flags.map(({ kind }) => kind);

describe('return messages', () => {
  it('a return message that the report does not confirm does not pay the order', async () => {
    const shop = await away();
    expect(await deliver(shop, 'return', '00')).toBe(303);
    expect(await stateOf(shop)).toBe('pending');
  });

  it('a return message starts a look-up whose result pays the order', async () => {
    const shop = await away();
    book(shop, SUCCEEDED);
    await deliver(shop, 'return', '01');
    expect(await stateOf(shop)).toBe('paid');
  });

  it('a payment that the report dates two hours later is paid when its return message comes before its status message', async () => {
    const shop = await away();
    book(shop, { ...SUCCEEDED, at: new Date(shop.world.time.now().getTime() + 120 * MINUTE) });
    await deliver(shop, 'return', '00');
    await deliver(shop, 'status', '00');
    expect(await stateOf(shop)).toBe('paid');
  });

  it('a return message that is split at another dot changes and flags nothing', async () => {
    const shop = await away();
    const pasref = shop.world.gateway.payments.get(shop.orderId)?.pasref ?? '';
    const pairs = shop.world.gateway.message(shop.orderId, '101').map(([name, value]): [string, string] => {
      if (name === 'message') return [name, 'FAILED'];
      if (name === 'pasref') return [name, ''];
      return name === 'paymentmethod' ? [name, `${pasref}.testpay`] : [name, value];
    });
    await shop.world.time.until(shop.process.deliver('return', shop.id, pairs));
    expect(await stored(shop.process, shop.id)).toMatchObject({ state: 'pending', flags: [] });
  });
});

describe('status messages', () => {
  const other = { ...SUCCEEDED, amount: '1' };
  it.each([
    ['00', 'SUCCEEDED', SUCCEEDED, 'paid', []],
    ['00', 'another amount', other, 'pending', ['contradiction']],
    ['00', 'another currency', { ...SUCCEEDED, currency: 'USD' }, 'pending', ['contradiction']],
    ['00', 'FAILED', FAILED, 'pending', ['contradiction']],
    ['00', 'DECLINED', { status: 'DECLINED', result: '101' }, 'pending', ['contradiction']],
    ['00', 'result 101 beside SUCCEEDED', { status: 'SUCCEEDED', result: '101' }, 'pending', ['contradiction']],
    ['00', 'INITIATED', { status: 'INITIATED', result: '01' }, 'pending', []],
    ['00', 'PENDING', { status: 'PENDING', result: '01' }, 'pending', []],
    ['00', 'AUTHORISED', { status: 'AUTHORISED', result: '01' }, 'pending', []],
    ['00', 'INDOUBT', { status: 'INDOUBT', result: '01' }, 'pending', []],
    ['00', 'an unknown value', { status: 'SETTLING', result: '01' }, 'pending', []],
    ['101', 'FAILED', FAILED, 'failed', []],
    ['101', 'DECLINED', { status: 'DECLINED', result: '101' }, 'failed', []],
    ['101', 'SUCCEEDED', SUCCEEDED, 'pending', ['contradiction']],
    ['101', 'PENDING', { status: 'PENDING', result: '01' }, 'pending', []],
    ['01', 'PENDING', { status: 'PENDING', result: '01' }, 'pending', []],
  ] as const)('a status message %s is compared with a report of %s', async (result, _name, record, state, flags) => {
    const shop = await away();
    book(shop, record);
    expect(await deliver(shop, 'status', result, { amount: '1999' })).toBe(200);
    expect([await stateOf(shop), await flagsOf(shop)]).toEqual([state, flags]);
  });

  it('a report that has only the fields of the document confirms a status message 00', async () => {
    const shop = await away();
    shop.world.gateway.documentFieldsOnly = true;
    book(shop, SUCCEEDED);
    await deliver(shop, 'status', '00');
    expect(await stateOf(shop)).toBe('paid');
  });

  it('a status message is answered before it is confirmed', async () => {
    const shop = await away();
    const report = { asked: false };
    shop.world.gateway.fault = ({ kind }) => {
      if (kind === 'payments') report.asked = true;
      return kind === 'payments' ? { is: 'lost-request' } : { is: 'none' };
    };
    const response = await shop.process.deliver('status', shop.id, shop.world.gateway.message(shop.orderId, '00'));
    expect([response.status, (await stored(shop.process, shop.id)).state]).toEqual([200, 'pending']);
  });

  it('a status message decides alone after three unreadable reports within ten seconds, and is confirmed later', async () => {
    const shop = await away();
    const { world, process, id } = shop;
    book(shop, SUCCEEDED);
    world.gateway.fault = ({ kind }) => (kind === 'payments' ? { is: 'http', status: 500 } : { is: 'none' });
    await deliver(shop, 'status', '00');
    await world.time.advance(10_000);
    expect([await stateOf(shop), await flagsOf(shop)]).toEqual(['paid', ['unconfirmed']]);
    world.gateway.fault = () => ({ is: 'none' });
    await world.time.advance(MINUTE);
    await world.time.until(process.backend.orders.reconcile());
    expect([await stateOf(shop), await flagsOf(shop)]).toEqual(['paid', []]);
    expect((await stored(process, id)).attempts[0]?.progress).toMatchObject({ confirmedBy: 'report' });
    expect(world.changes.map(({ change }) => [change.kind, change.attempt]).slice(-3)).toEqual([
      ['state', shop.orderId],
      ['flag', shop.orderId],
      ['confirmed', shop.orderId],
    ]);
  });

  it('a status message that decided alone is flagged, not reversed, when the report contradicts it', async () => {
    const shop = await away();
    const { world, process } = shop;
    book(shop, FAILED);
    world.gateway.fault = ({ kind }) => (kind === 'payments' ? { is: 'http', status: 500 } : { is: 'none' });
    await deliver(shop, 'status', '00');
    await world.time.advance(10_000);
    world.gateway.fault = () => ({ is: 'none' });
    await world.time.advance(MINUTE);
    await world.time.until(process.backend.orders.reconcile());
    expect([await stateOf(shop), await flagsOf(shop)]).toEqual(['paid', ['unconfirmed', 'contradiction']]);
  });

  it('a status message decides alone when the report does not answer', async () => {
    const shop = await away();
    shop.world.gateway.fault = ({ kind }) => (kind === 'payments' ? { is: 'lost-request' } : { is: 'none' });
    await deliver(shop, 'status', '00');
    await shop.world.time.advance(12_000);
    expect(await stateOf(shop)).toBe('paid');
  });

  it('a status message waits for a report that is behind, and is flagged after ten minutes', async () => {
    const shop = await away();
    await deliver(shop, 'status', '00');
    await shop.world.time.advance(9 * MINUTE);
    expect([await stateOf(shop), await flagsOf(shop)]).toEqual(['pending', []]);
    await shop.world.time.advance(3 * MINUTE);
    await shop.world.time.until(shop.process.backend.orders.reconcile());
    expect([await stateOf(shop), await flagsOf(shop)]).toEqual(['pending', ['report-behind']]);
    book(shop, SUCCEEDED);
    await shop.world.time.advance(2 * MINUTE);
    await shop.world.time.until(shop.process.backend.orders.reconcile());
    expect([await stateOf(shop), await flagsOf(shop)]).toEqual(['paid', []]);
  });

  it('a redirect payment is looked up at most every three seconds, by one look-up at a time', async () => {
    const shop = await away();
    const times: number[] = [];
    shop.world.gateway.fault = ({ kind }) => {
      if (kind === 'payments') times.push(shop.world.time.now().getTime());
      return { is: 'none' };
    };
    const other = shop.world.start();
    await deliver(shop, 'status', '00');
    const runs = [shop.process, other].flatMap(({ backend }) => [0, 1, 2].map(() => backend.orders.lookUp(shop.id)));
    for (let second = 0; second < 20; second++) await shop.world.time.advance(1_000);
    await shop.world.time.until(Promise.all(runs));
    const byStart = [...new Set(times)];
    for (const [index, at] of byStart.entries()) {
      if (index > 0) expect(at - (byStart[index - 1] ?? 0)).toBeGreaterThanOrEqual(3_000);
    }
    expect(times.length).toBeGreaterThan(2);
  });

  it('a status message with the identifier of another transaction is confirmed by the date range', async () => {
    const shop = await away();
    book(shop, SUCCEEDED);
    await deliver(shop, 'status', '00', { merchanttransactionid: 'f'.repeat(32) });
    expect(await stateOf(shop)).toBe('paid');
    const [attempt] = (await stored(shop.process, shop.id)).attempts;
    expect(attempt).toMatchObject({
      merchantTransactionId: shop.world.gateway.payments.get(shop.orderId)?.merchantTransactionId,
    });
  });

  it('a status message with a hash of the other algorithm is rejected and starts a look-up', async () => {
    const shop = await away();
    expect(await deliver(shop, 'status', '00', { algorithm: 'sha256' })).toBe(400);
    expect(await stateOf(shop)).toBe('pending');
    book(shop, SUCCEEDED);
    await shop.world.time.advance(5_000);
    await deliver(shop, 'status', '00', { algorithm: 'sha256' });
    expect(await stateOf(shop)).toBe('paid');
  });

  it('a status message with another amount is flagged', async () => {
    const shop = await away();
    book(shop, SUCCEEDED);
    await deliver(shop, 'status', '00', { amount: '1' });
    expect([await stateOf(shop), await flagsOf(shop)]).toEqual(['paid', ['amount-differs']]);
  });

  it.each([
    ['settle', 'failed'],
    ['reopen', 'open'],
  ] as const)(
    'a status message 00 that the report contradicts leaves the order to a person: %s makes it %s',
    async (decision, state) => {
      const shop = await away();
      book(shop, FAILED);
      await deliver(shop, 'status', '00');
      const { orders } = shop.process.backend;
      const person = { by: 'Grace', reason: 'called the payment method' };
      if (decision === 'settle') await orders.settle(shop.id, { as: 'failed', ...person });
      else await orders.reopen(shop.id, person);
      expect(await stateOf(shop)).toBe(state);
      // The report may still learn of a success.
      book(shop, SUCCEEDED);
      await shop.world.time.advance(DAY);
      await shop.world.time.until(orders.reconcile());
      expect(await stateOf(shop)).toBe('paid');
    },
  );

  it('a status message is also read from the query of a POST', async () => {
    const shop = await away();
    book(shop, SUCCEEDED);
    const pairs = new URLSearchParams(shop.world.gateway.message(shop.orderId, '00'));
    const address = `https://shop.example/scudo/status/${shop.id}?${pairs.toString()}`;
    const response = await shop.world.time.until(shop.process.backend.fetch(new Request(address, { method: 'POST' })));
    await shop.world.time.advance(0);
    expect([response.status, await stateOf(shop)]).toEqual([200, 'paid']);
  });

  it('a repeated status message is stored once', async () => {
    const shop = await away();
    book(shop, SUCCEEDED);
    for (let count = 0; count < 20; count++) await deliver(shop, 'status', '00');
    const before = (await stored(shop.process, shop.id)).history.length;
    await deliver(shop, 'status', '00');
    expect((await stored(shop.process, shop.id)).history).toHaveLength(before);
  });

  it('a status message 00 after 101 is confirmed and pays the order late', async () => {
    const shop = await away();
    book(shop, FAILED);
    await deliver(shop, 'status', '101');
    expect(await stateOf(shop)).toBe('failed');
    book(shop, SUCCEEDED);
    await shop.world.time.advance(5_000);
    await deliver(shop, 'status', '00');
    expect([await stateOf(shop), await flagsOf(shop)]).toEqual(['paid', ['contradiction']]);
  });
});

describe('abandoned redirect payments', () => {
  it.each([
    ['INITIATED', { status: 'INITIATED', result: '01' }, 'authorized', 'paid'],
    ['SUCCEEDED', SUCCEEDED, 'order-not-open', 'paid'],
    ['PENDING', { status: 'PENDING', result: '01' }, 'order-not-open', 'pending'],
    ['AUTHORISED', { status: 'AUTHORISED', result: '01' }, 'order-not-open', 'pending'],
    ['INDOUBT', { status: 'INDOUBT', result: '01' }, 'order-not-open', 'pending'],
    ['an unknown value', { status: 'SETTLING', result: '01' }, 'order-not-open', 'pending'],
    ['FAILED', FAILED, 'authorized', 'paid'],
  ])(
    'a card replaces an abandoned redirect payment according to the report: %s',
    async (_name, record, code, state) => {
      const shop = await away();
      book(shop, record);
      expect(await shop.world.time.until(payByCard(shop.process, shop.id))).toBe(code);
      expect(await stateOf(shop)).toBe(state);
    },
  );

  it('another method replaces a redirect payment that the report does not list', async () => {
    const shop = await away();
    shop.world.gateway.payments.delete(shop.orderId);
    expect(await shop.world.time.until(startRedirect(shop.process, shop.id, 'sofort'))).toBe('redirect');
    const [first, second] = (await stored(shop.process, shop.id)).attempts;
    expect(first).toMatchObject({ progress: { step: 'set-aside', by: 'other-method' } });
    expect(second).toMatchObject({ method: 'sofort', progress: { step: 'awaiting-result' } });
  });

  it.each([
    ['INITIATED', 'authorized'],
    ['PENDING', 'order-not-open'],
  ])('the filter of the report gives the state of records without status: %s', async (status, code) => {
    const shop = await away();
    shop.world.gateway.documentFieldsOnly = true;
    book(shop, { status, result: '01' });
    expect(await shop.world.time.until(payByCard(shop.process, shop.id))).toBe(code);
  });

  it('no payment replaces a redirect payment while the report is unreadable', async () => {
    const shop = await away();
    shop.world.gateway.fault = ({ kind }) => (kind === 'payments' ? { is: 'http', status: 500 } : { is: 'none' });
    expect(await shop.world.time.until(payByCard(shop.process, shop.id))).toBe('order-not-open');
  });

  it.each([
    ['return', '01'],
    ['status', '01'],
    ['return', '00'],
  ] as const)(
    'an abandoned redirect payment does not give way after a %s message that says %s',
    async (way, result) => {
      const shop = await away();
      await deliver(shop, way, result);
      await shop.world.time.advance(5_000);
      expect(await shop.world.time.until(payByCard(shop.process, shop.id))).toBe('order-not-open');
      expect(await stateOf(shop)).toBe('pending');
    },
  );

  it('another payment replaces an INITIATED redirect payment after a return message 101', async () => {
    const shop = await away();
    await deliver(shop, 'return', '101');
    await shop.world.time.advance(5_000);
    expect(await shop.world.time.until(payByCard(shop.process, shop.id))).toBe('authorized');
  });

  it('an abandoned redirect payment leaves the order open after 30 minutes, and not before', async () => {
    const shop = await away();
    await shop.world.time.advance(29 * MINUTE);
    await shop.world.time.until(shop.process.backend.orders.reconcile());
    expect(await stateOf(shop)).toBe('pending');
    await shop.world.time.advance(MINUTE);
    await shop.world.time.until(shop.process.backend.orders.reconcile());
    expect(await stateOf(shop)).toBe('open');
  });

  it('a late success of a redirect payment pays an order without another payment', async () => {
    const shop = await away();
    await shop.world.time.advance(31 * MINUTE);
    await shop.world.time.until(shop.process.backend.orders.reconcile());
    book(shop, SUCCEEDED);
    await shop.world.time.advance(DAY);
    await shop.world.time.until(shop.process.backend.orders.reconcile());
    expect(await stored(shop.process, shop.id)).toMatchObject({
      state: 'paid',
      payment: { gatewayOrderId: shop.orderId },
    });
  });

  it('a status message about a late success pays the order', async () => {
    const shop = await away();
    await shop.world.time.advance(31 * MINUTE);
    await shop.world.time.until(shop.process.backend.orders.reconcile());
    expect(await stateOf(shop)).toBe('open');
    book(shop, SUCCEEDED);
    await shop.world.time.advance(5_000);
    await deliver(shop, 'status', '00');
    expect(await stateOf(shop)).toBe('paid');
  });

  it('a redirect payment after a card payment is a second payment, refundable by its attempt', async () => {
    const shop = await away();
    expect(await shop.world.time.until(payByCard(shop.process, shop.id))).toBe('authorized');
    book(shop, SUCCEEDED);
    await shop.world.time.advance(5_000);
    await deliver(shop, 'status', '00');
    expect([await stateOf(shop), await flagsOf(shop)]).toEqual(['paid', ['second-payment']]);
    const refund = await shop.world.time.until(shop.process.backend.orders.refund(shop.id, { attempt: shop.orderId }));
    expect(refund).toMatchObject({ state: 'done', amount: '1999', refundable: '0', order: { state: 'paid' } });
    expect(shop.world.gateway.refunds).toMatchObject([{ orderId: shop.orderId, amount: '1999' }]);
  });

  it('a late success waits for an unresolved card, and pays when the card is refused', async () => {
    const shop = await away();
    shop.world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-request' } : { is: 'none' });
    expect(await shop.world.time.until(payByCard(shop.process, shop.id))).toBe('authorization-unanswered');
    book(shop, SUCCEEDED);
    await deliver(shop, 'status', '00');
    expect(await stateOf(shop)).toBe('in-doubt');
    await shop.world.time.advance(6 * MINUTE);
    await shop.world.time.until(shop.process.backend.orders.reconcile());
    expect(await stored(shop.process, shop.id)).toMatchObject({
      state: 'paid',
      payment: { gatewayOrderId: shop.orderId },
    });
  });

  it('flags a late success beside another one, while a third redirect payment is still pending', async () => {
    const shop = await away();
    const { world, process, id } = shop;
    // The same method would return to the payment that has begun there.
    expect(await world.time.until(startRedirect(process, id, 'sofort'))).toBe('redirect');
    expect(await world.time.until(startRedirect(process, id, 'testpay'))).toBe('redirect');
    const [first = '', second = '', third = ''] = await paymentsOf(process, id);
    await deliver({ ...shop, orderId: third }, 'return', '01');
    for (const orderId of [second, first]) {
      book({ ...shop, orderId }, SUCCEEDED);
      await deliver({ ...shop, orderId }, 'status', '00');
      await world.time.advance(5_000);
    }
    expect(await stored(process, id)).toMatchObject({
      state: 'pending',
      flags: [{ kind: 'second-payment', attempt: second }],
    });

    book({ ...shop, orderId: third }, FAILED);
    await deliver({ ...shop, orderId: third }, 'status', '101');
    await world.time.advance(MINUTE);
    await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
    expect(await stored(process, id)).toMatchObject({
      state: 'paid',
      payment: { gatewayOrderId: first },
      flags: [{ attempt: second }],
    });
  });

  it('an abandoned redirect payment is looked up until it ends, for at most thirty days', async () => {
    const shop = await away();
    await shop.world.time.until(payByCard(shop.process, shop.id));
    const asked = () => shop.world.gateway.requests.filter(({ kind }) => kind === 'payments').length;
    await shop.world.time.advance(DAY);
    const before = asked();
    await shop.world.time.until(shop.process.backend.orders.reconcile());
    expect(asked()).toBeGreaterThan(before);
    await shop.world.time.advance(30 * DAY);
    await shop.world.time.until(shop.process.backend.orders.reconcile());
    const after = asked();
    await shop.world.time.advance(DAY);
    await shop.world.time.until(shop.process.backend.orders.reconcile());
    expect(asked()).toBe(after);
  });
});

it('a payment-set without an answer ends, because the shopper never received the redirect URL', async () => {
  const world = createWorld();
  const process = world.start();
  const { id } = await process.backend.orders.create(ORDER);
  world.gateway.fault = ({ kind }) => (kind === 'payment-set' ? { is: 'lost-answer' } : { is: 'none' });
  expect(await world.time.until(startRedirect(process, id))).toBe('gateway-unavailable');
  const record = await stored(process, id);
  expect(record).toMatchObject({ state: 'open', attempts: [{ progress: { step: 'not-started' } }] });
  expect(await world.time.until(payByCard(process, id))).toBe('authorized');
});

it('one paged query serves all attempts of a reconcile run', async () => {
  const world = createWorld();
  const process = world.start();
  for (let count = 0; count < 5; count++) {
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(startRedirect(process, id));
    await world.time.advance(MINUTE);
  }
  await world.time.advance(5 * MINUTE);
  const before = world.gateway.requests.length;
  const report = await world.time.until(process.backend.orders.reconcile());
  expect(report).toMatchObject({ lookedUp: 5, failed: 0 });
  expect(world.gateway.requests.length - before).toBe(1);
});
