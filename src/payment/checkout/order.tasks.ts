import { outcomeOfOrder } from '../outcome.js';
import { readOrderOrOutcome } from '../backend-client/read-order.js';
import type { Order } from '../backend-client/backend-client.js';
import type { CheckoutDependencies, CheckoutTasks } from '../flow/checkout.dependencies.js';
import type { OrderTaskEvents } from './order.table.js';

/** The tasks of the states that all payment methods share. The tasks of the redirect payment include `awaitStatus`. */
export function orderTasks(dependencies: CheckoutDependencies): CheckoutTasks<Omit<OrderTaskEvents, 'awaitStatus'>> {
  const { backend, order } = dependencies;

  return {
    async readOrder({ now, send, signal }) {
      const read = await readOrderOrOutcome(dependencies, signal);
      if (!read.order) return send({ type: 'ORDER_SETTLED', outcome: read.outcome });
      const settled = eventOf(read.order);
      // A call without an answer may still be on its way: a failure that was read is not the end of its payment.
      const { hasUnansweredCall } = now().context;
      send(settled && !(hasUnansweredCall && isPayable(settled)) ? settled : { type: 'ORDER_OPEN', order: read.order });
    },

    watchOrder({ send, signal }) {
      const readVisible = async () => {
        if (document.visibilityState !== 'visible') return;
        const settled = eventOf(await backend.readOrder(order, { signal }));
        // An order that can still be paid leaves the form as it is.
        if (settled && !isPayable(settled)) send(settled);
      };
      // A failed read has no effect, because Pay reports its own errors.
      document.addEventListener('visibilitychange', () => void readVisible().catch(() => undefined), { signal });
    },
  };
}

function isPayable(settled: NonNullable<ReturnType<typeof eventOf>>): boolean {
  return settled.type === 'ORDER_SETTLED' && settled.outcome.retryable;
}

function eventOf(order: Order) {
  const outcome = outcomeOfOrder(order);
  if (order.state === 'pending') return { type: 'ORDER_PENDING', order } as const;
  // An order that takes a payment shows the form, although an earlier payment may have been begun.
  return outcome && outcome.status !== 'pending' ? ({ type: 'ORDER_SETTLED', order, outcome } as const) : undefined;
}
