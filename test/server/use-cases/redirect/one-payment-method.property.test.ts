import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../runs.js';
import {
  authorizationsAt,
  BROWSER,
  card,
  CARDS,
  json,
  newKey,
  orderIdIn,
  prepare,
  virtualClock,
} from '../../scripted-gateway.js';
import { list, paymentSetAnswer, redirect, redirectShop } from '../../signed-messages.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';

it('at most one of several cards and redirect payments can take money, in any order of their calls', async () => {
  const seen = { redirected: 0, authorized: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.array(fc.constantFrom('card', 'testpay', 'ideal'), { minLength: 2, maxLength: 4 }),
      async (scheduler, tabs) => {
        let isScheduled = false;
        const turn = (call: string) => (isScheduled ? scheduler.schedule(Promise.resolve(), call) : Promise.resolve());
        const clock = virtualClock();
        const place = redirectShop(
          {
            store: memoryOrderStore(turn, clock.now),
            methods: [{ code: 'card' }, { code: 'testpay' }, { code: 'ideal' }],
            patience: 0,
          },
          {},
          { clock },
        );
        const inner = place.intercept!;
        let count = 0;
        place.intercept = async (path, text, pass, query) => {
          const answer = await inner(path, text, pass, query);
          if (!text.includes('type="payment-set"')) return answer;
          // The shopper begins to pay at once, so that no other method may replace the payment.
          list(place, orderIdIn(text), '01');
          return paymentSetAnswer(text, { redirecturl: `https://bank.example/go/${++count}` });
        };
        const id = await place.order();
        const prepared = await Promise.all(
          tabs.map(async (tab) => (tab === 'card' ? prepare(place, id, CARDS.success) : undefined)),
        );
        isScheduled = true;
        const calls = tabs.map((tab, index) =>
          tab === 'card'
            ? place.call(
                `orders/${id}/authentications`,
                {
                  server_trans_id: prepared[index],
                  card: card(CARDS.success),
                  browser_data: BROWSER,
                  method_url_completion: 'YES',
                },
                { 'idempotency-key': newKey() },
              )
            : redirect(place, id, { method: tab }),
        );
        const answers = await scheduler.waitFor(Promise.all(calls.map(async (call) => json(await call))));
        isScheduled = false;
        const addresses = new Set(
          answers.flatMap(({ redirect_url }) => (redirect_url ? [redirect_url as string] : [])),
        );
        const authorized = authorizationsAt(place).length;
        expect(addresses.size + authorized).toBeLessThanOrEqual(1);
        const { state, history } = (await place.backend.orders.read(id)) ?? {};
        // If it is another state, the history shows the cause.
        if (addresses.size === 1) expect({ state, history }).toMatchObject({ state: 'pending' });
        if (authorized === 1) expect({ state, history }).toMatchObject({ state: 'paid' });
        seen.redirected += addresses.size;
        seen.authorized += authorized;
      },
    ),
    { numRuns: runs(20), seed: 20_261_120 },
  );
  expect(seen.redirected).toBeGreaterThan(4);
  expect(seen.authorized).toBeGreaterThan(4);
});
