import { describe, expect, it } from 'vitest';
import type { MerchantHandler } from '../../../../src/server.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';
import { pay, shop } from '../../scripted-gateway.js';

describe('an id that no order can have', () => {
  it.each(['A\u0000', 'x'.repeat(40)])('%j is not looked for in the store', async (id) => {
    const store = memoryOrderStore();
    const read = () => Promise.reject(new Error('invalid byte sequence'));
    const { orders } = shop({ store: { ...store, read } }).backend;
    const calls = [
      orders.capture(id, { key: 'k' }),
      orders.refund(id, { key: 'k' }),
      orders.cancel(id, { key: 'k' }),
      orders.lookUp(id),
    ];
    for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'order-not-found' });
    expect(await orders.read(id)).toBeUndefined();
  });
});

describe('orders.create', () => {
  it.each([
    [{ amount: '0' }, 'amount'],
    [{ amount: '19.99' }, 'amount'],
    [{ amount: 5 }, 'amount'],
    [{ currency: 'eur' }, 'currency'],
    [{ id: 'a b' }, 'id'],
    [{ reference: 'x'.repeat(101) }, 'reference'],
    [{ reference: 1 }, 'reference'],
    [{ id: 'x'.repeat(40) }, 'id'],
    [
      { payer: { mobilePhone: { countryCode: '+44', subscriberNumber: '2079460000' } } },
      'payer.mobilePhone.countryCode',
    ],
    [{ policies: { successfulWithoutShift: 'maybe' } }, 'policies.successfulWithoutShift'],
    [{ payer: { email: 'x' } }, 'payer.email'],
    [{ policies: { attempted: 'maybe' } }, 'policies.attempted'],
    [{ exemptStatus: 'NONE' }, 'exemptStatus'],
    [{ challengeRequestIndicator: 'X' }, 'challengeRequestIndicator'],
  ])('rejects %j and names %s', async (wrong, field) => {
    const place = shop();
    await expect(place.order(wrong as never)).rejects.toMatchObject({ name: 'MessageError', issues: [{ field }] });
  });

  it('rejects an id that another order has', async () => {
    const place = shop();
    await place.order({ id: 'A-1' });
    await expect(place.order({ id: 'A-1' })).rejects.toMatchObject({ name: 'MessageError', issues: [{ field: 'id' }] });
  });

  it('rejects an id without the option ownOrderIds and names the option', async () => {
    for (const place of [shop({ ownOrderIds: false }), shop({ ownOrderIds: undefined as never })]) {
      const rejected = expect(place.order({ id: 'A-1' })).rejects;
      await rejected.toMatchObject({ name: 'MessageError', issues: [{ field: 'id' }] });
      await rejected.toThrow(/ownOrderIds: true.*reference/);
    }
  });

  it('gives an order an id of 122 random bits without the option ownOrderIds', async () => {
    const place = shop({ ownOrderIds: false });
    const ids = await Promise.all(Array.from({ length: 20 }, () => place.order()));
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('stores the reference and shows it in shopView, in orders.list and to the page', async () => {
    const place = shop();
    const reference = 'Order 4711/β';
    const id = await place.order({ reference });
    expect((await place.backend.orders.shopView(id))?.reference).toBe(reference);
    expect((await place.backend.orders.list()).orders).toMatchObject([{ id, reference }]);
    expect(await (await place.call(`orders/${id}`)).json()).toMatchObject({ reference });
    const other = await place.order();
    expect(await place.backend.orders.shopView(other)).not.toHaveProperty('reference');
    expect(await (await place.call(`orders/${other}`)).json()).not.toHaveProperty('reference');
  });
});

describe('orders.list', () => {
  /** Orders of which each is a second older than the next. */
  async function aged(count: number) {
    const place = shop();
    const ids: string[] = [];
    for (let index = 0; index < count; index++) {
      ids.push(await place.order());
      place.clock.advance(1_000);
    }
    return { place, ids };
  }

  async function allPages({ orders }: MerchantHandler, options: Parameters<typeof orders.list>[0]) {
    const pages: string[][] = [];
    let after: string | undefined;
    do {
      const page = await orders.list({ ...options, ...(after === undefined ? {} : { after }) });
      pages.push(page.orders.map(({ id }) => id));
      after = page.next;
    } while (after !== undefined);
    return pages;
  }

  it('returns the newest orders first, with a cursor until the last page', async () => {
    const { place, ids } = await aged(5);
    const [e, d, c, b, a] = [...ids].reverse();
    expect(await allPages(place.backend, { limit: 2 })).toEqual([[e, d], [c, b], [a]]);
    expect(await allPages(place.backend, { limit: 5 })).toEqual([[e, d, c, b, a]]);
    expect(await place.backend.orders.list()).not.toHaveProperty('next');
  });

  it('continues after its cursor when newer orders have been created meanwhile', async () => {
    const { place, ids } = await aged(3);
    const { next } = await place.backend.orders.list({ limit: 1 });
    await place.order();
    const page = await place.backend.orders.list({ limit: 1, after: next! });
    expect(page.orders.map(({ id }) => id)).toEqual([ids[1]]);
  });

  it('returns the orders of the given states, unchanged since the given time', async () => {
    const { place, ids } = await aged(3);
    await pay(place, ids[0]!);
    const before = place.clock.now();
    expect(await allPages(place.backend, { states: ['paid'] })).toEqual([[ids[0]]]);
    expect(await allPages(place.backend, { states: ['open'], updatedBefore: before })).toEqual([[ids[2], ids[1]]]);
    expect(await allPages(place.backend, { updatedBefore: new Date(before.getTime() - 1) })).toEqual([
      [ids[2], ids[1]],
    ]);
  });

  it.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 1001 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ states: ['lost'] }, 'states.0'],
    [{ after: 'A' }, 'after'],
    [{ after: "2026-11-20T12:00:00.000Z_' OR 1" }, 'after'],
  ])('rejects %j and names %s', async (options, field) => {
    await expect(shop().backend.orders.list(options as never)).rejects.toMatchObject({
      name: 'MessageError',
      issues: [{ field }],
    });
  });
});
