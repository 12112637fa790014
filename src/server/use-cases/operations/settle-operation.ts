import { MessageError } from '../../../protocol/values/field-issue.js';
import type { OrderBook } from '../../book/order-book.js';
import { isAnswerDue } from '../../domain/record/deadline.js';
import { isCapturedLater, type CardAttempt, type OperationAttempt } from '../../domain/record/attempts.js';
import {
  cardAttempt,
  isEndKey,
  operationAttempt,
  operationAttempts,
  operationsWithKey,
  withEntry,
  type OrderRecord,
} from '../../domain/record/order-record.js';
import { isOpen, reservesAmount } from '../../domain/record/operation.table.js';
import { KEY_FIELDS, type ElsewhereDecision, type OperationDecision } from '../orders/settle-by-person.js';
import { moneyOf, sumOf, voidableOf } from '../../domain/states/money.js';
import { withOperationEnd } from '../../domain/operations/operation-results.js';
import { unrecordedReference, withOperationElsewhere } from '../../domain/operations/legs.js';
import { aboveWhatIsLeft, keyReused, refuseBesideOther } from './run-operation.js';

const KINDS = { refund: 'refund', capture: 'capture', cancel: 'void' } as const;

/**
 * Settles an unresolved capture, void or refund by a person's decision.
 * @throws {MessageError} naming the field with its key, also while it is under way
 */
export async function settleOperation(book: OrderBook, id: string, input: OperationDecision): Promise<OrderRecord> {
  const { as, by, reason } = input;
  const field = KEY_FIELDS[as];
  const key = keyOf(input);
  const step = as.startsWith('not-') ? 'refused' : 'done';
  const { record } = await book.update(id, (current, at) => {
    const operation = operationToSettle(current, { field, key, at });
    const settled = withOperationEnd(current, operation, { step, by: 'person' }, at);
    return withEntry(settled, at, 'settled', { as, by, reason, operation: key });
  });
  return record;
}

function keyOf(input: OperationDecision): string {
  if ('refund' in input) return input.refund;
  return 'capture' in input ? input.capture : input.cancel;
}

/**
 * Returns the call that a person settles.
 * @throws {MessageError} naming the field with its key, also while it is under way
 */
export function operationToSettle(
  record: OrderRecord,
  { field, key, at }: { readonly field: keyof typeof KINDS; readonly key: string; readonly at: Date },
): OperationAttempt {
  const operation = operationAttempt(record, KINDS[field], key);
  if (!operation) throw wrongSettlement(field, `must be the key of a ${KINDS[field]} of this order`);
  const { step } = operation.progress;
  if (!isOpen(operation)) throw wrongSettlement(field, `is ${step} already`);
  if (step === 'sent' && isAnswerDue(operation, at)) {
    throw wrongSettlement(field, 'is under way; read the order again in a minute');
  }
  return operation;
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
    const asked = kindOf(as);
    refuseBesideOther(current, payment.gatewayOrderId, asked);
    const given = amountElsewhere(current, payment, asked, input.amount);
    const isReleased = asked === 'void' && hasCapture(current, payment);
    const [kind, amount] = isReleased ? (['capture', 0n] as const) : [asked, given];
    const pasref = isReleased ? undefined : unrecordedReference(current, payment.gatewayOrderId, kind);
    const common = {
      key,
      gatewayOrderId: payment.gatewayOrderId,
      amount: String(amount),
      currency: payment.currency,
      sentAt: at.toISOString(),
      deadline: at.toISOString(),
      elsewhere: 'person',
      ...(pasref === undefined ? {} : { pasref }),
    } as const;
    const settled = withOperationElsewhere(current, common, kind, at);
    return withEntry(settled, at, 'settled', { as, by, reason, orderId: payment.gatewayOrderId, operation: key });
  });
  return record;
}

/** True for the record of a rest that was released: a last capture of nothing. */
function isRest({ kind, amount }: OperationAttempt): boolean {
  return kind === 'capture' && amount === '0';
}

/**
 * True when an earlier record has the key.
 * @throws {Problem} key-reused for another call
 */
function isRecorded(record: OrderRecord, key: string, { as, amount, attempt }: ElsewhereDecision): boolean {
  const earlier = operationsWithKey(record, key);
  const isSame = (one: OperationAttempt) =>
    one.elsewhere === 'person' &&
    (isRest(one) ? as === 'voided-elsewhere' : one.kind === kindOf(as) && BigInt(one.amount) === BigInt(amount)) &&
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
    const voidable = voidableOf(record, payment.gatewayOrderId);
    const refunded = captured > 0n ? ': record captured money that was returned as a refund instead' : '';
    if (voidable === 0n) throw wrongSettlement('order', `is ${record.state} and cannot be voided${refunded}`);
    if (amount === voidable) return amount;
    const what = hasCapture(record, payment) ? `which is left to capture${refunded}` : 'the whole payment';
    throw wrongSettlement('amount', `must be ${voidable}, ${what}`, voidable);
  }
  if (kind === 'refund' && captured === 0n) throw wrongSettlement('order', `is ${record.state}: nothing is captured`);
  const taken = operationAttempts(record, payment.gatewayOrderId).filter((one) => one.kind === kind);
  if (kind === 'capture' && !payment.capture)
    throw wrongSettlement('order', `is ${record.state}: the gateway has captured the whole amount by itself`);
  const rest = (BigInt(payment.amount) * CEILING) / 100n - sumOf(taken.filter(reservesAmount));
  const left = rest < 0n ? 0n : rest;
  if (amount > left) throw aboveWhatIsLeft('settlement', left);
  return amount;
}

function wrongSettlement(field: string, message: string, amount?: bigint): MessageError {
  const named = amount === undefined ? {} : { amount: String(amount) };
  return new MessageError('settlement', [{ field, message, missing: false, ...named }]);
}
