import type { ShopperField } from '../protocol/adapter-answers.js';
import type { OutcomeMessage } from '../protocol/outcome.js';
import { isSafeAddress } from '../protocol/web-address.js';
import { createBackground } from './background.js';
import type { BackendContext, ReportCode } from './orders/backend-context.js';
import { payStored, type StoredPayment } from './card/stored-payment.js';
import { createGateway, type Gateway } from './gateway/gateway.js';
import type { After, GatewayOptions } from './gateway/gateway-options.js';
import type { Connection } from './http/client.js';
import { createRouter } from './http/router.js';
import { deliverChanges, type OnOrderChanged } from './orders/deliver-changes.js';
import type { RandomBytes } from './orders/gateway-order-id.js';
import type { NewOrder } from './orders/new-order.js';
import { createOrderBook } from './orders/order-book.js';
import { CARD_ONLY, type MethodOffer } from './orders/method-offer.js';
import type { OrderRecord } from './orders/order-record.js';
import { createOrders, type ListInput, type OrderPage } from './orders/orders.js';
import { policiesOf, type Policies } from './orders/policies.js';
import type { ReopenInput, SettleInput } from './orders/settle-by-person.js';
import { shopView, type ShopView } from './orders/shop-view.js';
import { lookUpOrder } from './reconciliation/look-up-order.js';
import { reconcile, type ReconcileOptions, type ReconcileReport } from './reconciliation/reconcile.js';
import { refund, type RefundAnswer, type RefundInput } from './refunds/refund.js';
import { refundableAmount } from './refunds/refundable.js';
import { settleRefund } from './refunds/settle-refund.js';
import type { OrderStore } from './orders/order-store.js';
import { createSqliteOrderStore, type SqliteOptions } from './store/sqlite-order-store.js';

/** Options of `createMerchantBackend`. */
export interface MerchantBackendOptions {
  /** URL at which the handler is mounted, such as `https://shop.example/scudo`. http: on localhost only. */
  readonly publicUrl: string;
  /** A gateway client, or the options of one. */
  readonly gateway: Gateway | GatewayOptions;
  /** Origins of the checkout pages. Default: the origin of `publicUrl`. */
  readonly pages?: readonly string[];
  /** Payment methods of an order that names none. Default: card only. */
  readonly methods?: readonly MethodOffer[];
  /**
   * The shop's page with `<scudo-return>`; `{order}` stands for the order's id. Default:
   * `return.html?order={order}` at the first of `pages`.
   */
  readonly returnPage?: string;
  /** Default: SQLite in the file `scudo.db`. */
  readonly store?: OrderStore | SqliteOptions;
  /** A page with information about customer care. Default: the origin of `publicUrl`. */
  readonly merchantContactUrl?: string;
  /** Policies of all orders. Order policies override them. Default: SAFE_POLICIES. */
  readonly policies?: Partial<Policies>;
  /** Returns the fields that the page asks for. Default: a phone number when the order has none. */
  readonly ask?: (order: OrderRecord) => readonly ShopperField[];
  /** True when an authorization is settled without another call. Default: true. */
  readonly autosettle?: boolean;
  /** Use the last address of X-Forwarded-For, which your own proxy adds. Default: false. */
  readonly trustProxy?: boolean;
  /**
   * Receives every change of an order's state and every flag, at least once, in order for each order. Ship
   * goods from here. Give every process the same option; `orders.reconcile` delivers what a process that
   * ended has left.
   */
  readonly onOrderChanged?: OnOrderChanged;
  /** Receives problems for the merchant's log. They contain no card data. */
  readonly onProblem?: (problem: ProblemReport) => void;
  /** Maximum wait of a call for another call of the same order, in milliseconds. Default: 25,000. */
  readonly patience?: number;
  /** Time after which a redirect payment that was never begun is set aside, in milliseconds. Default: 1,800,000. */
  readonly abandonRedirectsAfter?: number;
  /**
   * Time after which the amount of a refund that the report does not list is released, in milliseconds.
   * Default: 86,400,000.
   */
  readonly releaseRefundsAfter?: number;
  /**
   * Clock of the default store and of a gateway client that is given as options. Ignored by a `store` object
   * and by a gateway client. Default: the process clock.
   */
  readonly now?: () => Date;
  /** Ids of orders and keys of refunds. Default: `crypto.randomUUID`. */
  readonly randomUuid?: () => string;
  /** Random part of gateway order ids. Default: `crypto.getRandomValues`. */
  readonly randomBytes?: RandomBytes;
  /** Resolves after `ms` milliseconds. Default: a promise on `after`. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Timer of waits and time limits. Default: `setTimeout`. */
  readonly after?: After;
}

