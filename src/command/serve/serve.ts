import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMerchantBackend, type MerchantHandler } from '../../server/merchant-backend.js';
import { problemFacts } from '../../server/adapters/log/backend-events.js';
import { nodeListener, type NodeListener } from '../../server/adapters/http/node-listener.js';
import type { BackendEvent, Report } from '../../server/ports/ports.js';
import { createOperatorApi, type OperatorApiParts } from '../operator/operator-api.js';
import { readOnlyOptions } from '../option-reader.js';
import { loadOpenTelemetry } from './load-open-telemetry.js';
import { pageFiles } from './page-files.js';
import { createLineLimit, createLog, type Log } from '../serve-log.js';
import { configuredOptions, configuredWebhooks, openConfiguredStore, serveSettings } from './configured-backend.js';
import type { Environment } from './settings.js';
import { defaultText, SETTINGS, type ServeSettings, type Setting, type SettingName } from './settings.table.js';

export const SERVE_USAGE = `Usage: scudo-checkout serve

Runs the handler, its orders and the files of the page, and the operator API for your shop and your staff
(docs/serve.md). Its settings are variables of the environment. A secret may be in a file: SCUDO_SECRET_FILE names the
one of SCUDO_SECRET. It writes JSON lines to the standard output, and stops after SIGTERM.

${Object.entries<Setting<unknown>>(SETTINGS)
  .map(([name, one]) => `  ${name.padEnd(26)} ${one.meaning}; ${one.required ? '' : 'default: '}${defaultText(one)}`)
  .join('\n')}

The exit code is 2 for wrong settings, and 1 when the store cannot be read or a port is in use.
`;

/**
 * Time in which a request must have arrived, in milliseconds, so that no client keeps the process from stopping: a stop
 * waits 30 s for running calls.
 */
const REQUEST_LIMITS: RequestLimits = {
  requestTimeout: 15_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
};

type RequestLimits = Required<Pick<ServerOptions, 'requestTimeout' | 'headersTimeout' | 'connectionsCheckingInterval'>>;

/** The output of the process, and parts that tests replace. */
export interface ServeParts {
  readonly env?: Environment;
  readonly print: (line: string) => void;
  /** Aborts when the process must stop. Default: at SIGTERM and SIGINT. */
  readonly signal?: AbortSignal;
  readonly now?: () => Date;
  /** The folder of the page's files. Default: `dist` of the package. */
  readonly folder?: string;
  /** Times in which a request must have arrived, in milliseconds. */
  readonly limits?: RequestLimits;
  /** Called when both ports accept calls. */
  readonly onListening?: (addresses: { readonly url: string; readonly operatorUrl: string }) => void;
}

/**
 * Runs `scudo-checkout serve` until it is stopped, and returns its exit code.
 * @throws {CommandUsageError} for an argument, and with every wrong setting
 */
export async function runServe(
  args: readonly string[],
  { env = process.env, print, now = () => new Date(), limits = REQUEST_LIMITS, ...parts }: ServeParts,
): Promise<0 | 1> {
  if (readOnlyOptions(args, {}, SERVE_USAGE) === 'help') {
    print(SERVE_USAGE);
    return 0;
  }
  const settings = serveSettings(env);
  const log = createLog(print, now);
  // A wrong address does not fix itself, so the process exits. The probe `ready` reports a store that fails later.
  const store = await openConfiguredStore(settings, log).catch((error: unknown) => {
    log('error', 'store-not-readable', { cause: new Error((error as Error).message) });
  });
  if (!store) return 1;
  const measure = await loadOpenTelemetry(log);
  const isPrinted = createLineLimit(log, now);
  const onEvent = (event: BackendEvent) => {
    if (event.level !== 'debug' && isPrinted(event)) print(JSON.stringify(event));
    void measure?.(event);
  };
  const report: Report = (...problem) => onEvent({ version: 1, at: now().toISOString(), ...problemFacts(...problem) });
  const backend = createMerchantBackend({
    ...configuredOptions(settings),
    store,
    now,
    onOrderChanged: configuredWebhooks(settings, now),
    onEvent,
    // `onEvent` receives every problem as well.
    onProblem: () => undefined,
  });
  logMethods(settings, log);
  const stopReconciling = reconcileOften(backend, settings, log);
  const stopping = parts.signal ?? stopSignal();
  const publicServer = createServer(limits, publicListener(backend, settings, parts.folder));
  const operatorServer = createServer(
    limits,
    operatorListener(backend, settings, { log, report, now, closing: stopping }),
  );
  const servers = [publicServer, operatorServer] as const;
  try {
    const url = await listen(publicServer, settings, 'SCUDO_LISTEN_PORT', 'SCUDO_HOST');
    const operatorUrl = await listen(operatorServer, settings, 'SCUDO_OPERATOR_LISTEN_PORT', 'SCUDO_OPERATOR_HOST');
    log('info', 'listening', { address: url });
    log('info', 'operator-listening', { address: operatorUrl });
    parts.onListening?.({ url, operatorUrl });
    await aborted(stopping);
    log('info', 'closing');
  } catch (error) {
    log('error', 'not-listening', { cause: error });
    return 1;
  } finally {
    stopReconciling();
    await backend.close();
    await Promise.all(servers.map(closed));
    await store.close?.();
  }
  log('info', 'closed');
  return 0;
}

