import { isSafeAddress } from '../protocol/web-address.js';
import { answeredCalls } from './answered-call.js';
import { BackendError } from './backend-error.js';
import { pause, type Clock } from './clock.js';
import type { MerchantBackend, Order, RedirectInput } from './merchant-backend.js';
import { outcomeOf, outcomeOfOrder } from './outcome.js';
import type { RedirectPaymentEvent } from './redirect-payment.events.js';
import type { RedirectPaymentTask } from './redirect-payment.table.js';
import type { Tasks } from './runner.js';

/** What the tasks work with. */
export interface RedirectContext {
  readonly backend: MerchantBackend;
  readonly order: string;
  readonly clock: Clock;
  /** The choice, and the key that makes it one call, from Pay on. */
  readonly choice: () => { readonly input: RedirectInput; readonly key: string };
  readonly leave: (url: string) => void;
}

/** A backend that does not hold a request is asked no oftener than this, in milliseconds. */
const BETWEEN_ASKING = 1000;

/** The work that the redirect payment's table names. */
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
      // Anything else is what nobody asked for, and an address is gone to only if it is safe, whoever's adapter brought it.
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
          // Whatever it was: the final word is still waited for.
          wait = Math.min(1000 * 2 ** tries++, 15_000);
        }
        await pause(clock, asked + wait - clock.now().getTime(), signal);
      }
    },
  };
}

/** An order that is open again, or still, was certainly not paid. */
function settled(read: Order): RedirectPaymentEvent {
  return { type: 'SETTLED', order: read, outcome: outcomeOfOrder(read) ?? outcomeOf('payment-not-completed', read) };
}
