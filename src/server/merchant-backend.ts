import type { ShopperField } from '../protocol/adapter/adapter-answers.js';
import type { OutcomeMessage } from '../protocol/adapter/outcome-codes.js';
import { addressesOf } from './backend-addresses.js';
import type { MerchantBackendOptions } from './backend-options.js';
import { backendMistakes, closeOptions, isGateway } from './backend-options.schema.js';
import { flagReporter } from './orders/flag-report.js';
import { FINGERPRINT_LABEL, fingerprintWith } from './orders/fingerprint-key.js';
import { createBackground } from './background.js';
import type { BackendContext } from './orders/backend-context.js';
import { payStored, type StoredPayment } from './card/stored-payment.js';
import { createGateway, type Gateway } from './gateway/gateway.js';
import { afterTimeout, pauseWith } from './gateway/timers.js';
import type { Connection } from './http/client.js';
import { createRouter } from './http/router.js';
import { createOpenCalls } from './open-calls.js';
import { deliverChanges } from './orders/deliver-changes.js';
import { DEFAULT_LIMITS } from './orders/limits.js';
import type { NewOrder } from './orders/new-order.js';
import { createOrderBook } from './orders/order-book.js';
import { CARD_ONLY } from './orders/method-offer.js';
import { Problem, problemFrom } from './orders/problem.js';
import { createProblemLog } from './problem-log.js';
import type { OrderRecord } from './orders/order-record.js';
import { createOrders, type ListInput, type OrderPage } from './orders/orders.js';
import { hasPhone } from './orders/payer.js';
import { prune, type PruneInput, type PruneReport } from './orders/prune.js';
import { policiesOf } from './orders/policies.js';
import { isRefundDecision, type ReopenInput, type SettleInput } from './orders/settle-by-person.js';
import { shopView, type ShopView } from './orders/shop-view.js';
import { lookUpOrder } from './reconciliation/look-up-order.js';
import { reconcile, type ReconcileInput, type ReconcileReport } from './reconciliation/reconcile.js';
import { refund, type RefundAnswer, type RefundInput } from './refunds/refund.js';
import { refundableAmount } from './refunds/refundable.js';
import { settleRefund } from './refunds/settle-refund.js';
import { orderCalls } from './order-calls.schema.js';
import { mistakesOf, refuseMistakes } from './options/check-options.js';
import { withDefaults } from './options/with-defaults.js';
import { createWaitingRequests } from './orders/waiting-requests.js';
import type { OrderStore } from './orders/order-store.js';
import type { SqliteOptions } from './store/sqlite-options.js';
import { createSqliteOrderStore } from './store/sqlite-order-store.js';
import { isOrderStore } from './store/store-options.schema.js';

