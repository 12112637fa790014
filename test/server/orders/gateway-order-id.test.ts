import fc from 'fast-check';
import { expect, it } from 'vitest';
import { authorizationAnswer, authorizationsAt, CARDS, json, pay, shop } from '../scripted-gateway.js';

const sentIds = (place: ReturnType<typeof shop>) =>
  authorizationsAt(place).map(({ text }) => /<orderid>(.*?)</.exec(text)?.[1] ?? '');

it('an order and another one’s second attempt are two orders to the gateway', async () => {
  const place = shop();
  const first = await place.order({ id: 'A', amount: '101' });
  await pay(place, first);
  await pay(place, first);
  const namesake = await place.order({ id: 'A-2' });
  expect(await json(await pay(place, namesake))).toMatchObject({ outcome: { status: 'paid' } });
  expect(new Set(sentIds(place)).size).toBe(3);
});

it('whatever ids a shop has, no attempt has another one’s, and each belongs to its order by its beginning', async () => {
  const id = fc.oneof(
    fc.stringMatching(/^[a-c0-2_-]{1,4}$/),
    fc.constantFrom('A', 'A-1', 'A-2', 'A-2-2', 'A-02', '2026-11-20', '-', '-1', 'x'.repeat(45)),
  );
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(id, { minLength: 2, maxLength: 4 }), async (ids) => {
      const place = shop();
      place.intercept = (path, text, pass) =>
        path === '/epage-remote.cgi'
          ? authorizationAnswer({ orderid: /<orderid>(.*?)</.exec(text)?.[1] ?? '', result: '101' })
          : pass();
      for (const one of ids) {
        await place.order({ id: one, policies: { notEnrolled: 'authorize' } });
        for (let attempt = 0; attempt < 3; attempt++) await pay(place, one, CARDS.notEnrolled);
      }
      const sent = sentIds(place);
      expect(new Set(sent).size).toBe(ids.length * 3);
      sent.forEach((orderid, index) => {
        expect(orderid).toMatch(/^[A-Za-z0-9_-]{1,50}$/);
        expect(orderid.startsWith(ids[Math.floor(index / 3)] ?? '?')).toBe(true);
      });
    }),
    { numRuns: 25 },
  );
});
