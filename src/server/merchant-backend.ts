import type { ShopperField } from '../protocol/adapter-answers.js';
import type { OutcomeMessage } from '../protocol/outcome.js';
import { isSafeAddress } from '../protocol/web-address.js';
import { createBackground } from './background.js';
import type { BackendContext, ReportCode } from './orders/backend-context.js';
import { payStored, type StoredPayment } from './card/stored-payment.js';
import { createGateway, type Gateway } from './gateway/gateway.js';
import type { GatewayOptions } from './gateway/gateway-options.js';
import type { Connection } from './http/client.js';
import { createRouter } from './http/router.js';
import { deliverChanges, type OnOrderChanged } from './orders/deliver-changes.js';
import type { RandomBytes } from './orders/gateway-order-id.js';
import type { NewOrder } from './orders/new-order.js';
import { createOrderBook, type After } from './orders/order-book.js';
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

export interface MerchantBackendOptions {
  /** The address at which this handler is mounted, such as `https://shop.example/scudo`. http on loopback only. */
  readonly publicUrl: string;
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
  /** Policies of all orders; an order's own come first. Default: SAFE_POLICIES. */
  readonly policies?: Partial<Policies>;
  /** Fields to ask of the shopper. Default: a phone number when the order has none. */
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
  /** A redirect payment that was never begun is set aside after so many milliseconds. Default: 30 minutes. */
  readonly abandonRedirectsAfter?: number;
  /** The amount of a refund that the report does not list is released after so many milliseconds. Default: 24 hours. */
  readonly releaseRefundsAfter?: number;
  /** The clock of the default store. Default: the process clock. */
  readonly now?: () => Date;
  readonly randomUuid?: () => string;
  readonly randomBytes?: RandomBytes;
  /** Waits so many milliseconds. */
  readonly pause?: (ms: number) => Promise<void>;
  /** Schedules a callback and returns a function that cancels it. Default: `setTimeout`. */
  readonly after?: After;
}

/** A problem for the merchant's log. It contains no card data. */
export interface ProblemReport {
  readonly code: ReportCode;
  /** The order, where there is one. */
  readonly order?: string;
  readonly cause?: unknown;
}

export interface MerchantHandler {
  fetch(request: Request, connection?: Connection): Promise<Response>;
  readonly orders: Orders;
  /** Resolves when no confirmation, look-up or delivery is under way in this process. */
  idle(): Promise<void>;
}

/** The server-side API for orders. */
export interface Orders {
  /** @throws {MessageError} naming the field that is wrong, or `id` when another order has it */
  create(order: NewOrder): Promise<OrderRecord>;
  read(id: string): Promise<OrderRecord | undefined>;
  shopView(id: string): Promise<ShopView | undefined>;
  /**
   * Returns a page of orders, newest first.
   * @throws {MessageError} naming `limit`, `states` or `after`
   */
  list(input?: ListInput): Promise<OrderPage>;
  /**
   * Looks up every unresolved attempt of one order and returns the order.
   * @throws {GatewayError} when the gateway does not answer
   */
  lookUp(id: string): Promise<OrderRecord>;
  /** Looks up unresolved attempts of all orders and delivers waiting changes. Run it on a timer. */
  reconcile(options?: ReconcileOptions): Promise<ReconcileReport>;
  /**
   * Settles a payment or a refund by a person's decision.
   * @throws {MessageError} naming the field that is wrong
   */
  settle(id: string, input: SettleInput): Promise<OrderRecord>;
  /**
   * Opens an order for another payment by a person's decision.
   * @throws {MessageError} naming `order`, `by` or `reason`
   */
  reopen(id: string, input: ReopenInput): Promise<OrderRecord>;
  /** Pays an order with a stored card, without the shopper. */
  payStored(id: string, payment: StoredPayment): Promise<OutcomeMessage>;
  /**
   * Refunds a redirect payment, whole or in part.
   * @throws {MessageError} naming `amount` with what is left, `attempt`, or `order`
   * @throws {Problem} key-reused when the key belongs to another refund
   */
  refund(id: string, input?: RefundInput): Promise<RefundAnswer>;
}

const MINUTE = 60_000;

/**
 * Creates the merchant's backend: one handler to mount, and the orders.
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
