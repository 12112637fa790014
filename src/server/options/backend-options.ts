import type { ShopperField } from '../../protocol/adapter/adapter-answers.js';
import type { Gateway } from '../gateway/gateway.js';
import type { GatewayOptions } from '../gateway/gateway-options.js';
import type { After } from '../util/timers.js';
import type { AttemptReport, BeforePayment, CardFieldsPlace, OnEvent, OnProblem } from '../ports/ports.js';
import type { OnOrderChanged } from '../use-cases/orders/deliver-changes.js';
import type { RandomBytes } from '../domain/identifiers/gateway-order-id.js';
import type { Limits } from '../limits/limits.js';
import type { Exponents } from '../domain/input/exponents.js';
import type { MethodOffer } from '../domain/input/method-offer.js';
import type { OrderRecord } from '../domain/record/order-record.js';
import type { OrderStore } from '../book/order-store.js';
import type { PageField } from '../domain/input/page-fields.js';
import type { Policies } from '../domain/input/policies.js';
import type { Given } from '../util/with-defaults.js';
import type { SqliteOptions } from '../adapters/store/sqlite-options.js';

/**
 * Options of `createMerchantBackend`. Options from the environment need no fallback: one that is undefined and has no
 * default is an OptionError.
 */
export interface MerchantBackendOptions {
  /** URL at which the handler is mounted, such as `https://shop.example/scudo`. http: on localhost only. */
  readonly publicUrl: string | undefined;
  /**
   * Accepts http: for the hosts of `publicUrl`, `pages`, `embedders`, `returnPage` and `merchantContactUrl`, and of the
   * gateway if it is given as options, and writes a warning. It makes containers and devices of a local network
   * testable. For tests only. Default: false.
   */
  readonly allowInsecure?: boolean | undefined;
  /** A gateway client, or the options of one. */
  readonly gateway: Gateway | GatewayOptions;
  /** Origins of the checkout pages; a path is ignored. Default: the origin of `publicUrl`. */
  readonly pages?: readonly string[] | undefined;
  /**
   * `isolated`: card data is accepted from the frame with the card fields only, which has the backend's origin.
   * `page`: also from pages with inline fields and from clients without the header `Origin`. Default: `isolated` if
   * `pages` has not the origin of `publicUrl`, otherwise `page`.
   */
  readonly cardFields?: CardFieldsPlace | undefined;
  /**
   * Origins of other sites whose pages show a checkout page in a frame; a path is ignored. Browsers then allow the
   * frames of the backend inside them, and the backend still refuses their calls. Default: none.
   */
  readonly embedders?: readonly string[] | undefined;
  /**
   * Returns the text of `scudo-checkout/fields.js`, the script of isolated card fields. Needed where the backend is
   * bundled without the files of the package. Default: reads `dist/fields.js` of the package.
   */
  readonly fieldsScript?: (() => Promise<string>) | undefined;
  /** Payment methods of an order that names none. Default: card only. */
  readonly methods?: readonly MethodOffer[] | undefined;
  /**
   * Decimals of amounts by currency, such as `{ HUF: 0 }`, where the gateway deviates from ISO 4217. An order keeps
   * those of its creation. Default: none, so that ISO 4217 decides.
   */
  readonly exponents?: Exponents | undefined;
  /**
   * The shop's page with `<scudo-return>`; `{order}` stands for the order's id. Default:
   * `return.html?order={order}` at the first of `pages`.
   */
  readonly returnPage?: string | undefined;
  /** Default: SQLite in the file `scudo.db`. */
  readonly store?: OrderStore | SqliteOptions | undefined;
  /** A page with information about customer care. Default: the origin of `publicUrl`. */
  readonly merchantContactUrl?: string | undefined;
  /** Policies of all orders. Order policies override them. Default: SAFE_POLICIES. */
  readonly policies?: Given<Policies> | undefined;
  /** Returns the fields that the page asks for, besides a phone number when the order has none. Default: none. */
  readonly ask?: ((order: OrderRecord) => readonly ShopperField[]) | undefined;
  /**
   * Returns the codes of methods that are down. No page offers them meanwhile, and no payment begins with them. A
   * payment that has begun continues. An order whose methods are all hidden takes no payment. Default: none.
   */
  readonly hiddenMethods?: ((order: OrderRecord) => readonly string[]) | undefined;
  /**
   * Fields of the authentication request that the page may add with the element's property `authentication`, such as
   * `order.deliveryTimeframe`. Values of the order take precedence, and other fields from the page are ignored.
   * Default: none.
   */
  readonly authenticationFieldsFromPage?: readonly PageField[] | undefined;
  /**
   * True when the gateway captures an authorized amount by itself. False reserves it for one `orders.capture`, `multi`
   * for several, where the account allows it. Default: true.
   */
  readonly autosettle?: boolean | 'multi' | undefined;
  /** Use the last address of X-Forwarded-For, which your own proxy adds. Default: false. */
  readonly trustProxy?: boolean | undefined;
  /**
   * Answers GET `diagnostics` to requests with `Authorization: Bearer` and this token, at least 16 characters, for
   * `scudo-checkout doctor`. Default: there is no such route.
   */
  readonly diagnostics?: { readonly token: string } | undefined;
  /** Limits of what one order and one client may do. Default: DEFAULT_LIMITS. */
  readonly limits?: Given<Limits> | undefined;
  /**
   * True when `orders.create` accepts an `id`. An order's id is what a page needs to read and pay it, so others can
   * read and block orders whose ids they can guess. Default: false, which gives every order a random id.
   */
  readonly ownOrderIds?: boolean | undefined;
  /**
   * Key of the fingerprints by which an order recognizes its card, at least 16 characters or bytes, the same in every
   * process. Default: derived from the gateway's secret (HKDF-SHA-256). After a change of the key a shopper who is
   * paying at that moment has to press Pay again. A repeated `orders.create` with an earlier `key` creates a second
   * order.
   */
  readonly fingerprintKey?: string | Uint8Array | undefined;
  /**
   * Receives every change of an order's state and every flag, at least once, in order for each order. Ship
   * goods from here. Give every process the same option; `orders.reconcile` delivers what a process that
   * ended has left.
   */
  readonly onOrderChanged?: OnOrderChanged | undefined;
  /**
   * Decides about each payment of a page, for captchas and fraud rules. It runs before each authentication, each
   * authorization without one, and each start of a redirect payment. Only the version check of a card comes earlier. A
   * hook that fails, or takes more than 5 seconds, refuses the payment for now (docs/limits.md#your-own-rules).
   */
  readonly beforePayment?: BeforePayment | undefined;
  /**
   * Receives every call to pay an order, after its result, for the shop's own rules against card testing. It
   * runs in the background: it neither delays nor fails a payment.
   */
  readonly onAttempt?: OnAttempt | undefined;
  /**
   * Receives every problem for the merchant's log. Default: one line on the console, and at most ten lines of a code in
   * a minute. Faults of the shop, the gateway or an issuer use `console.error`. Problems that a client causes, and
   * `closing`, use `console.warn`.
   */
  readonly onProblem?: OnProblem | undefined;
  /**
   * Receives successes and problems as one stream of flat objects, for a logger and for metrics (docs/monitoring.md):
   * payments, changes of state, calls, and what `onProblem` receives. It runs within the work and must return at once.
   */
  readonly onEvent?: OnEvent | undefined;
  /** Maximum wait of a call for another call of the same order, in milliseconds. Default: 25,000. */
  readonly patience?: number | undefined;
  /** Time after which a redirect payment that was never begun is set aside, in milliseconds. Default: 1,800,000. */
  readonly abandonRedirectsAfter?: number | undefined;
  /**
   * Time after which the amount of a refund that the report does not list is released, in milliseconds.
   * Default: 86,400,000.
   */
  readonly releaseRefundsAfter?: number | undefined;
  /**
   * Time after which an authorization of which nothing was captured is reported once, in milliseconds. Default: 5 days.
   */
  readonly reportUncapturedAfter?: number | undefined;
  /**
   * Clock of the problem log, of the default store and of a gateway client that is given as options. Ignored by a
   * `store` object and by a gateway client. Default: the process clock.
   */
  readonly now?: (() => Date) | undefined;
  /** Ids of orders and changes, and keys of refunds. Default: `crypto.randomUUID`. */
  readonly randomUuid?: (() => string) | undefined;
  /** Random part of gateway order ids, and the spread of the pauses of updates. Default: `crypto.getRandomValues`. */
  readonly randomBytes?: RandomBytes | undefined;
  /** Resolves after `ms` milliseconds. Default: a promise on `after`. */
  readonly pause?: ((ms: number) => Promise<void>) | undefined;
  /** Timer of waits and time limits. Default: `setTimeout`. */
  readonly after?: After | undefined;
}

/** Receives an attempt and the order after it. An error that it throws, or with which it rejects, is reported. */
export type OnAttempt = (order: OrderRecord, attempt: AttemptReport) => unknown;
