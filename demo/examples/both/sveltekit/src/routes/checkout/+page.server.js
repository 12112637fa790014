import { scudo } from '$lib/server/scudo.js';

export async function load() {
  const { id } = await scudo.orders.create({ amount: '1999', currency: 'EUR', reference: 'SO-4711' });
  return { order: id };
}
