import { describe, expect, it } from 'vitest';
import { countDiagnostics, countPaymentStart } from '../../../src/server/limits/client-limits.js';
import { DEFAULT_LIMITS } from '../../../src/server/limits/limits.js';
import { memoryOrderStore } from '../adapters/store/memory-order-store.js';
import { virtualClock } from '../virtual-clock.js';

const MINUTE = 60_000;

/** Counters of clients, and the keys and windows that the store received. */
function counters(versionChecksPerClient = 2) {
  const clock = virtualClock();
  const store = memoryOrderStore(undefined, clock.now);
  const counted: [string, number][] = [];
  let delay = 0;
  const context = {
    book: { now: store.now } as never,
    limits: { ...DEFAULT_LIMITS, versionChecksPerClient },
    async addToCounter(key: string, { ms }: { readonly ms: number }) {
      counted.push([key, ms]);
      const value = await store.addToCounter(key, { ms });
      clock.advance(delay);
      return value;
    },
    fingerprint: (text: string) => Promise.resolve(`<${text}>`),
  };
  return {
    clock,
    counted,
    /** The store's clock proceeds so much after each count. */
    delayBy: (ms: number) => (delay = ms),
    start: (client: string | undefined) => {
      const networks = client === undefined ? [] : [{ key: client, limit: 'declinedCardsPerClient' as const }];
      return countPaymentStart(context, { address: client, networks });
    },
    diagnose: (client?: string) => countDiagnostics(context, client),
  };
}
const refusal = (retryAfter: number) => ({ name: 'Problem', code: 'too-many-requests', retryAfter });

describe('the payments that a client begins', () => {
  it('the payments that a client begins are refused beyond the limit until the counter of ten minutes ends, and those of others are not', async () => {
    const { clock, start } = counters();
    await start('one');
    clock.advance(4 * MINUTE);
    await start('one');
    await expect(start('one')).rejects.toMatchObject(refusal(360));
    await start('two');
    clock.advance(6 * MINUTE - 1);
    await expect(start('one')).rejects.toMatchObject(refusal(1));
    clock.advance(1);
    await start('one');
  });

  it('the payments that a client begins are refused with whole seconds, at least one', async () => {
    const { clock, start } = counters(1);
    await start('one');
    clock.advance(10 * MINUTE - 1_500);
    await expect(start('one')).rejects.toMatchObject(refusal(2));
    clock.advance(1_499);
    await expect(start('one')).rejects.toMatchObject(refusal(1));
  });

  it('the payments that a client begins are counted under a fingerprint of the client, for ten minutes', async () => {
    const { counted, start } = counters();
    await start('203.0.113.7');
    expect(counted).toEqual([['version-checks <client 203.0.113.7>', 10 * MINUTE]]);
  });

  it('the payments that a client begins are not counted without a client, or with the limit 0', async () => {
    const unlimited = counters(0);
    await unlimited.start('one');
    const unknown = counters();
    await unknown.start(undefined);
    expect([...unlimited.counted, ...unknown.counted]).toEqual([]);
  });
});

describe('the requests for diagnostics', () => {
  it('the requests for diagnostics are 100 in ten minutes for each client, apart from its payments', async () => {
    const { clock, counted, diagnose, start } = counters(1);
    for (let count = 0; count < 100; count++) await diagnose('one');
    await expect(diagnose('one')).rejects.toMatchObject(refusal(600));
    await diagnose('two');
    await start('one');
    expect(counted[0]).toEqual(['diagnostics <client one>', 10 * MINUTE]);
    clock.advance(10 * MINUTE);
    await diagnose('one');
  });

  it('the requests for diagnostics share a counter where the client is not known', async () => {
    const { counted, diagnose } = counters();
    await diagnose();
    await diagnose(undefined);
    expect(counted.map(([key]) => key)).toEqual(['diagnostics <client unknown>', 'diagnostics <client unknown>']);
  });

  it('the requests for diagnostics have at least a second until they can be repeated, also when the counter has just ended', async () => {
    const { delayBy, diagnose } = counters();
    for (let count = 0; count < 100; count++) await diagnose('one');
    delayBy(11 * MINUTE);
    await expect(diagnose('one')).rejects.toMatchObject(refusal(1));
  });
});
