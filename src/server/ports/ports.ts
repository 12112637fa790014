import type { ShopperField } from '../../protocol/adapter/adapter-answers.js';
import type { PageField } from '../domain/input/page-fields.js';
import type { BrandCode } from '../../protocol/values/card-scheme.js';
import type { OrderState, OutcomeCode } from '../../protocol/adapter/outcome-codes.js';
import type { ProblemCode } from '../../protocol/adapter/problem-document.js';
import type { Fingerprint } from '../domain/identifiers/fingerprint-key.js';
import type { Gateway } from '../gateway/gateway.js';
import type { After } from '../util/timers.js';
import type { RandomBytes } from '../domain/identifiers/gateway-order-id.js';
import type { FlagKind } from '../domain/record/history.js';
import type { Caller, DeclinedCards } from '../limits/declined-cards.js';
import type { Limits } from '../limits/limits.js';
import type { OrderBook } from '../book/order-book.js';
import type { OrderStore } from '../book/order-store.js';
import type { WaitingRequests } from '../limits/waiting-requests.js';
import type { OrderRecord } from '../domain/record/order-record.js';
import type { Policies } from '../domain/input/policies.js';

/**
 * Codes that `onProblem` receives (docs/problems.md): problems of a call, flags of an order, and
 *
 * - `return-rejected`: a return message has a wrong hash, or does not fit its order.
 * - `listener-failed`: `onOrderChanged` rejected, or `beforePayment`, `hiddenMethods` or `onAttempt` failed.
 * - `authorization-unanswered`: a card authorization was sent, and its result is not known or could not be stored.
 * - `capture-unanswered`, `void-unanswered`, `refund-unanswered`: the same for a capture, a void and a refund.
 * - `many-declines`: so many different cards were declined in ten minutes that a client may be testing stolen ones.
 * - `client-not-public`: the first card calls all came through a proxy, and `trustProxy` is off.
 * - `closed-early`: `close` ended while calls or background work were running.
 * - `staff-refused`: the back office refused a request: `authorize` returned no person, or a form of another site.
 */
export type ReportCode =
  | ProblemCode
  | FlagKind
  | 'return-rejected'
  | 'listener-failed'
  | 'authorization-unanswered'
  | 'capture-unanswered'
  | 'void-unanswered'
  | 'refund-unanswered'
  | 'many-declines'
  | 'client-not-public'
  | 'closed-early'
  | 'staff-refused';

/** The place of the card fields, from which the backend accepts card data. */
export type CardFieldsPlace = 'isolated' | 'page';

/** The request that led to a problem. */
export interface ReportSource {
  /** Method and pattern of the path, such as `POST /orders/:id/authentications`. */
  readonly route?: string | undefined;
  /** The client's address. */
  readonly client?: string | undefined;
  /** The request, for events. */
  readonly ids?: (() => RequestIds) | undefined;
}

/** Ids of a request, which its events have. */
export interface RequestIds {
  /** The trace id of the header `traceparent`, or random. Requests of one trace share it. */
  readonly correlation: string;
  /** Id of the request: 16 hexadecimal digits. */
  readonly request: string;
}

/** Reports a problem to the merchant's log. Never throws. */
export type Report = (code: ReportCode, cause?: unknown, order?: string, source?: ReportSource) => void;

/** The calls to the gateway that events name. */
export type GatewayCallName =
  | 'version-check'
  | 'authentication'
  | 'authentication-result'
  | 'authentication-search'
  | 'authorization'
  | 'query'
  | 'settle'
  | 'void'
  | 'rebate'
  | 'payment-set'
  | 'payment-credit'
  | 'payments-report'
  | 'refunds-report';

/**
 * The part of the issuer in a payment by card. `exempt`: an exemption was requested, and no challenge followed. `none`:
 * no authentication, also with an exemption.
 */
export type PaymentWay = 'frictionless' | 'challenged' | 'exempt' | 'none';

