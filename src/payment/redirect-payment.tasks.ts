import { isSafeAddress } from '../protocol/web-address.js';
import { answeredCalls } from './answered-call.js';
import { BackendError } from './backend-error.js';
import { pause, type Clock } from './clock.js';
import type { MerchantBackend, Order, RedirectInput } from './merchant-backend.js';
import { outcomeOf, outcomeOfOrder } from './outcome.js';
import type { RedirectPaymentEvent } from './redirect-payment.events.js';
import type { RedirectPaymentTask } from './redirect-payment.table.js';
import type { Tasks } from './runner.js';

/** The dependencies of the tasks. */
export interface RedirectContext {
  readonly backend: MerchantBackend;
  readonly order: string;
  readonly clock: Clock;
  /** The chosen method and the idempotency key of the call. */
  readonly choice: () => { readonly input: RedirectInput; readonly key: string };
  readonly leave: (url: string) => void;
}

/** Minimum interval between requests to a backend that does not hold them, in milliseconds. */
const BETWEEN_ASKING = 1000;

/** The tasks of the redirect payment's table. */
export function redirectPaymentTasks({
  backend,
  order,
  clock,
  choice,
  leave,
}: RedirectContext): Tasks<RedirectPaymentTask, RedirectPaymentEvent> {
  const { untilAnswered } = answeredCalls({ backend, order, clock });

  return {
    async initiate({ send, signal }) {
      const { input, key } = choice();
      const answered = await untilAnswered(
        () => backend.redirect(order, input, { signal, idempotencyKey: key }),
        signal,
      );
      // Only these events answer a redirect, and an unsafe address is refused, whatever adapter returned it.
      const safe =
        answered.type === 'REDIRECT'
          ? isSafeAddress(answered.url)
          : answered.type === 'ENDED' || answered.type === 'REFUSED';
      send(safe ? (answered as RedirectPaymentEvent) : { type: 'FAULT', error: answered.type });
    },

    leave({ event }) {
      if (event?.type === 'REDIRECT') leave(event.url);
    },

    async readOrder({ send, signal }) {
      try {
        const read = await backend.readOrder(order, { signal });
        send(read.state === 'pending' ? { type: 'PENDING', order: read } : settled(read));
      } catch (error) {
        const gone =
          error instanceof BackendError && error.fault.kind === 'problem' && error.fault.code === 'order-not-found';
        send(
          gone
            ? { type: 'SETTLED', outcome: outcomeOf('order-not-found', { id: order, state: 'open' }) }
            : { type: 'FAULT', error },
        );
      }
    },

    async awaitStatus({ send, signal }) {
      for (let tries = 0; ; ) {
        const asked = clock.now().getTime();
        let wait = BETWEEN_ASKING;
        try {
          const read = await backend.readOrder(order, { signal, unless: 'pending' });
          if (read.state !== 'pending') return send(settled(read));
          tries = 0;
        } catch {
          // After any error the page continues to wait for the final status.
          wait = Math.min(1000 * 2 ** tries++, 15_000);
        }
        await pause(clock, asked + wait - clock.now().getTime(), signal);
      }
    },
  };
}

/** An order that is open was not paid. */
function settled(read: Order): RedirectPaymentEvent {
  return { type: 'SETTLED', order: read, outcome: outcomeOfOrder(read) ?? outcomeOf('payment-not-completed', read) };
}
