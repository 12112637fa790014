import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import { MessageError } from '../../../protocol/values/field-issue.js';
import type { Uses } from '../../ports/ports.js';
import type { CardAttempt, OperationAttempt, PaymentAttempt } from '../../domain/record/attempts.js';
import { isOpen, type OperationStep } from '../../domain/record/operation.table.js';
import { isEndKey, operationAttempts, operationsWithKey, type OrderRecord } from '../../domain/record/order-record.js';
import { hasVoid, moneyOf, paidAttempt } from '../../domain/states/money.js';
import { Problem } from '../../domain/problems/problem.js';
import { withOrderCancelled } from '../../domain/states/order-end.js';
import { runRefund, type RefundAnswer, type RefundPorts } from './refund.js';
import { isBatched, voidPayment, withAuthorizationRead } from './card-operations.js';
import { followUp } from './operation-look-up.js';
import { answerOfRun, earlierCall, keyReused, refuseBesideOther, runOperation } from './run-operation.js';

/** Input of `orders.cancel`. */
export interface CancelInput {
  /** Idempotency key, at most 255 characters. A repeated call with the same key is the same cancellation. */
  readonly key: string;
  /** Gateway order id of the payment, for a second payment of the order. Default: the payment that paid it. */
  readonly attempt?: string | undefined;
  /**
   * States in which the order is cancelled, such as `['authorized']`. The write of the cancellation compares with them.
   * Default: all, so that the effect depends on the state that the order has by then.
   */
  readonly states?: readonly OrderState[] | undefined;
  /** The person who has asked for it, for the audit. At most 500 characters. */
  readonly by?: string | undefined;
  /** The reason, for the audit. At most 500 characters. */
  readonly reason?: string | undefined;
}

/** Result of `orders.cancel`. */
export interface CancelAnswer {
  /**
   * - `ended`: the order was not paid when the key was first used, and takes no payment any more.
   * - `voided`: the payment was voided, or its void was sent.
   * - `refunded`: what was left of the payment was refunded, or its refund was sent.
   */
  readonly way: 'ended' | 'voided' | 'refunded';
  /**
   * - `done`, `refused`: final.
   * - `pending`: a refund that was accepted; the final status arrives later.
   * - `sent`: another call with this key is waiting for the gateway's answer.
   * - `unresolved`: sent and not answered. It may have been carried out.
   */
  readonly state: OperationStep;
  /** The idempotency key. */
  readonly key: string;
  /** Minor units; absent for an order that was not paid. */
  readonly amount?: string;
  /** The gateway's result code of a refusal (docs/reference/gateway.md#result-codes). */
  readonly result?: string;
  /** The gateway's text. */
  readonly message?: string;
  /** The order after the call. */
  readonly order: { readonly id: string; readonly state: OrderState };
}

/** The name of the call in errors. */
const CALL = 'cancellation';

/** Refusals of a void that say that the payment is settled: a refund is the way. */
const SETTLED = ['512', '513'];

/**
 * Ends an order that was not paid. Voids a card payment that is reserved or not settled. Refunds a settled payment.
 * Asks the gateway first, and moves from the void to the refund only after an answered refusal.
 * @throws {MessageError} naming `order` when nothing can be cancelled, `attempt`, `states` for another state, or a
 * missing refund password: also after a refused void, and a repeated call then sends the refund
 * @throws {GatewayError} when the gateway does not answer the query. Nothing was sent that moves money.
 * @throws {Problem} payment-under-way while the order is `in-doubt` or `pending`; key-reused; operation-under-way
 * beside another call without a known result
 */
export async function cancel(ports: RefundPorts, id: string, input: CancelInput): Promise<CancelAnswer> {
  const found = input.attempt === undefined ? await endUnpaid(ports, id, input) : await ports.book.read(id);
  if (input.attempt === undefined && isEndKey(found, input.key))
    return { way: 'ended', state: 'done', key: input.key, order: { id, state: found.state } };
  const earlierRefund = earlierCall(found, { ...callOf('refund', input) });
  const earlierVoid = earlierCall(found, { ...callOf('void', input) });
  if (earlierRefund) return refundPayment(ports, id, input);
  if (earlierVoid && !isSettledRefusal(earlierVoid)) return runVoid(ports, id, input);
  const payment = paymentToCancel(found, input);
  const { captured } = moneyOf(found, payment.gatewayOrderId);
  if (earlierVoid) return captured > 0n ? refundPayment(ports, id, input) : runVoid(ports, id, input);
  const isPartlyRefunded = operationAttempts(found, payment.gatewayOrderId).some(
    ({ kind, progress }) => kind === 'refund' && progress.step !== 'refused',
  );
  if (payment.kind === 'redirect' || isPartlyRefunded) return refundPayment(ports, id, input);
  refuseBesideOther(found, payment.gatewayOrderId, 'void');
  const { found: answered } = await withAuthorizationRead(ports, id, payment);
  const isSettled = answered !== undefined && isBatched(answered) === true;
  return isSettled && captured > 0n ? refundPayment(ports, id, input) : runVoid(ports, id, input);
}

