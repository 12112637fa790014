import type { CardQueryAnswer } from '../../gateway/card-query.js';
import type { PaymentRecord, RefundRecord } from '../../gateway/report-records.js';
import type { Attempt, CardAttempt, RedirectAttempt } from '../../domain/record/attempts.js';
import { isAmount } from '../../domain/record/same-amount.js';

/** The text for no money. */
export const NOTHING = 'nothing';

/** True for a success: every field of the record that states a result agrees. */
export function isPaid({ result, status }: PaymentRecord): boolean {
  const states = [result, status].flatMap((one) => one?.trim().toUpperCase() ?? []);
  return states.length > 0 && states.every((one) => ['00', 'SUCCEEDED', 'AUTHORISED'].includes(one));
}

/** True for a record that does not state its result, or whose amount is none. */
export function isUnreadable({ result, status, amount }: PaymentRecord | RefundRecord): boolean {
  return (!result?.trim() && !status?.trim()) || (amount !== undefined && !isAmount(amount));
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

/** The successes of a redirect payment in the report, each once. One that is listed with two amounts has both. */
export function listed(records: readonly PaymentRecord[], payment: RedirectAttempt): string {
  const money = ({ amount = payment.amount, currency = payment.currency }: PaymentRecord) =>
    shownMoney(amount, currency);
  const once = eachOnce(records, (one) => {
    const id = one.merchantTransactionId ?? one.pasref;
    return id && `${id} ${money(one)}`;
  });
  return once.map(money).join(' and ') || NOTHING;
}

/** The authorization as the query has it. Its amount comes from the query or from the report, where one has it. */
export function authorized(
  payment: CardAttempt,
  { amount, currency, pasref }: CardQueryAnswer,
  [record]: readonly PaymentRecord[],
): string {
  const own = payment.progress.step === 'succeeded' ? payment.progress.pasref : undefined;
  const text = shownMoney(amount ?? record?.amount ?? payment.amount, currency ?? record?.currency ?? payment.currency);
  return own && pasref && own !== pasref ? withReference(text, pasref) : text;
}

/** The times of a call: when it was sent, and when its result came. */
export function timesOf({ sentAt, progress }: Attempt): readonly string[] {
  return 'at' in progress ? [sentAt, progress.at] : [sentAt];
}