/** A problem for the merchant's log. It contains no card data. */
export interface ProblemReport {
  readonly code: ReportCode;
  /** Id of the order, where there is one. */
  readonly order?: string;
  readonly cause?: unknown;
}

/** Request handler and order API of one shop. */
export interface MerchantHandler {
  /** Answers a request of the page, the ACS or the gateway. */
  fetch(request: Request, connection?: Connection): Promise<Response>;
  readonly orders: Orders;
  /** Resolves when no confirmation, look-up or delivery is under way in this process. */
  idle(): Promise<void>;
}

/** The server-side API for orders. */
export interface Orders {
  /**
   * Creates an order.
   * @throws {MessageError} naming the field that is wrong, or `id` when another order has it
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
   * @throws {MessageError} naming `limit`, `states` or `after`
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
  /** Looks up unresolved attempts of all orders and delivers waiting changes. Run it on a timer. */
  reconcile(options?: ReconcileOptions): Promise<ReconcileReport>;
  /**
   * Settles a payment or a refund by a person's decision.
   * @throws {MessageError} naming `order`, `attempt`, `refund`, `by` or `reason`
   * @throws {Problem} order-not-found, record-newer
   * @example
   * await backend.orders.settle('A1', { as: 'failed', by: 'Ada Lovelace', reason: 'Not on the statement.' });
   */
  settle(id: string, input: SettleInput): Promise<OrderRecord>;
  /**
   * Opens an order for another payment by a person's decision.
   * @throws {MessageError} naming `order`, `by` or `reason`
   * @throws {Problem} order-not-found, record-newer
   */
  reopen(id: string, input: ReopenInput): Promise<OrderRecord>;
  /**
   * Pays an order with a stored card, without the shopper.
   * @throws {MessageError} naming the field of the card that is wrong
   * @throws {GatewayError} when the version check or the authentication fails
   * @throws {Problem} order-not-found, record-newer, order-not-open, card-not-supported
   */
  payStored(id: string, payment: StoredPayment): Promise<OutcomeMessage>;
  /**
   * Refunds a redirect payment, whole or in part.
   * @throws {MessageError} naming `amount` with the refundable amount, `attempt`, or `order`
   * @throws {Problem} key-reused for other input; order-not-found, record-newer
   * @example
   * const { state, refundable } = await backend.orders.refund('A1', { amount: '500', key: 'return-17' });
   */
  refund(id: string, input?: RefundInput): Promise<RefundAnswer>;
}

const MINUTE = 60_000;

