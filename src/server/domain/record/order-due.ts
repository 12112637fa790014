import { endsAt } from './expiry.js';
import {
  isUnresolved,
  type Attempt,
  type CardAttempt,
  type OperationAttempt,
  type RedirectAttempt,
} from './attempts.js';
import type { RedirectEnd } from './redirect-attempt.table.js';
import { isOpen } from './operation.table.js';
import { LOOK_UP_INTERVAL } from './look-up-lease.js';
import { orderStateRow } from './order-state.table.js';
import { paymentAttempts, type OrderRecord } from './order-record.js';

/** Days for which set-aside attempts are looked up. */
const FOLLOW_UP_DAYS = 30;

/** Time from sending after which an attempt that ended by "not found" has its last look-up, in milliseconds. */
export const RECHECKED_FOR = 24 * 60 * 60_000;

/** The time of a delivery that only `orders.resend` resumes. */
const NOT_BEFORE_RESEND = '9999-12-31T23:59:59.999Z';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/**
 * Time of the next work that the shop or the shopper waits for: the look-up of an attempt, or the end of an order that
 * expires. Undefined when there is none. An attempt that was just looked up comes after those that were not, so that a
 * run with a limit reaches every order.
 */
export function dueAt(record: OrderRecord): string | undefined {
  const times = [...record.attempts.map((attempt) => attemptDueAt(attempt)), endsAt(record)];
  return times.filter((time) => time !== undefined).toSorted()[0];
}

/** The times by which a store finds an order. Each write of the order derives them. */
export type OrderTimes = Pick<OrderRecord, 'dueAt' | 'deliverAt' | 'checkAt' | 'unresolvedSince'>;

/** The times of an order, without those that it does not have. */
export function orderTimes(record: OrderRecord): OrderTimes {
  const times: { readonly [Time in keyof OrderTimes]-?: OrderTimes[Time] | undefined } = {
    dueAt: dueAt(record),
    deliverAt: deliverAt(record),
    checkAt: checkAt(record),
    unresolvedSince: unresolvedSince(record),
  };
  return Object.fromEntries(Object.entries(times).filter(([, time]) => time !== undefined));
}

/** Time at which the oldest payment in doubt was sent; undefined unless the order is in doubt. */
export function unresolvedSince(record: OrderRecord): string | undefined {
  if (record.state !== 'in-doubt') return undefined;
  const sent = paymentAttempts(record).filter(isUnresolved);
  return sent.map(({ sentAt }) => sentAt).toSorted()[0];
}

/**
 * Time of the next delivery of a change to the shop; undefined when none waits. A stopped delivery has a time that does
 * not come: a store keeps an order with a time of work.
 */
export function deliverAt({ changes, delivery }: OrderRecord): string | undefined {
  const [oldest] = changes;
  if (!oldest) return undefined;
  return delivery?.stopped ? NOT_BEFORE_RESEND : (delivery?.notBefore ?? oldest.at);
}

/** The card payment that has paid the order, or has reserved its amount. */
export function cardPayment({ attempts, payment }: OrderRecord): CardAttempt | undefined {
  return attempts.find(
    (attempt): attempt is CardAttempt =>
      attempt.kind === 'card' &&
      attempt.progress.step === 'succeeded' &&
      attempt.gatewayOrderId === payment?.gatewayOrderId,
  );
}

/** The card payment whose money can still change in the gateway's back office. */
export function changeablePayment(record: OrderRecord): CardAttempt | undefined {
  return orderStateRow(record.state).changeable ? cardPayment(record) : undefined;
}

/**
 * Time from which reconciliation reads what was done with a card payment in the gateway's back office. The interval
 * grows with the age of the payment to a day, so that a paid order has at most 80 look-ups. The look-ups end after
 * thirty days, unless an amount is still reserved.
 */
export function checkAt(record: OrderRecord): string | undefined {
  const payment = changeablePayment(record);
  if (payment?.progress.step !== 'succeeded') return undefined;
  const start = Date.parse(payment.progress.at);
  const last = Math.max(start, Date.parse(payment.lookUp?.lastAt ?? payment.progress.at));
  if (last === start) return payment.progress.at;
  const next = last + Math.min(Math.max((last - start) / 4, LOOK_UP_INTERVAL), DAY);
  const { reserved } = orderStateRow(record.state);
  return !reserved && next > start + FOLLOW_UP_DAYS * DAY ? undefined : new Date(next).toISOString();
}

