import { MessageError } from '../../protocol/values/field-issue.js';
import type { OrderState } from '../../protocol/adapter/outcome-codes.js';
import { CREDIT_CALL, GatewayError } from '../gateway/gateway-error.js';
import type { BackendContext } from '../orders/backend-context.js';
import type { RefundAttempt, RefundProgress } from '../orders/record/attempts.js';
import { deadlineOf } from '../orders/calls/deadline.js';
import { refundAttempt, withEntry, type OrderRecord } from '../orders/record/order-record.js';
import { Problem } from '../orders/problems/problem.js';
import { sendWindow } from '../orders/calls/send-window.js';
import {
  endOfAnswer,
  endOfFault,
  isUnderWay,
  withRefundEnd,
  withRefundResult,
  type RefundEnd,
} from './refund-results.js';
import { paidAttempt, refundableAmount } from './refundable.js';

/** Input of `orders.refund`. */
export interface RefundInput {
  /** Minor units. Default: the whole refundable amount. */
  readonly amount?: string | undefined;
  /**
   * Idempotency key, at most 255 characters. A repeated call with the same key returns the same refund. Default: from
   * `randomUuid`.
   */
  readonly key?: string | undefined;
  /** Gateway order id of the payment, for a second payment of the order. Default: the payment that paid it. */
  readonly attempt?: string | undefined;
  /** Sent with payment-credit. At most 255 characters. */
  readonly comment?: string | undefined;
}

/** State of a refund. */
export interface RefundAnswer {
  /**
   * - `done`, `refused`: final.
   * - `pending`: accepted; the final status arrives later.
   * - `sent`: another call with this key is waiting for the gateway's answer.
   * - `unresolved`: sent and not answered. It may have been carried out, and its amount stays reserved.
   */
  readonly state: RefundProgress['step'];
  /** The idempotency key of the refund. */
  readonly key: string;
  /** Minor units. */
  readonly amount: string;
  /** Amount that can still be refunded, in minor units. */
  readonly refundable: string;
  /** The gateway's result code of a refund that it has refused (docs/reference/gateway.md#result-codes). */
  readonly result?: string;
  /** The gateway's text. */
  readonly message?: string;
  /** The order after the call. */
  readonly order: { readonly id: string; readonly state: OrderState };
}

/**
 * Refunds a payment, whole or in parts. The amount is reserved in the order before the request is sent,
 * so that refunds made at the same time never exceed the payment.
 * @throws {MessageError} naming `amount` with the refundable amount, `attempt`, or `order` when nothing is left
 * @throws {Problem} key-reused for other input; closing, gateway-unavailable when nothing was sent
 */
export async function refund(
  context: BackendContext,
  id: string,
  input: RefundInput,
  newKey: () => string,
): Promise<RefundAnswer> {
  const { book, gateway, publicUrl, report } = context;
  const key = input.key ?? newKey();
  const recorded = await book.update(id, (record, at) =>
    refundAttempt(record, key) ? undefined : withRefundSent(record, key, input, gateway, at),
  );
  const attempt = refundAttempt(recorded.record, key);
  if (!attempt) throw new Problem('internal-error');
  if (!recorded.changed) return earlierAnswer(context, recorded.record, attempt, input);
  const paid = paidAttempt(recorded.record, attempt.gatewayOrderId);
  const country = paid?.country ?? recorded.record.country;

  let fault: unknown;
  const end: RefundEnd = await sendWindow(context, attempt.sentAt)
    .then((window) =>
      gateway.paymentCredits.create(
        {
          orderId: attempt.gatewayOrderId,
          pasref: paid?.pasref ?? '',
          method: paid?.method ?? '',
          amount: attempt.amount,
          currency: attempt.currency,
          returnUrl: `${publicUrl}/return/${id}`,
          statusUrl: `${publicUrl}/status/${id}`,
          ...(country ? { country } : {}),
          ...(input.comment === undefined ? {} : { comments: [input.comment] }),
        },
        window,
      ),
    )
    .then(endOfAnswer, async (error: unknown) => {
      fault = error;
      if (!(error instanceof MessageError || error instanceof Problem)) return endOfFault(error);
      await book.update(id, (current) => withoutRefund(current, key));
      throw error;
    });
  const settled = await book
    .update(id, (current, at) => {
      const latest = refundAttempt(current, key);
      return latest && withAnswer(current, latest, end, at);
    })
    .catch((error: unknown) => {
      report('refund-unanswered', error, id);
    });
  if (settled) {
    const { progress } = refundAttempt(settled.record, key) ?? attempt;
    if (progress.step === 'unresolved') report('refund-unanswered', fault ?? end.message, id);
    const refusal = refusalOf(end, fault);
    if (refusal) report('gateway-refused', refusal, id);
    return answerOf(settled.record, key, await book.now());
  }
  // The refund may have been made. A store that fails now still has its amount reserved, and reconciliation settles it.
  return { ...answerOf(recorded.record, key, new Date(attempt.sentAt)), state: 'unresolved' };
}