/** The fields of each kind of event. */
export type BackendEventFacts =
  | {
      /** A problem, as `onProblem` receives it, flags of orders included. */
      readonly kind: 'problem';
      /** The level of the code (docs/problems.md). */
      readonly level: 'warn' | 'error';
      /** The stable code of the problem. */
      readonly code: ReportCode;
      /** Id of the order, where there is one. It may come from a client. */
      readonly order?: string;
      /** Method and pattern of the path, such as `POST /orders/:id/authentications`, in a request. */
      readonly route?: string;
      /** Text of the cause and of its causes, masked. */
      readonly message?: string;
    }
  | {
      /** The result of a call to pay. */
      readonly kind: 'attempt';
      /** A declined card is no fault. */
      readonly level: 'info';
      /** The code of the outcome, the next step, or the code of the problem, as `onAttempt` has it. */
      readonly code: AttemptReport['result'];
      /** Id of the order. */
      readonly order: string;
      /** `card`, or the code of the redirect payment method; `other` for one that the order does not offer. */
      readonly method: string;
    }
  | {
      /** A change of the state of an order that this process has written. */
      readonly kind: 'state';
      /** A change of state is no fault. */
      readonly level: 'info';
      /** The state afterwards. */
      readonly code: OrderState;
      /** Id of the order. */
      readonly order: string;
      /** The state before. */
      readonly from: OrderState;
    }
  | {
      /** The result of a payment, once: of an authorization, of a redirect payment, or of an authentication alone. */
      readonly kind: 'payment';
      /** A declined card is no fault. */
      readonly level: 'info';
      /** The code of the outcome. */
      readonly code: OutcomeCode;
      /** Id of the order. */
      readonly order: string;
      /** `card`, or the code of the redirect payment method. */
      readonly method: string;
      /** The brand of a card, such as `visa`. */
      readonly brand?: BrandCode;
      /** The part of the issuer in a payment by card. */
      readonly way?: PaymentWay;
    }
  | {
      /** The method step, as the page reports it with its authentication. */
      readonly kind: 'method';
      /** A method page that does not answer is no fault. */
      readonly level: 'info';
      /** `none` when the issuer has no method page. */
      readonly code: 'completed' | 'not-completed' | 'none';
      /** Id of the order. */
      readonly order: string;
    }
  | {
      /** The end of a challenge. */
      readonly kind: 'challenge';
      /** A failed challenge is no fault. */
      readonly level: 'info';
      /** `cancelled` by the shopper in the shop, or the status of the authentication. */
      readonly code: 'cancelled' | GatewayResult;
      /** Id of the order. */
      readonly order: string;
      /** Milliseconds since the gateway has asked for it. */
      readonly duration?: number;
    }
  | {
      /** A call to the gateway that has ended. */
      readonly kind: 'gateway';
      /** Problems of a call are events of their own. */
      readonly level: 'debug';
      /** `ok`, `enrolled`, `not-enrolled`, a status, a result code or the kind of the failure. */
      readonly code: GatewayResult;
      /** The call. */
      readonly call: GatewayCallName;
      /** True for a call without a usable answer. */
      readonly failed?: true;
      /** Milliseconds. */
      readonly duration: number;
    }
  | {
      /** A request that was answered. */
      readonly kind: 'request';
      /** Problems of a request are events of their own. */
      readonly level: 'debug';
      /** The HTTP status of the answer. */
      readonly code: number;
      /** Method and pattern of the path, such as `GET /orders/:id`; absent for a path without a route. */
      readonly route?: string;
      /** Milliseconds. A long poll waits up to 25 s. */
      readonly duration: number;
      /** The valid header `traceparent` of the request. */
      readonly parent?: string;
    }
  | {
      /** A change of an order that `onOrderChanged` has received. */
      readonly kind: 'delivery';
      /** The problem of a failed delivery is an event of its own. */
      readonly level: 'debug';
      /** The result. */
      readonly code: 'delivered' | 'failed';
      /** Id of the order. */
      readonly order: string;
      /** Milliseconds. */
      readonly duration: number;
    }
  | {
      /** A run of `orders.reconcile` that has ended. */
      readonly kind: 'reconciliation';
      /** Problems of a run are events of their own. */
      readonly level: 'debug';
      /** `incomplete` when a look-up or a delivery has failed. */
      readonly code: 'complete' | 'incomplete';
      /** Attempts that were looked up. */
      readonly lookedUp: number;
      /** Orders whose state changed. */
      readonly settled: number;
      /** Milliseconds. */
      readonly duration: number;
      /** Orders in doubt after the run. */
      readonly unresolved: number;
      /** Milliseconds since the oldest of their payments was sent; 0 without one. */
      readonly oldest: number;
    };

