import { describe, expect, it } from 'vitest';
import type { MerchantBackendOptions } from '../../../../src/server.js';
import { createWorld, ORDER, payByCard, paymentsOf, startRedirect, stored } from '../../simulation/world.js';

const MINUTE = 60_000;

/** A process with orders in doubt, whose authorizations the gateway has accepted. */
async function withLostAnswers(count: number, options: Partial<MerchantBackendOptions> = {}) {
  const world = createWorld();
  const process = world.start(options);
  const ids: string[] = [];
  world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-answer' } : { is: 'none' });
  for (let index = 0; index < count; index++) {
    const { id } = await process.backend.orders.create(ORDER);
    ids.push(id);
    await world.time.until(payByCard(process, id));
  }
  await world.time.advance(MINUTE);
  const queries = () => world.gateway.requests.filter(({ kind }) => kind === 'query').length;
  return { world, process, ids, queries };
}

describe('orders.reconcile', () => {
  it('reconcile reaches every order when the first ones cannot be settled and the limit is small', async () => {
    const world = createWorld();
    const process = world.start();
    const ids: string[] = [];
    world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-answer' } : { is: 'none' });
    for (let count = 0; count < 6; count++) {
      const { id } = await process.backend.orders.create(ORDER);
      ids.push(id);
      await world.time.until(payByCard(process, id));
    }
    // The first three are unknown to the gateway, and stay in doubt for five minutes.
    for (const id of ids.slice(0, 3)) {
      const [attempt] = (await stored(process, id)).attempts;
      world.gateway.authorizations.delete(attempt?.gatewayOrderId ?? '');
    }
    world.gateway.fault = () => ({ is: 'none' });
    await world.time.advance(MINUTE);
    for (let count = 0; count < 4; count++) {
      await world.time.until(process.backend.orders.reconcile({ limit: 2, olderThan: 0 }));
      await world.time.advance(5_000);
    }
    const states = await Promise.all(ids.map(async (id) => (await stored(process, id)).state));
    expect(states.slice(3)).toEqual(['paid', 'paid', 'paid']);
  });

  it('reconcile settles what a shopper waits for before the routine look-ups of paid orders, at any number', async () => {
    const world = createWorld();
    const process = world.start();
    const pay = async () => {
      const { id } = await process.backend.orders.create(ORDER);
      await world.time.until(payByCard(process, id));
      return id;
    };
    for (let count = 0; count < 5; count++) await pay();
    await world.time.advance(MINUTE);
    world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-answer' } : { is: 'none' });
    const waiting = await pay();
    world.gateway.fault = () => ({ is: 'none' });
    await world.time.advance(10 * MINUTE);
    const run = async () => world.time.until(process.backend.orders.reconcile({ limit: 2 }));
    expect(await run()).toMatchObject({ orders: 2, lookedUp: 2, settled: 1 });
    expect((await stored(process, waiting)).state).toBe('paid');
    const asked = () => new Set(world.gateway.requests.map(({ orderId }) => orderId)).size;
    const before = asked();
    for (let count = 0; count < 3; count++) expect((await run()).failed).toBe(0);
    expect(asked()).toBeGreaterThan(before);
  });

  it('reconcile makes routine look-ups beside any number of orders that wait, and takes no order twice', async () => {
    const world = createWorld();
    const process = world.start({ onOrderChanged: () => Promise.reject(new Error('The shop is down.')) });
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(payByCard(process, id));
    await world.time.advance(10 * MINUTE);
    expect(await world.time.until(process.backend.orders.reconcile())).toMatchObject({ orders: 1, lookedUp: 1 });
    for (let count = 0; count < 6; count++) {
      const { id: other } = await process.backend.orders.create(ORDER);
      await world.time.until(startRedirect(process, other));
    }
    await world.time.advance(10 * MINUTE);
    const before = world.gateway.requests.length;
    expect(await world.time.until(process.backend.orders.reconcile({ limit: 5 }))).toMatchObject({ lookedUp: 5 });
    const [paid = ''] = await paymentsOf(process, id);
    expect(world.gateway.requests.slice(before).filter(({ orderId }) => orderId?.includes(paid))).not.toEqual([]);
  });

  it('reconcile does not wait for a status message that the report has not confirmed', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(startRedirect(process, id));
    const [attempt] = (await stored(process, id)).attempts;
    await world.time.until(process.deliver('status', id, world.gateway.message(attempt?.gatewayOrderId ?? '', '00')));
    process.kill();
    await world.time.advance(2 * MINUTE);
    const other = world.start();
    const began = world.time.now();
    expect(await world.time.until(other.backend.orders.reconcile())).toMatchObject({ lookedUp: 1 });
    expect(world.time.now()).toEqual(began);
  });

  it('reconcile does not spend every run on attempts whose query fails', async () => {
    const world = createWorld();
    const process = world.start();
    const ids: string[] = [];
    world.gateway.fault = ({ kind }) =>
      kind === 'auth' ? { is: 'unsigned', result: '500', processed: false } : { is: 'none' };
    for (let count = 0; count < 3; count++) {
      const { id } = await process.backend.orders.create(ORDER);
      ids.push(id);
      await world.time.until(payByCard(process, id));
    }
    await world.time.advance(10 * MINUTE);
    world.gateway.fault = ({ kind }) => (kind === 'query' ? { is: 'http', status: 500 } : { is: 'none' });
    const asked = () => new Set(world.gateway.requests.slice(before).map(({ orderId }) => orderId)).size;
    const before = world.gateway.requests.length;
    for (let count = 0; count < 3; count++) {
      await world.time.until(process.backend.orders.reconcile({ limit: 1 }));
      await world.time.advance(5_000);
    }
    expect(asked()).toBe(3);
  });

  it('a receiver that fails, or that answers late, delays no look-up', async () => {
    const world = createWorld();
    let answer = (): Promise<void> => Promise.reject(new Error('The shop is down.'));
    const process = world.start({ onOrderChanged: () => answer() });
    const order = async () => (await process.backend.orders.create(ORDER)).id;
    for (let count = 0; count < 8; count++) {
      await process.backend.orders.cancel(await order(), { key: `cancel-${count}` });
    }
    await world.time.advance(10 * MINUTE);
    const lost = async () => {
      const id = await order();
      world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-answer' } : { is: 'none' });
      await world.time.until(payByCard(process, id));
      world.gateway.fault = () => ({ is: 'none' });
      return id;
    };
    const run = async () => world.time.until(process.backend.orders.reconcile({ limit: 2, olderThan: 0 }));
    const first = await lost();
    await world.time.advance(MINUTE);
    expect(await run()).toMatchObject({ settled: 1, delivered: 0 });
    expect((await stored(process, first)).state).toBe('paid');
    answer = () => world.time.pause(14_000);
    const second = await lost();
    await world.time.advance(MINUTE);
    const began = world.time.now().getTime();
    expect(await run()).toMatchObject({ settled: 1, delivered: 0 });
    expect((await stored(process, second)).state).toBe('paid');
    expect(world.time.now().getTime() - began).toBeLessThanOrEqual(2_000);
    // Orders that have a delivery only are delivered beside the look-ups, and all changes arrive in the end.
    for (let count = 0; count < 12; count++) {
      await world.time.advance(MINUTE);
      await run();
    }
    await world.time.advance(MINUTE);
    const { orders } = await process.backend.orders.list();
    expect(orders).toHaveLength(10);
    expect(orders.filter(({ changes }) => changes.length > 0)).toEqual([]);
  });

  it('a receiver that hangs for many orders delays no delivery of another order, and no look-up', async () => {
    const world = createWorld();
    const accepted: string[] = [];
    let accepting = '';
    let isDown = true;
    const process = world.start({
      async onOrderChanged({ id }) {
        if (id === accepting && !isDown) return void accepted.push(id);
        if (id !== accepting) await world.time.pause(15_000);
        throw new Error('The shop is down.');
      },
    });
    const order = async () => (await process.backend.orders.create(ORDER)).id;
    for (let count = 0; count < 20; count++) {
      await process.backend.orders.cancel(await order(), { key: `cancel-${count}` });
    }
    await world.time.advance(25_000);
    const id = await order();
    accepting = id;
    await process.backend.orders.cancel(id, { key: 'last' });
    await world.time.advance(10_000);
    isDown = false;
    const began = world.time.now().getTime();
    await world.time.until(process.backend.orders.reconcile({ limit: 4 }));
    expect(world.time.now().getTime() - began).toBeLessThanOrEqual(2_000);
    await world.time.advance(5_000);
    expect(accepted).toEqual([id]);
  });

  it('reconcile ends after the look-up under way when the backend closes', async () => {
    const { world, process, queries } = await withLostAnswers(3);
    world.gateway.fault = ({ kind }) => (kind === 'query' ? { is: 'lost-answer' } : { is: 'none' });
    const run = process.backend.orders.reconcile({ olderThan: 0 });
    await world.time.settle();
    expect(queries()).toBe(1);
    const closed = process.backend.close();
    expect(await world.time.until(run)).toMatchObject({ orders: 3, lookedUp: 1 });
    await world.time.until(closed);
    expect(queries()).toBe(1);
  });

  it('reconcile starts no look-up after a minute, and the next run begins with the other orders', async () => {
    const { world, process, ids, queries } = await withLostAnswers(10);
    world.gateway.fault = ({ kind }) => (kind === 'query' ? { is: 'lost-answer' } : { is: 'none' });
    const began = world.time.now().getTime();
    const { lookedUp } = await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
    expect(world.time.now().getTime() - began).toBeLessThan(90_000);
    expect(queries()).toBe(lookedUp);
    world.gateway.fault = () => ({ is: 'none' });
    await world.time.until(process.backend.orders.reconcile({ olderThan: 0, limit: 10 - lookedUp }));
    const states = await Promise.all(ids.map(async (id) => (await stored(process, id)).state));
    expect(states.filter((state) => state === 'paid')).toHaveLength(10 - lookedUp);
  });

  it('reconcile makes a routine look-up while the payments report hangs for all orders that wait', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(payByCard(process, id));
    for (let count = 0; count < 6; count++) {
      const { id: other } = await process.backend.orders.create(ORDER);
      await world.time.until(startRedirect(process, other));
    }
    await world.time.advance(10 * MINUTE);
    world.gateway.fault = ({ kind }) => (kind === 'payments' ? { is: 'lost-answer' } : { is: 'none' });
    const before = world.gateway.requests.length;
    await world.time.until(process.backend.orders.reconcile());
    const [paid = ''] = await paymentsOf(process, id);
    expect(world.gateway.requests.slice(before).filter(({ orderId }) => orderId.includes(paid))).not.toEqual([]);
  });

  it('reconcile looks up the other orders when the end of one cannot be stored', async () => {
    const problems: string[] = [];
    const { world, process, ids } = await withLostAnswers(3, {
      onProblem: ({ code, order }) => void problems.push(`${code} ${order}`),
    });
    problems.length = 0;
    const [first = ''] = ids;
    // The gateway's answer arrives, and another version of the package writes the order meanwhile.
    world.gateway.fault = ({ kind, orderId }) => {
      if (kind === 'query' && orderId === world.document(first)?.attempts[0]?.gatewayOrderId) {
        world.rewrite(first, (record) => ({ ...record, version: record.version + 1 }) as typeof record);
      }
      return { is: 'none' };
    };
    const { settled } = await world.time.until(process.backend.orders.reconcile({ olderThan: 0 }));
    expect(settled).toBe(2);
    expect(problems).toContain(`record-newer ${first}`);
  });

  it('reconcile skips attempts that are younger than olderThan', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-answer' } : { is: 'none' });
    await world.time.until(payByCard(process, id));
    const before = world.gateway.requests.length;
    await world.time.until(process.backend.orders.reconcile());
    expect(world.gateway.requests.length).toBe(before);
  });

  it('concurrent runs of reconcile look each attempt up once', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-answer' } : { is: 'none' });
    await world.time.until(payByCard(process, id));
    world.gateway.fault = () => ({ is: 'none' });
    await world.time.advance(MINUTE);
    const others = [process, world.start(), world.start()];
    await world.time.until(Promise.all(others.map(({ backend }) => backend.orders.reconcile({ olderThan: 0 }))));
    expect(world.gateway.requests.filter(({ kind }) => kind === 'query')).toHaveLength(1);
    expect((await stored(process, id)).state).toBe('paid');
  });

  it('reconcile does nothing for orders that are settled and paid by a redirect payment', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(startRedirect(process, id));
    const orderId = (await paymentsOf(process, id)).at(-1) ?? '';
    Object.assign(world.gateway.payments.get(orderId)!, { status: 'SUCCEEDED', result: '00' });
    await world.time.until(process.deliver('status', id, world.gateway.message(orderId, '00')));
    await world.time.settle();
    await world.time.advance(10 * MINUTE);
    expect(await world.time.until(process.backend.orders.reconcile())).toMatchObject({ orders: 0, lookedUp: 0 });
  });
});

it('a page that reads a pending order starts a look-up, and waits at most two seconds for it', async () => {
  const world = createWorld();
  const process = world.start();
  const { id } = await process.backend.orders.create(ORDER);
  await world.time.until(startRedirect(process, id));
  world.gateway.fault = ({ kind }) => (kind === 'payments' ? { is: 'lost-request' } : { is: 'none' });
  await world.time.advance(10_000);
  const began = world.time.now().getTime();
  const response = await world.time.until(process.call(`orders/${id}`));
  expect(await response.json()).toMatchObject({ state: 'pending' });
  expect(world.time.now().getTime() - began).toBeLessThanOrEqual(2_000);
});
