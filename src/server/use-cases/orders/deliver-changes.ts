import type { OrderBook } from '../../book/order-book.js';
import type { Emit } from '../../ports/ports.js';
import type { OrderChange } from '../../domain/record/order-change.js';
import type { OrderRecord } from '../../domain/record/order-record.js';
import { withoutFlag } from '../../domain/states/order-transition.js';

/**
 * Receives every change of an order's state and every flag. Called at least once for each change, in the
 * order of `sequence` for each order. A rejection delays the later changes of that order only.
 */
export type OnOrderChanged = (order: OrderRecord, change: OrderChange) => void | Promise<void>;

/** Returns the listener with an event for each change that it has received. */
export function observedListener(listener: OnOrderChanged, emit: Emit | undefined, now: () => Date): OnOrderChanged {
  if (!emit) return listener;
  return async (record, change) => {
    const began = now().getTime();
    let code: 'delivered' | 'failed' = 'failed';
    try {
      await listener(record, change);
      code = 'delivered';
    } finally {
      emit(() => ({ kind: 'delivery', level: 'debug', code, order: record.id, duration: now().getTime() - began }));
    }
  };
}

/** Thrown by a listener to stop the retries. The change stays until `orders.resend`. */
export class UndeliverableError extends Error {
  override readonly name = 'UndeliverableError';

  constructor(cause: unknown) {
    super('The change was not delivered and is not repeated. Send it again with orders.resend.', { cause });
  }
}

/** Time after which a delivery that has not ended belongs to a process that died, in milliseconds. */
const LEASE = 60_000;
const FIRST_RETRY = 5_000;
const MAX_RETRY = 3_600_000;

/**
 * Delivers the waiting changes of an order, oldest first, until there are none or one fails. Does nothing
 * while another process delivers, or before the time of the next retry.
 * @returns the number of changes that were delivered
 */
export async function deliverChanges(book: OrderBook, id: string, listener: OnOrderChanged): Promise<number> {
  for (let delivered = 0; ; delivered++) {
    const claimed = await book.update(id, claim);
    const [change] = claimed.record.changes;
    const lease = claimed.record.delivery;
    if (!claimed.changed || !change || !lease) return delivered;
    const isOurs = (record: OrderRecord) =>
      record.changes[0]?.id === change.id && record.delivery?.notBefore === lease.notBefore;
    try {
      await listener(claimed.record, change);
    } catch (error) {
      if (error instanceof UndeliverableError) {
        await book.update(id, (record, at) => (isOurs(record) ? withDeliveryStopped(record, at) : undefined));
        throw error;
      }
      await book.update(id, (record, at) => (isOurs(record) ? withRetry(record, at) : undefined));
      throw error;
    }
    await book.update(id, (record) => (isOurs(record) ? withoutOldest(record) : undefined));
  }
}

/** Leases the delivery of the oldest change to this process. */
function claim(record: OrderRecord, at: Date): OrderRecord | undefined {
  const { changes, delivery } = record;
  if (changes.length === 0 || delivery?.stopped) return undefined;
  if (delivery && at.getTime() < Date.parse(delivery.notBefore)) return undefined;
  return { ...record, delivery: { failures: 0, ...delivery, notBefore: afterTime(at, LEASE) } };
}

/** The record whose changes wait for `orders.resend`. The flag is no change, because it would wait as well. */
function withDeliveryStopped(record: OrderRecord, at: Date): OrderRecord {
  return {
    ...record,
    delivery: { ...failedDelivery(record, at), stopped: true },
    flags: [...record.flags, { kind: 'undelivered', at: at.toISOString() }],
  };
}

/** The record whose delivery begins again. */
export function withDeliveryResumed(record: OrderRecord): OrderRecord | undefined {
  const { delivery, ...rest } = withoutFlag(record, 'undelivered');
  return delivery === undefined ? undefined : rest;
}

function withRetry(record: OrderRecord, at: Date): OrderRecord {
  return { ...record, delivery: failedDelivery(record, at) };
}

function failedDelivery({ delivery }: OrderRecord, at: Date): NonNullable<OrderRecord['delivery']> {
  const failures = (delivery?.failures ?? 0) + 1;
  const notBefore = afterTime(at, Math.min(FIRST_RETRY * 2 ** (failures - 1), MAX_RETRY));
  return { notBefore, failures, failingSince: delivery?.failingSince ?? at.toISOString() };
}

function afterTime(at: Date, ms: number): string {
  return new Date(at.getTime() + ms).toISOString();
}

function withoutOldest(record: OrderRecord): OrderRecord {
  const { delivery: _ended, ...rest } = record;
  return { ...rest, changes: record.changes.slice(1) };
}
