import { outcomeOfOrder } from '../outcome.js';
import { readOrderOrOutcome } from '../backend-client/read-order.js';
import type { Order } from '../backend-client/backend-client.js';
import type { CheckoutDependencies, CheckoutTasks } from '../flow/checkout.dependencies.js';
import type { OrderTaskEvents } from './order.table.js';

/** The tasks of the states that all payment methods share. The tasks of the redirect payment include `awaitStatus`. */
export function orderTasks({
  backend,
  order,
  clock,
  intervals,
}: CheckoutDependencies): CheckoutTasks<Omit<OrderTaskEvents, 'awaitStatus'>> {
  return {
    async readOrder({ send, signal }) {
      const read = await readOrderOrOutcome({ backend, order, clock, retryDelay: intervals.retry, signal });
      if (!read.order) return send({ type: 'ORDER_SETTLED', outcome: read.outcome });
      send(eventOf(read.order) ?? { type: 'ORDER_OPEN', order: read.order });
    },

    watchOrder({ send, signal }) {
      const readVisible = async () => {
        if (document.visibilityState !== 'visible') return;
        const settled = eventOf(await backend.readOrder(order, { signal }));
        // An order that can still be paid leaves the form as it is.
        if (settled && !(settled.type === 'ORDER_SETTLED' && settled.outcome.retryable)) send(settled);
      };
      // A failed read has no effect, because Pay reports its own errors.
      document.addEventListener('visibilitychange', () => void readVisible().catch(() => undefined), { signal });
    },
  };
}

function eventOf(order: Order) {
  const outcome = outcomeOfOrder(order);
  if (!outcome) return undefined;
  return order.state === 'pending'
    ? ({ type: 'ORDER_PENDING', order } as const)
    : ({ type: 'ORDER_SETTLED', order, outcome } as const);
}
