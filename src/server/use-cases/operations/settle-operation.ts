import { MessageError } from '../../../protocol/values/field-issue.js';
import type { OrderBook } from '../../book/order-book.js';
import { isAnswerDue } from '../../domain/record/deadline.js';
import {
  isCapturedLater,
  type CardAttempt,
  type OperationAttempt,
  type PaymentAttempt,
} from '../../domain/record/attempts.js';
import {
  cardAttempt,
  isEndKey,
  operationAttempt,
  operationAttempts,
  operationsWithKey,
  withAttempt,
  withEntry,
  type OrderRecord,
} from '../../domain/record/order-record.js';
import { isCorrectable, isOpen, reservesAmount } from '../../domain/record/operation.table.js';
import { DECISIONS, type ElsewhereDecision, type OperationDecision } from '../orders/settle-by-person.js';
import { hasVoid, isDone, isVoid, moneyOf, paidAttempt, sumOf, voidableOf } from '../../domain/states/money.js';
import { withFlag } from '../../domain/states/order-transition.js';
import { withOperationEnd } from '../../domain/operations/operation-results.js';
import { unrecordedReference, withOperationElsewhere } from '../../domain/operations/legs.js';
import { aboveWhatIsLeft, keyReused, refuseBesideOther } from './run-operation.js';

const KINDS = { refund: 'refund', capture: 'capture', cancel: 'void' } as const;

/**
 * Settles an unresolved capture, void or refund by a person's decision. Also corrects such a decision, the record of a
 * call that was made elsewhere, and the decision of a leg without an amount.
 * @throws {MessageError} naming the field with its key, also while it is under way
 * @throws {Problem} operation-under-way for a correction beside a call of another kind without a known result
 */
export async function settleOperation(book: OrderBook, id: string, input: OperationDecision): Promise<OrderRecord> {
  const { as, by, reason } = input;
  const field = DECISIONS[as];
  const key = keyOf(input);
  const step = as.startsWith('not-') ? 'refused' : 'done';
  const { record } = await book.update(id, (current, at) => {
    const operation = operationToSettle(current, { field, key, at, step });
    const released = step === 'refused' ? withReferenceReleased(current, operation, at) : current;
    const latest = operationAttempt(released, operation.kind, key) ?? operation;
    const settled = withOperationEnd(released, latest, { step, by: 'person' }, at);
    return withEntry(settled, at, 'settled', { as, by, reason, operation: key });
  });
  return record;
}

function keyOf(input: OperationDecision): string {
  switch (input.as) {
    case 'refunded':
    case 'not-refunded':
      return input.refund;
    case 'captured':
    case 'not-captured':
      return input.capture;
    case 'voided':
    case 'not-voided':
      return input.cancel;
  }
}

interface Settlement {
  readonly field: keyof typeof KINDS;
  readonly key: string;
  readonly at: Date;
  readonly step: 'done' | 'refused';
}

/**
 * Returns the call that a person settles.
 * @throws {MessageError} naming the field with its key, also while it is under way
 * @throws {Problem} operation-under-way for a correction beside a call of another kind without a known result
 */
export function operationToSettle(record: OrderRecord, { field, key, at, step }: Settlement): OperationAttempt {
  const operation = operationAttempt(record, KINDS[field], key);
  if (!operation) throw wrongSettlement(field, `must be the key of a ${KINDS[field]} of this order`);
  const { step: before } = operation.progress;
  if (before === 'sent' && isAnswerDue(operation, at))
    throw wrongSettlement(field, 'is under way; read the order again in a minute');
  const isEnded = !isOpen(operation);
  if (isEnded && (before === step || !isCorrectable(operation))) throw wrongSettlement(field, `is ${before} already`);
  if (step === 'done') refuseVoidBesideRefund(record, operation, field);
  if (isEnded) requireCorrectable(record, operation, field);
  return operation;
}

/**
 * Checks that the amounts of the order allow the opposite of a decision.
 * @throws {MessageError} naming the field with the key of the call
 * @throws {Problem} operation-under-way
 */
