import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import type { Amount } from '../../../protocol/values/amount.js';
import type { OperationAttempt } from './attempts.js';

/** A payment of the order. */
interface PaymentDetail {
  /** The gateway order id of the payment. */
  readonly orderId: string;
}

/** The payment, and the reason why it has no answer. */
interface FaultDetail extends PaymentDetail {
  /** The kind of the `GatewayFailure`, `not-sent`, or `fault`. */
  readonly why: string;
}

/** A redirect payment and its method. */
interface RedirectDetail extends PaymentDetail {
  /** The code of the redirect payment method. */
  readonly method: string;
}

/** The result of an authentication. */
interface AuthenticationDetail {
  /** The status, with the name of the interface. */
  readonly status: string;
  readonly eci?: string;
}

/** The result in a CRes. */
interface ChallengeDetail {
  /** The `transStatus`; empty for a CRes that cannot be read. */
  readonly transStatus: string;
}

/** The end of a redirect payment. */
interface RedirectEndDetail extends PaymentDetail {
  /** The source of the result. */
  readonly confirmedBy: string;
}

/** A capture, a void or a refund that is about to be sent. */
interface OperationSentDetail extends PaymentDetail {
  /** Idempotency key of the call. */
  readonly key: string;
  /** Minor units. */
  readonly amount: string;
  /** The person who has asked for it. */
  readonly by?: string;
  /** The reason of the person. */
  readonly reason?: string;
}

/** The result of a capture, a void or a refund. */
interface OperationDetail {
  /** Idempotency key of the call. */
  readonly key: string;
  /** Minor units. */
  readonly amount: string;
  /** The gateway's result code of a call that it has refused. */
  readonly result?: string;
  /** The gateway's text. */
  readonly message?: string;
  /** The fault of a call without a valid answer, as in `FaultDetail`. */
  readonly why?: string;
}

/** A signed message of the gateway. */
export interface MessageDetail extends PaymentDetail {
  /** `00` paid, `101` failed, `01` interim. */
  readonly result: string;
  /** The time of the message, as the gateway writes it. */
  readonly timestamp: string;
  /** The gateway's text. */
  readonly message?: string;
  readonly fundStatus?: string;
  /** The gateway's reference. */
  readonly pasref?: string;
  /** Minor units, if the message names another amount than the order; `unreadable` for a text that is no amount. */
  readonly amount?: string;
}

/** The details of the entries in the history of an order, by event. */
export interface HistoryDetails {
  /** The order was created. */
  readonly created: undefined;

  /** The gateway answered a version check. */
  readonly 'version-checked': { readonly card: string; readonly enrolled: boolean };
  /** An authentication is about to be sent. */
  readonly 'authentication-sent': {
    readonly serverTransId: string;
    readonly source?: string;
    /** Browser data that the page has not sent in a usable form, by wire name. Headers or defaults took their place. */
    readonly replacedBrowserData?: readonly string[];
  };
  /** The gateway answered an authentication. */
  readonly 'authentication-answered': AuthenticationDetail;
  /** The result after a challenge was read. */
  readonly 'challenge-closed': AuthenticationDetail;
  /** The page reported the CRes of a challenge. It decides nothing. */
  readonly 'challenge-result': ChallengeDetail;
  /** The page reported a CRes that cannot be read. */
  readonly 'challenge-result-unreadable': ChallengeDetail;
  /** The page reported the CRes of another transaction. */
  readonly 'challenge-result-of-another-transaction': ChallengeDetail;

  /** A card authorization is about to be sent. */
  readonly 'authorization-sent': PaymentDetail & { readonly card: string };
  /** The authorization certainly was not sent. */
  readonly 'authorization-not-sent': FaultDetail;
  /** The gateway answered an authorization. */
  readonly 'authorization-answered': PaymentDetail & {
    readonly result: string;
    readonly message: string;
    /** Absent for a signed answer. */
    readonly trust?: string;
  };
  /** The authorization has no usable answer. */
  readonly 'authorization-unanswered': FaultDetail;
  /** The gateway answered a query for an authorization. */
  readonly 'authorization-looked-up': PaymentDetail & { readonly result: string; readonly message: string };
  /** The gateway does not know the authorization, long after it was sent. */
  readonly 'authorization-never-arrived': PaymentDetail;
  /** The card of an add-card order was authenticated. */
  readonly 'card-confirmed': { readonly serverTransId: string };

  /** A payment-set is about to be sent. */
  readonly 'redirect-sent': RedirectDetail;
  /** The payment-set certainly was not sent. */
  readonly 'redirect-not-sent': RedirectDetail;
  /** The gateway answered a payment-set, and the shopper can be redirected. */
  readonly 'redirect-answered': { readonly method: string; readonly pasref: string };
  /** The payment-set has no usable answer. */
  readonly 'redirect-unanswered': PaymentDetail;
  /** The order no longer waits for a redirect payment that was not begun. */
  readonly 'redirect-set-aside': PaymentDetail & { readonly by: 'other-method' | 'expiry' };
  /** The order waits again for a redirect payment that was set aside or had failed. */
  readonly 'redirect-resumed': PaymentDetail;

