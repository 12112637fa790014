import { MessageError } from '../../protocol/field-issue.js';
import type { OrderState } from '../../protocol/outcome.js';
import type { PaymentResult } from '../../protocol/status-message.js';
import type { BackendContext } from '../backend-context.js';
import { GatewayError } from '../gateway/gateway-error.js';
import type { PaymentCreditResult } from '../gateway/payment-credits.js';
import { withEntry, type OrderRecord, type RefundEntry } from '../orders/order-record.js';

export interface RefundInput {
  /** Minor units. Default: all that is left. */
  readonly amount?: string;
  /** The same key again is the same refund, whatever happened in between. Default: a new one. */
  readonly key?: string;
  readonly comment?: string;
}

export interface RefundAnswer {
  /** `sent`: another call with this key is still at it. `in-doubt`: asked and not answered, it may have been refunded; it counts as if it had. */
  readonly state: RefundEntry['state'];
  readonly amount: string;
  /** What could still be refunded, in minor units. */
  readonly rest: string;
  /** The gateway's words. */
  readonly message?: string;
  readonly order: { readonly id: string; readonly state: OrderState };
}

/**
 * Refunds a payment, whole or in parts (spec: Refund request (XML)). What is asked for is set aside in
 * the order before it is sent, so that parts asked for at a time never add up to more than was paid.
 * @throws {MessageError} naming `amount` with what is left, or `order` where there is nothing to refund.
 */
export async function refund(
  context: BackendContext,
  id: string,
  { amount, key, comment }: RefundInput,
  newKey: () => string,
): Promise<RefundAnswer> {
  const { book, gateway, publicUrl, now } = context;
  const own = key ?? newKey();
  const begun = await book.update(id, (record) =>
    entryOf(record, own) ? undefined : begin(record, own, amount, now()),
  );
  const entry = entryOf(begun.record, own);
  const { payment, currency, country } = begun.record;
  if (!begun.changed || !entry || !payment?.pasref || !payment.method) return answerOf(begun.record, own);

  const settled = await gateway.paymentCredits
    .create({
      orderId: payment.gatewayOrderId,
      pasref: payment.pasref,
      method: payment.method,
      amount: entry.amount,
      currency,
      returnUrl: `${publicUrl}/return/${id}`,
      statusUrl: `${publicUrl}/status/${id}`,
      ...(country ? { country } : {}),
      ...(comment === undefined ? {} : { comments: [comment] }),
    })
    .then(settledBy, settledByFault);
  const { record } = await book.update(id, (current) => settle(current, own, settled, now()));
  return answerOf(record, own);
}

/** What is left to refund: what was paid without all that was refunded, or may have been. */
export function refundableRest({ amount, state, payment, refunds }: OrderRecord): bigint {
  if (!payment?.method || (state !== 'paid' && state !== 'partly-refunded')) return 0n;
  return BigInt(amount) - sum(refunds.filter((one) => one.state !== 'refused'));
}

function sum(refunds: readonly RefundEntry[]): bigint {
  return refunds.reduce((total, one) => total + BigInt(one.amount), 0n);
}

function begin(record: OrderRecord, key: string, asked: string | undefined, now: Date): OrderRecord {
  if (record.state !== 'paid' && record.state !== 'partly-refunded')
    throw wrong('order', `has nothing to refund: it is ${record.state}`);
  // The documents have a refund for redirect methods only.
  if (!record.payment?.method) throw wrong('order', 'was paid by card, for which the interface has no refund');
  const rest = refundableRest(record);
  const amount = asked ?? String(rest);
  if (!/^\d{1,12}$/.test(amount) || BigInt(amount) === 0n)
    throw wrong('amount', rest === 0n ? 'cannot be refunded: nothing is left' : 'must be minor units, more than zero');
  if (BigInt(amount) > rest) throw wrong('amount', `must be at most ${rest}, which is what is left`);
  const entry: RefundEntry = { key, at: now.toISOString(), amount: String(BigInt(amount)), state: 'sent' };
  return withEntry({ ...record, refunds: [...record.refunds, entry] }, now, 'refund-sent', { amount: entry.amount });
}

