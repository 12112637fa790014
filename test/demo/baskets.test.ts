import { expect, it } from 'vitest';
import { ORDER_NOTICES } from '../../demo/pages/shops/order-notices.js';
import { baskets } from '../../demo/baskets.js';
import { ORDER_STATES } from '../../src/protocol/adapter/outcome-codes.js';
import { orderStateRow } from '../../src/server/domain/record/order-state.table.js';
import { shop } from '../server/scripted-gateway.js';

const ADDRESS = { name: 'Ada Lovelace', line1: '12 Harbour Street', postal_code: 'E14 9QS', city: 'London' };
const FASHION = { items: { coat: 1, scarf: 1 }, address: ADDRESS };

function basketShop() {
  const { orders } = shop().backend;
  const api = baskets({ orders } as Parameters<typeof baskets>[0]);
  const send = async (method: string, path: string, body?: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const init = body === undefined ? { method } : { method, body: text };
    const response = await api.request(`/baskets/${path}`, init);
    return { status: response.status, body: (await response.json()) as { id: string; title?: string } };
  };
  return { orders, send };
}

it('a basket becomes an order with lines, and a change of the basket changes them with the amount', async () => {
  const { orders, send } = basketShop();
  const { body } = await send('POST', 'delivery', { items: { pizza: 2, salad: 0 }, address: ADDRESS });
  expect(body).toEqual({
    id: body.id,
    quantities: { pizza: 2, salad: 0, lemonade: 0 },
    amounts: { pizza: '1980', salad: '0', lemonade: '0' },
    total: '1770',
  });
  expect(await send('GET', `delivery/${body.id}`)).toEqual({ status: 200, body });
  const extras = [
    { text: 'Delivery', amount: '190' },
    { text: 'Friends of Tomo', amount: '-400' },
  ];
  const lines = [{ text: 'Burrata pizza', quantity: 2, amount: '1980' }, ...extras];
  expect(await orders.read(body.id)).toMatchObject({ amount: '1770', lines, reference: expect.stringMatching(/^TO-/) });
  expect((await send('PUT', `delivery/${body.id}`, { items: { lemonade: 1 }, address: ADDRESS })).status).toBe(200);
  const changed = [{ text: 'Lemonade, 1 l', quantity: 1, amount: '320' }, ...extras];
  expect(await orders.read(body.id)).toMatchObject({ amount: '110', lines: changed });
});

it('an order keeps the prices of its shop: another shop has no such order', async () => {
  const { orders, send } = basketShop();
  const { id } = (await send('POST', 'fashion', { ...FASHION, reference: 'TO-1234' })).body;
  const cheap = { items: { lemonade: 1 }, address: ADDRESS };
  const unknown = { status: 404, body: { title: 'The shop has no such order.' } };
  for (const order of [id, 'unknown']) {
    expect(await send('GET', `delivery/${order}`)).toEqual(unknown);
    expect(await send('PUT', `delivery/${order}`, cheap)).toEqual(unknown);
  }
  expect((await orders.read(id))!.amount).toBe('220000');
});

it('a shop answers in words for its shoppers', async () => {
  const { orders, send } = basketShop();
  const blank = { ...FASHION, address: { ...ADDRESS, line1: '' } };
  expect(await send('POST', 'fashion', blank)).toEqual({ status: 400, body: { title: 'Please check the address.' } });
  const { id } = (await send('POST', 'fashion', FASHION)).body;
  await orders.cancel(id, { key: 'C1' });
  expect(await send('PUT', `fashion/${id}`, FASHION)).toEqual({
    status: 409,
    body: { title: 'This order cannot be changed any more.' },
  });
});

it.each([
  ['broken JSON', '{"items":'],
  ['no object', null],
  ['no items', { address: ADDRESS }],
  ['items that are null', { ...FASHION, items: null }],
  ['items in a list', { ...FASHION, items: [1] }],
  ['an unknown product', { ...FASHION, items: { pizza: 1 } }],
  ['a product of every object', { ...FASHION, items: { constructor: 1 } }],
  ['a quantity below zero', { ...FASHION, items: { coat: 1, scarf: -1 } }],
  ['a quantity above nine', { ...FASHION, items: { coat: 10 } }],
  ['a part of a piece', { ...FASHION, items: { coat: 0.5 } }],
  ['a quantity as a text', { ...FASHION, items: { coat: '1' } }],
  ['an empty basket', { ...FASHION, items: { coat: 0 } }],
  ['no address', { items: FASHION.items }],
  ['an address without a city', { ...FASHION, address: { ...ADDRESS, city: undefined } }],
])('a basket with %s is answered with 400, and its order stays', async (_case, body) => {
  const { orders, send } = basketShop();
  expect(await send('POST', 'fashion', body)).toMatchObject({ status: 400, body: { title: expect.any(String) } });
  const { id } = (await send('POST', 'fashion', FASHION)).body;
  const before = await orders.read(id);
  expect((await send('PUT', `fashion/${id}`, body)).status).toBe(400);
  expect(await orders.read(id)).toEqual(before);
});

it.each(ORDER_STATES)('the thank-you page thanks for an order or leads to its payment as fits %s', (state) => {
  const { payable, covered } = orderStateRow(state);
  expect(ORDER_NOTICES[state].below).toBe(payable ? 'checkout' : covered ? 'thanks' : 'nothing');
});
