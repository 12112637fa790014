import { outcomeOfOrder } from '../outcome.js';
import { readOrderOrOutcome } from '../backend-client/read-order.js';
import type { Order } from '../backend-client/backend-client.js';
import type { CheckoutDependencies, CheckoutTasks } from '../flow/checkout.dependencies.js';
import type { OrderTaskEvents } from './order.table.js';

type OrderTasks = CheckoutTasks<Omit<OrderTaskEvents, 'awaitResult'>>;

export interface OrderDependencies extends CheckoutDependencies {
  /** Has an event `refresh` when the page wants the order to be read again. */
  readonly refreshes: EventTarget;
}

/** The tasks of the states that all payment methods share. The tasks of the redirect payment include `awaitResult`. */
export function orderTasks(dependencies: OrderDependencies): OrderTasks {
  const { backend, order, refreshes } = dependencies;

  /** Reads the order again whenever the page is shown or asks for it. */
  const watchOrder: OrderTasks['watchOrder'] = ({ now, send, signal }) => {
    const read = async () => {
      const current = await backend.readOrder(order, { signal });
      const settled = eventOf(current);
      if (settled && !isPayable(settled)) send(settled);
      // An order that can still be paid leaves the form as it is, unless the shop has changed it or hides a method.
      else if (shownOf(current) !== shownOf(now().context.order)) send({ type: 'ORDER_OPEN', order: current });
    };
    // A failed read has no effect, because Pay reports its own errors.
    const readOnce = () => void read().catch(() => undefined);
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && readOnce(), {
      signal,
    });
    refreshes.addEventListener('refresh', readOnce, { signal });
  };

  return {
    watchOrder,

    /** Pay is the only next step after `order-changed`, and an order without a method waits for one. */
    watchOutcome(run) {
      const { outcome, order: read } = run.now().context;
      if (outcome?.code === 'order-changed' || !read?.methods.length) return watchOrder(run);
    },

    async readOrder({ now, send, signal }) {
      const read = await readOrderOrOutcome(dependencies, signal);
      if (!read.order) return send({ type: 'ORDER_SETTLED', outcome: read.outcome });
      const settled = eventOf(read.order);
      // A call without an answer may still be on its way: a failure that was read is not the end of its payment.
      const { hasUnansweredCall } = now().context;
      send(settled && !(hasUnansweredCall && isPayable(settled)) ? settled : { type: 'ORDER_OPEN', order: read.order });
    },
  };
}

const shownOf = (order: Order | undefined) => JSON.stringify([order?.revision, order?.methods]);

function isPayable(settled: NonNullable<ReturnType<typeof eventOf>>): boolean {
  return settled.type === 'ORDER_SETTLED' && settled.outcome.retryable;
}

function eventOf(order: Order) {
  const outcome = outcomeOfOrder(order);
  if (order.state === 'pending') return { type: 'ORDER_PENDING', order } as const;
  // An order that takes a payment shows the form, although an earlier payment may have been begun.
  return outcome && outcome.status !== 'pending' ? ({ type: 'ORDER_SETTLED', order, outcome } as const) : undefined;
}
