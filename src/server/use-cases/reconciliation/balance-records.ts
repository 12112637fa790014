import type { CardQueryAnswer } from '../../gateway/card-query.js';
import type { PaymentRecord, RefundRecord } from '../../gateway/report-records.js';
import {
  hasSucceeded,
  type Attempt,
  type CardAttempt,
  type OperationAttempt,
  type PaymentAttempt,
} from '../../domain/record/attempts.js';
import { callsWithLeg, ownReferences } from '../../domain/operations/legs.js';
import { isOpen } from '../../domain/record/operation.table.js';
import { paymentAttempts, type OrderRecord } from '../../domain/record/order-record.js';
import { isDone, sumOf } from '../../domain/states/money.js';
import { isAmount } from '../../domain/record/same-amount.js';

const KINDS = ['capture', 'void', 'refund'] as const;

/** The text for no money. */
export const NOTHING = 'nothing';
/** The text for a call whose result is not known. */
export const UNRESOLVED = 'unresolved';

/** True for a success: every field of the record that states a result agrees. */
export function isPaid({ result, status }: PaymentRecord): boolean {
  const states = [result, status].flatMap((one) => one?.trim().toUpperCase() ?? []);
  return states.length > 0 && states.every((one) => ['00', 'SUCCEEDED', 'AUTHORISED'].includes(one));
}

/** True for a record that does not state its result, or whose amount is none. */
export function isUnreadable({ result, status, amount }: PaymentRecord | RefundRecord): boolean {
  return (!result?.trim() && !status?.trim()) || (amount !== undefined && !isAmount(amount));
}

/** The number of calls that no leg of a card payment shows: those without a result, and each after the first. */
export function callsNotShown(record: OrderRecord): number {
  const cards = paymentAttempts(record).filter(({ kind }) => kind === 'card');
  const calls = cards.flatMap(({ gatewayOrderId }) =>
    KINDS.flatMap((kind) =>
      callsWithLeg(record, gatewayOrderId, kind).filter((one, index) => index > 0 || isOpen(one)),
    ),
  );
  return calls.length;
}

export function shownMoney(amount: string | undefined, currency: string | undefined): string {
  if (amount === undefined) return 'an amount that is not shown';
  if (!isAmount(amount)) return 'an amount that cannot be read';
  return [String(BigInt(amount)), currency?.toUpperCase()].filter(Boolean).join(' ');
}

export function withReference(text: string, pasref: string | undefined): string {
  return pasref ? `${text}, reference ${pasref}` : text;
}

/** Records without those that are listed again. Two records without an identifier are two. */
export function eachOnce<One>(records: readonly One[], idOf: (one: One) => string | undefined): readonly One[] {
  return [...new Map(records.map((one) => [idOf(one) ?? one, one])).values()];
}

/**
 * The sum of refunds, each counted once, with the currencies of their records.
 * @param currency that of the payment, for records without one
 */
export function shownRefunds(records: readonly RefundRecord[], currency: string): string {
  const refunds = eachOnce(records, ({ merchantRefundId, pasref }) => merchantRefundId ?? pasref);
  const amounts = refunds.map(({ amount }) => amount);
  if (!amounts.every(isAmount)) return shownMoney('unreadable', currency);
  const sum = amounts.reduce((total, one) => total + BigInt(one), 0n);
  const currencies = new Set(refunds.map((one) => (one.currency ?? currency).toUpperCase()));
  return sum === 0n ? NOTHING : shownMoney(String(sum), [...currencies].join(' and '));
}

/** The successes of a payment in the report, each once. One that is listed with two amounts has both. */
export function listed(records: readonly PaymentRecord[], payment: PaymentAttempt): string {
  const successes = successesOf(records, payment).map((one) => moneyOf(one, payment));
  return [...successes, ...(isContradicted(records) ? [FAILED] : [])].join(' and ') || NOTHING;
}