function wrong(field: string, message: string): MessageError {
  return new MessageError('refund', [{ field, message, missing: false }]);
}

type Settled = Pick<RefundEntry, 'state' | 'pasref' | 'message'>;

function settledBy({ result, message, pasref }: PaymentCreditResult): Settled {
  const known = { message, ...(pasref ? { pasref } : {}) };
  if (result === '00') return { state: 'done', ...known };
  if (result === '01') return { state: 'pending', ...known };
  return { state: /^[1-9]\d\d$/.test(result) ? 'refused' : 'in-doubt', ...known };
}

/** Only a refusal, or a request that never left, is certain proof that nothing was refunded. */
function settledByFault(error: unknown): Settled {
  if (!(error instanceof GatewayError))
    return { state: 'refused', message: error instanceof Error ? error.message : 'could not be sent' };
  const { failure } = error;
  switch (failure.kind) {
    case 'unanswered':
      return { state: failure.sent ? 'in-doubt' : 'refused', message: error.message };
    case 'internal':
    case 'bad-answer':
    case 'downstream':
      return { state: 'in-doubt', message: error.message };
    case 'refused':
      return { state: 'refused', message: failure.message };
    case 'invalid':
    case 'unauthorized':
    case 'not-found':
    case 'method':
    case 'media-type':
    case 'card-not-supported':
      return { state: 'refused', message: error.message };
  }
}

/** The record with a refund changed, and the state that follows from all of them. */
function withRefund(record: OrderRecord, key: string, change: Partial<RefundEntry>): OrderRecord {
  const refunds = record.refunds.map((one) => (one.key === key ? { ...one, ...change } : one));
  const done = sum(refunds.filter((one) => one.state === 'done'));
  return {
    ...record,
    refunds,
    state: done === 0n ? record.state : done < BigInt(record.amount) ? 'partly-refunded' : 'refunded',
  };
}

/** What a status message makes of a refund: the first final word holds, and another one is for people to look at. */
export function withRefundWord(
  record: OrderRecord,
  { key, state }: Pick<RefundEntry, 'key' | 'state'>,
  result: PaymentResult,
): OrderRecord {
  const word = result === '00' ? 'done' : result === '101' ? 'refused' : 'pending';
  if (state !== 'done' && state !== 'refused') return withRefund(record, key, { state: word });
  return word === 'pending' || word === state ? record : { ...record, contradiction: true };
}

/** The event of a status message that came before the answer by which its refund is known. */
export const REFUND_STATUS_EARLY = 'refund-status-early';

function settle(record: OrderRecord, key: string, settled: Settled, now: Date): OrderRecord {
  const { message, pasref, state: how } = settled;
  const answered = withEntry(withRefund(record, key, settled), now, `refund-${how}`, {
    amount: entryOf(record, key)?.amount ?? '',
    ...(message ? { message } : {}),
  });
  const early = record.history.filter(
    ({ event, detail }) => event === REFUND_STATUS_EARLY && pasref !== undefined && detail?.['pasref'] === pasref,
  );
  return early.reduce(
    (current, { detail }) =>
      withRefundWord(current, entryOf(current, key) ?? { key, state: how }, detail?.['result'] as PaymentResult),
    answered,
  );
}

function entryOf({ refunds }: OrderRecord, key: string): RefundEntry | undefined {
  return refunds.find((one) => one.key === key);
}

function answerOf(record: OrderRecord, key: string): RefundAnswer {
  const { state, amount, message } = entryOf(record, key) ?? { state: 'refused', amount: '0' };
  return {
    state,
    amount,
    rest: String(refundableRest(record)),
    ...(message ? { message } : {}),
    order: { id: record.id, state: record.state },
  };
}
