import { HASH_FIELDS } from '../../protocol/values/securehash.js';
import {
  RETURN_MESSAGE_LIMIT,
  STATUS_FIELDS,
  type FundStatus,
  type PaymentResult,
  type StatusMessage,
} from '../../protocol/redirect/status-message.js';
import { compactTimestamp } from '../../protocol/values/timestamp.js';
import type { Settings } from '../core/settings.js';
import { signed, type Signature } from '../core/signature.js';
import { finalTime, standingAt, type AnsweredPayment, type ReportedRefund } from './model.js';

export type MessagePair = readonly [name: string, value: string];

/**
 * Names on the wire that differ from the field names. The fund status is sent under both names that
 * clients know (docs/reference/gateway.md#return-and-status-messages).
 */
const WIRE_NAMES: Partial<Record<keyof StatusMessage, readonly string[]>> = {
  amount: ['Amount'],
  fundstatus: ['fundstatus', 'fundsstatus'],
};

/** Makes the return message: the payment's result when the shopper answered the page. It never changes. */
export async function returnPairs(transaction: AnsweredPayment, settings: Settings): Promise<MessagePair[]> {
  return withinLimit(await paymentPairs(transaction, new Date(transaction.answer.at), settings));
}

/** Makes the status message: the payment's result when the answer takes effect, the same in each attempt. */
export function statusPairs(transaction: AnsweredPayment, settings: Settings): Promise<MessagePair[]> {
  return paymentPairs(transaction, finalTime(transaction.answer), settings);
}

/**
 * Makes the status message of a refund: signed like that of a payment, with the order id of the payment
 * and the refund's own pasref. The documents do not show one (docs/reference/gateway.md#unknowns).
 */
export function refundPairs(refund: ReportedRefund, settings: Settings): Promise<MessagePair[]> {
  const { result, message, at } = refund.settlement.end;
  return messagePairs({ ...refund, result, message, fundStatus: 'NOT_EXPECTED' }, new Date(at), settings);
}

function paymentPairs(transaction: AnsweredPayment, at: Date, settings: Settings): Promise<MessagePair[]> {
  return messagePairs({ ...transaction, ...standingAt(transaction, at) }, at, settings);
}

interface MessageSource {
  readonly account: string;
  readonly orderId: string;
  readonly pasref: string;
  readonly amount: string;
  readonly paymentMethod: string;
  readonly result: PaymentResult;
  readonly message: string;
  readonly signature: Signature;
  readonly merchantTransactionId?: string | undefined;
  readonly descriptor?: string | undefined;
  readonly fundStatus?: FundStatus | undefined;
  readonly country?: string | undefined;
}

async function messagePairs(source: MessageSource, at: Date, settings: Settings): Promise<MessagePair[]> {
  const { orderId: orderid, result, message, pasref, paymentMethod: paymentmethod } = source;
  const timestamp = compactTimestamp(at);
  const merchantid = settings.merchantId;
  const hashed = { timestamp, merchantid, orderid, result, message, pasref, paymentmethod };
  const { sha1hash, sha256hash } = await signed(source.signature, HASH_FIELDS.paymentMethodResult(hashed), settings);
  const fields: StatusMessage = {
    sha1hash,
    timestamp,
    merchantid,
    account: source.account,
    merchanttransactionid: source.merchantTransactionId,
    orderid,
    result,
    amount: source.amount,
    message,
    paymentpurpose: source.descriptor,
    paymentmethod,
    fundstatus: source.fundStatus,
    pasref,
    country: source.country,
  };
  const pairs = STATUS_FIELDS.flatMap((field) => {
    const value = fields[field];
    return value === undefined ? [] : (WIRE_NAMES[field] ?? [field]).map((name): MessagePair => [name, value]);
  });
  // sha256hash takes the place of sha1hash.
  return sha256hash === undefined ? pairs : [['sha256hash', sha256hash], ...pairs];
}

/**
 * Drops the values beyond the limit of a return message, so that a value is never cut (Non-Card Payment
 * Methods Interface, Return URL and status URL messages).
 */
export function withinLimit(pairs: readonly MessagePair[]): MessagePair[] {
  const fitting: MessagePair[] = [];
  for (const pair of pairs) {
    if (encoded([...fitting, pair]).length > RETURN_MESSAGE_LIMIT) break;
    fitting.push(pair);
  }
  return fitting;
}

export function encoded(pairs: readonly MessagePair[]): string {
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString();
}