/** Request handler and order API of one shop. */
export interface MerchantHandler {
  /** Answers a request of the page, the ACS or the gateway. */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  readonly orders: Orders;
  /** Resolves when no confirmation, look-up or delivery is under way in this process. */
  idle(): Promise<void>;
  /**
   * Ends this process's part: new requests are answered with 503 `closing`, so that the page repeats them at another
   * process; waiting requests end at once; running calls and background work end. Return messages, notifications and the
   * frame's routes are still answered. Then the store is closed, unless the option `store` is an OrderStore, and
   * `orders` rejects with the Problem `closing`. When the time is over before all calls have ended, `onProblem` receives
   * `closed-early`. Further calls return the same promise.
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

/**
 * The server-side API for orders. Every call checks its input before it does anything, and rejects with a `MessageError`
 * that names each field that is unknown, missing or wrong. After `close`, every call rejects with the Problem `closing`.
 */
export interface Orders {
  /**
   * Creates an order.
   * @throws {MessageError} naming the field that is wrong, or `id` when another order has it or without `ownOrderIds`
   */
  create(order: NewOrder): Promise<OrderRecord>;
  /**
   * Returns undefined for an unknown id.
   * @throws {Problem} record-newer when a newer version of the package wrote the record
   */
  read(id: string): Promise<OrderRecord | undefined>;
  /**
   * Returns the order for the back office, or undefined for an unknown id.
   * @throws {Problem} record-newer
   */
  shopView(id: string): Promise<ShopView | undefined>;
  /**
   * Returns a page of orders, newest first.
   * @throws {MessageError} naming a field of the input
   * @throws {Problem} record-newer
   * @example
   * const states = ['in-doubt', 'pending'] as const;
   * const { orders, next } = await backend.orders.list({ states, limit: 20 });
   * const second = next && (await backend.orders.list({ states, limit: 20, after: next }));
   */
  list(input?: ListInput): Promise<OrderPage>;
  /**
   * Looks up every unresolved attempt of one order and returns the order.
   * @throws {GatewayError} when the gateway does not answer
   * @throws {Problem} order-not-found, record-newer
   */
  lookUp(id: string): Promise<OrderRecord>;
  /**
   * Looks up unresolved attempts of all orders and delivers waiting changes. Run it on a timer.
   * @throws {MessageError} naming `olderThan` or `limit`
   */
  reconcile(input?: ReconcileInput): Promise<ReconcileReport>;
  /**
   * Deletes orders that wait for nothing and have not changed for `olderThan` milliseconds. Orders that are `in-doubt` or
   * `pending`, have a payment or refund to look up, or have undelivered changes stay. Run it on a timer, in one process.
   * @throws {MessageError} naming `olderThan`, which must be at least a day
   * @example
   * const { pruned } = await backend.orders.prune({ olderThan: 400 * 86_400_000 });
   */
  prune(input: PruneInput): Promise<PruneReport>;
  /**
   * Settles a payment or a refund by a person's decision.
   * @throws {MessageError} naming `order`, or `as`, `attempt`, `refund`, `by` or `reason`
   * @throws {Problem} order-not-found, record-newer, store-busy
   * @example
   * await backend.orders.settle('A1', { as: 'failed', by: 'Ada Lovelace', reason: 'Not on the statement.' });
   */
  settle(id: string, input: SettleInput): Promise<OrderRecord>;
  /**
   * Opens an order for another payment by a person's decision, and resets the counts to which `limits` applies.
   * @throws {MessageError} naming `order`, `by` or `reason`
   * @throws {Problem} order-not-found, record-newer, store-busy
   */
  reopen(id: string, input: ReopenInput): Promise<OrderRecord>;
  /**
   * Pays an order with a stored card, without the shopper.
   * @throws {MessageError} naming the field of the payment that is wrong, such as `card.number`
   * @throws {GatewayError} when the version check or the authentication fails
   * @throws {Problem} order-not-found, record-newer, store-busy, order-not-open, card-not-supported
   */
  payStored(id: string, payment: StoredPayment): Promise<OutcomeMessage>;
  /**
   * Refunds a redirect payment, whole or in part.
   * @throws {MessageError} naming `amount` with the refundable amount, `attempt`, or `order`
   * @throws {Problem} key-reused for other input; order-not-found, record-newer, and store-busy when nothing was sent
   * @example
   * const { state, refundable } = await backend.orders.refund('A1', { amount: '500', key: 'return-17' });
   */
  refund(id: string, input?: RefundInput): Promise<RefundAnswer>;
}

const MINUTE = 60_000;

/**
 * Creates the merchant backend: one handler to mount, and the orders.
 * @param options see docs/configuration.md
 * @throws {OptionError} naming every wrong option
 * @example
 * const backend = createMerchantBackend({
 *   publicUrl: 'https://shop.example/scudo',
 *   gateway: { baseUrl, merchantId, accountId, secret },
 *   onOrderChanged: async (order, change) => {
 *     if (change.kind === 'state' && change.to === 'paid') await ship(order.id, change.id);
 *   },
 * });
 * setInterval(() => backend.orders.reconcile().catch(console.error), 60_000);
 */
export function createMerchantBackend(options: MerchantBackendOptions): MerchantHandler {
  refuseMistakes(backendMistakes(options));
  const { onOrderChanged: listener, onProblem, methods = CARD_ONLY, now = () => new Date() } = options;
  const { randomUuid = () => crypto.randomUUID() } = options;
  const after = options.after ?? afterTimeout;
  const limits = withDefaults(DEFAULT_LIMITS, options.limits);
  const randomBytes = options.randomBytes ?? ((length) => crypto.getRandomValues(new Uint8Array(length)));
  const pause = options.pause ?? pauseWith(after);
  const random = () => (randomBytes(1)[0] ?? 0) / 256;
  const store = storeOf(options, { pause, random });
  const log = createProblemLog({ onProblem, now });
  const { report } = log;
  const background = createBackground((error, order) => report(problemFrom(error).code, error, order));
  const calls = createOpenCalls(after);
  const deliver = (id: string) => {
    if (!listener) return;
    background.run(async () => {
      await deliverChanges(book, id, listener).catch((error: unknown) => report('listener-failed', error, id));
    });
  };
  const book = createOrderBook({
    store,
    after,
    pause,
    random,
    keepsChanges: listener !== undefined,
    onChanges: deliver,
    onFlag: flagReporter(report),
  });
  const gateway = gatewayOf(options);
  const context: BackendContext = {
    ...addressesOf(options),
    book,
    report,
    after,
    pageFields: options.authenticationFieldsFromPage ?? [],
    gateway,
    fingerprint: fingerprintWith(() => options.fingerprintKey ?? gateway.deriveKey(FINGERPRINT_LABEL)),
    autosettle: options.autosettle ?? true,
    policies: (order) => policiesOf(order, options.policies),
    ask: options.ask ?? askForPhone,
    patience: options.patience ?? 25_000,
    abandonRedirectsAfter: options.abandonRedirectsAfter ?? 30 * MINUTE,
    releaseRefundsAfter: options.releaseRefundsAfter ?? 24 * 60 * MINUTE,
    limits,
    count: (key, input) => store.count(key, input),
    waiting: createWaitingRequests(limits),
    randomBytes,
    pause,
    background: (work, name, order) => background.run(work, name, order),
    closing: calls.closing,
    ended: calls.ended,
    now,
  };
  const { pathname } = new URL(context.publicUrl);
  const router = createRouter(context, {
    base: pathname === '/' ? '' : pathname,
    trustProxy: options.trustProxy ?? false,
  });
  const orders = createOrders({ store, book, randomUuid, methods, ownOrderIds: options.ownOrderIds ?? false });
  let closed: Promise<void> | undefined;
  let hasEnded = false;

  async function close(ms: number): Promise<void> {
    const drained = await calls.drain({ ms, idle: () => background.idle() });
    if (!drained) report('closed-early', `calls or background work were still running after ${ms} ms`);
    hasEnded = true;
    background.close();
    log.close();
    if (!isOrderStore(options.store)) await store.close?.();
  }

  /** A call of `orders`. Running work may need it until the backend has closed. */
  const call =
    <Input extends unknown[], Answer>(work: (...input: Input) => Promise<Answer>) =>
    (...input: Input): Promise<Answer> =>
      hasEnded ? Promise.reject(new Problem('closing')) : calls.run(() => work(...input));

  /** A call for one order. `check` throws for a wrong input. */
  const orderCall = <Input extends unknown[], Answer>(
    work: (id: string, ...input: Input) => Promise<Answer>,
    check?: (input: unknown) => void,
  ) =>
    call((id: string, ...input: Input) => {
      orderCalls.id(id);
      check?.(input[0]);
      return work(id, ...input);
    });

  return {
    fetch: (request, connection = {}) =>
      calls.run(async (closing) => router.fetch(request, { ip: connection.ip, closing })),
    idle: () => background.idle(),
    close: (limits = {}) => {
      refuseMistakes(mistakesOf(closeOptions, limits));
      return (closed ??= close(limits.within ?? 30_000));
    },
    orders: {
      create: call((order) => orders.create(order)),
      read: orderCall((id) => orders.read(id)),
      list: call((input) => {
        orderCalls.list(input);
        return orders.list(input);
      }),
      reopen: orderCall((id, input) => orders.reopen(id, input), orderCalls.reopen),
      shopView: orderCall(async (id) => {
        const record = await orders.read(id);
        return record && shopView(record, refundableAmount(record));
      }),
      lookUp: orderCall((id) => lookUpOrder(context, id)),
      prune: call((input) => {
        orderCalls.prune(input);
        return prune(context, store, input);
      }),
      reconcile: call((input) => {
        orderCalls.reconcile(input);
        if (calls.closing.aborted) throw new Problem('closing');
        return reconcile(context, store, listener, input);
      }),
      settle: orderCall(
        (id, input) => (isRefundDecision(input) ? settleRefund(book, id, input) : orders.settlePayment(id, input)),
        orderCalls.settle,
      ),
      payStored: orderCall((id, payment) => payStored(context, id, payment), orderCalls.payStored),
      refund: orderCall((id, input = {}) => refund(context, id, input, randomUuid), orderCalls.refund),
    },
  };
}

/** The clock and the timers of the backend are those of its gateway client, unless that has its own. */
function gatewayOf({ gateway, now, after }: MerchantBackendOptions): Gateway {
  if (isGateway(gateway)) return gateway;
  return createGateway({ ...gateway, now: gateway.now ?? now, after: gateway.after ?? after });
}

/** The clock and the pauses of the default store are those of the backend, unless it has its own. */
function storeOf(
  { store, now }: MerchantBackendOptions,
  defaults: Pick<SqliteOptions, 'pause' | 'random'>,
): OrderStore {
  if (isOrderStore(store)) return store;
  const { now: own = now, pause = defaults.pause, random = defaults.random } = store ?? {};
  return createSqliteOrderStore({ ...store, now: own, pause, random });
}

function askForPhone({ payer }: OrderRecord): readonly ShopperField[] {
  return hasPhone(payer) ? [] : ['mobile_phone'];
}
