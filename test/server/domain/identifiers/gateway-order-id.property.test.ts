import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../runs.js';
import { authorizationAnswer, authorizationsAt, CARDS, isXml, orderIdIn, pay, shop } from '../../scripted-gateway.js';

it('each attempt has a unique gateway order id that begins with its order id, or with the short form of a long one', async () => {
  const id = fc.oneof(
    fc.stringMatching(/^[a-c0-2_-]{1,4}$/),
    fc.constantFrom('A', 'A-1', 'A-2', 'A-2-2', 'A-02', '2026-11-20', '-', '-1', 'x'.repeat(39)),
  );
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(id, { minLength: 2, maxLength: 4 }), async (ids) => {
      const place = shop();
      place.intercept = (path, text, pass) =>
        isXml(path) ? authorizationAnswer({ orderid: orderIdIn(text), result: '101' }) : pass();
      for (const one of ids) {
        await place.order({ id: one, policies: { notEnrolled: 'authorize' } });
        for (let attempt = 0; attempt < 3; attempt++) await pay(place, one, CARDS.notEnrolled);
      }
      const sent = authorizationsAt(place).map(({ text }) => orderIdIn(text));
      expect(new Set(sent).size).toBe(ids.length * 3);
      sent.forEach((orderid, index) => {
        expect(orderid).toMatch(/^[A-Za-z0-9_-]{1,42}$/);
        const id = ids[Math.floor(index / 3)] ?? '?';
        expect(orderid.startsWith(id.length > 31 ? 'e3ekm9s60cj0qzqdj79qerj0nk-' : `${id}-`)).toBe(true);
      });
    }),
    { numRuns: runs(5), seed: 20_261_123 },
  );
});
