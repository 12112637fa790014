import { HASH_FIELDS } from '../../protocol/securehash.js';
import { RETURN_MESSAGE_LIMIT, STATUS_FIELDS, type StatusMessage } from '../../protocol/status-message.js';
import { compactTimestamp } from '../../protocol/timestamp.js';
import type { Settings } from '../settings.js';
import { signed } from '../signature.js';
import { finalTime, standingAt, type RedirectTransaction, type TestpayAnswer } from './model.js';
import type { Standing } from './testpay-choices.js';

type Pair = readonly [name: string, value: string];

/** The names on the wire where they are not the fields' own; the fund status goes under both that clients know (gateway facts 3). */
const WIRE_NAMES: Partial<Record<keyof StatusMessage, readonly string[]>> = {
  amount: ['Amount'],
  fundstatus: ['fundstatus', 'fundsstatus'],
};

export interface AnsweredPayment extends RedirectTransaction {
  answer: TestpayAnswer;
}

/** What the shopper brings back: how the payment stood when the page was answered. It never changes. */
export async function returnPairs(transaction: AnsweredPayment, settings: Settings): Promise<Pair[]> {
  const at = new Date(transaction.answer.at);
  return withinLimit(await messagePairs(transaction, standingAt(transaction, at), at, settings));
}

/** What the status URL is told when the answer takes effect; the same however often it is sent. */
export function statusPairs(transaction: AnsweredPayment, settings: Settings): Promise<Pair[]> {
  const at = finalTime(transaction.answer);
  return messagePairs(transaction, standingAt(transaction, at), at, settings);
}

async function messagePairs(
  transaction: RedirectTransaction,
  { result, message, fundStatus }: Standing,
  at: Date,
  settings: Settings,
): Promise<Pair[]> {
  const { orderId: orderid, pasref, paymentMethod: paymentmethod, signature } = transaction;
  const timestamp = compactTimestamp(at);
  const merchantid = settings.merchantId;
  const hashed = HASH_FIELDS.paymentMethodResult({
    timestamp,
    merchantid,
    orderid,
    result,
    message,
    pasref,
    paymentmethod,
  });
  const { sha1hash, sha256hash } = await signed(signature, hashed, settings);
  const fields: StatusMessage = {
    sha1hash,
    timestamp,
    merchantid,
    account: transaction.account,
    merchanttransactionid: transaction.merchantTransactionId,
    orderid,
    result,
    amount: transaction.amount,
    message,
    paymentpurpose: transaction.descriptor,
    paymentmethod,
    fundstatus: fundStatus,
    pasref,
    country: transaction.country,
  };
  const pairs = STATUS_FIELDS.flatMap((field) => {
    const value = fields[field];
    return value === undefined ? [] : (WIRE_NAMES[field] ?? [field]).map((name): Pair => [name, value]);
  });
  // The other hash has the first one's place.
  return sha256hash === undefined ? pairs : [['sha256hash', sha256hash], ...pairs];
}

/** Once the limit is reached no further values are added, so that a value is never cut (spec: Return URL and status URL messages). */
export function withinLimit(pairs: readonly Pair[]): Pair[] {
  const kept: Pair[] = [];
  for (const pair of pairs) {
    if (encoded([...kept, pair]).length > RETURN_MESSAGE_LIMIT) break;
    kept.push(pair);
  }
  return kept;
}

export function encoded(pairs: readonly Pair[]): string {
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
}
