import { describe, expect, it } from 'vitest';
import { shop } from '../../scripted-gateway.js';
import { afterBatch, cardShop, movesAt } from '../operations/card-shop.js';

/** The amounts of the captures and refunds that were sent, in their order. */
const amountsSent = (place: Parameters<typeof movesAt>[0]) =>
  movesAt(place).map((text) => /<amount[^>]*>(\d+)/.exec(text)?.[1]);

describe('an input that its caller changes while the call waits', () => {
  it.each([
    ['refund', true],
    ['capture', 'multi'],
  ] as const)('a %s has the amount and the key that it was called with', async (call, autosettle) => {
    const place = await cardShop({ autosettle });
    if (call === 'refund') afterBatch(place);
    const { orders } = place.backend;
    const input = { amount: '100', key: 'a' };
    const first = orders[call](place.id, input);
    Object.assign(input, { amount: '200', key: 'b', final: true });
    expect(await first).toMatchObject({ key: 'a', amount: '100', state: 'done' });
    expect(amountsSent(place)).toEqual(['100']);
  });

  it('a cancellation compares with the states that it was called with', async () => {
    const { backend, id } = await cardShop({ autosettle: false });
    const states: ('open' | 'authorized')[] = ['open'];
    const cancelled = backend.orders.cancel(id, { key: 'c', states });
    states.push('authorized');
    await expect(cancelled).rejects.toThrow('states must include authorized');
  });

  it('a new order, and an order that changes, has the amount and the brands that it was called with', async () => {
    const { orders } = shop().backend;
    const brands: ('visa' | 'amex')[] = ['visa'];
    const input = { amount: '100', currency: 'EUR', methods: [{ code: 'card', brands }] };
    const created = orders.create(input);
    input.amount = '200';
    brands.push('amex');
    const { id, ...order } = await created;
    expect(order).toMatchObject({ amount: '100', methods: [{ code: 'card', brands: ['visa'] }] });
    const change = { amount: '300' };
    const updated = orders.update(id, change);
    change.amount = '400';
    expect(await updated).toMatchObject({ amount: '300' });
  });
});
