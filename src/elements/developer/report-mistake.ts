import type { BackendClient } from '../../payment/backend-client/backend-client.js';
import { wrappedClient } from '../../payment/backend-client/wrapped-client.js';
import { loadedFetch } from '../../payment/backend-client/loaded-fetch.js';
import { nextTask } from '../tasks/next-task.js';

/**
 * Loads the texts for developers, which are in developer.js, and writes a mistake of the set-up on the console.
 * @param failure a failed call, a language or data file that did not load, or a client; absent: the attributes are
 * checked
 */
export function reportMistake(host: HTMLElement, failure?: unknown): void {
  import('./explain.js').then(
    async ({ explain }) => {
      await nextTask();
      explain(host, failure, loadedFetch);
    },
    () => undefined,
  );
}

/** Returns a client that reports the calls which fail. */
export function reportingClient(client: BackendClient, host: HTMLElement): BackendClient {
  const reporting = wrappedClient(client, async (call) => {
    try {
      return await call();
    } catch (error) {
      reportMistake(host, error);
      throw error;
    }
  });
  return {
    ...reporting,
    authenticate(order, input, call) {
      // The method frame may have timed out because the backend refused the post of its notification.
      if (input.methodUrlCompletion === 'NO') reportMistake(host, client);
      return reporting.authenticate(order, input, call);
    },
  };
}