  /** A status message with result 01. */
  readonly 'status-interim': MessageDetail;
  /** A status message with result 00. */
  readonly 'status-success': MessageDetail;
  /** A status message with result 101. */
  readonly 'status-failure': MessageDetail;
  /** A status message with the known final result. */
  readonly 'status-again': MessageDetail;
  /** An interim status message after the final result. */
  readonly 'status-late': MessageDetail;
  /** A status message that contradicts the known result. */
  readonly 'status-contradiction': MessageDetail;
  /** A status message about a payment that the order does not have. */
  readonly 'status-unexpected': MessageDetail;
  /** A status message whose hash has another algorithm. */
  readonly 'status-rejected': PaymentDetail & { readonly result: string };
  /** A return message with result 01. */
  readonly 'return-interim': MessageDetail;
  /** A return message with result 00. */
  readonly 'return-success': MessageDetail;
  /** A return message with result 101. */
  readonly 'return-failure': MessageDetail;

  /** A redirect payment has succeeded. */
  readonly 'payment-confirmed': RedirectEndDetail;
  /** A redirect payment has failed. */
  readonly 'payment-failed': RedirectEndDetail;
  /** A payment has succeeded although the order no longer waited for it. */
  readonly 'late-success': PaymentDetail;
  /** A payment has succeeded, and waits for the result of another one. */
  readonly 'success-waiting': PaymentDetail;
  /** A payment has succeeded although another one has paid the order. */
  readonly 'second-payment': PaymentDetail;

  /** A capture is about to be sent. */
  readonly 'capture-sent': OperationSentDetail;
  /** A part of the reserved amount, or all of it, was captured. */
  readonly 'capture-done': OperationDetail;
  /** A capture was accepted; its final status arrives later. */
  readonly 'capture-pending': OperationDetail;
  /** A capture was refused. */
  readonly 'capture-refused': OperationDetail;
  /** A capture has no definite answer. */
  readonly 'capture-unresolved': OperationDetail;
  /** A void is about to be sent. */
  readonly 'void-sent': OperationSentDetail;
  /** A payment was voided. */
  readonly 'void-done': OperationDetail;
  /** A void was accepted; its final status arrives later. */
  readonly 'void-pending': OperationDetail;
  /** A void was refused. */
  readonly 'void-refused': OperationDetail;
  /** A void has no definite answer. */
  readonly 'void-unresolved': OperationDetail;
  /** A refund is about to be sent. */
  readonly 'refund-sent': OperationSentDetail;
  /** A refund was made. */
  readonly 'refund-done': OperationDetail;
  /** A refund was accepted; its final status arrives later. */
  readonly 'refund-pending': OperationDetail;
  /** A refund was refused. */
  readonly 'refund-refused': OperationDetail;
  /** A refund has no definite answer. */
  readonly 'refund-unresolved': OperationDetail;
  /** The amount of a refund that the refunds report does not list is free again. */
  readonly 'refund-released': OperationDetail;
  /** A status message about a refund. */
  readonly 'refund-status': MessageDetail;
  /** A status message about a refund whose reference is not known yet. */
  readonly 'refund-status-early': { readonly pasref: string; readonly result: string };

  /** The decision of a person. `orderId` names a payment, and `operation` the key of another call. */
  readonly settled: {
    readonly as: string;
    readonly by: string;
    readonly reason: string;
    readonly orderId?: string;
    /** Key of a capture, a void or a refund. */
    readonly operation?: string;
  };
  /** A person opened the order for another payment. */
  readonly reopened: { readonly by: string; readonly reason: string };
  /** `orders.cancel` ended the order before a payment. */
  readonly cancelled: { readonly key: string; readonly by?: string; readonly reason?: string };
  /** The order has reached its `expiresAt`. */
  readonly expired: { readonly expiresAt: string };
  /** `orders.update` changed these fields. `before` and `after` are the amounts, if they differ. */
  readonly updated: { readonly fields: readonly string[]; readonly before?: Amount; readonly after?: Amount };
  /** `orders.erase` removed the personal data, and the details of the entries before. */
  readonly erased: { readonly by?: string; readonly reason?: string };
  /** `orders.suspend` closed the order to payments. */
  readonly suspended: { readonly createdBefore: string };
  /** The order got a flag. */
  readonly flagged: {
    readonly flag: FlagKind;
    readonly orderId?: string;
    readonly limit?: string;
    readonly operation?: string;
    readonly operationKind?: OperationAttempt['kind'];
  };
}

/** Names of the events in the history of an order. */
export type HistoryEvent = keyof HistoryDetails;