function requireCorrectable(record: OrderRecord, operation: OperationAttempt, field: keyof typeof KINDS): void {
  const { kind, gatewayOrderId, progress } = operation;
  refuseBesideOther(record, gatewayOrderId, kind);
  const amount = BigInt(operation.amount);
  if (progress.step === 'refused') {
    const payment = paidAttempt(record, gatewayOrderId);
    if (kind === 'capture' && hasVoid(record, gatewayOrderId))
      throw wrongSettlement(field, 'is of a payment that was voided');
    const left = payment ? leftOf(record, payment, kind) : 0n;
    if (kind === 'void' && amount !== left)
      throw wrongSettlement(field, `is of ${amount}, and only ${left} can be voided now`, left);
    if (amount > left) throw wrongSettlement(field, `must be of at most ${left}, which is what is left`, left);
    return;
  }
  if (kind !== 'capture') return;
  // Money that was refunded, or may be, stays captured.
  const { captured, refundable } = moneyOf(record, gatewayOrderId);
  if (amount > refundable) throw wrongSettlement(field, 'has refunds that need it: correct those first');
  const rest = operationAttempts(record, gatewayOrderId).find(isRestVoided);
  if (rest && amount === captured)
    throw wrongSettlement(field, `is all that is captured. Correct the void of the rest first: its key is ${rest.key}`);
}

/**
 * Refuses a decision by which a payment was voided and refunded. The gateway carries out one of the two only.
 * @throws {MessageError} naming the field with the key of the call
 */
function refuseVoidBesideRefund(record: OrderRecord, operation: OperationAttempt, field: keyof typeof KINDS): void {
  const { gatewayOrderId, kind } = operation;
  if (kind === 'refund' && hasVoid(record, gatewayOrderId))
    throw wrongSettlement(field, 'is of a payment that was voided: settle it as not-refunded');
  const isRefunded =
    unrecordedReference(record, gatewayOrderId, 'refund') !== undefined ||
    operationAttempts(record, gatewayOrderId).some((one) => one.kind === 'refund' && isDone(one));
  if (isVoid(operation) && isRefunded)
    throw wrongSettlement(field, 'is of a payment that the gateway has refunded: settle it as not-voided');
}

/** True for a rest that was released: what was not captured cannot be captured any more. */
function isRestVoided(operation: OperationAttempt): boolean {
  return operation.kind === 'void' && operation.rest === true && isDone(operation);
}

/**
 * The record in which a reference of the gateway has no call any more, because a person says that it is of another one.
 * A person is asked to record that one.
 */
function withReferenceReleased(record: OrderRecord, operation: OperationAttempt, at: Date): OrderRecord {
  const { pasref, ...released } = operation;
  const { elsewhere, gatewayOrderId, kind, progress } = operation;
  const isByLeg = progress.step === 'done' && progress.by === 'leg';
  if (pasref === undefined || (elsewhere === undefined && !isByLeg)) return record;
  const detail = { operation: pasref, operationKind: kind };
  return withFlag(withAttempt(record, released), 'changed-elsewhere', gatewayOrderId, at, detail);
}

/**
 * Records a capture, void or refund of a card payment that was made in the gateway's own back office.
 * @throws {MessageError} naming `amount` with what is left, `attempt`, or `order`
 * @throws {Problem} operation-under-way beside a call of another kind without a known result; key-reused for another
 * call
 */
export async function settleElsewhere(
  book: OrderBook,
  id: string,
  input: ElsewhereDecision,
  newKey: () => string,
): Promise<OrderRecord> {
  const { as, by, reason } = input;
  const key = input.key ?? newKey();
  const { record } = await book.update(id, (current, at) => {
    if (isRecorded(current, key, input)) return undefined;
    const payment = paymentOf(current, input.attempt);
    const kind = kindOf(as);
    refuseBesideOther(current, payment.gatewayOrderId, kind);
    const amount = amountElsewhere(current, payment, kind, input.amount);
    const isRest = kind === 'void' && hasCapture(current, payment);
    const pasref = unrecordedReference(current, payment.gatewayOrderId, kind);
    const common = {
      key,
      gatewayOrderId: payment.gatewayOrderId,
      amount: String(amount),
      currency: payment.currency,
      sentAt: at.toISOString(),
      deadline: at.toISOString(),
      elsewhere: 'person',
      ...(isRest ? { rest: true as const } : {}),
      ...(pasref === undefined ? {} : { pasref }),
    } as const;
    const settled = withOperationElsewhere(current, common, kind, at);
    return withEntry(settled, at, 'settled', { as, by, reason, orderId: payment.gatewayOrderId, operation: key });
  });
  return record;
}

