import type { Uses } from '../../ports/ports.js';
import type { PaymentRecord } from '../../gateway/report-records.js';
import type { RedirectAttempt } from '../../domain/record/attempts.js';
import { deliverChanges, type OnOrderChanged } from '../orders/deliver-changes.js';
import { isPaymentDue, lookUpPayment } from '../operations/payment-look-up.js';
import { orderTimes } from '../../domain/record/order-due.js';
import type { OrderRecord } from '../../domain/record/order-record.js';
import { Problem, problemOfError } from '../../domain/problems/problem.js';
import { rangeOf } from '../redirect/report-findings.js';
import type { OrderStore, StoreDueOptions } from '../../book/order-store.js';
import { isDue, lookUpAttempt, type LookUpOrderPorts } from './look-up-order.js';

/** Limits of one run of `orders.reconcile`. */
export interface ReconcileInput {
  /** Minimum age of an attempt, in milliseconds. Default: 60,000. */
  readonly olderThan?: number | undefined;
  /**
   * Maximum number of orders with look-ups, and of orders with deliveries, at least 1. Default: 100. Routine look-ups
   * of paid orders take the places that no other look-up needs, and at least a fifth. A shop with many of them raises
   * it. A run starts no look-up after a minute.
   */
  readonly limit?: number | undefined;
}

/** Counts of one run of `orders.reconcile`. */
export interface ReconcileReport {
  /** Orders with due work. */
  readonly orders: number;
  /** Attempts that were looked up. */
  readonly lookedUp: number;
  /** Orders whose state changed. */
  readonly settled: number;
  /** Changes that `onOrderChanged` received. A delivery that takes longer than the run is not counted. */
  readonly delivered: number;
  /** Look-ups and deliveries that failed. A later run retries them. */
  readonly failed: number;
}

/** A report covers at most 30 days (Non-Card Payment Methods Interface, Limits). */
const MAX_RANGE = 29 * 86_400_000;

/** Time after which a run starts no look-up, in milliseconds, so that a gateway that hangs delays no delivery. */
const RUN_TIME = 60_000;

/** The same for orders that wait, which leave a third of the time to routine look-ups. */
const WAITING_TIME = 40_000;

/** Maximum wait of a run for deliveries after its last look-up, in milliseconds. */
const DELIVERY_WAIT = 2_000;

/** Time after which a delivery gives its place to that of another order, in milliseconds. */
const PLACE_TIME = 1_000;

/** Maximum number of times that a run gives places to others, so that a receiver has at most so many open posts. */
const MAX_ROUNDS = 10;

export type ReconcilePorts = LookUpOrderPorts & Uses<'after' | 'closing' | 'now' | 'report'>;

/**
 * Looks up every unresolved payment, capture, void and refund, and applies the results. Ends expired orders, and
 * delivers what `onOrderChanged` has not received. Several processes may run it at the same time. Deliveries have
 * places of their own and end in the background, so that a receiver that fails or is slow delays no look-up. One that
 * hangs for some orders delays no delivery of another order by more than a few seconds.
 */