/** Ends an order that nothing has paid. Its record keeps the key, so that a repeated call sends nothing. */
async function endUnpaid({ book }: Uses<'book'>, id: string, input: CancelInput): Promise<OrderRecord> {
  const { key } = input;
  const { record } = await book.update(id, (current, at) => {
    if (isEndKey(current, key)) return undefined;
    const ended = current.state === 'cancelled' ? current : withOrderCancelled(current, input, at);
    if (!ended) return undefined;
    if (operationsWithKey(current, key).length > 0) throw keyReused();
    requireState(current, input);
    return { ...ended, endKeys: [...(ended.endKeys ?? []), key] };
  });
  return record;
}

function callOf<Kind extends 'void' | 'refund'>(kind: Kind, { key, attempt }: CancelInput) {
  const isSame = (earlier: OperationAttempt) =>
    (attempt === undefined || attempt === earlier.gatewayOrderId) &&
    (earlier.kind === 'void' || (earlier.kind === 'refund' && earlier.cancels === true));
  return { kind, key, isSame, isCancel: true } as const;
}

function isSettledRefusal({ progress }: OperationAttempt): boolean {
  return progress.step === 'refused' && SETTLED.includes(progress.result ?? '');
}

async function runVoid(ports: RefundPorts, id: string, input: CancelInput): Promise<CancelAnswer> {
  const run = await runOperation(ports, id, {
    ...callOf('void', input),
    person: input,
    plan: (record) => {
      const payment = paymentToCancel(record, input);
      return { payment, operation: { kind: 'void', amount: payment.amount } };
    },
    send: (_record, payment, _operation, window) => voidPayment(ports, payment as CardAttempt, window),
  });
  const { record, operation } = run;
  followUp(ports, id, run);
  if (isSettledRefusal(operation) && moneyOf(record, operation.gatewayOrderId).captured > 0n) {
    return refundPayment(ports, id, input);
  }
  return { way: 'voided', ...(await answerOfRun(ports, run)) };
}

async function refundPayment(ports: RefundPorts, id: string, input: CancelInput): Promise<CancelAnswer> {
  const { refundable: _left, ...answer }: RefundAnswer = await runRefund(ports, id, {
    ...callOf('refund', input),
    person: input,
    plan: (record) => {
      const payment = paymentToCancel(record, input);
      const { refundable } = moneyOf(record, payment.gatewayOrderId);
      if (refundable === 0n) throw wrong('order', `is ${record.state} and has nothing left to refund`);
      return { payment, operation: { kind: 'refund', amount: String(refundable), cancels: true } };
    },
  }).catch((error: unknown) => {
    throw error instanceof MessageError ? new MessageError(CALL, error.issues) : error;
  });
  return { way: 'refunded', ...answer };
}

/** @throws {MessageError} naming `states` */
function requireState({ state }: OrderRecord, { states }: CancelInput): void {
  if (states && !states.includes(state)) throw wrong('states', `must include ${state}, which the order is now`);
}

/**
 * @throws {MessageError} naming `states`, `attempt` or `order`
 * @throws {Problem} operation-under-way while a refund of all that is left has no known result
 */
function paymentToCancel(record: OrderRecord, input: CancelInput): PaymentAttempt {
  const { attempt } = input;
  requireState(record, input);
  const payment = paidAttempt(record, attempt ?? record.payment?.gatewayOrderId);
  if (attempt !== undefined && !payment) {
    throw wrong('attempt', 'must be the gateway order id of a successful payment of this order');
  }
  if (!payment) throw wrong('order', `is ${record.state} and has no payment to cancel`);
  const { captured, refundable, isReserved } = moneyOf(record, payment.gatewayOrderId);
  if (isReserved && captured > 0n) {
    throw wrong(
      'order',
      'is partly captured. Capture a last amount to release the rest; refund what is captured ' +
        "after the gateway's batch, usually the next day",
    );
  }
  if (hasVoid(record, payment.gatewayOrderId) || (captured > 0n && refundable === 0n)) {
    if (operationAttempts(record, payment.gatewayOrderId).some(isOpen)) throw new Problem('operation-under-way');
    throw wrong('order', `is ${record.state} and has nothing left to cancel`);
  }
  return payment;
}

function wrong(field: string, message: string): MessageError {
  return new MessageError(CALL, [{ field, message, missing: false }]);
}
