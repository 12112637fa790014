import { loadFrames } from '../../three-d-secure/late-frames.js';
import { retryWhileTransient } from '../backend-client/answered-calls.js';
import type { CheckoutDependencies, CheckoutTasks } from '../flow/checkout.dependencies.js';
import type { PreparationTaskEvents } from './preparation.table.js';

export interface PreparationDependencies extends CheckoutDependencies {
  /** Returns the parent of the hidden method frame. */
  readonly methodHost: () => ParentNode;
  /** Receives the origin of a well-formed message from an unexpected origin. */
  readonly onUnexpectedOrigin: (origin: string) => void;
}

/** The tasks of the preparation's table. */
export function preparationTasks(dependencies: PreparationDependencies): CheckoutTasks<PreparationTaskEvents> {
  const { backend, order, methodHost, onUnexpectedOrigin } = dependencies;

  return {
    async checkVersion({ now, send, signal }) {
      const { preparation, replaces } = now().context;
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
      const { runMethod } = await loadFrames();
      if (signal.aborted) return;
      const completion = await runMethod({
        framePage: backend.framePage,
        host: methodHost(),
        serverTransId,
        ...method,
        onUnexpectedOrigin,
        signal,
      });
      send({ type: 'METHOD_ENDED', completion });
    },
  };
}
