import type { BackendClient } from '../../payment/backend-client/backend-client.js';
import { loadedFetch } from '../../payment/backend-client/loaded-fetch.js';
import { nextTask } from '../tasks/next-task.js';

/**
 * Loads the texts for developers, which are in late.js, and writes a mistake of the set-up on the console.
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

type Call = (order: string, input: { readonly methodUrlCompletion?: string }) => Promise<unknown>;

/** Returns a client that reports the calls which fail. */
export const reportingClient = (client: BackendClient, host: HTMLElement): BackendClient =>
  new Proxy(client, {
    get: (target, name) =>
      name === 'framePage'
        ? target.framePage
        : (...input: Parameters<Call>) => {
            // The method frame may have timed out because the backend refused the post of its notification.
            if (input[1].methodUrlCompletion === 'NO') reportMistake(host, target);
            return (target as unknown as Record<PropertyKey, Call>)[name]?.(...input).catch((error: unknown) => {
              reportMistake(host, error);
              throw error;
            });
          },
  });