/**
 * The authorization as the query has it. Its amount comes from the query or from the report, where one has it. What the
 * report has beside it is added.
 */
export function authorized(
  payment: CardAttempt,
  { amount, currency, pasref }: CardQueryAnswer,
  records: readonly PaymentRecord[],
): string {
  const [record, ...others] = successesOf(records, payment);
  const known = payment.progress.step === 'succeeded' ? payment.progress.pasref : undefined;
  const text = shownMoney(amount ?? record?.amount ?? payment.amount, currency ?? record?.currency ?? payment.currency);
  const queried = known && pasref && known !== pasref ? withReference(text, pasref) : text;
  const isOther = record !== undefined && moneyOf(record, payment) !== text;
  const beside = [...(isOther ? [record] : []), ...others].map((one) => moneyOf(one, payment));
  const isFailed = isContradicted(records) || (record === undefined && records.some(isFailure));
  return [queried, ...beside, ...(isFailed ? [FAILED] : [])].join(' and ');
}

const FAILED = 'a failure in its report';

/** The successes, each once. Without an identifier, each record is one. */
function successesOf(records: readonly PaymentRecord[], payment: PaymentAttempt): readonly PaymentRecord[] {
  return eachOnce(records.filter(isPaid), (one) => {
    const id = idOf(one);
    return id && `${id} ${moneyOf(one, payment)}`;
  });
}

/** True when a record of a success is listed as a failure as well. A repeated request is a failure of its own. */
function isContradicted(records: readonly PaymentRecord[]): boolean {
  const failed = records.filter(isFailure).flatMap((one) => idOf(one) ?? []);
  return records.some((one) => isPaid(one) && failed.includes(idOf(one) ?? ''));
}

function isFailure({ result, status }: PaymentRecord): boolean {
  const state = status?.trim().toUpperCase();
  return state === 'FAILED' || state === 'DECLINED' || result?.trim() === '101';
}

const idOf = ({ merchantTransactionId, pasref }: PaymentRecord) => merchantTransactionId ?? pasref;

function moneyOf({ amount, currency }: PaymentRecord, payment: PaymentAttempt): string {
  return shownMoney(amount ?? payment.amount, currency ?? payment.currency);
}

/** The times of a call: when it was sent, and when its result came. */
export function timesOf({ sentAt, progress }: Attempt): readonly string[] {
  return 'at' in progress ? [sentAt, progress.at] : [sentAt];
}

/** The money of a payment in the shop. */
export function shopPayment(payment: PaymentAttempt): string {
  if (hasSucceeded(payment)) return shownMoney(payment.amount, payment.currency);
  const { step } = payment.progress;
  return ['sent', 'unresolved', 'awaiting-result', 'set-aside', 'dismissed'].includes(step) ? UNRESOLVED : NOTHING;
}

/** The money of calls of one kind in the shop. */
export function shopOperations(operations: readonly OperationAttempt[], currency: string): string {
  const done = operations.filter(isDone);
  if (done.length > 0) return shownMoney(String(sumOf(done)), currency);
  return operations.some(isOpen) ? UNRESOLVED : NOTHING;
}

/** A leg of calls that the shop knows as well mostly has no amount of its own: it has the shop's. */
export function shownLeg(
  record: OrderRecord,
  operations: readonly OperationAttempt[],
  currency: string,
  leg: CardQueryAnswer | undefined,
): string {
  if (leg?.result !== '00') return NOTHING;
  const done = operations.filter(isDone);
  const isKnown =
    done.length > 0 &&
    (!leg.pasref || ownReferences(record).includes(leg.pasref) || done.some(({ pasref }) => pasref === undefined));
  const text = shownMoney(leg.amount, currency);
  if (!isKnown) return withReference(text, leg.pasref);
  // With several calls, the leg is that of the first one.
  return leg.amount === undefined || done.length > 1 ? shopOperations(operations, currency) : text;
}
