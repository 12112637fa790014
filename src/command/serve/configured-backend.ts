import { resolve } from 'node:path';
import type { MerchantBackendOptions } from '../../server/options/backend-options.js';
import { causesText } from '../../server/adapters/log/console-line.js';
import { createPostgresOrderStore } from '../../server/adapters/store/postgres-order-store.js';
import { createSqliteOrderStore } from '../../server/adapters/store/sqlite-order-store.js';
import type { GatewayOptions } from '../../server/gateway/gateway-options.js';
import { withoutUndefined } from '../../server/util/with-defaults.js';
import type { OrderStore } from '../../server/book/order-store.js';
import type { Log } from '../serve-log.js';
import { CommandUsageError } from '../usage-error.js';
import { readSettings, SettingsError, type Environment } from './settings.js';
import { isPostgresAddress, SETTINGS, type ServeSettings } from './settings.table.js';
import { webhookSender } from './webhooks.js';

/**
 * Reads the settings of `scudo-checkout serve`.
 * @param command the command whose help an error names
 * @throws {CommandUsageError} with every wrong setting
 */
export function serveSettings(env: Environment, command = 'serve'): ServeSettings {
  try {
    return readSettings(env, configuredOptions);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    throw new CommandUsageError(error.message, `scudo-checkout ${command} --help lists the settings.`);
  }
}

/**
 * The options of the backend that the settings describe, without its store and its listeners. A setting of its own
 * precedes the option in SCUDO_OPTIONS.
 */
export function configuredOptions(settings: ServeSettings): MerchantBackendOptions {
  const { SCUDO_DIAGNOSTICS_TOKEN: token, SCUDO_ASK: fields, SCUDO_OPTIONS: options = {} } = settings;
  const { SCUDO_HIDDEN_METHODS: hidden } = settings;
  return {
    ...options,
    ...withoutUndefined({
      publicUrl: settings.SCUDO_PUBLIC_URL,
      pages: settings.SCUDO_PAGES,
      returnPage: settings.SCUDO_RETURN_PAGE,
      methods: settings.SCUDO_METHODS,
      autosettle: settings.SCUDO_AUTOSETTLE,
      trustProxy: settings.SCUDO_TRUST_PROXY,
      allowInsecure: settings.SCUDO_ALLOW_INSECURE,
      fingerprintKey: settings.SCUDO_FINGERPRINT_KEY,
      diagnostics: token === undefined ? undefined : { token },
      ask: fields && (() => fields),
      hiddenMethods: hidden && (() => hidden),
      exponents: settings.SCUDO_EXPONENTS,
    } satisfies Partial<MerchantBackendOptions>),
    gateway: {
      ...options.gateway,
      ...withoutUndefined({
        baseUrl: settings.SCUDO_GATEWAY_URL,
        xmlBaseUrl: settings.SCUDO_XML_URL,
        hashAlgorithm: settings.SCUDO_HASH_ALGORITHM,
        merchantId: settings.SCUDO_MERCHANT_ID,
        accountId: settings.SCUDO_ACCOUNT_ID,
        secret: settings.SCUDO_SECRET,
        refundPassword: settings.SCUDO_REFUND_PASSWORD,
        rebatePassword: settings.SCUDO_REBATE_PASSWORD,
      } satisfies Partial<GatewayOptions>),
    },
  } as MerchantBackendOptions;
}

function configuredStore({ SCUDO_STORE: place }: ServeSettings): OrderStore {
  return isPostgresAddress(place)
    ? createPostgresOrderStore({ connectionString: place })
    : createSqliteOrderStore({ path: place });
}

/** The place of the orders, without the password in an address. */
function placeOf({ SCUDO_STORE: place }: ServeSettings): string {
  if (!isPostgresAddress(place)) return resolve(place);
  const { host, pathname } = new URL(place.replace('@/', '@localhost/'));
  return `${host}${pathname}`;
}

/** The sender of changes to the shop; undefined without a receiver. */
export function configuredWebhooks(
  { SCUDO_WEBHOOK_URL: url, SCUDO_WEBHOOK_SECRETS: secrets = [] }: ServeSettings,
  now: () => Date,
) {
  return url === undefined ? undefined : webhookSender({ url, secrets, now });
}

/**
 * Opens the store that the settings name, and reads it once. The log names a store without orders: with a mistyped
 * place it is a new one.
 * @param open creates the store, or throws when a package is not installed
 * @throws {Error} with the reason why it cannot be read, without the address of a database
 */
export async function openConfiguredStore(
  settings: ServeSettings,
  log: Log,
  open = configuredStore,
): Promise<OrderStore> {
  let store: OrderStore | undefined;
  try {
    store = open(settings);
    const [newest] = await store.list({ limit: 1 });
    if (!newest) log('warn', 'store-empty', { cause: new Error(`The store has no orders: ${placeOf(settings)}.`) });
    return store;
  } catch (error) {
    await store?.close?.();
    const { SCUDO_STORE: place } = settings;
    // An address has a password, and a person has to see a wrong path.
    const reason = isPostgresAddress(place)
      ? causesText(error).replaceAll(place, 'SCUDO_STORE')
      : `${resolve(place)}: ${causesText(error)}`;
    const message = `SCUDO_STORE cannot be read: ${reason.replace(/\.?$/, '.')} Example: SCUDO_STORE=${SETTINGS.SCUDO_STORE.example}`;
    throw new Error(message, { cause: error });
  }
}
