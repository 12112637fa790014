import { expect, it } from 'vitest';
import { deliver, list, redirectShop, sentAway, statusPairs } from '../signed-messages.js';

it('the time limit of a confirmation is cancelled when the report has answered', async () => {
  const timers = new Map<object, number>();
  const limits: number[] = [];
  const place = redirectShop({
    after: (ms) => {
      const timer = {};
      timers.set(timer, ms);
      limits.push(ms);
      return () => void timers.delete(timer);
    },
  });
  const away = await sentAway(place);
  list(place, away.orderid, '00');
  await deliver(place, 'status', away.id, statusPairs({ ...away, result: '00' }));
  await place.settled();
  expect(await place.backend.orders.shopView(away.id)).toMatchObject({ state: 'paid' });
  expect(limits).toContain(3_000);
  expect([...timers.values()]).toEqual([]);
});