/**
 * Names the methods of an order that names none: the gateway alone knows which codes exist. Names the hidden ones as
 * well. One that no order has by default is mostly misspelled, or is named by orders only.
 */
function logMethods(settings: ServeSettings, log: Log): void {
  const { SCUDO_HIDDEN_METHODS: hidden } = settings;
  const { methods = [{ code: 'card' }] } = configuredOptions(settings);
  log('info', 'methods-offered', { methods: methods.map(({ code }) => code) });
  if (!hidden) return;
  const others = hidden.filter((code) => !methods.some((one) => one.code === code));
  if (others.length === 0) return log('info', 'methods-hidden', { methods: hidden });
  const advice = 'Check the spelling, unless your orders name their methods.';
  const cause = new Error(`SCUDO_METHODS does not have ${others.join(', ')}. ${advice}`);
  log('warn', 'methods-hidden', { methods: hidden, cause });
}

/** Reconciles on a timer. One run at a time; the pause follows its end. Returns a function that ends it. */
function reconcileOften({ orders }: MerchantHandler, { SCUDO_RECONCILE_SECONDS }: ServeSettings, log: Log): () => void {
  let timer: NodeJS.Timeout;
  let isStopped = false;
  const plan = () => {
    if (!isStopped) timer = setTimeout(() => void run(), SCUDO_RECONCILE_SECONDS * 1000);
  };
  async function run(): Promise<void> {
    try {
      await orders.reconcile();
    } catch (error) {
      if (!isStopped) log('error', 'reconcile-failed', { cause: error });
    }
    plan();
  }
  plan();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

function publicListener(backend: MerchantHandler, settings: ServeSettings, folder?: string): RequestListener {
  const { pathname } = new URL(settings.SCUDO_PUBLIC_URL);
  const file = pageFiles(pathname === '/' ? '' : pathname.replace(/\/$/, ''), folder);
  return (request, response) => {
    void file(request, response).then((isAnswered) => {
      if (!isAnswered) backend.listener(request, response);
    });
  };
}

function operatorListener(
  { orders }: MerchantHandler,
  settings: ServeSettings,
  { closing, ...parts }: Pick<OperatorApiParts, 'log' | 'report' | 'now'> & { readonly closing: AbortSignal },
): NodeListener {
  const api = createOperatorApi({ orders, token: settings.SCUDO_OPERATOR_TOKEN, ...parts });
  return nodeListener(
    (request, connection) => Promise.resolve(api.fetch(request, { ...connection, closing })),
    'http://127.0.0.1',
  );
}

/** Resolves with the address when the server accepts calls. An error names the settings of the address. */
function listen(
  server: Server,
  settings: ServeSettings,
  port: SettingName & `SCUDO_${string}PORT`,
  host: SettingName & `SCUDO_${string}HOST`,
): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause) => {
      reject(new Error(`The address in ${host} and ${port} cannot be opened. Set another one.`, { cause }));
    });
    server.listen(settings[port], settings[host], () => {
      const { address, family, port: chosen } = server.address() as AddressInfo;
      resolve(`http://${family === 'IPv6' ? `[${address}]` : address}:${chosen}`);
    });
  });
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
    // Calls of the backend have ended. What is open now belongs to clients that do not read.
    setTimeout(() => server.closeAllConnections(), 1_000).unref();
  });
}

function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