export async function reconcile(
  ports: ReconcilePorts,
  store: OrderStore,
  listener: OnOrderChanged | undefined,
  { olderThan = 60_000, limit = 100 }: ReconcileInput = {},
): Promise<ReconcileReport> {
  const { book } = ports;
  const now = await book.now();
  const count = { lookedUp: 0, settled: 0, delivered: 0, failed: 0 };
  const waiting = await readDue('dueAt', limit);
  // Orders that wait in any number leave a fifth of the places to routine look-ups.
  const places = limit - Math.min(waiting.length, limit - Math.floor(limit / 5));
  const routine = places > 0 ? await readDue('checkAt', places) : [];
  const undelivered = listener ? await readDue('deliverAt', limit) : [];
  const due = [...waiting.slice(0, limit - routine.length), ...routine];
  const orders = new Map(due.map((order) => [order.id, order]));
  const deliveries = listener ? undelivered.map(({ id }) => deliver(id, listener)) : [];
  if (listener && undelivered.length === limit) {
    const started = [...deliveries];
    ports.background(() => deliverInPlaceOf(started, listener), 'deliver in place of others');
  }
  const records = await readReport(
    ports,
    [...orders.values()].flatMap((order) => listedByRange(order, now, olderThan)),
  );
  const began = ports.now().getTime();
  for (const order of orders.values()) {
    const time = routine.length === 0 || routine.includes(order) ? RUN_TIME : WAITING_TIME;
    // The rest stays due.
    if (ports.closing.aborted || ports.now().getTime() - began >= time) continue;
    await lookUpAttempts(order);
    if (listener) deliveries.push(deliver(order.id, listener));
  }
  await endOf(deliveries, DELIVERY_WAIT);
  return { orders: new Set([...orders.keys(), ...undelivered.map(({ id }) => id)]).size, ...count };

  /** Orders that are due. A newer version of the package reconciles its own records, which keep their place. */
  async function readDue(by: StoreDueOptions['by'], places: number, at = now): Promise<OrderRecord[]> {
    for (let asked = places; ; asked *= 2) {
      const ids = await store.due({ by, at: at.toISOString(), limit: asked });
      const orders = (await Promise.all(ids.map(readOwn))).filter((order) => order !== undefined).slice(0, places);
      if (orders.length === places || ids.length < asked) return orders;
    }
  }

  async function readOwn(id: string): Promise<OrderRecord | undefined> {
    return book.read(id).catch((error: unknown) => {
      if (error instanceof Problem) return undefined;
      throw error;
    });
  }

  async function lookUpAttempts(order: OrderRecord): Promise<void> {
    const failed = (error: unknown) => {
      count.failed++;
      ports.report(problemOfError(error).code, error, order.id);
    };
    for (const attempt of order.attempts.filter((one) => isDue(one, now, olderThan))) {
      if (ports.closing.aborted) return;
      count.lookedUp++;
      const options = records ? { records } : {};
      await lookUpAttempt(ports, order, attempt, isListedByRange(attempt) ? options : {}).catch(failed);
    }
    if (isPaymentDue(order, now, olderThan) && !ports.closing.aborted) {
      count.lookedUp++;
      await lookUpPayment(ports, order.id).catch(failed);
    }
    try {
      // The order book ends an expired order.
      // Writes the order once when its stored times are not those that follow from it, so that it does not stay first.
      const { record } = await book.update(order.id, (current) => (isStale(current) ? current : undefined));
      if (record.state !== order.state) count.settled++;
    } catch (error) {
      failed(error);
    }
  }

  /** Delivers in the background, and resolves at the end. */
  function deliver(id: string, receiver: OnOrderChanged): Promise<void> {
    return new Promise((resolve) => {
      ports.background(async () => {
        try {
          count.delivered += await deliverChanges(book, id, receiver);
        } catch (error) {
          count.failed++;
          ports.report('listener-failed', error, id);
        } finally {
          resolve();
        }
      });
    });
  }

  /** Delivers to the next orders in place of those whose receiver hangs. A delivery that has ended keeps its place. */
  async function deliverInPlaceOf(started: readonly Promise<void>[], receiver: OnOrderChanged): Promise<void> {
    let running = started;
    for (let round = 0; round < MAX_ROUNDS && !ports.closing.aborted; round++) {
      const places = await endOf(running, PLACE_TIME);
      const next = places > 0 ? await readDue('deliverAt', places, await book.now()) : [];
      running = next.map(({ id }) => deliver(id, receiver));
      if (running.length === 0) return;
    }
  }

  /** Waits for deliveries at most `ms` milliseconds, and returns the number of those that have not ended. */
  async function endOf(running: readonly Promise<void>[], ms: number): Promise<number> {
    let open = running.length;
    let stopTimer: (() => void) | undefined;
    const late = new Promise<void>((resolve) => (stopTimer = ports.after(ms, resolve)));
    await Promise.race([Promise.all(running.map((one) => one.then(() => open--))), late]);
    stopTimer?.();
    return open;
  }
}

const TIMES = ['dueAt', 'deliverAt', 'checkAt', 'unresolvedSince'] as const satisfies readonly StoreDueOptions['by'][];

/** True for an order whose stored times of work are not the ones that follow from its content. */
function isStale(order: OrderRecord): boolean {
  const times = orderTimes(order);
  return TIMES.some((time) => order[time] !== times[time]);
}

/** Redirect payments that have no identifier yet are found by their date. */
function isListedByRange(attempt: OrderRecord['attempts'][number]): attempt is RedirectAttempt {
  return attempt.kind === 'redirect' && !attempt.merchantTransactionId && !attempt.namedTransactionId;
}

function listedByRange({ attempts }: OrderRecord, now: Date, olderThan: number): RedirectAttempt[] {
  return attempts.filter(isListedByRange).filter((attempt) => isDue(attempt, now, olderThan));
}

/**
 * One paged query for all these payments, or one for each 30 days. Undefined when the report cannot be
 * read completely: each look-up then reads it by itself.
 */
async function readReport(
  { gateway }: Uses<'gateway'>,
  attempts: readonly RedirectAttempt[],
): Promise<readonly PaymentRecord[] | undefined> {
  if (attempts.length < 2) return undefined;
  const wanted = new Set(attempts.map(({ gatewayOrderId }) => gatewayOrderId));
  const records: PaymentRecord[] = [];
  const missing: number[] = [];
  const { startedFrom, startedTo } = rangeOf(attempts);
  try {
    for (let from = startedFrom.getTime(); from <= startedTo.getTime(); from += MAX_RANGE) {
      const to = new Date(Math.min(from + MAX_RANGE, startedTo.getTime()));
      const range = { startedFrom: new Date(from), startedTo: to };
      for await (const record of gateway.payments.list(range, { onIncomplete: (count) => missing.push(count) })) {
        if (record.orderId !== undefined && wanted.has(record.orderId)) records.push(record);
      }
    }
    return missing.length === 0 ? records : undefined;
  } catch {
    return undefined;
  }
}