/** The error of a refusal that only a change of the gateway's options, or of the account, corrects. */
function refusalOf({ step, result = '', message = '' }: RefundEnd, fault: unknown): GatewayError | undefined {
  if (fault !== undefined) return fault instanceof GatewayError && fault.failure.kind === 'refused' ? fault : undefined;
  const isAboutRequest = step === 'refused' && (result === '400' || result === '401');
  return isAboutRequest ? new GatewayError({ kind: 'refused', result, message }, CREDIT_CALL) : undefined;
}

/**
 * The record after the answer of a refund. A look-up, a message or a person may have settled it first: an answer that
 * contradicts them is flagged, and one without a result is ignored.
 */
function withAnswer(record: OrderRecord, refund: RefundAttempt, end: RefundEnd, at: Date): OrderRecord | undefined {
  if (refund.progress.step === 'sent') return withRefundEnd(record, refund, end, at);
  return end.step === 'unresolved' ? undefined : withRefundResult(record, refund, end, at);
}

/** The record without a refund that this process refused to send: its key and its amount stay free. */
function withoutRefund(record: OrderRecord, key: string): OrderRecord {
  return { ...record, attempts: record.attempts.filter((attempt) => attempt.kind !== 'refund' || attempt.key !== key) };
}

/** The answer to a repeated key, or key-reused for other input. */
async function earlierAnswer(
  { book }: BackendContext,
  record: OrderRecord,
  attempt: RefundAttempt,
  { amount, attempt: payment }: RefundInput,
): Promise<RefundAnswer> {
  const isAnother =
    (amount !== undefined && BigInt(amount) !== BigInt(attempt.amount)) ||
    (payment !== undefined && payment !== attempt.gatewayOrderId);
  if (isAnother) throw new Problem('key-reused');
  return answerOf(record, attempt.key, await book.now());
}

function withRefundSent(
  record: OrderRecord,
  key: string,
  { amount: asked, attempt: payment }: RefundInput,
  gateway: BackendContext['gateway'],
  at: Date,
): OrderRecord {
  const paid = paymentToRefund(record, payment);
  const refundable = refundableAmount(record, paid.gatewayOrderId);
  const amount = BigInt(asked ?? refundable);
  if (refundable === 0n) throw wrong('amount', 'cannot be refunded: nothing is left');
  if (amount > refundable) throw wrong('amount', `must be at most ${refundable}, which is what is left`);
  const refund: RefundAttempt = {
    kind: 'refund',
    key,
    gatewayOrderId: paid.gatewayOrderId,
    amount: String(amount),
    currency: paid.currency,
    sentAt: at.toISOString(),
    deadline: deadlineOf(gateway, at),
    progress: { step: 'sent' },
  };
  const sent = { ...record, attempts: [...record.attempts, refund] };
  return withEntry(sent, at, 'refund-sent', { amount: refund.amount, orderId: paid.gatewayOrderId });
}

function paymentToRefund(record: OrderRecord, payment: string | undefined) {
  if (payment !== undefined) {
    const paid = paidAttempt(record, payment);
    if (!paid?.pasref)
      throw wrong('attempt', 'must be the gateway order id of a successful redirect payment of this order');
    return paid;
  }
  if (!record.payment) throw wrong('order', `has nothing to refund: it is ${record.state}`);
  const paid = paidAttempt(record, record.payment.gatewayOrderId);
  if (!paid?.pasref) throw wrong('order', 'was paid by card, for which the interface has no refund');
  return paid;
}

function wrong(field: string, message: string): MessageError {
  return new MessageError('refund', [{ field, message, missing: false }]);
}

function answerOf(record: OrderRecord, key: string, now: Date): RefundAnswer {
  const attempt = refundAttempt(record, key);
  if (!attempt) throw new Problem('internal-error');
  const { progress, amount, gatewayOrderId } = attempt;
  const message = progress.step === 'sent' ? undefined : progress.message;
  const result = progress.step === 'refused' ? progress.result : undefined;
  return {
    state: refundState(attempt, now),
    key,
    amount,
    refundable: String(refundableAmount(record, gatewayOrderId)),
    ...(result ? { result } : {}),
    ...(message ? { message } : {}),
    order: { id: record.id, state: record.state },
  };
}

/** A refund without an answer by its deadline is unresolved. */
function refundState(refund: RefundAttempt, now: Date): RefundProgress['step'] {
  const { step } = refund.progress;
  return step === 'sent' && !isUnderWay(refund, now) ? 'unresolved' : step;
}
