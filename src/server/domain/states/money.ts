import { hasSucceeded, type CardAttempt, type OperationAttempt, type PaymentAttempt } from '../record/attempts.js';
import { reservesAmount } from '../record/operation.table.js';
import { operationAttempts, paymentAttempts, type OrderRecord } from '../record/order-record.js';

/** The money of one payment, in minor units. It is derived from the attempts and never stored. */
export interface Money {
  /** The amount that the gateway has captured. */
  readonly captured: bigint;
  /** The amount that was refunded. */
  readonly refunded: bigint;
  /** The amount that can still be captured. */
  readonly capturable: bigint;
  /** The amount that can still be refunded. */
  readonly refundable: bigint;
  /** True while an amount is reserved of which a part can be captured, or may be. */
  readonly isReserved: boolean;
}

/** Returns the successful payment with a gateway order id. */
export function paidAttempt(record: Pick<OrderRecord, 'attempts'>, gatewayOrderId = ''): PaymentAttempt | undefined {
  return paymentAttempts(record).find((one) => one.gatewayOrderId === gatewayOrderId && hasSucceeded(one));
}

/**
 * The time of the payment that paid an order, ISO 8601 in UTC: that of sending its authorization, or that of the
 * gateway's result of a redirect payment. Undefined when only a person has reported that result.
 */
export function timeOfPayment(record: Pick<OrderRecord, 'attempts' | 'payment'>): string | undefined {
  const paid = paidAttempt(record, record.payment?.gatewayOrderId);
  if (paid?.kind !== 'redirect') return paid?.sentAt;
  const { progress } = paid;
  return progress.step === 'succeeded' && progress.confirmedBy !== 'person' ? progress.at : undefined;
}

/** True when a payment was voided: nothing of it can be captured or refunded. */
export function hasVoid(record: OrderRecord, gatewayOrderId: string): boolean {
  return operationAttempts(record, gatewayOrderId).some((one) => isVoid(one) && isDone(one));
}

/** True when the gateway can have voided a payment: also a captured one, until its batch is sent. */
export function mayBeVoided(operations: readonly OperationAttempt[]): boolean {
  return !operations.some((one) => (isVoid(one) || one.kind === 'refund') && isDone(one));
}

/** True for a void of the whole payment, which is the only one that the gateway shows. */
export function isVoid(operation: OperationAttempt): boolean {
  return operation.kind === 'void' && !operation.rest;
}

export function isDone({ progress }: OperationAttempt): boolean {
  return progress.step === 'done';
}

const NOTHING: Money = { captured: 0n, refunded: 0n, capturable: 0n, refundable: 0n, isReserved: false };

/**
 * The money of a payment. Amounts of calls without a known result are neither capturable nor refundable.
 * @param gatewayOrderId the payment. Default: the one that has paid the order
 */
export function moneyOf(record: OrderRecord, gatewayOrderId = record.payment?.gatewayOrderId): Money {
  const payment = paidAttempt(record, gatewayOrderId);
  if (!payment) return NOTHING;
  const operations = operationAttempts(record, payment.gatewayOrderId);
  const of = (kind: OperationAttempt['kind']) => operations.filter((one) => one.kind === kind);
  if (hasVoid(record, payment.gatewayOrderId)) return NOTHING;
  const authorized = BigInt(payment.amount);
  const capture = payment.kind === 'card' ? payment.capture : undefined;
  const captured = capture ? sumOf(of('capture').filter(isDone)) : authorized;
  const ends = (one: OperationAttempt) => (one.kind === 'capture' ? one.final || capture === 'once' : !isVoid(one));
  const taken = of('capture').filter(reservesAmount);
  const ending = [...taken, ...of('void').filter(reservesAmount)].filter(ends);
  const isCaptured = !capture || captured >= authorized || ending.some(isDone);
  const left = authorized - sumOf(taken);
  const refunds = of('refund');
  return {
    captured,
    refunded: sumOf(refunds.filter(isDone)),
    capturable: !capture || ending.length > 0 ? 0n : atLeastZero(left),
    refundable: atLeastZero(captured - sumOf(refunds.filter(reservesAmount))),
    isReserved: !isCaptured,
  };
}

/**
 * True when nothing is left after a capture of the amount. Beside a capture without a known result, something may be
 * left.
 */
export function isLastCapture(record: OrderRecord, { gatewayOrderId, amount, capture }: CardAttempt, next: bigint) {
  return capture === 'once' || moneyOf(record, gatewayOrderId).captured + next >= BigInt(amount);
}

/**
 * The amount that a person can record as voided elsewhere: the whole payment, or what is left after a capture.
 * @param gatewayOrderId the payment. Default: the one that has paid the order
 */
export function voidableOf(record: OrderRecord, gatewayOrderId = record.payment?.gatewayOrderId): bigint {
  const payment = paidAttempt(record, gatewayOrderId);
  if (payment?.kind !== 'card') return 0n;
  const { captured, capturable } = moneyOf(record, gatewayOrderId);
  if (payment.capture && captured > 0n) return capturable;
  return mayBeVoided(operationAttempts(record, payment.gatewayOrderId)) ? BigInt(payment.amount) : 0n;
}

/** Amounts of an order, in minor units. */
export interface OrderAmounts {
  /** The amount that the gateway has captured. */
  readonly captured: string;
  /** The amount that was refunded. */
  readonly refunded: string;
  /** The amount that can still be captured. */
  readonly capturable: string;
  /** The amount that can still be refunded. */
  readonly refundable: string;
}

/**
 * Returns the amounts of the payment that has paid an order. They follow from its attempts.
 * @param record the order, as `orders.read` or `onOrderChanged` has it
 * @returns the amounts; all are `0` before a payment
 * @example
 * const { captured, refundable } = amountsOf((await backend.orders.read('A1'))!);
 */
export function amountsOf(record: OrderRecord): OrderAmounts {
  const { captured, refunded, capturable, refundable } = moneyOf(record);
  return {
    captured: String(captured),
    refunded: String(refunded),
    capturable: String(capturable),
    refundable: String(refundable),
  };
}

/**
 * The amount that the payment of an order has cost in the end: captured, less refunded. Undefined before a payment, and
 * while something is left to capture.
 */
export function finallyCharged(record: OrderRecord): string | undefined {
  if (!paidAttempt(record, record.payment?.gatewayOrderId)) return undefined;
  const { captured, refunded, isReserved } = moneyOf(record);
  // Some accounts refund more than was captured.
  return isReserved ? undefined : String(atLeastZero(captured - refunded));
}

export function sumOf(operations: readonly OperationAttempt[]): bigint {
  return operations.reduce((total, { amount }) => total + BigInt(amount), 0n);
}

function atLeastZero(amount: bigint): bigint {
  return amount < 0n ? 0n : amount;
}
