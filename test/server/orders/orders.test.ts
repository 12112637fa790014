import { describe, expect, it } from 'vitest';
import { createMerchantBackend, createSqliteOrderStore, type MerchantBackend } from '../../../src/server.js';
import { createWorld, ORDER, payByCard, startRedirect, stored } from '../simulation/world.js';

const MINUTE = 60_000;
const PERSON = { by: 'Grace', reason: 'called the acquirer' };

describe('orders.list', () => {
  let clock = Date.parse('2026-11-20T12:00:00Z');
  const now = () => new Date(clock);
  const gateway = { baseUrl: 'https://gateway.example', merchantId: 'scudo', secret: 'a secret of the test' };
  const backend = (): MerchantBackend =>
    createMerchantBackend({
      publicUrl: 'https://shop.example/scudo',
      store: createSqliteOrderStore({ url: ':memory:', now }),
      gateway,
    });

  async function withOrders(count: number) {
    const shop = backend();
    const ids: string[] = [];
    for (let index = 0; index < count; index++) {
      clock += index % 3 === 0 ? 0 : 1_000;
      ids.unshift((await shop.orders.create({ ...ORDER, id: `order-${String(index).padStart(3, '0')}` })).id);
    }
    return { shop, ids };
  }

  it('returns every order once, newest first, over all pages', async () => {
    const { shop, ids } = await withOrders(23);
    const seen: string[] = [];
    let after: string | undefined;
    do {
      const page = await shop.orders.list({ limit: 5, ...(after === undefined ? {} : { after }) });
      expect(page.orders.length).toBeLessThanOrEqual(5);
      seen.push(...page.orders.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    expect([...seen].sort()).toEqual([...ids].sort());
    expect(new Set(seen).size).toBe(23);
    const times = await Promise.all(seen.map(async (id) => (await shop.orders.read(id))?.createdAt ?? ''));
    expect([...times].sort().reverse()).toEqual(times);
  });

  it('has no next page when the last order is on the page', async () => {
    const { shop } = await withOrders(5);
    expect((await shop.orders.list({ limit: 5 })).next).toBeUndefined();
    expect((await shop.orders.list({ limit: 4 })).next).toBeDefined();
  });

  it('filters by state and by the time of the last change', async () => {
    const { shop } = await withOrders(3);
    expect((await shop.orders.list({ states: ['in-doubt', 'pending'] })).orders).toEqual([]);
    expect((await shop.orders.list({ states: ['open'] })).orders).toHaveLength(3);
    expect((await shop.orders.list({ updatedBefore: now() })).orders.length).toBeLessThan(3);
    expect((await shop.orders.list({ updatedBefore: new Date(clock + 1) })).orders).toHaveLength(3);
  });

  it.each([
    ['limit', { limit: 0 }],
    ['limit', { limit: 1001 }],
    ['after', { after: 'x' }],
    ['states', { states: ['no-state' as 'open'] }],
  ])('names %s when it is wrong', async (field, input) => {
    await expect(backend().orders.list(input)).rejects.toMatchObject({ issues: [{ field }] });
  });
});

describe('orders.settle and orders.reopen', () => {
  async function inDoubt() {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    world.gateway.fault = ({ kind }) =>
      kind === 'auth' ? { is: 'unsigned', result: '501', processed: false } : { is: 'none' };
    await world.time.until(payByCard(process, id));
    world.gateway.fault = () => ({ is: 'none' });
    return { world, process, id };
  }

  it('settle an order that the gateway cannot settle, and write down who did and why', async () => {
    const { process, id } = await inDoubt();
    const record = await process.backend.orders.settle(id, { as: 'paid', ...PERSON });
    expect(record).toMatchObject({ state: 'paid', payment: { method: 'card' } });
    expect(record.history.at(-1)).toMatchObject({ event: 'settled', detail: { as: 'paid', ...PERSON } });
  });

  it('flag a payment that a person settled as failed and that succeeds beside another one', async () => {
    const { world, process, id } = await inDoubt();
    const [attempt] = (await stored(process, id)).attempts;
    const orderId = attempt?.gatewayOrderId ?? '';
    await process.backend.orders.reopen(id, PERSON);
    expect(await world.time.until(payByCard(process, id))).toBe('authorized');
    world.gateway.authorizations.set(orderId, { orderId, result: '00', pasref: '7', amount: '1999', currency: 'EUR' });
    await world.time.advance(10 * MINUTE);
    await world.time.until(process.backend.orders.reconcile());
    expect((await stored(process, id)).flags).toMatchObject([{ kind: 'second-payment', attempt: orderId }]);
  });

  it.each([
    ['by', { by: '', reason: 'x' }],
    ['reason', { by: 'Grace', reason: ' ' }],
  ])('name %s when it is missing', async (field, person) => {
    const { process, id } = await inDoubt();
    await expect(process.backend.orders.settle(id, { as: 'paid', ...person })).rejects.toMatchObject({
      issues: [{ field }],
    });
    await expect(process.backend.orders.reopen(id, person)).rejects.toMatchObject({ issues: [{ field }] });
    expect((await stored(process, id)).state).toBe('in-doubt');
  });

  it('refuse an order that is paid', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(payByCard(process, id));
    await expect(process.backend.orders.reopen(id, PERSON)).rejects.toMatchObject({ issues: [{ field: 'order' }] });
    await expect(process.backend.orders.settle(id, { as: 'failed', ...PERSON })).rejects.toMatchObject({
      issues: [{ field: 'order' }],
    });
  });

  it('refuse an attempt that the order does not have', async () => {
    const { process, id } = await inDoubt();
    const settled = process.backend.orders.settle(id, { as: 'paid', attempt: 'other', ...PERSON });
    await expect(settled).rejects.toMatchObject({ issues: [{ field: 'attempt' }] });
  });
});

describe('orders.reconcile', () => {
  it('reaches every order, though the first ones cannot be settled and the limit is small', async () => {
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

  it('leaves young attempts to the call that waits for them', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    world.gateway.fault = ({ kind }) => (kind === 'auth' ? { is: 'lost-answer' } : { is: 'none' });
    await world.time.until(payByCard(process, id));
    const before = world.gateway.requests.length;
    await world.time.until(process.backend.orders.reconcile());
    expect(world.gateway.requests.length).toBe(before);
  });

  it('may run in several processes at once: each attempt is looked up once', async () => {
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

  it('does nothing for orders that are settled', async () => {
    const world = createWorld();
    const process = world.start();
    const { id } = await process.backend.orders.create(ORDER);
    await world.time.until(payByCard(process, id));
    await world.time.settle();
    await world.time.advance(10 * MINUTE);
    expect(await world.time.until(process.backend.orders.reconcile())).toMatchObject({ orders: 0, lookedUp: 0 });
  });
});

it('a page that reads a pending order starts a look-up, and waits for it two seconds at most', async () => {
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
