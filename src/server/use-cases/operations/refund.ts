import { MessageError } from '../../../protocol/values/field-issue.js';
import type { OrderState } from '../../../protocol/adapter/outcome-codes.js';
import { isBatched, noteLegElsewhere, refundCard, withAuthorizationRead } from './card-operations.js';
import type { OperationEnd } from '../../domain/operations/operation-results.js';
import { followUp, type FollowUpPorts } from './operation-look-up.js';
import {
  aboveWhatIsLeft,
  answerOfRun,
  earlierCall,
  givenAmount,
  isSameInput,
  refuseBesideOther,
  runOperation,
  type OperationCall,
  type RunOperationPorts,
} from './run-operation.js';
import type { Uses } from '../../ports/ports.js';
import type { OperationAttempt, PaymentAttempt } from '../../domain/record/attempts.js';
import type { OperationStep } from '../../domain/record/operation.table.js';
import type { OrderRecord } from '../../domain/record/order-record.js';
import { Problem } from '../../domain/problems/problem.js';
import { hasVoid, moneyOf, paidAttempt } from '../../domain/states/money.js';
import { endOfAnswer } from '../../domain/operations/refund-results.js';

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
  /** Sent with the refund of a redirect payment. At most 255 characters. */
  readonly comment?: string | undefined;
  /** The person who has asked for it, for the audit. At most 500 characters. */
  readonly by?: string | undefined;
}

