import type { ShopperField } from '../protocol/adapter/adapter-answers.js';
import { isLoopbackAddress } from '../protocol/values/web-address.js';
import { addressesOf, insecureAddresses } from './options/backend-addresses.js';
import type { MerchantBackendOptions } from './options/backend-options.js';
import { backendMistakes, closeOptionsSchema, isGateway } from './options/backend-options.schema.js';
import { observedGateway } from './adapters/log/observed-gateway.js';
import { createEmit, problemFacts } from './adapters/log/backend-events.js';
import { flagReporter, writeReporter } from './use-cases/orders/flag-report.js';
import { FINGERPRINT_LABEL, fingerprintWith } from './domain/identifiers/fingerprint-key.js';
import { createBackground } from './background.js';
import type { Ports } from './ports/ports.js';
import { createGateway, type Gateway } from './gateway/gateway.js';
import { afterTimeout, pauseWith } from './util/timers.js';
import type { Connection } from './adapters/http/connection.js';
import { nodeListener, type NodeConnection, type NodeListener } from './adapters/http/node-listener.js';
import { readFieldsScript } from './adapters/http/fields-script.js';
import { readOrder } from './use-cases/orders/read-order.js';
import type { CheckoutHtmlOptions } from '../html/checkout-html.js';
import { createRouter } from './adapters/http/router.js';
import { createOpenCalls } from './open-calls.js';
import { createOrdersApi, type Orders } from './orders-api.js';
import { deliverChanges, observedListener } from './use-cases/orders/deliver-changes.js';
import { createDeclinedCards } from './limits/declined-cards.js';
import { DEFAULT_LIMITS } from './limits/limits.js';
import { createOrderBook, type OrderBook } from './book/order-book.js';
import { CARD_ONLY } from './domain/input/method-offer.js';
import { Problem, problemOfError } from './domain/problems/problem.js';
import { createProblemLog } from './adapters/log/problem-log.js';
import type { OrderRecord } from './domain/record/order-record.js';
import { createOrders } from './use-cases/orders/orders.js';
import { hasPhone } from './domain/input/payer.js';
import { policiesOf } from './domain/input/policies.js';
import { mistakesOf, refuseMistakes } from './util/check-options.js';
import { checkWithInsecureHosts } from './util/insecure-hosts.js';
import { withDefaults } from './util/with-defaults.js';
import { createWaitingRequests } from './limits/waiting-requests.js';
import type { OrderStore } from './book/order-store.js';
import type { SqliteOptions } from './adapters/store/sqlite-options.js';
import { createSqliteOrderStore } from './adapters/store/sqlite-order-store.js';
import { isOrderStore } from './adapters/store/store-options.schema.js';

/** Request handler and order API of one shop. */
export interface MerchantHandler {
  /** Answers a request of the page, the ACS or the gateway. */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  /**
   * The same for Node's HTTP server and what is built on it. Examples are `http.createServer`, and Express and Connect
   * (`app.use('/scudo', backend.listener)`). Fastify and Koa pass their raw request and response. It passes the address
   * of the client on, and it aborts the request's signal when the client leaves. Mount it before parsers of bodies,
   * such as `express.json()`.
   */
  readonly listener: NodeListener;
  /**
   * Returns `<scudo-checkout>` with the form of an order as HTML, which the shopper can fill in before the script has
   * loaded. Send its page with `Cache-Control: no-store`, because it has the secret id of the order
   * (docs/element.md#html-from-the-server).
   * @throws {Problem} order-not-found, record-newer, closing
   * @throws {MessageError} naming a wrong option
   * @example
   * const form = await backend.checkoutHtml('A1', { lang: 'de' });
   */
  checkoutHtml(id: string, options?: Partial<CheckoutHtmlOptions>): Promise<string>;
  /** The orders of the backend, for the shop's server. */
  readonly orders: Orders;
  /** Resolves when no confirmation, look-up or delivery is under way in this process. */
  idle(): Promise<void>;
  /**
   * Ends this process's part. New requests are answered with 503 `closing`, so that the page repeats them at another
   * process. Waiting requests end at once. Running calls and background work end. Return messages, notifications and
   * the frame's routes are still answered. Then the store is closed, unless the option `store` is an OrderStore, and
   * `orders` rejects with the Problem `closing`. When the time is over before all calls have ended, `onProblem`
   * receives `closed-early`. Further calls return the same promise.
   * @throws {OptionError} naming `within`
   * @example
   * const store = createPostgresOrderStore({ connectionString: process.env.DATABASE_URL });
   * const backend = createMerchantBackend({ publicUrl, gateway, store });
   * process.once('SIGTERM', async () => {
   *   clearInterval(timer); // the timer of orders.reconcile
   *   await backend.close();
   *   server.close();
   *   await store.close(); // only a store object that you passed
   * });
   */
  close(options?: CloseOptions): Promise<void>;
}

