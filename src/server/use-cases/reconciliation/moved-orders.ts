import type { Ports } from '../../ports/ports.js';
import type { ListInput, OrderPage } from '../orders/orders.js';
import { timesOf } from './balance-records.js';

/** A day in UTC. */
export interface Day {
  readonly from: Date;
  readonly before: Date;
}

/**
 * Orders with an attempt that was sent, or had its result, on the day. An order that changes while the list is read
 * moves to its front, so that the list is read again from that time. Orders that are created meanwhile are left out, so
 * that a busy shop comes to an end.
 */
export async function movedOrders(
  list: (input: ListInput) => Promise<OrderPage>,
  { from, before }: Day,
  book: Ports['book'],
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  const moved = new Set<string>();
  let begin = await book.now();
  const createdBefore = new Date(Math.min(before.getTime(), begin.getTime() + 1));
  let updatedFrom = from;
  for (let hasNew = true; hasNew; begin = await book.now()) {
    hasNew = false;
    let after: string | undefined;
    do {
      signal?.throwIfAborted();
      const page = await list({ updatedFrom, createdBefore, limit: 200, after });
      for (const record of page.orders) {
        if (seen.has(record.id)) continue;
        seen.add(record.id);
        hasNew = true;
        if (record.attempts.some((attempt) => timesOf(attempt).some(isOfDay))) moved.add(record.id);
      }
      after = page.next;
    } while (after !== undefined);
    updatedFrom = begin;
  }
  return moved;

  function isOfDay(time: string): boolean {
    const at = Date.parse(time);
    return at >= from.getTime() && at < before.getTime();
  }
}
