import { isSafeAddress } from '../../protocol/values/web-address.js';
import { answeredCalls } from '../backend-client/answered-calls.js';
import type { Order } from '../backend-client/backend-client.js';
import { BackendError, isProblem, retryAfterOf } from '../backend-client/backend-error.js';
import { readOrderOrOutcome } from '../backend-client/read-order.js';
import { outcomeOf, outcomeOfOrder, type Outcome } from '../outcome.js';
import { pause } from '../clock.js';
import type { CheckoutDependencies, CheckoutTasks } from '../flow/checkout.dependencies.js';
import type { RedirectTaskEvents } from './redirect.table.js';

export interface RedirectDependencies extends CheckoutDependencies {
  /** Redirects the shopper. */
  readonly redirect: (url: string) => void;
}

/** The tasks of the redirect payment's table. The order's tasks include `watchOrder`. */
export function redirectTasks(
  dependencies: RedirectDependencies,
): CheckoutTasks<Omit<RedirectTaskEvents, 'watchOrder'>> {
  const { backend, order, clock, intervals, redirect } = dependencies;
  const { untilAnswered } = answeredCalls(dependencies);

  /** Reads the order until it has a final status. */
  const awaitStatus: CheckoutTasks<RedirectTaskEvents>['awaitStatus'] = async ({ now, send, signal }) => {
    const { context } = now();
    const isInDoubt = context.outcome?.status === 'in-doubt';
    let unless: Order['state'] | undefined = 'pending';
    for (let errors = 0; ; ) {
      // By elapsed time, because the device's clock may be set meanwhile.
      const settled = new AbortController();
      const interval = pause(clock, intervals.status, AbortSignal.any([signal, settled.signal]));
      interval.catch(() => undefined);
      try {
        const read = await backend.readOrder(order, { signal, unless });
        const outcome = outcomeAfter(read);
        // Ignore an order that can be paid while a call without an answer may still be on its way.
        if (
          outcome.status !== 'pending' &&
          outcome.status !== 'in-doubt' &&
          !(isInDoubt && context.hasUnansweredCall && outcome.retryable)
        ) {
          settled.abort();
          return send({ type: 'ORDER_SETTLED', order: read, outcome });
        }
        unless = read.state;
        errors = 0;
      } catch (error) {
        // After any error the page continues to wait.
        const wait = Math.max(intervals.statusRetry(errors++), Math.min(retryAfterOf(error), intervals.statusLongest));
        // The backend limits the requests that it holds, and answers others at once.
        if (isProblem(error, 'too-many-requests')) unless = undefined;
        await pause(clock, wait, signal);
      }
      await interval;
    }
  };

  return {
    async initiate({ now, send, signal }) {
      const { choice, replaces, order: shown } = now().context;
      if (!choice) throw new Error('No method was chosen.');
      const answered = await untilAnswered(
        () =>
          backend.redirect(order, choice.input, {
            signal,
            idempotencyKey: choice.key,
            replaces,
            revision: shown?.revision,
          }),
        signal,
      );
      switch (answered.type) {
        case 'REDIRECT':
          // An unsafe address is refused, whatever adapter returned it.
          if (isSafeAddress(answered.url)) return send(answered);
          break;
        case 'PAYMENT_ENDED':
        case 'PAYMENT_PENDING':
        case 'FIELDS_REFUSED':
          return send(answered);
        default:
      }
      throw new BackendError({ kind: 'malformed' }, `The answer ${answered.type} does not redirect.`);
    },

    redirect({ now }) {
      const { url } = now().context;
      if (url !== undefined) redirect(url);
    },

    async readStatus({ now, send, signal }) {
      const read = await readOrderOrOutcome(dependencies, signal);
      const outcome = read.order ? outcomeAfter(read.order) : read.outcome;
      if (outcome.status !== 'pending') send({ type: 'ORDER_SETTLED', ...read, outcome });
      else if (read.order)
        send({ type: now().context.page === 'return' ? 'STATUS_EXPECTED' : 'ORDER_PENDING', ...read });
    },

    awaitStatus,

    /** Waits for the result of a payment that is in doubt. */
    awaitResult(run) {
      if (run.now().context.outcome?.status === 'in-doubt') return awaitStatus(run);
    },
  };
}

/** The outcome of an order after a redirect payment. An order that is open was not paid. */
function outcomeAfter(read: Order): Outcome {
  return outcomeOfOrder(read) ?? outcomeOf('payment-not-completed', read);
}
