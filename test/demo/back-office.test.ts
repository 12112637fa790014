import { expect, it } from 'vitest';
import { backOffice } from '../../demo/back-office.js';
import { CARDS, shop } from '../server/scripted-gateway.js';

const CARD = { number: CARDS.success, expiryMonth: '12', expiryYear: '28', fullName: 'Ada Lovelace' };

it('the back office finds an order by its id, reference, gateway order id and payments reference, in its states', async () => {
  const place = shop();
  const { orders } = place.backend;
  const office = backOffice(place.backend, {} as never);
  const reference = 'SO-4711 & more';
  const id = await place.order({ reference });
  const other = await place.order({ reference });
  expect(await orders.payStored(id, { card: CARD })).toMatchObject({ status: 'paid' });
  const { gatewayOrderId, pasref } = (await orders.read(id))!.payment!;
  const found = async (search: string, states = '') => {
    const response = await office.request(`/orders?${new URLSearchParams({ search, states }).toString()}`);
    const page = (await response.json()) as { readonly orders: readonly { readonly id: string }[] };
    return page.orders.map((order) => order.id);
  };
  for (const text of [id, gatewayOrderId, ...(pasref === undefined ? [] : [pasref])]) {
    expect(await found(text)).toEqual([id]);
    expect(await found(text, 'open')).toEqual([]);
  }
  expect((await found(reference)).sort()).toEqual([id, other].sort());
  expect(await found(reference, 'open,failed')).toEqual([other]);
  expect(await found('SO-47')).toEqual([]);
  expect((await found('')).sort()).toEqual([id, other].sort());
});
