import type { StatusMessage } from '../../protocol/status-message.js';
import { withoutCardNumbers } from '../gateway/gateway-words.js';
import { REFUND_STATUS_EARLY, withRefundWord } from '../refunds/refund.js';
import { withEntry, type HistoryEntry, type OrderRecord, type RedirectRecord } from '../orders/order-record.js';

/** By which of its two ways a message came. */
export type StatusWay = 'return' | 'status';

/**
 * What a verified return or status message makes of an order (spec: States and transitions). Pure,
 * so that messages may come in any order, twice, and at once: 00 and 101 are final and the first of
 * them holds, 01 is interim, and a final word against another is kept, flagged and not acted upon.
 * Undefined where nothing changes.
 */
export function withStatus(
  record: OrderRecord,
  message: StatusMessage,
  way: StatusWay,
  now: Date,
): OrderRecord | undefined {
  const detail = detailOf(message, way);
  const redirect = record.redirects.find(
    ({ gatewayOrderId, pasref }) => gatewayOrderId === message.orderid && pasref === (message.pasref ?? pasref),
  );
  if (!redirect) return withRefundStatus(record, message, detail, now);

  if (redirect.result !== undefined) {
    if (message.result === '01') return noted(record, 'status-late', detail, now);
    if (message.result === redirect.result) return noted(record, 'status-again', detail, now);
    return flagged(record, 'status-contradiction', detail, now);
  }
  const heard = withRedirect(record, redirect, { heard: true });
  if (message.result === '01') return noted(heard, 'status-interim', detail, now);

  // The last one without a final word is what the order waits for; nothing else can have begun meanwhile.
  if (record.state !== 'pending') return flagged(record, 'status-unexpected', detail, now);
  const { gatewayOrderId, method, pasref } = redirect;
  const ended = withRedirect(heard, redirect, { result: message.result });
  return message.result === '00'
    ? withEntry({ ...ended, state: 'paid', payment: { gatewayOrderId, method, pasref } }, now, 'status-success', detail)
    : withEntry({ ...ended, state: 'failed' }, now, 'status-failure', detail);
}

/** A refund has the order id of its payment, and a reference of its own. */
function withRefundStatus(
  record: OrderRecord,
  message: StatusMessage,
  detail: Detail,
  now: Date,
): OrderRecord | undefined {
  const refund = record.refunds.find(({ pasref }) => pasref !== undefined && pasref === message.pasref);
  // Two refunds of the same second differ by nothing else.
  const about = { ...detail, ...(message.pasref === undefined ? {} : { pasref: message.pasref }) };
  if (refund) return noted(withRefundWord(record, refund, message.result), 'refund-status', about, now);
  // Its answer may still be under way to us, which knows the reference: it is then taken with it.
  if (record.refunds.some(({ state }) => state === 'sent' || state === 'in-doubt'))
    return noted(record, REFUND_STATUS_EARLY, about, now);
  // Signed, and about a payment that nobody here was sent to: for people to look at.
  return flagged(record, 'status-unexpected', detail, now);
}

type Detail = NonNullable<HistoryEntry['detail']>;

/**
 * A field that was cut away is absent here, too. The fund status is no part of the hash: the shopper, by
 * whose browser a return message comes, may have changed it. It is noted, and nothing is made of it.
 */
function detailOf({ result, timestamp, message, fundstatus }: StatusMessage, way: StatusWay) {
  return {
    way,
    result,
    timestamp,
    ...(message === undefined ? {} : { message: withoutCardNumbers(message).slice(0, 200) }),
    ...(fundstatus ? { fund_status: fundstatus } : {}),
  };
}

function withRedirect(record: OrderRecord, redirect: RedirectRecord, change: Partial<RedirectRecord>): OrderRecord {
  const redirects = record.redirects.map((one) =>
    one.gatewayOrderId === redirect.gatewayOrderId ? { ...one, ...change } : one,
  );
  return { ...record, redirects };
}

function flagged(record: OrderRecord, event: string, detail: Detail, now: Date): OrderRecord | undefined {
  return noted({ ...record, contradiction: true }, event, detail, now);
}

/** The very same message is noted once, however often it comes. */
function noted(record: OrderRecord, event: string, detail: Detail, now: Date): OrderRecord | undefined {
  const text = JSON.stringify(detail);
  if (record.history.some((entry) => entry.event === event && JSON.stringify(entry.detail) === text)) return undefined;
  return withEntry(record, now, event, detail);
}