/** A word that a log and a metric may have: no text of the gateway. */
export type GatewayResult = Lowercase<string>;

/** Builds the events and gives them to the shop's logger. Never throws, also if an event cannot be built. */
export type Emit = (facts: () => BackendEventFacts | readonly BackendEventFacts[], ids?: () => RequestIds) => void;

/** Receives a problem. An error that it throws, or with which it rejects, does not affect the payment. */
export type OnProblem = (problem: ProblemReport) => unknown;

/** Receives an event. An error that it throws, or with which it rejects, does not affect the payment. */
export type OnEvent = (event: BackendEvent) => unknown;

/**
 * A success or a problem, as one flat object for a logger. It contains no card number, and no address of a client.
 * Switch on `kind`.
 */
export type BackendEvent = BackendEventFacts & BackendEventParts;

/** The fields that every event has. */
export interface BackendEventParts {
  /** Version of the form. Later versions of the package only add fields to it. */
  readonly version: 1;
  /** Time of the event, ISO 8601 in UTC, by the process's clock. */
  readonly at: string;
  /**
   * Id of the request that caused the event: the trace id of its `traceparent`, or random. Absent for timers and for
   * calls of `orders`.
   */
  readonly correlation?: string;
  /** Id of that request among the requests of its trace: 16 hexadecimal digits. */
  readonly request?: string;
}

/** A problem for the merchant's log. It contains no card data. */
export interface ProblemReport {
  /** The stable code of the problem (docs/problems.md). */
  readonly code: ReportCode;
  /** Id of the order, where there is one. It may come from a client. */
  readonly order?: string;
  /** Method and pattern of the path, such as `POST /orders/:id/authentications`, in a request. */
  readonly route?: string;
  /** The client's address, in a request. */
  readonly client?: string;
  /** The error that led to the problem, or details of an answer. */
  readonly cause?: unknown;
}

/** The parts of one backend that its modules share. */
export interface Ports {
  readonly book: OrderBook;
  readonly gateway: Gateway;
  /** Computes the fingerprints of cards and requests. */
  readonly fingerprint: Fingerprint;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  /** Origins of the checkout pages. */
  readonly pages: readonly string[];
  /** The place of the card fields, from which card data is accepted. */
  readonly cardFields: CardFieldsPlace;
  /** Origins of other sites' pages that show a checkout page in a frame. */
  readonly embedders: readonly string[];
  /** The shop's page for an order whose shopper has returned. */
  readonly returnPage: (orderId: string) => string;
  readonly merchantContactUrl: string;
  /** The fields of an authentication that the page may add. */
  readonly pageFields: readonly PageField[];
  readonly autosettle: boolean | 'multi';
  readonly policies: (order: OrderRecord) => Policies;
  readonly ask: (order: OrderRecord) => readonly ShopperField[];
  /** The codes of methods that the shop hides at the moment. */
  readonly hiddenMethods: (order: OrderRecord) => readonly string[];
  /** Maximum wait of a call for another call of the same order, in milliseconds. */
  readonly patience: number;
  /** Time after which a redirect payment that was never begun is set aside, in milliseconds. */
  readonly abandonRedirectsAfter: number;
  /** Time after which the amount of a refund that the report does not list is released, in milliseconds. */
  readonly releaseRefundsAfter: number;
  /** Time after which an authorization without a capture is reported, in milliseconds. */
  readonly reportUncapturedAfter: number;
  readonly limits: Limits;
  /** Reads the store, without a result. Rejects when it cannot be read. */
  readonly readStore: () => Promise<void>;
  /** Counters of clients, which all processes share. */
  readonly addToCounter: OrderStore['addToCounter'];
  /** Declined cards of clients and of the shop. */
  readonly declinedCards: DeclinedCards;
  /** The shop's own rules. Absent without the option. */
  readonly beforePayment: BeforePayment | undefined;
  /** Gives an attempt to the shop, in the background. */
  readonly onAttempt: (order: string, attempt: AttemptReport) => void;
  /** Long polls of this process. */
  readonly waiting: WaitingRequests;
  readonly randomBytes: RandomBytes;
  readonly randomUuid: () => string;
  /** Resolves after `ms` milliseconds. */
  readonly pause: (ms: number) => Promise<void>;
  readonly after: After;
  /**
   * Runs work in the background and reports its errors. Work of the same name runs once at a time, and receives the
   * news of a call with `isNews`.
   */
  readonly background: (work: Work, name?: string, order?: string, isNews?: boolean) => void;
  /** Aborts when the backend begins to close. Background work ends then, and calls end normally. */
  readonly closing: AbortSignal;
  /** Aborts when `close` resolves. A call that is still running moves no money after that. */
  readonly ended: AbortSignal;
  /** The process's clock. It only measures time that passes in this process. */
  readonly now: () => Date;
  /** In a request, the problem has its order, route and client. */
  readonly report: Report;
  /** In a request, the event has its ids. Absent without the option `onEvent`. */
  readonly emit?: Emit | undefined;
  /** Returns the gateway with an event for each call. */
  readonly observedGateway: (emit: Emit) => Gateway;
}

