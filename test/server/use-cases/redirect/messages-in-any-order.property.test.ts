import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../runs.js';
import { virtualClock } from '../../scripted-gateway.js';
import { deliver, list, redirectShop, sentAway, statusPairs, type SentAway } from '../../signed-messages.js';
import { memoryOrderStore } from '../../adapters/store/memory-order-store.js';

/** The result of the payment at the gateway, which the report lists and the messages may contradict. */
const truth = fc.constantFrom('00', '101', '01');

/** One message: genuine or forged, whole or cut, by any way, delivered several times. */
const message = fc.record({
  way: fc.constantFrom('return-get', 'return-post', 'status'),
  result: fc.constantFrom('00', '101', '01'),
  second: fc.integer({ min: 10, max: 59 }),
  times: fc.integer({ min: 1, max: 3 }),
  forged: fc.constantFrom(undefined, undefined, undefined, 'secret', 'result', 'hash'),
  cut: fc.constantFrom(0, 0, 0, 1, 2, 3, 4, 5, 8, 11),
});
type Arrival = typeof message extends fc.Arbitrary<infer T> ? T : never;

/** The order has the values of fields up to `paymentmethod`. Without `message` nothing can be verified. */
const isGenuine = ({ forged, cut }: Arrival) => forged === undefined && cut <= 5;

function pairsOf(away: SentAway, { way, result, second, forged, cut }: Arrival): [string, string][] {
  const pairs = statusPairs({
    ...away,
    result,
    // A status message with the hash of a return message is a return message (receive-message.test.ts).
    timestamp: `2026112022${way === 'status' ? '26' : '25'}${second}`,
    cut,
    ...(forged === 'secret' ? { secret: 'guess' } : {}),
  });
  if (forged === 'result')
    return pairs.map(([name, value]) => [name, name === 'result' ? (result === '00' ? '101' : '00') : value]);
  return forged === 'hash'
    ? pairs.map(([name, value]) => [
        name,
        name === 'sha1hash' ? value.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) : value,
      ])
    : pairs;
}

it('messages in any order, repeated and at once, lead to the state that the report confirms', async () => {
  const seen = { paid: 0, failed: 0, pending: 0, contradictions: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      truth,
      fc.array(message, { minLength: 1, maxLength: 6 }),
      async (scheduler, listed, arrivals) => {
        // The scheduler orders all calls of the store.
        let isScheduled = false;
        const turn = (call: string) => (isScheduled ? scheduler.schedule(Promise.resolve(), call) : Promise.resolve());
        const clock = virtualClock();
        const place = redirectShop({ store: memoryOrderStore(turn, clock.now) }, {}, { clock });
        const away = await sentAway(place);
        list(place, away.orderid, listed);
        isScheduled = true;
        const deliveries = arrivals.flatMap((arrival) =>
          Array.from({ length: arrival.times }, () => deliver(place, arrival.way, away.id, pairsOf(away, arrival))),
        );
        await scheduler.waitFor(Promise.all(deliveries));
        isScheduled = false;
        await Promise.all([scheduler.waitIdle(), place.settled()]);

        const record = (await place.backend.orders.read(away.id))!;
        const genuine = arrivals.filter(isGenuine);
        const claims = new Set(
          genuine.flatMap(({ way, result }) => (way === 'status' && result !== '01' ? [result] : [])),
        );
        const flags = record.flags.map(({ kind }) => kind);
        const isContradicted = claims.size === 2 || (listed !== '01' && [...claims].some((claim) => claim !== listed));
        expect(flags.includes('contradiction')).toBe(isContradicted);

        // Only the report makes an order paid or failed.
        const possible = { '00': ['paid', 'pending'], '101': ['failed', 'pending'], '01': ['pending'] }[listed];
        expect(possible).toContain(record.state);
        if (genuine.length === 0) expect(record).toMatchObject({ state: 'pending', flags: [] });
        else if (!isContradicted || claims.size === 2) expect(record.state).toBe(possible[0]);
        if (listed === '01' && claims.size > 0) expect(flags).toContain('report-behind');
        expect(record.payment !== undefined).toBe(record.state === 'paid');

        // A paid order stays paid, and each message is noted once.
        const states = record.history.map(({ state }) => state);
        if (states.includes('paid')) expect(new Set(states.slice(states.indexOf('paid')))).toEqual(new Set(['paid']));
        const noted = record.attempts.flatMap((attempt) => (attempt.kind === 'redirect' ? attempt.messages : []));
        expect([...noted].sort()).toEqual(
          [...new Set(genuine.map(({ way, result }) => `${way === 'status' ? way : 'return'}-${result}`))].sort(),
        );
        expect(record.attempts).toHaveLength(1);

        seen[record.state as 'paid' | 'failed' | 'pending']++;
        if (isContradicted) seen.contradictions++;
      },
    ),
    { numRuns: runs(30), seed: 20_261_121 },
  );
  // A backend that accepts no message would satisfy the property, too.
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});
