import { describe, expect, it } from 'vitest';
import type { OrderChange } from '../../../../src/server.js';
import { UndeliverableError } from '../../../../src/server/use-cases/orders/deliver-changes.js';
import { createWorld, ORDER, payByCard, startRedirect, stored } from '../../simulation/world.js';

const MINUTE = 60_000;
const DAY = 86_400_000;
function describeChange(change: OrderChange): string {
  if (change.kind === 'state') return `${change.from} > ${change.to}`;
  return change.kind === 'flag' ? change.flag : change.kind;
}

/** A process whose listener is under the test's control. */
function withListener(listen: (change: OrderChange, order: string) => void | Promise<void>) {
  const world = createWorld({ listener: false });
  const options = { onOrderChanged: (order: { readonly id: string }, change: OrderChange) => listen(change, order.id) };
  return { world, options, process: world.start(options) };
}

describe('onOrderChanged', () => {
  it('onOrderChanged receives every change of state at once, in order, with the current order', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(payByCard(process, id));
    await world.time.settle();
    expect(world.changes.map(({ change }) => describeChange(change))).toEqual(['open > in-doubt', 'in-doubt > paid']);
    expect((await stored(process, id)).changes).toEqual([]);
  });

  it('onOrderChanged receives an id that is drawn once for each change, and stays the same when the change is delivered again', async () => {
    const received: OrderChange[] = [];
    let isBroken = true;
    const { world, process } = withListener((change) => {
      received.push(change);
      if (isBroken) throw new Error('the warehouse is down');
    });
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(payByCard(process, id));
    await world.time.advance(10_000);
    await world.time.until(process.backend.orders.reconcile());
    isBroken = false;
    await world.time.advance(MINUTE);
    await world.time.until(process.backend.orders.reconcile());
    const ids = received.map((change) => change.id);
    expect(received.map(({ sequence }) => sequence)).toEqual([1, 1, 1, 2]);
    expect(new Set(ids).size).toBe(2);
    for (const one of ids) expect(one).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('reconciliation delivers the changes of a process that died', async () => {
    const received: string[] = [];
    const { world, process } = withListener((change) => {
      received.push(describeChange(change));
      return new Promise(() => undefined);
    });
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(startRedirect(process, id));
    process.kill();
    expect(received).toEqual(['open > pending']);
    const other = world.start({ onOrderChanged: (_order, change) => void received.push(describeChange(change)) });
    await world.time.until(other.backend.orders.reconcile());
    expect(received).toEqual(['open > pending']);
    await world.time.advance(2 * MINUTE);
    expect(await world.time.until(other.backend.orders.reconcile())).toMatchObject({ delivered: 1 });
    expect(received).toEqual(['open > pending', 'open > pending']);
  });

  it('a failing onOrderChanged is retried with back-off, in order, and delays only its order', async () => {
    const received: string[] = [];
    let isBroken = true;
    let brokenOrder = '';
    const { world, process } = withListener((change, order) => {
      if (isBroken && order === brokenOrder) throw new Error('the warehouse is down');
      received.push(`${order === brokenOrder ? 'broken' : 'other'}: ${describeChange(change)}`);
    });
    brokenOrder = (await process.backend.orders.create(ORDER)).id;
    const { id: other } = await process.backend.orders.create(ORDER);
    await world.time.until(payByCard(process, brokenOrder));
    await world.time.until(payByCard(process, other));
    await world.time.settle();
    expect(received).toEqual(['other: open > in-doubt', 'other: in-doubt > paid']);
    isBroken = false;
    for (let count = 0; count < 3; count++) {
      await world.time.advance(MINUTE);
      await world.time.until(process.backend.orders.reconcile());
    }
    expect(received.slice(2)).toEqual(['broken: open > in-doubt', 'broken: in-doubt > paid']);
  });

  it('an order whose delivery has stopped stays until a resend, and reconciliation does not deliver it', async () => {
    const received: string[] = [];
    let isBroken = true;
    const { world, process } = withListener((change) => {
      received.push(describeChange(change));
      if (isBroken) throw new UndeliverableError('The shop is down.');
    });
    const { orders } = process.backend;
    const { id } = await orders.create(ORDER);
    await orders.cancel(id, { key: 'cancel-1' });
    await world.time.settle();
    await world.time.advance(2 * DAY);
    await world.time.until(orders.reconcile());
    expect(received).toEqual(['open > cancelled']);
    expect(await world.time.until(orders.prune({ olderThan: DAY }))).toEqual({ pruned: 0 });
    isBroken = false;
    expect(await world.time.until(orders.resend(id))).toBe(1);
    await world.time.advance(2 * DAY);
    expect(await world.time.until(orders.prune({ olderThan: DAY }))).toEqual({ pruned: 1 });
  });

  it('one process at a time calls onOrderChanged for one order', async () => {
    let running = 0;
    let most = 0;
    const { world, options, process } = withListener(async () => {
      most = Math.max(most, ++running);
      await world.time.pause(1_000);
      running--;
    });
    const other = world.start(options);
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(payByCard(process, id));
    await world.time.until(
      Promise.all([
        process.backend.orders.reconcile(),
        other.backend.orders.reconcile(),
        other.backend.orders.reconcile(),
      ]),
    );
    await world.time.advance(10_000);
    expect(most).toBe(1);
    expect((await stored(process, id)).changes).toEqual([]);
  });

  it('reports a failing onOrderChanged to onProblem with the order', async () => {
    const problems: object[] = [];
    const world = createWorld({ listener: false });
    const process = world.start({
      onOrderChanged: () => Promise.reject(new Error('the warehouse is down')),
      onProblem: (problem) => problems.push(problem),
    });
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(startRedirect(process, id));
    await world.time.settle();
    expect(problems).toMatchObject([
      { code: 'listener-failed', order: id, cause: { message: 'the warehouse is down' } },
    ]);
  });

  it('keeps no changes without onOrderChanged', async () => {
    const world = createWorld({ listener: false });
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(startRedirect(process, id));
    expect(await stored(process, id)).toMatchObject({ state: 'pending', changes: [], changeCount: 1 });
  });
});
