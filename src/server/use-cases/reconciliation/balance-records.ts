import type { PaymentRecord, RefundRecord } from '../../gateway/report-records.js';

/** True for a success: every field of the record that states a result agrees. */
export function isPaid({ result, status }: PaymentRecord): boolean {
  const states = [result, status].flatMap((one) => one?.trim().toUpperCase() ?? []);
  return states.length > 0 && states.every((one) => ['00', 'SUCCEEDED', 'AUTHORISED'].includes(one));
}

/** True for a record that does not state its result, or whose amount is none. */
export function isUnreadable({ result, status, amount }: PaymentRecord | RefundRecord): boolean {
  return (!result?.trim() && !status?.trim()) || (amount !== undefined && !isAmount(amount));
}

export function isAmount(amount: string | undefined): amount is string {
  return amount !== undefined && /^\d{1,20}$/.test(amount);
}

export function shownMoney(amount: string | undefined, currency: string | undefined): string {
  if (amount === undefined) return 'an amount that is not shown';
  if (!isAmount(amount)) return 'an amount that cannot be read';
  return [String(BigInt(amount)), currency?.toUpperCase()].filter(Boolean).join(' ');
}

export function withReference(text: string, pasref: string | undefined): string {
  return pasref ? `${text}, reference ${pasref}` : text;
}
