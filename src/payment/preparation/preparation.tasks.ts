import { runMethod } from '../../three-d-secure/method-frame.js';
import { brandCode, cardBrand } from '../../protocol/values/card-scheme.js';
import { retryWhileTransient } from '../backend-client/answered-calls.js';
import type { Order } from '../backend-client/backend-client.js';
import { BackendError } from '../backend-client/backend-error.js';
import type { CheckoutDependencies, CheckoutTasks, FrameEnvironmentOf } from '../flow/checkout.dependencies.js';
import type { PreparationTaskEvents } from './preparation.table.js';

export interface PreparationDependencies extends CheckoutDependencies {
  /** Returns the parent of the hidden method frame. */
  readonly methodHost: () => ParentNode;
  readonly frameEnvironment: FrameEnvironmentOf;
}

/** The tasks of the preparation's table. */
export function preparationTasks(dependencies: PreparationDependencies): CheckoutTasks<PreparationTaskEvents> {
  const { backend, order, methodHost, frameEnvironment } = dependencies;

  return {
    async checkVersion({ now, changed, send, signal }) {
      // The order says which cards the shop takes.
      while (!now().context.order) await changed();
      const { preparation, replaces, order: read } = now().context;
      if (!isTaken(preparation.number, read)) throw new BackendError(NOT_TAKEN, 'The order does not take this card.');
      const check = () => backend.checkVersion(order, preparation.number, { signal, replaces });
      const versionCheck = await retryWhileTransient(check, dependencies, signal);
      send(
        versionCheck.enrolled && versionCheck.method
          ? { type: 'METHOD_OFFERED', versionCheck }
          : { type: 'NO_METHOD', versionCheck },
      );
    },

    async runMethod({ now, send, signal }) {
      const { versionCheck } = now().context.preparation;
      if (!versionCheck?.enrolled || !versionCheck.method) throw new Error('There is no method.');
      const { serverTransId, method } = versionCheck;
      const completion = await runMethod({
        ...frameEnvironment(now().context.order),
        host: methodHost(),
        serverTransId,
        ...method,
        signal,
      });
      send({ type: 'METHOD_ENDED', completion });
    },
  };
}

/** The problem that the backend has for such a card, which need not be asked. */
const NOT_TAKEN = { kind: 'problem', code: 'card-not-supported', retryable: false, fields: [] } as const;

/** True for a number of a brand that the order takes, and for one whose brand is not known here. */
function isTaken(number: string, order: Order | undefined): boolean {
  const { brands } = order?.methods.find(({ code }) => code === 'card') ?? {};
  // The reference of an isolated card number is no number.
  const brand = /\D/.test(number) ? undefined : cardBrand(number);
  return !brands || !brand || brands.includes(brandCode(brand));
}
