import { expect, it } from 'vitest';
import { MovedMoney } from '../../../src/command/certify/moved-money.js';
import type { Gateway } from '../../../src/server/gateway/gateway.js';

it('a payment of a closed batch gets back what was captured', async () => {
  const refunds: unknown[] = [];
  const cardOperations = {
    void: () => Promise.resolve({ result: '513' }),
    rebate: (refund: unknown) => (refunds.push(refund), Promise.resolve({ result: '00' })),
  };
  const money = new MovedMoney((call) => call({ cardOperations } as unknown as Gateway));
  money.begin('card', { orderId: 'A', amount: '100', currency: 'EUR' });
  money.captured('A', '60');
  money.know('A', { pasref: '7', authcode: '8' });
  expect(await money.returnAll()).toEqual([]);
  expect(refunds).toEqual([{ orderId: 'A', pasref: '7', authcode: '8', amount: '60', currency: 'EUR' }]);
});