/**
 * Creates the merchant backend: one handler to mount, and the orders.
 * @throws {TypeError} for an option that is not a safe URL
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
  const { onOrderChanged: listener, onProblem, methods = CARD_ONLY } = options;
  const { randomUuid = () => crypto.randomUUID() } = options;
  const after: After = options.after ?? scheduled;
  const store = storeOf(options);
  const report: BackendContext['report'] = (code, cause, order) => {
    try {
      onProblem?.({ code, ...(order === undefined ? {} : { order }), ...(cause === undefined ? {} : { cause }) });
    } catch {
      // A log that fails must not fail a payment.
    }
  };
  const background = createBackground((error) => report('internal-error', error));
  const deliver = (id: string) => {
    if (!listener) return;
    background.run(async () => {
      await deliverChanges(book, id, listener).catch((error: unknown) => report('listener-failed', error, id));
    });
  };
  const book = createOrderBook({
    store,
    after,
    keepsChanges: listener !== undefined,
    onChanges: deliver,
    onFlag: ({ id }, kind) => report(kind, undefined, id),
  });
  const context: BackendContext = {
    ...addressesOf(options),
    book,
    report,
    after,
    gateway: gatewayOf(options),
    autosettle: options.autosettle ?? true,
    policies: (order) => policiesOf(order, options.policies),
    ask: options.ask ?? askForPhone,
    patience: options.patience ?? 25_000,
    abandonRedirectsAfter: options.abandonRedirectsAfter ?? 30 * MINUTE,
    releaseRefundsAfter: options.releaseRefundsAfter ?? 24 * 60 * MINUTE,
    randomBytes: options.randomBytes ?? ((length) => crypto.getRandomValues(new Uint8Array(length))),
    pause: options.pause ?? ((ms) => new Promise((resolve) => after(ms, resolve))),
    background: (work, name) => background.run(work, name),
  };
  const { pathname } = new URL(context.publicUrl);
  const router = createRouter(context, {
    base: pathname === '/' ? '' : pathname,
    trustProxy: options.trustProxy ?? false,
  });
  const orders = createOrders({ store, book, randomUuid, methods });
  return {
    fetch: async (request, connection = {}) => router.fetch(request, connection),
    idle: () => background.idle(),
    orders: {
      create: (order) => orders.create(order),
      read: (id) => orders.read(id),
      list: (input) => orders.list(input),
      reopen: (id, input) => orders.reopen(id, input),
      async shopView(id) {
        const record = await orders.read(id);
        return record && shopView(record, refundableAmount(record));
      },
      lookUp: (id) => lookUpOrder(context, id),
      reconcile: (input) => reconcile(context, store, listener, input),
      settle: (id, input) => ('refund' in input ? settleRefund(book, id, input) : orders.settlePayment(id, input)),
      payStored: (id, payment) => payStored(context, id, payment),
      refund: (id, input = {}) => refund(context, id, input, randomUuid),
    },
  };
}

/** The clock and the timers of the backend are those of its gateway client, unless that has its own. */
function gatewayOf({ gateway, now, after }: MerchantBackendOptions): Gateway {
  if ('versionCheck' in gateway) return gateway;
  return createGateway({ ...(now ? { now } : {}), ...(after ? { after } : {}), ...gateway });
}

function storeOf({ store, now }: MerchantBackendOptions): OrderStore {
  return store && 'read' in store ? store : createSqliteOrderStore({ ...(now ? { now } : {}), ...store });
}

/** @throws {TypeError} naming the option that is not a safe address */
function addressesOf(options: MerchantBackendOptions) {
  const publicUrl = options.publicUrl.replace(/\/$/, '');
  const { origin } = new URL(checkedAddress('publicUrl', publicUrl));
  const pages = options.pages?.map((page) => new URL(checkedAddress('pages', page)).origin) ?? [origin];
  const returnPage = options.returnPage ?? `${pages[0] ?? origin}/return.html?order={order}`;
  checkedAddress('returnPage', returnPage);
  return {
    publicUrl,
    pages,
    returnPage: (order: string) => returnPage.replaceAll('{order}', encodeURIComponent(order)),
    merchantContactUrl: options.merchantContactUrl ?? origin,
  };
}

function checkedAddress(option: string, address: string): string {
  if (isSafeAddress(address)) return address;
  throw new TypeError(`${option} must be an https: URL (or http: on localhost); got "${address}".`);
}

/** At least one phone number must be supplied (3D Secure 2 Authentication Interface, Authentication request body). */
function askForPhone({ payer }: OrderRecord): readonly ShopperField[] {
  return payer.mobilePhone || payer.homePhone || payer.workPhone ? [] : ['mobile_phone'];
}

const scheduled: After = (ms, callback) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};
