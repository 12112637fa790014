import { describe, expect, it } from 'vitest';
import {
  createWorld,
  newKey,
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
const PERSON = { by: 'Grace', reason: 'called the payment method' };
const SUCCEEDED = { status: 'SUCCEEDED', result: '00' };
const FAILED = { status: 'FAILED', result: '101' };

interface Shop {
  readonly world: World;
  readonly process: Process;
  readonly id: string;
}

async function open(): Promise<Shop> {
  const world = createWorld();
  const process = world.start();
  const { id } = await process.backend.orders.create(ORDER);
  return { world, process, id };
}

async function away(): Promise<Shop & { readonly orderId: string }> {
  const shop = await open();
  await shop.world.time.until(startRedirect(shop.process, shop.id));
  const [orderId = ''] = await paymentsOf(shop.process, shop.id);
  return { ...shop, orderId };
}

function book({ world }: Shop, orderId: string, change: object): void {
  Object.assign(world.gateway.payments.get(orderId) ?? {}, change);
}

async function deliver(
  { world, process, id }: Shop,
  way: 'return' | 'status',
  orderId: string,
  result: '00' | '101' | '01',
) {
  await world.time.advance(5_000);
  await world.time.until(process.deliver(way, id, world.gateway.message(orderId, result)));
  await world.time.advance(5_000);
}

async function reconcile({ world, process }: Shop, after: number) {
  await world.time.advance(after);
  return world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
}

const flagsOf = async ({ process, id }: Shop) => (await stored(process, id)).flags.map(({ kind }) => kind);
const stateOf = async ({ process, id }: Shop) => (await stored(process, id)).state;

describe('an incomplete report', () => {
  it('does not count as "not listed": a payment that may be in it keeps its order', async () => {
    const shop = await away();
    shop.world.gateway.payments.delete(shop.orderId);
    shop.world.gateway.undelivered = 1;
    expect(await shop.world.time.until(payByCard(shop.process, shop.id))).toBe('order-not-open');
  });

  it('does not release the amount of a refund', async () => {
    const shop = await away();
    book(shop, shop.orderId, SUCCEEDED);
    await deliver(shop, 'status', shop.orderId, '00');
    shop.world.gateway.fault = ({ kind }) => (kind === 'payment-credit' ? { is: 'lost-request' } : { is: 'none' });
    await shop.world.time.until(shop.process.backend.orders.refund(shop.id, { amount: '500' }));
    shop.world.gateway.undelivered = 1;
    await reconcile(shop, 2 * DAY);
    expect((await shop.process.backend.orders.shopView(shop.id))?.refunds).toMatchObject([{ state: 'unresolved' }]);
  });
});

describe('a refunds report without amounts', () => {
  async function withLostAnswers(amounts: readonly string[]) {
    const shop = await away();
    book(shop, shop.orderId, SUCCEEDED);
    await deliver(shop, 'status', shop.orderId, '00');
    shop.world.gateway.shortRefundRecords = true;
    shop.world.gateway.fault = ({ kind }) => (kind === 'payment-credit' ? { is: 'lost-answer' } : { is: 'none' });
    for (const amount of amounts) {
      await shop.world.time.until(shop.process.backend.orders.refund(shop.id, { amount, key: newKey() }));
    }
    shop.world.gateway.fault = () => ({ is: 'none' });
    return shop;
  }

  it('settles the only refund that its only record can be about', async () => {
    const shop = await withLostAnswers(['1999']);
    await reconcile(shop, 2 * MINUTE);
    expect(await stateOf(shop)).toBe('refunded');
  });

  it('releases no amount while a record may be about it', async () => {
    const shop = await withLostAnswers(['500', '600']);
    await reconcile(shop, 2 * DAY);
    const view = await shop.process.backend.orders.shopView(shop.id);
    expect(view?.refunds.map(({ state }) => state)).toEqual(['unresolved', 'unresolved']);
  });
});

describe('messages that contradict each other', () => {
  it('101, 00 and a late success of the payment: the success is found, and flagged beside a card', async () => {
    const shop = await away();
    await deliver(shop, 'status', shop.orderId, '101');
    await deliver(shop, 'status', shop.orderId, '00');
    book(shop, shop.orderId, FAILED);
    await reconcile(shop, 5 * MINUTE);
    expect(await stateOf(shop)).toBe('failed');
    expect(await shop.world.time.until(payByCard(shop.process, shop.id))).toBe('authorized');
    book(shop, shop.orderId, SUCCEEDED);
    await reconcile(shop, DAY);
    expect(await flagsOf(shop)).toContain('second-payment');
  });

  it('the shopper’s own return message 101, posted as a status message, does not hide a later success', async () => {
    const shop = await away();
    await deliver(shop, 'status', shop.orderId, '101');
    expect(await shop.world.time.until(payByCard(shop.process, shop.id))).toBe('authorized');
    book(shop, shop.orderId, SUCCEEDED);
    await reconcile(shop, DAY);
    expect(await flagsOf(shop)).toEqual(expect.arrayContaining(['second-payment', 'contradiction']));
    const refund = await shop.world.time.until(shop.process.backend.orders.refund(shop.id, { attempt: shop.orderId }));
    expect(refund.state).toBe('done');
  });

  it('a person marks a second payment that the gateway cannot confirm, and it can be refunded', async () => {
    const shop = await away();
    expect(await shop.world.time.until(payByCard(shop.process, shop.id))).toBe('authorized');
    await shop.process.backend.orders.settle(shop.id, { as: 'paid', attempt: shop.orderId, ...PERSON });
    expect([await stateOf(shop), await flagsOf(shop)]).toEqual(['paid', ['second-payment']]);
    const refund = await shop.world.time.until(shop.process.backend.orders.refund(shop.id, { attempt: shop.orderId }));
    expect(refund.state).toBe('done');
  });
});

describe('a person’s decision', () => {
  it('leaves no other payment waiting: a redirect that was pending is set aside when a card is settled as paid', async () => {
    const shop = await open();
    const { world, process, id } = shop;
    world.gateway.cardResult = '101';
    await world.time.until(payByCard(process, id));
    const [card = ''] = await paymentsOf(process, id);
    await world.time.until(startRedirect(process, id));
    await process.backend.orders.settle(id, { as: 'paid', attempt: card, ...PERSON });
    expect(await stateOf(shop)).toBe('paid');
    expect(await reconcile(shop, 40 * MINUTE)).toMatchObject({ failed: 0 });
    expect(await reconcile(shop, 40 * DAY)).toMatchObject({ failed: 0 });
  });

  it('a person’s decision about one card does not open the order while another card is unresolved', async () => {
    const shop = await open();
    const { world, process, id } = shop;
    world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-request' } : { is: 'none' });
    await world.time.until(payByCard(process, id));
    await process.backend.orders.reopen(id, PERSON);
    await world.time.advance(4 * MINUTE);
    world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-answer' } : { is: 'none' });
    await world.time.until(payByCard(process, id));
    // The first card turns out never to have arrived, while the second one was charged.
    world.gateway.fault = () => ({ is: 'none' });
    await reconcile(shop, 2 * MINUTE);
    expect(await stateOf(shop)).toBe('paid');
    expect(world.gateway.authorizations.size).toBe(1);
  });
});

it('a success that was refunded while it waited does not pay the order later', async () => {
  const shop = await away();
  const { world, process, id, orderId } = shop;
  world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-request' } : { is: 'none' });
  await world.time.until(payByCard(process, id));
  book(shop, orderId, SUCCEEDED);
  await deliver(shop, 'status', orderId, '00');
  expect(await world.time.until(process.backend.orders.refund(id, { attempt: orderId }))).toMatchObject({
    state: 'done',
  });
  await reconcile(shop, 10 * MINUTE);
  expect(await stateOf(shop)).toBe('open');
});

it('a return message that the shopper split at a full stop does not settle a refund', async () => {
  const shop = await away();
  const { world, process, id, orderId } = shop;
  book(shop, orderId, SUCCEEDED);
  await deliver(shop, 'status', orderId, '00');
  world.gateway.fault = ({ kind }) => (kind === 'payment-credit' ? { is: 'lost-answer' } : { is: 'none' });
  await world.time.until(process.backend.orders.refund(id, { amount: '500' }));
  world.gateway.fault = ({ kind }) => (kind === 'refunds' ? { is: 'http', status: 500 } : { is: 'none' });
  const pasref = world.gateway.payments.get(orderId)?.pasref ?? '';
  const split = world.gateway.message(orderId, '101').map(([name, value]): [string, string] => {
    if (name === 'pasref') return [name, 'FAILED'];
    if (name === 'message') return [name, ''];
    return name === 'paymentmethod' ? [name, `${pasref}.testpay`] : [name, value];
  });
  await world.time.until(process.deliver('status', id, split));
  // The same text with a reference that the schema accepts starts a look-up, and settles nothing.
  await world.time.until(process.deliver('status', id, world.gateway.message(orderId, '101', { pasref: '4711' })));
  await world.time.advance(5_000);
  expect((await process.backend.orders.shopView(id))?.refunds).toMatchObject([{ state: 'unresolved' }]);
});

it('an unresolved refund is not matched with the record of one that is under way', async () => {
  const shop = await away();
  const { world, process, id, orderId } = shop;
  book(shop, orderId, SUCCEEDED);
  await deliver(shop, 'status', orderId, '00');
  world.gateway.fault = ({ kind }) => (kind === 'payment-credit' ? { is: 'lost-request' } : { is: 'none' });
  await world.time.until(process.backend.orders.refund(id, { amount: '500', key: 'lost-refund' }));
  world.gateway.fault = ({ kind }) => (kind === 'payment-credit' ? { is: 'lost-answer' } : { is: 'none' });
  void process.backend.orders.refund(id, { amount: '500', key: 'second-refund' });
  await world.time.advance(5_000);
  await world.time.until(process.backend.orders.lookUp(id));
  expect((await process.backend.orders.shopView(id))?.refunds.map(({ state }) => state)).toEqual([
    'unresolved',
    'sent',
  ]);
});

it('a status message that a dead process left is decided, though the report stays unreadable', async () => {
  const shop = await away();
  const { world, process, id, orderId } = shop;
  world.gateway.fault = ({ kind }) => (kind === 'payments' ? { is: 'http', status: 500 } : { is: 'none' });
  await world.time.until(process.deliver('status', id, world.gateway.message(orderId, '00')));
  process.kill();
  const again = { ...shop, process: world.start() };
  await reconcile(again, 11 * MINUTE);
  await world.time.advance(10_000);
  expect([await stateOf(again), await flagsOf(again)]).toEqual(['paid', ['unconfirmed']]);
});

it('a process without onOrderChanged keeps the changes that wait for another process', async () => {
  const world = createWorld({ listener: false });
  const received: string[] = [];
  let isBroken = true;
  const web = world.start({
    onOrderChanged: (_order, change) => {
      if (isBroken) throw new Error('the warehouse is down');
      received.push(change.kind === 'state' ? change.to : change.kind === 'flag' ? change.flag : change.kind);
    },
  });
  const office = world.start();
  const { id } = await web.backend.orders.create(ORDER);
  await world.time.until(payByCard(web, id));
  await world.time.until(office.call(`orders/${id}/protocol-versions`, { number: '4222000006285344' }));
  await office.backend.orders.reconcile();
  isBroken = false;
  for (let count = 0; count < 3; count++) {
    await world.time.advance(MINUTE);
    await world.time.until(web.backend.orders.reconcile());
  }
  expect(received).toEqual(['in-doubt', 'paid']);
});

it('replays of one message start one confirmation, with back-off', async () => {
  const shop = await away();
  const { world, process, id, orderId } = shop;
  book(shop, orderId, { status: 'PENDING', result: '01' });
  const pairs = world.gateway.message(orderId, '01');
  const before = world.gateway.requests.length;
  for (let count = 0; count < 60; count++) {
    await world.time.until(process.deliver('return', id, pairs));
    await world.time.advance(10_000);
  }
  expect(world.gateway.requests.length - before).toBeLessThan(40);
});

it('a page that reads an order looks up what the order waits for, and nothing that was set aside', async () => {
  const shop = await open();
  const { world, process, id } = shop;
  for (let count = 0; count < 5; count++) {
    await world.time.until(startRedirect(process, id, count % 2 === 0 ? 'testpay' : 'sofort'));
    await world.time.advance(10_000);
  }
  await world.time.advance(10 * MINUTE);
  const before = world.gateway.requests.length;
  await world.time.until(process.call(`orders/${id}`));
  expect(world.gateway.requests.length - before).toBe(1);
});

it('"not found" counts from the time at which the question was asked', async () => {
  const shop = await open();
  const { world, process, id } = shop;
  world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-request' } : { is: 'none' });
  const began = world.time.now().getTime();
  await world.time.until(payByCard(process, id));
  await world.time.advance(began + 5 * MINUTE - 10_000 - world.time.now().getTime());
  world.gateway.fault = () => ({ is: 'none' });
  world.gateway.delays.set('query', 15_000);
  await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
  expect(await stateOf(shop)).toBe('in-doubt');
});

it('free text of a message that no hash covers is not stored', async () => {
  const shop = await away();
  const pairs = shop.world.gateway
    .message(shop.orderId, '01')
    .map(([name, value]): [string, string] =>
      name === 'fundstatus'
        ? [name, `4222000006285344 ${'x'.repeat(50_000)}`]
        : [name, name === 'Amount' ? '4222000006285344' : value],
    );
  await shop.world.time.until(shop.process.deliver('return', shop.id, pairs));
  const text = JSON.stringify(await stored(shop.process, shop.id));
  expect(text).not.toContain('4222000006285344');
  expect(text.length).toBeLessThan(10_000);
});