/**
 * True when an earlier record has the key.
 * @throws {Problem} key-reused for another call, and for a record that a person has taken back
 */
function isRecorded(record: OrderRecord, key: string, { as, amount, attempt }: ElsewhereDecision): boolean {
  const earlier = operationsWithKey(record, key);
  const isSame = (one: OperationAttempt) =>
    one.elsewhere === 'person' &&
    reservesAmount(one) &&
    one.kind === kindOf(as) &&
    BigInt(one.amount) === BigInt(amount) &&
    (attempt === undefined || attempt === one.gatewayOrderId);
  if (isEndKey(record, key) || !earlier.every(isSame)) throw keyReused();
  return earlier.length > 0;
}

function kindOf(as: ElsewhereDecision['as']): OperationAttempt['kind'] {
  switch (as) {
    case 'captured-elsewhere':
      return 'capture';
    case 'voided-elsewhere':
      return 'void';
    case 'refunded-elsewhere':
      return 'refund';
  }
}

/**
 * Most that can be captured or refunded of an authorization by any account, in percent:
 * docs/reference/gateway.md#card-money.
 */
const CEILING = 115n;

function paymentOf(record: OrderRecord, attempt: string | undefined): CardAttempt {
  const payment = cardAttempt(record, attempt ?? record.payment?.gatewayOrderId ?? '');
  if (payment?.progress.step === 'succeeded') return payment;
  throw attempt === undefined
    ? wrongSettlement('order', `is ${record.state} and has no card payment`)
    : wrongSettlement('attempt', 'must be the gateway order id of a successful card payment of this order');
}

/** True when a call has captured a part of a reserved amount. A void that a person records is of the rest then. */
function hasCapture(record: OrderRecord, payment: CardAttempt): boolean {
  return isCapturedLater(payment) && moneyOf(record, payment.gatewayOrderId).captured > 0n;
}

function amountElsewhere(
  record: OrderRecord,
  payment: CardAttempt,
  kind: OperationAttempt['kind'],
  asked: string,
): bigint {
  const amount = BigInt(asked);
  const { captured } = moneyOf(record, payment.gatewayOrderId);
  if (kind === 'void') {
    const voidable = leftOf(record, payment, kind);
    const refunded = captured > 0n ? ': record captured money that was returned as a refund instead' : '';
    if (voidable === 0n) throw wrongSettlement('order', `is ${record.state} and cannot be voided${refunded}`);
    if (amount === voidable) return amount;
    const what = hasCapture(record, payment) ? `which is left to capture${refunded}` : 'the whole payment';
    throw wrongSettlement('amount', `must be ${voidable}, ${what}`, voidable);
  }
  if (kind === 'refund' && captured === 0n) throw wrongSettlement('order', `is ${record.state}: nothing is captured`);
  if (kind === 'capture' && !payment.capture)
    throw wrongSettlement('order', `is ${record.state}: the gateway has captured the whole amount by itself`);
  // A call that the gateway shows has a record in any state.
  const isShown = unrecordedReference(record, payment.gatewayOrderId, kind) !== undefined;
  if (kind === 'capture' && hasVoid(record, payment.gatewayOrderId) && !isShown)
    throw wrongSettlement('order', `is ${record.state}: nothing of it can be captured`);
  const left = leftOf(record, payment, kind);
  if (amount > left) throw aboveWhatIsLeft('settlement', left);
  return amount;
}

/** The amount that a person can still record: of a card payment up to the ceiling, of a void exactly this one. */
function leftOf(record: OrderRecord, payment: PaymentAttempt, kind: OperationAttempt['kind']): bigint {
  const { gatewayOrderId } = payment;
  if (kind === 'void') return voidableOf(record, gatewayOrderId);
  if (payment.kind === 'redirect') return moneyOf(record, gatewayOrderId).refundable;
  const taken = operationAttempts(record, gatewayOrderId).filter((one) => one.kind === kind && reservesAmount(one));
  const left = (BigInt(payment.amount) * CEILING) / 100n - sumOf(taken);
  return left < 0n ? 0n : left;
}

function wrongSettlement(field: string, message: string, amount?: bigint): MessageError {
  const named = amount === undefined ? {} : { amount: String(amount) };
  return new MessageError('settlement', [{ field, message, missing: false, ...named }]);
}