/** True when nothing of a reserved amount was captured for so many milliseconds. */
export function isUncapturedFor(record: OrderRecord, ms: number, at: Date): boolean {
  const payment = cardPayment(record);
  if (orderStateRow(record.state).reserved !== 'whole' || payment?.progress.step !== 'succeeded') return false;
  return at.getTime() - Date.parse(payment.progress.at) >= ms;
}

/** Time from which one attempt can be looked up; undefined when no look-up is needed. */
export function attemptDueAt(attempt: Attempt): string | undefined {
  switch (attempt.kind) {
    case 'card':
      return cardDueAt(attempt);
    case 'redirect':
      return redirectDueAt(attempt);
    case 'capture':
    case 'void':
    case 'refund':
      return operationDueAt(attempt);
  }
}

function cardDueAt(attempt: CardAttempt): string | undefined {
  switch (attempt.progress.step) {
    case 'sent':
      return later(attempt.deadline, lastLookUp(attempt));
    case 'unresolved':
      return attempt.setAside ? followUpAt(attempt) : lastLookUp(attempt);
    case 'ended': {
      const recheckAt = recheckOf(attempt);
      return recheckAt && later(recheckAt, lastLookUp(attempt));
    }
    case 'succeeded':
      return undefined;
  }
}

/**
 * Time of the next query of an attempt that ended by unverified answers; undefined when there is none. The last one is
 * at least a day after the request was sent, whatever it is answered.
 */
export function recheckOf({ progress, sentAt, lookUp }: CardAttempt): string | undefined {
  if (progress.step !== 'ended' || progress.recheckAt === undefined) return undefined;
  const lastAt = lookUp ? Date.parse(lookUp.lastAt) : 0;
  const isOver = lastAt - Date.parse(sentAt) >= RECHECKED_FOR && lastAt >= Date.parse(progress.recheckAt);
  return isOver ? undefined : progress.recheckAt;
}

function redirectDueAt(attempt: RedirectAttempt): string | undefined {
  switch (attempt.progress.step) {
    case 'sent':
      return attempt.deadline;
    case 'awaiting-result':
      return lastLookUp(attempt);
    case 'set-aside':
      // A message has reported a success.
      return attempt.claim?.result === '00' ? lastLookUp(attempt) : followUpAt(attempt);
    case 'dismissed':
      return followUpAt(attempt);
    case 'succeeded':
    case 'failed':
      if (isUnconfirmed(attempt.progress)) return lastLookUp(attempt);
      // A message reported a success that the report has not shown yet.
      return attempt.progress.step === 'failed' && reportsSuccess(attempt) ? followUpAt(attempt) : undefined;
    case 'not-started':
      return undefined;
  }
}

function reportsSuccess({ messages }: RedirectAttempt): boolean {
  return messages.some((message) => message.endsWith('-00'));
}

function operationDueAt(attempt: OperationAttempt): string | undefined {
  if (!isOpen(attempt)) return undefined;
  return attempt.progress.step === 'sent' ? later(attempt.deadline, lastLookUp(attempt)) : lastLookUp(attempt);
}

/** The time of the last look-up, or that of sending. */
export function lastLookUp({ lookUp, sentAt }: Attempt): string {
  return lookUp?.lastAt ?? sentAt;
}

/** Ever longer intervals, from a minute to six hours, for thirty days. */
function followUpAt(attempt: Attempt): string | undefined {
  const [sent, last] = [Date.parse(attempt.sentAt), Date.parse(lastLookUp(attempt))];
  const next = last + Math.min(Math.max((last - sent) / 10, MINUTE), DAY / 4);
  return next > sent + FOLLOW_UP_DAYS * DAY ? undefined : new Date(next).toISOString();
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** True for an end that the payments report has neither confirmed nor contradicted yet. */
function isUnconfirmed({ confirmedBy }: RedirectEnd): boolean {
  return confirmedBy === 'message';
}
