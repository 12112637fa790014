import { describe, expect, it } from 'vitest';
import { prune } from '../../../../src/server/use-cases/orders/prune.js';
import type { StorePruneOptions } from '../../../../src/server/book/order-store.js';
import { NOON } from '../../orders/attempts.js';

const DAY = 86_400_000;

/** Prunes a store whose batches delete so many orders. */
async function pruning(deleted: readonly number[], olderThan = DAY, closeAfter = Infinity) {
  const asked: StorePruneOptions[] = [];
  const closing = new AbortController();
  const store = {
    prune(options: StorePruneOptions) {
      asked.push(options);
      if (asked.length === closeAfter) closing.abort();
      return Promise.resolve(deleted[asked.length - 1] ?? 0);
    },
  } as never;
  const book = { now: () => Promise.resolve(new Date(NOON)) } as never;
  const report = await prune({ book, closing: closing.signal }, store, { olderThan });
  return { report, asked };
}

describe('orders.prune', () => {
  it('deletes the orders that wait for nothing, in batches of 500, and the ended counters once', async () => {
    const { report, asked } = await pruning([500, 500, 7]);
    expect(report).toEqual({ pruned: 1_007 });
    const batch = {
      updatedBefore: '2026-11-19T12:00:00.000Z',
      states: ['open', 'failed', 'paid', 'partly-refunded', 'refunded', 'voided', 'cancelled', 'authenticated'],
      limit: 500,
    };
    expect(asked).toEqual([
      { ...batch, counters: true },
      { ...batch, counters: false },
      { ...batch, counters: false },
    ]);
  });

  it('ends with the first batch that is not full', async () => {
    expect(await pruning([499])).toMatchObject({ report: { pruned: 499 }, asked: { length: 1 } });
    expect(await pruning([500])).toMatchObject({ report: { pruned: 500 }, asked: { length: 2 } });
  });

  it('leaves the rest to the next call when the process stops', async () => {
    const { report, asked } = await pruning([500, 500, 500], DAY, 2);
    expect([report, asked.length]).toEqual([{ pruned: 1_000 }, 2]);
  });

  it('deletes nothing for a time before the first day of the clock', async () => {
    const { asked } = await pruning([], Number.MAX_SAFE_INTEGER);
    expect(asked[0]?.updatedBefore).toBe('1970-01-01T00:00:00.000Z');
  });
});
