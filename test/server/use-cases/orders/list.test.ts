import { describe, expect, it } from 'vitest';
import { createMerchantBackend, createSqliteOrderStore, type MerchantHandler } from '../../../../src/server.js';
import { ORDER } from '../../simulation/world.js';

describe('orders.list', () => {
  let clock = Date.parse('2026-11-20T12:00:00Z');
  const now = () => new Date(clock);
  const gateway = { baseUrl: 'https://gateway.example', merchantId: 'scudo', secret: 'a secret of the test' };
  const backend = (): MerchantHandler =>
    createMerchantBackend({
      publicUrl: 'https://shop.example/scudo',
      ownOrderIds: true,
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

  it('returns no cursor when the last order is on the page', async () => {
    const { shop } = await withOrders(5);
    expect((await shop.orders.list({ limit: 5 })).next).toBeUndefined();
    expect((await shop.orders.list({ limit: 4 })).next).toBeDefined();
  });

  it('filters orders by state and by the time of the last change', async () => {
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
    ['states.0', { states: ['no-state' as 'open'] }],
  ])('rejects a wrong %s and names it', async (field, input) => {
    await expect(backend().orders.list(input)).rejects.toMatchObject({ issues: [{ field }] });
  });
});
