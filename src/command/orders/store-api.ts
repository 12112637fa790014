import { existsSync } from 'node:fs';
import { createMerchantBackend } from '../../server/merchant-backend.js';
import { outsideText } from '../outside-text.js';
import { createOperatorApi } from '../operator/operator-api.js';
import {
  configuredOptions,
  configuredWebhooks,
  openConfiguredStore,
  serveSettings,
} from '../serve/configured-backend.js';
import type { Environment } from '../serve/settings.js';
import { isPostgresAddress, SETTINGS, type ServeSettings } from '../serve/settings.table.js';
import { createLog } from '../serve-log.js';
import { CommandUsageError } from '../usage-error.js';

/** The operator API of a store, in this process. */
export interface StoreApi {
  /** Answers a request to the API. Its host does not matter. */
  readonly fetch: typeof globalThis.fetch;
  /** Ends the work that the calls have begun, such as webhooks, and closes the store. */
  close(): Promise<void>;
}

/**
 * Opens the orders of a store without `serve`.
 * @param place a postgres: address, or the path of an existing SQLite file
 * @param env the settings of `serve`
 * @param seeHelp the end of a usage error
 * @param printError prints the lines that `serve` would write to its log
 * @throws {CommandUsageError} for wrong settings, and for a file that does not exist
 * @throws {Error} when the store cannot be read
 */
export async function openStoreApi(
  place: string,
  env: Environment,
  seeHelp: string,
  printError: (line: string) => void,
): Promise<StoreApi> {
  const settings = settingsOf(place, env);
  // SQLite would create the file, and a mistyped path would show an empty store.
  if (!isPostgresAddress(place) && !existsSync(place)) {
    const message = `--store must be the path of a file with orders, or a postgres: address; got "${outsideText(place)}".`;
    throw new CommandUsageError(`${message} Example: --store=${SETTINGS.SCUDO_STORE.example}`, seeHelp);
  }
  const now = () => new Date();
  const log = createLog(printError, now);
  const store = await openConfiguredStore(settings, log).catch((error: unknown) => {
    throw new Error(ofOption((error as Error).message), { cause: error });
  });
  const backend = createMerchantBackend({
    ...configuredOptions(settings),
    store,
    now,
    onOrderChanged: configuredWebhooks(settings, now),
  });
  const { orders } = backend;
  const { signal: closing } = new AbortController();
  const api = createOperatorApi({
    orders,
    token: settings.SCUDO_OPERATOR_TOKEN,
    log,
    report: () => undefined,
    now,
  });
  return {
    fetch: async (input, init) => api.fetch(new Request(input, init), { isBodyRead: false, closing }),
    async close() {
      await backend.close();
      await store.close?.();
    },
  };
}

function settingsOf(place: string, env: Environment): ServeSettings {
  try {
    return serveSettings({ ...env, SCUDO_STORE: place, SCUDO_STORE_FILE: undefined });
  } catch (error) {
    if (!(error instanceof CommandUsageError)) throw error;
    throw new CommandUsageError(ofOption(error.message), error.usage, { cause: error });
  }
}

/** The text of an error about the setting, with the option in its place. */
function ofOption(text: string): string {
  return text.replaceAll('SCUDO_STORE', '--store');
}