/** State of a refund. */
export interface RefundAnswer {
  /**
   * - `done`, `refused`: final.
   * - `pending`: accepted; the final status arrives later.
   * - `sent`: another call with this key is waiting for the gateway's answer.
   * - `unresolved`: sent and not answered. It may have been carried out, and its amount stays reserved.
   */
  readonly state: OperationStep;
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

export type RefundPorts = RunOperationPorts & FollowUpPorts & Uses<'publicUrl'>;

/**
 * Refunds a payment, whole or in parts. The amount is reserved in the order before the request is sent,
 * so that refunds made at the same time never exceed the payment.
 * @throws {MessageError} naming `amount` with the refundable amount, `attempt`, the option with the password, or
 * `order` when nothing is left
 * @throws {Problem} not-settled before the gateway's batch; key-reused for other input; operation-under-way beside a
 * capture or void without a known result; closing, gateway-unavailable when nothing was sent
 */
export async function refund(
  ports: RefundPorts,
  id: string,
  input: RefundInput,
  newKey: () => string,
): Promise<RefundAnswer> {
  const key = input.key ?? newKey();
  const isSame = (earlier: OperationAttempt) => !isCancelling(earlier) && isRefundOf(earlier, input);
  const call = { kind: 'refund', key, isSame } as const;
  const found = await ports.book.read(id);
  if (!earlierCall(found, call)) {
    const { payment } = planOf(found, input);
    ports.gateway.requireRefundPassword(payment.kind);
    if (payment.kind === 'card') {
      refuseBesideOther(found, payment.gatewayOrderId, 'refund');
      await requireSettled(ports, found, payment, input);
    }
  }
  const plan = (record: OrderRecord) => planOf(record, input);
  return runRefund(ports, id, { ...call, person: { by: input.by }, plan }, input.comment);
}

/** Runs a refund, also one of `orders.cancel`. */
export async function runRefund(
  ports: RefundPorts,
  id: string,
  call: Omit<OperationCall, 'send'>,
  comment?: string,
): Promise<RefundAnswer> {
  const run = await runOperation(ports, id, {
    ...call,
    plan(record) {
      const planned = call.plan(record);
      ports.gateway.requireRefundPassword(planned.payment.kind);
      return planned;
    },
    send: (record, payment, operation, window) =>
      payment.kind === 'card'
        ? refundCard(ports, payment, operation, window)
        : sendCredit(ports, record, payment, operation, { comment, window }),
  });
  followUp(ports, id, run);
  const { refundable } = moneyOf(run.record, run.operation.gatewayOrderId);
  return { ...(await answerOfRun(ports, run)), refundable: String(refundable) };
}

function isCancelling(operation: OperationAttempt): boolean {
  return operation.kind === 'refund' && operation.cancels === true;
}

async function sendCredit(
  { gateway, publicUrl }: Uses<'gateway' | 'publicUrl'>,
  record: OrderRecord,
  payment: Extract<PaymentAttempt, { kind: 'redirect' }>,
  { gatewayOrderId, amount, currency }: OperationAttempt,
  { comment, window }: { readonly comment: string | undefined; readonly window: Parameters<OperationCall['send']>[3] },
): Promise<OperationEnd> {
  const country = payment.country ?? record.country;
  const credit = {
    orderId: gatewayOrderId,
    pasref: payment.pasref ?? '',
    method: payment.method,
    amount,
    currency,
    returnUrl: `${publicUrl}/return/${record.id}`,
    statusUrl: `${publicUrl}/status/${record.id}`,
    ...(country ? { country } : {}),
    ...(comment === undefined ? {} : { comments: [comment] }),
  };
  return endOfAnswer(await gateway.paymentCredits.create(credit, window));
}

function isRefundOf(earlier: OperationAttempt, { amount, attempt: payment }: RefundInput): boolean {
  return isSameInput(earlier, amount) && (payment === undefined || payment === earlier.gatewayOrderId);
}

function planOf(record: OrderRecord, { amount: asked, attempt }: RefundInput) {
  const payment = paymentToRefund(record, attempt);
  const { captured, refundable } = moneyOf(record, payment.gatewayOrderId);
  if (captured === 0n) {
    const hint = hasVoid(record, payment.gatewayOrderId) ? 'its payment was voided' : cancelAdvice(record, payment);
    throw wrong('order', `is ${record.state} and nothing of it is captured: ${hint}`);
  }
  const amount = BigInt(asked ?? refundable);
  if (refundable === 0n) throw wrong('amount', 'cannot be refunded: nothing is left');
  if (amount > refundable) throw aboveWhatIsLeft('refund', refundable);
  return { payment, operation: { kind: 'refund', ...givenAmount(amount, asked) } } as const;
}

function paymentToRefund(record: OrderRecord, attempt: string | undefined): PaymentAttempt {
  const payment = paidAttempt(record, attempt ?? record.payment?.gatewayOrderId);
  if (attempt !== undefined && !payment) {
    throw wrong('attempt', 'must be the gateway order id of a successful payment of this order');
  }
  if (!payment) throw wrong('order', `has nothing to refund: it is ${record.state}`);
  if (payment.kind === 'redirect' && !payment.pasref) {
    throw wrong(attempt === undefined ? 'order' : 'attempt', 'has no payments reference to refund');
  }
  return payment;
}

/**
 * Checks that the gateway has settled a card payment, or a captured part of it. Reads the references of a payment that
 * a person has settled. Stores a void that another party has made.
 * @throws {Problem} not-settled
 */
async function requireSettled(
  ports: Uses<'book' | 'gateway' | 'report'>,
  record: OrderRecord,
  payment: Extract<PaymentAttempt, { kind: 'card' }>,
  input: RefundInput,
): Promise<void> {
  const { found } = await withAuthorizationRead(ports, record.id, payment);
  if (!found || isBatched(found) !== false) return;
  // A voided payment is never settled.
  const { record: latest, leg } = await noteLegElsewhere(ports, record.id, payment, 'void');
  planOf(latest, input);
  const { isReserved } = moneyOf(record, payment.gatewayOrderId);
  const message =
    "is not settled yet, and nothing was sent. Repeat the refund after the gateway's batch, usually the next day" +
    (isReserved ? '' : `; ${cancelAdvice(record, payment)} to return the whole amount at once`) +
    (leg.unread ? "; if it was voided in the gateway's back office, record that as voided-elsewhere" : '');
  throw new Problem('not-settled', [{ field: 'order', message }]);
}

/** A cancellation without `attempt` is of the payment that paid the order. */
function cancelAdvice({ payment: paying }: OrderRecord, { gatewayOrderId }: PaymentAttempt): string {
  return gatewayOrderId === paying?.gatewayOrderId
    ? 'cancel the order'
    : `cancel the order with the attempt ${gatewayOrderId}`;
}

function wrong(field: string, message: string): MessageError {
  return new MessageError('refund', [{ field, message, missing: false }]);
}
