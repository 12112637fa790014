import { expect, it } from 'vitest';
import { printDifference } from '../../../src/command/orders/order-rows.js';

it('prints both sides of a difference of an order and a payment with long ids, in one line', () => {
  const lines: string[] = [];
  const row = { order: 'o'.repeat(200), attempt: 'a'.repeat(200), kind: 'payment' } as const;
  printDifference({ ...row, shop: '1999 EUR', gateway: '1899 EUR,\nreference 7' }, (line) => lines.push(line));
  expect(lines).toEqual([`${row.order}  ${row.attempt}  payment  shop: 1999 EUR  gateway: 1899 EUR, reference 7`]);
});
