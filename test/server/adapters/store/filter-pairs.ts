import type { OrderFilter } from '../../../../src/server/use-cases/orders/orders.js';

/** The number of an order: each is created a second after the one before, and changed a minute later. */
export function orderTimes(number: number): { readonly createdAt: string; readonly updatedAt: string } {
  const createdAt = Date.UTC(2026, 10, 20) + number * 1000;
  return { createdAt: new Date(createdAt).toISOString(), updatedAt: new Date(createdAt + 60_000).toISOString() };
}

/** Each filter of `orders.list`, and each pair of them, for `size` orders. Every filter has few of the orders. */
export function filterPairs(size: number): readonly OrderFilter[] {
  const created = (number: number) => new Date(orderTimes(number).createdAt);
  const changed = (number: number) => new Date(orderTimes(number).updatedAt);
  const middle = size / 2;
  const filters: readonly OrderFilter[] = [
    { reference: 'SO-7' },
    { gatewayOrderId: 'SO-7' },
    { pasref: 'SO-7' },
    { flag: 'contradiction' },
    { suspended: true },
    { states: ['authorized'] },
    { states: ['authorized', 'in-doubt'] },
    { createdFrom: created(size - 20) },
    { createdBefore: created(20) },
    { createdFrom: created(middle), createdBefore: created(middle + 20) },
    { updatedFrom: changed(size - 20) },
    { updatedBefore: changed(20) },
    { updatedFrom: changed(middle), updatedBefore: changed(middle + 20) },
  ];
  return filters.flatMap((one, index) => [one, ...filters.slice(index + 1).map((other) => ({ ...one, ...other }))]);
}