/** Signals running work that work of its name was asked for again, because of something new. */
export interface News {
  /** Resolves once something new has arrived since the last `take`. */
  arrived(): Promise<void>;
  /** True when something new has arrived since the last call. */
  take(): boolean;
}

/** Work in the background. Only work that lasts looks at the news. */
export type Work = (news: News) => Promise<void>;

/** A call to pay an order, after its result. It contains no card data beyond the first six and last four. */
export interface AttemptReport {
  /**
   * The code of the outcome, such as `authorized` or `declined`, or the next step (`challenge`, `decoupled`,
   * `redirect`). For a refused call it is the code of the problem, such as `too-many-requests`.
   */
  readonly result: OutcomeCode | ProblemCode | 'challenge' | 'decoupled' | 'redirect';
  /** `card`, or the code of the redirect payment method; `other` for one that the order does not offer. */
  readonly method: string;
  /** First six and last four digits of the card. */
  readonly card?: string;
  /** The client's address; absent for a call of the shop itself, such as `orders.payStored`. */
  readonly client?: string;
}

/** A payment that has not begun. It contains no card data beyond the first six and last four. */
export interface PaymentStart {
  /** The order as it is now. A payment of another amount is not begun without another decision. */
  readonly order: OrderRecord;
  /** `card`, or the code of the redirect payment method. */
  readonly method: string;
  /** First six and last four digits of the card. */
  readonly card?: string;
  /** The client's address, where it is known. */
  readonly client?: string;
}

/**
 * Outcomes with which a shop refuses a payment (docs/outcomes.md): the shopper contacts the shop, or tries again in a
 * few minutes.
 */
export const PAYMENT_REFUSALS = ['backend-refused', 'too-many-requests'] as const;
/** The code of an outcome with which a shop refuses a payment. */
export type PaymentRefusal = (typeof PAYMENT_REFUSALS)[number];

/** Decides about a payment before it begins: undefined allows it. */
export type BeforePayment = (payment: PaymentStart) => PaymentRefusal | undefined | Promise<PaymentRefusal | undefined>;

/** A call of a page that does its work once for its key. */
export interface KeyedCall {
  readonly id: string;
  /** The Idempotency-Key header. */
  readonly key: string;
  readonly caller: Caller;
  /** Ends the wait for another call with the same key. */
  readonly signal: AbortSignal;
}

/** The parts of a request, beside its body, that a call needs. */
export interface Client {
  readonly ip: string;
  readonly accept: string;
  readonly language: string | undefined;
  readonly userAgent: string | undefined;
}

/** The ports that a function uses, by name. */
export type Uses<Name extends keyof Ports> = Pick<Ports, Name>;
