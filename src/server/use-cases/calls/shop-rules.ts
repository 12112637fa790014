import { maskCardNumber } from '../../../protocol/values/card-number.js';
import type { PaymentRequest } from '../../../protocol/adapter/adapter-requests.js';
import { Problem } from '../../domain/problems/problem.js';
import { isExpired } from '../../domain/record/expiry.js';
import type { OrderRecord, Price } from '../../domain/record/order-record.js';
import { requireUnchanged } from '../../domain/record/revision.js';
import { PAYMENT_REFUSALS, type PaymentRefusal, type Uses } from '../../ports/ports.js';
import type { CalledPayment } from './attempt-report.js';

/** Time in which `beforePayment` must return, in milliseconds. It is part of the lease of the call. */
const HOOK_LIMIT = 5_000;

/**
 * Asks the shop about a payment before anything is sent. Returns the code of the outcome with which it refuses the
 * payment. A hook that fails refuses the payment for now, because a payment without the shop's check is worse than a
 * repeated one.
 * @param order the order from which the payment takes its price: a payment of another price needs another decision
 */
export async function refusalOfShop(
  ports: Uses<'after' | 'beforePayment' | 'report'>,
  order: OrderRecord,
  payment: CalledPayment,
): Promise<PaymentRefusal | 'backend-unavailable' | undefined> {
  if (!ports.beforePayment) return undefined;
  return decisionOfShop(ports, order, payment).catch((error: unknown) => {
    ports.report('listener-failed', error, order.id);
    return 'backend-unavailable' as const;
  });
}

/**
 * The codes of methods that the shop hides at the moment: none when its function fails or returns something else,
 * because an order without a method cannot be paid.
 */
export function codesOfHiddenMethods(ports: Uses<'hiddenMethods' | 'report'>, order: OrderRecord): readonly string[] {
  try {
    // The function must not change the order that is paid.
    const codes: unknown = ports.hiddenMethods(structuredClone(order));
    if (isMethodCodes(codes)) return codes;
    // A promise that rejects later must not end the process.
    Promise.resolve(codes).catch(() => undefined);
    throw new TypeError('hiddenMethods must return a list of method codes.');
  } catch (error) {
    ports.report('listener-failed', error, order.id);
    return [];
  }
}

function isMethodCodes(codes: unknown): codes is readonly string[] {
  return Array.isArray(codes) && codes.every((code) => typeof code === 'string');
}

/**
 * Checks a payment that begins. The page reads an order that has changed, and shows the methods that are left.
 * @throws {Problem} order-changed naming `method`, for one that the shop hides at the moment
 */
export function requireShown(ports: Uses<'hiddenMethods' | 'report'>, order: OrderRecord, method: string): void {
  if (codesOfHiddenMethods(ports, order).includes(method))
    throw new Problem('order-changed', [{ field: 'method', message: 'is not offered at the moment' }]);
}

/**
 * Checks a card payment again after a wait, in which the order may have expired or changed. The shop may have hidden
 * cards since then.
 * @throws {Problem} order-not-open, order-changed
 */
export function requireStillOffered(
  ports: Uses<'hiddenMethods' | 'report'>,
  order: OrderRecord,
  { revision }: Pick<PaymentRequest, 'revision'>,
  price: Price,
  at: Date,
): void {
  if (isExpired(order, at)) throw new Problem('order-not-open');
  requireUnchanged(order, revision, price);
  requireShown(ports, order, 'card');
}

async function decisionOfShop(
  { after, beforePayment }: Uses<'after' | 'beforePayment'>,
  order: OrderRecord,
  { method, number, caller }: CalledPayment,
): Promise<PaymentRefusal | undefined> {
  const client = caller?.address;
  const start = {
    order,
    method,
    ...(number === undefined ? {} : { card: maskCardNumber(number) }),
    ...(client === undefined ? {} : { client }),
  };
  let stopTimer: (() => void) | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    stopTimer = after(HOOK_LIMIT, () => reject(new Error(`beforePayment did not return within ${HOOK_LIMIT} ms.`)));
  });
  try {
    const refusal: unknown = await Promise.race([(async () => beforePayment?.(start))(), late]);
    if (refusal === undefined) return undefined;
    const known = PAYMENT_REFUSALS.find((one) => one === refusal);
    if (!known) throw new TypeError(`beforePayment must return undefined, or one of ${PAYMENT_REFUSALS.join(', ')}.`);
    return known;
  } finally {
    stopTimer?.();
  }
}
