import type { OrderState } from '../../protocol/adapter/outcome-codes.js';

/** Entry of the audit log. */
export interface HistoryEntry {
  /** ISO 8601 in UTC. */
  readonly at: string;
  readonly event: HistoryEvent;
  /** The order's state afterwards. */
  readonly state: OrderState;
  readonly detail?: Readonly<Record<string, string | boolean>>;
}

/** Events about money. They are not evicted from the history, except for those of a payment that was not sent. */
const MONEY_EVENTS = [
  'created',
  'authorization-sent',
  'authorization-answered',
  'authorization-unanswered',
  'authorization-looked-up',
  'authorization-never-arrived',
  'card-confirmed',
  'redirect-sent',
  'redirect-answered',
  'redirect-unanswered',
  'redirect-set-aside',
  'redirect-resumed',
  'payment-confirmed',
  'payment-failed',
  'late-success',
  'success-waiting',
  'second-payment',
  'refund-sent',
  'refund-done',
  'refund-pending',
  'refund-refused',
  'refund-unresolved',
  'refund-released',
  'settled',
  'reopened',
  'flagged',
] as const;

/** Events that a client can cause any number of times. The oldest are evicted. */
type OtherEvent =
  | 'authorization-not-sent'
  | 'redirect-not-sent'
  | 'version-checked'
  | 'authentication-sent'
  | 'authentication-answered'
  | 'challenge-closed'
  | 'challenge-result'
  | 'challenge-result-unreadable'
  | 'challenge-result-of-another-transaction'
  | 'status-interim'
  | 'status-success'
  | 'status-failure'
  | 'status-again'
  | 'status-late'
  | 'status-contradiction'
  | 'status-unexpected'
  | 'status-not-believed'
  | 'return-interim'
  | 'return-success'
  | 'return-failure'
  | 'refund-status'
  | 'refund-status-early';

/** Names of the events in the history of an order. */
export type HistoryEvent = (typeof MONEY_EVENTS)[number] | OtherEvent;

/** A fact that needs a person's attention. */
export interface OrderFlag {
  readonly kind: FlagKind;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The gateway order id of the attempt it is about; absent for `too-many-attempts`. */
  readonly attempt?: string;
  /** For `too-many-attempts`: the limit that the order has reached, such as `cardsPerOrder`. */
  readonly limit?: string;
}

/**
 * - `contradiction`: a message, an answer and the report disagree about an attempt.
 * - `second-payment`: an attempt succeeded although another one has paid the order.
 * - `amount-differs`: a status message names another amount.
 * - `report-behind`: the report has not confirmed a status message for ten minutes.
 * - `unconfirmed`: the order was settled by a status message alone, because the report was unreadable.
 * - `unexpected-message`: a signed message is about a payment that the order does not have.
 * - `too-many-attempts`: a call was refused because the order has reached one of its limits.
 */
export type FlagKind =
  | 'contradiction'
  | 'second-payment'
  | 'amount-differs'
  | 'report-behind'
  | 'unconfirmed'
  | 'unexpected-message'
  | 'too-many-attempts';

/** Limits the growth of a record by client calls. */
const MAX_OTHER_ENTRIES = 400;

/** Events that announce a payment. Once the payment was certainly not sent, they are not about money. */
const ANNOUNCEMENTS: readonly HistoryEvent[] = ['authorization-sent', 'redirect-sent', 'redirect-unanswered'];
const NOT_SENT: readonly HistoryEvent[] = ['authorization-not-sent', 'redirect-not-sent'];

/** Adds an entry. Beyond the limit the oldest entries that are not about money are removed. */
export function withHistoryEntry(history: readonly HistoryEntry[], entry: HistoryEntry): readonly HistoryEntry[] {
  return evicted([...history, entry]);
}

function evicted(history: readonly HistoryEntry[]): readonly HistoryEntry[] {
  const unsent = new Set(
    history.flatMap(({ event, detail }) => (NOT_SENT.includes(event) ? detail?.['order_id'] : [])),
  );
  const isOther = ({ event, detail }: HistoryEntry) =>
    ANNOUNCEMENTS.includes(event)
      ? unsent.has(detail?.['order_id'])
      : !(MONEY_EVENTS as readonly string[]).includes(event);
  const others = history.filter(isOther);
  const oldest = new Set(others.slice(0, Math.max(0, others.length - MAX_OTHER_ENTRIES)));
  return oldest.size === 0 ? history : history.filter((entry) => !oldest.has(entry));
}