/** Limits of `close`. */
export interface CloseOptions {
  /** Maximum wait for running calls and background work, in milliseconds. Default: 30,000. */
  readonly within?: number | undefined;
}

const MINUTE = 60_000;

/**
 * Creates the merchant backend: one handler to mount, and the orders.
 * @param options see docs/configuration.md
 * @returns the backend; call `close()` before the process ends
 * @throws {OptionError} naming every wrong option
 * @example
 * const backend = createMerchantBackend({
 *   publicUrl: 'https://shop.example/scudo',
 *   gateway: { baseUrl, merchantId, accountId, secret },
 *   // docs/orders.md, Ship goods
 *   onOrderChanged: (order, change) => console.log(order.reference, change.kind),
 * });
 * setInterval(() => backend.orders.reconcile().catch(console.error), 60_000);
 */
export function createMerchantBackend(options: MerchantBackendOptions): MerchantHandler {
  checkWithInsecureHosts(insecureAddresses(options), () => backendMistakes(options));
  const { onProblem, methods = CARD_ONLY, exponents, now = () => new Date() } = options;
  const { randomUuid = () => crypto.randomUUID() } = options;
  const after = options.after ?? afterTimeout;
  const limits = withDefaults(DEFAULT_LIMITS, options.limits);
  const randomBytes = options.randomBytes ?? ((length) => crypto.getRandomValues(new Uint8Array(length)));
  const pause = options.pause ?? pauseWith(after);
  const random = () => (randomBytes(1)[0] ?? 0) / 256;
  const store = storeOf(options, { pause, random });
  const log = createProblemLog({ onProblem, now });
  const emit = createEmit({
    onEvent: options.onEvent,
    now,
    onFailed: (error) => log.failed('onEvent', error),
  });
  const listener = options.onOrderChanged && observedListener(options.onOrderChanged, emit, now);
  const report: Ports['report'] = (code, cause, order, source) => {
    log.report(code, cause, order, source);
    emit?.(() => problemFacts(code, cause, order, source), source?.ids);
  };
  const background = createBackground((error, order) => report(problemOfError(error).code, error, order));
  const calls = createOpenCalls(after);
  const deliver = (id: string, book: OrderBook) => {
    if (!listener) return;
    background.run(async () => {
      await deliverChanges(book, id, listener).catch((error: unknown) => report('listener-failed', error, id));
    });
  };
  const book = createOrderBook({
    store,
    after,
    now,
    pause,
    random,
    randomUuid,
    keepsChanges: listener !== undefined,
    onChanges: deliver,
    onFlag: flagReporter(report),
    onWrite: emit && writeReporter(emit),
    onFailed: (error) => report('internal-error', error),
  });
  const unobserved = gatewayOf(options);
  const observed: Ports['observedGateway'] = (toStream) => observedGateway(unobserved, toStream, { now });
  const gateway = emit ? observed(emit) : unobserved;
  const fingerprint = fingerprintWith(() => options.fingerprintKey ?? gateway.deriveKey(FINGERPRINT_LABEL));
  const addToCounter: OrderStore['addToCounter'] = (key, input) => store.addToCounter(key, input);
  const onAttempt: Ports['onAttempt'] = (id, attempt) => {
    const { onAttempt: receive } = options;
    if (!receive) return;
    background.run(async () => {
      // An order that cannot be read now has reported its own problem.
      const order = await book.read(id).catch(() => undefined);
      if (!order) return;
      try {
        await receive(order, attempt);
      } catch (error) {
        report('listener-failed', error, id);
      }
    });
  };
  const context: Ports = {
    ...addressesOf(options),
    ...settingsOf(options),
    book,
    report,
    ...(emit ? { emit } : {}),
    observedGateway: observed,
    after,
    gateway,
    fingerprint,
    limits,
    addToCounter,
    readStore: async () => {
      // No order has such an id.
      await store.read('.');
    },
    declinedCards: createDeclinedCards({
      addToCounter,
      now: () => store.now(),
      limits,
      fingerprint,
      pause,
      // Well below the lease of a call, also if the store is slow.
      patience: gateway.timeout / 2,
      report,
    }),
    onAttempt,
    waiting: createWaitingRequests(limits),
    randomBytes,
    randomUuid,
    pause,
    background: (...input) => background.run(...input),
    closing: calls.closing,
    ended: calls.ended,
    now,
  };
  const { pathname } = new URL(context.publicUrl);
  const router = createRouter(context, {
    base: pathname === '/' ? '' : pathname,
    trustProxy: options.trustProxy ?? false,
    // The servers of some frameworks name no address, and a machine for development has no proxy.
    defaultAddress: isLoopbackAddress(context.publicUrl) ? '127.0.0.1' : undefined,
    fieldsScript: options.fieldsScript ?? readFieldsScript,
    diagnosticsToken: options.diagnostics?.token,
  });
  const orders = createOrders({
    store,
    book,
    fingerprint,
    randomUuid,
    methods,
    exponents,
    ownOrderIds: options.ownOrderIds ?? false,
  });
  let closed: Promise<void> | undefined;

  async function close(ms: number): Promise<void> {
    const drained = await calls.drain({ ms, idle: () => background.idle() });
    if (!drained) report('closed-early', `calls or background work were still running after ${ms} ms`);
    background.close();
    log.close();
    if (!isOrderStore(options.store)) await store.close?.();
  }

  const answer = (request: Request, { ip, isBodyRead }: NodeConnection) =>
    calls.run(async (closing) => router.fetch(request, { ip, isBodyRead, closing }));

  return {
    fetch: (request, { ip } = {}) => answer(request, { ip, isBodyRead: request.bodyUsed }),
    listener: nodeListener(answer, new URL(context.publicUrl).origin),
    checkoutHtml: (id, htmlOptions) =>
      calls.run(async () => {
        if (calls.ended.aborted) throw new Problem('closing');
        const order = await readOrder(context, id, {
          wait: undefined,
          state: undefined,
          signal: calls.closing,
          lookUp: (record) => Promise.resolve(record),
        });
        const { checkoutHtml } = await import('../html/checkout-html.js');
        return checkoutHtml(order, { ...htmlOptions, backend: htmlOptions?.backend ?? context.publicUrl });
      }),
    idle: () => background.idle(),
    close: (limits = {}) => {
      refuseMistakes(mistakesOf(closeOptionsSchema, limits));
      return (closed ??= close(limits.within ?? 30_000));
    },
    orders: createOrdersApi({ context, store, orders, calls, listener, randomUuid }),
  };
}

