import { runMethod } from '../../three-d-secure/method-frame.js';
import { untilPassed } from '../backend-client/answered-calls.js';
import type { CheckoutDependencies, CheckoutTasks } from '../flow/checkout.dependencies.js';
import type { PreparationTaskEvents } from './preparation.table.js';

export interface PreparationDependencies extends CheckoutDependencies {
  /** Returns the parent of the hidden method frame. */
  readonly methodHost: () => ParentNode;
  /** Called with the origin of a message of our form that came from another one. */
  readonly onForeign: (origin: string) => void;
}

/** The tasks of the preparation's table. */
export function preparationTasks({
  backend,
  order,
  clock,
  intervals,
  methodHost,
  onForeign,
}: PreparationDependencies): CheckoutTasks<PreparationTaskEvents> {
  return {
    async checkVersion({ now, send, signal }) {
      const { number } = now().context.preparation;
      const card = await untilPassed(() => backend.checkVersion(order, number, { signal }), {
        clock,
        signal,
        retryDelay: intervals.retry,
      });
      send(card.enrolled && card.method ? { type: 'METHOD_OFFERED', card } : { type: 'NO_METHOD', card });
    },

    async runMethod({ now, send, signal }) {
      const { card } = now().context.preparation;
      if (!card?.enrolled || !card.method) throw new Error('There is no method URL.');
      const { serverTransId, method } = card;
      const completion = await runMethod({
        framePage: backend.framePage,
        host: methodHost(),
        serverTransId,
        ...method,
        onForeign,
        signal,
      });
      send({ type: 'METHOD_ENDED', completion });
    },
  };
}