/** An entry in the history of an order: a log for people. In code, read `state`, `attempts` and `flags`. */
export type HistoryEntry = {
  readonly [Event in HistoryEvent]: {
    /** ISO 8601 in UTC. */
    readonly at: string;
    /** The name of the event. */
    readonly event: Event;
    /** The order's state afterwards. */
    readonly state: OrderState;
    /** The data of the event. */
    readonly detail?: HistoryDetails[Event];
  };
}[HistoryEvent];

/**
 * Events that a client can cause any number of times. The oldest are evicted. The others are about money, and are
 * evicted only for a payment that was not sent.
 */
const REPEATABLE_EVENTS: readonly HistoryEvent[] = [
  'authorization-not-sent',
  'redirect-not-sent',
  'version-checked',
  'authentication-sent',
  'authentication-answered',
  'challenge-closed',
  'challenge-result',
  'challenge-result-unreadable',
  'challenge-result-of-another-transaction',
  'status-interim',
  'status-success',
  'status-failure',
  'status-again',
  'status-late',
  'status-contradiction',
  'status-unexpected',
  'status-rejected',
  'return-interim',
  'return-success',
  'return-failure',
  'refund-status',
  'refund-status-early',
];

/** A fact that needs a person's attention. */
export interface OrderFlag {
  /** The kind of the fact. */
  readonly kind: FlagKind;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The gateway order id of the attempt it is about; absent for `too-many-attempts` and `undelivered`. */
  readonly attempt?: string;
  /** For `too-many-attempts`: the limit that the order has reached, such as `cardsPerOrder`. */
  readonly limit?: string;
  /**
   * For `unknown-result`: the key of the capture, void or refund. For `changed-elsewhere`: the payments reference that
   * the gateway shows.
   */
  readonly operation?: string;
  /** For `changed-elsewhere`: the kind of the call that the gateway shows. */
  readonly operationKind?: OperationAttempt['kind'];
}

/**
 * - `contradiction`: a message, an answer and the report disagree about an attempt.
 * - `second-payment`: an attempt succeeded although another one has paid the order.
 * - `amount-differs`: a status message names another amount, or the payment has an earlier amount of the order.
 * - `report-behind`: the report has not confirmed a status message for ten minutes.
 * - `unconfirmed`: the order was settled by a status message alone, because the report was unreadable.
 * - `unexpected-message`: a signed message is about a payment that the order does not have.
 * - `paid-after-end`: a payment succeeded although the order was cancelled or had expired.
 * - `unknown-result`: the result of a capture, void or refund cannot be read from the gateway, and a person settles it.
 * - `not-captured`: a reserved amount was not captured for days.
 * - `changed-elsewhere`: the gateway shows a capture or refund that no attempt of the order has.
 * - `undelivered`: a listener has given up, and the changes of the order wait for `orders.resend`.
 * - `too-many-attempts`: a call was refused because the order has reached one of its limits.
 */
export type FlagKind = (typeof FLAG_KINDS)[number];

/** The kinds of flags. */
export const FLAG_KINDS = [
  'contradiction',
  'second-payment',
  'amount-differs',
  'report-behind',
  'unconfirmed',
  'unexpected-message',
  'paid-after-end',
  'unknown-result',
  'not-captured',
  'changed-elsewhere',
  'undelivered',
  'too-many-attempts',
] as const;

/** Limits the growth of a record by client calls. */
const MAX_REPEATABLE = 400;

/** Adds an entry. Beyond the limit the oldest entries that are not about money are removed. */
export function withHistoryEntry(history: readonly HistoryEntry[], entry: HistoryEntry): readonly HistoryEntry[] {
  return evicted([...history, entry]);
}

function evicted(history: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const unsent = new Set(history.flatMap((entry) => unsentPaymentOf(entry) ?? []));
  const repeatable = history.filter((entry) => {
    const announced = announcedPaymentOf(entry);
    return announced === undefined ? REPEATABLE_EVENTS.includes(entry.event) : unsent.has(announced);
  });
  const oldest = new Set(repeatable.slice(0, Math.max(0, repeatable.length - MAX_REPEATABLE)));
  return oldest.size === 0 ? history : history.filter((entry) => !oldest.has(entry));
}

/** The payment of an entry that announces one. Once it was certainly not sent, the entry is not about money. */
function announcedPaymentOf({ event, detail }: HistoryEntry): string | undefined {
  switch (event) {
    case 'authorization-sent':
    case 'redirect-sent':
    case 'redirect-unanswered':
      return detail?.orderId;
    default:
      return undefined;
  }
}

/** The payment of an entry that certainly was not sent. */
function unsentPaymentOf({ event, detail }: HistoryEntry): string | undefined {
  return event === 'authorization-not-sent' || event === 'redirect-not-sent' ? detail?.orderId : undefined;
}