/** Options that requests read, with their defaults. */
function settingsOf(options: MerchantBackendOptions) {
  return {
    pageFields: options.authenticationFieldsFromPage ?? [],
    autosettle: options.autosettle ?? true,
    policies: (order) => policiesOf(order, options.policies),
    ask: (order) => askedFields(order, options),
    hiddenMethods: options.hiddenMethods ?? (() => []),
    beforePayment: options.beforePayment,
    patience: options.patience ?? 25_000,
    abandonRedirectsAfter: options.abandonRedirectsAfter ?? 30 * MINUTE,
    releaseRefundsAfter: options.releaseRefundsAfter ?? 24 * 60 * MINUTE,
    reportUncapturedAfter: options.reportUncapturedAfter ?? 5 * 24 * 60 * MINUTE,
  } satisfies Partial<Ports>;
}

/** The clock and the timers of the backend are those of its gateway client, unless that has its own. */
function gatewayOf({ gateway, now, after, allowInsecure }: MerchantBackendOptions): Gateway {
  if (isGateway(gateway)) return gateway;
  return createGateway({
    ...gateway,
    allowInsecure: gateway.allowInsecure ?? allowInsecure,
    now: gateway.now ?? now,
    after: gateway.after ?? after,
  });
}

/** The clock and the pauses of the default store are those of the backend, unless it has its own. */
function storeOf(
  { store, now }: MerchantBackendOptions,
  defaults: Pick<SqliteOptions, 'pause' | 'random'>,
): OrderStore {
  if (isOrderStore(store)) return store;
  const { now: storeNow = now, pause = defaults.pause, random = defaults.random } = store ?? {};
  return createSqliteOrderStore({ ...store, now: storeNow, pause, random });
}

/** Fields of the option, with a phone number if the order has none: without it a card is refused. */
function askedFields(order: OrderRecord, { ask }: MerchantBackendOptions): readonly ShopperField[] {
  const fields = ask?.(order) ?? [];
  return hasPhone(order.payer) || fields.includes('mobile_phone') ? fields : [...fields, 'mobile_phone'];
}
