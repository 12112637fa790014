import { maskCardNumber } from '../../../protocol/values/card-number.js';
import { failedAnswer, type Settled } from '../../domain/states/outcome-answer.js';
import { PAYMENT_REFUSALS, type PaymentRefusal, type Uses } from '../../ports/ports.js';
import type { CalledPayment } from './attempt-report.js';

/** Time in which `beforePayment` must return, in milliseconds. It is part of the lease of the call. */
const HOOK_LIMIT = 5_000;

/**
 * Asks the shop about a payment before anything is sent. Returns the answer to a payment that it refuses. A hook that
 * fails refuses the payment for now, because a payment without the shop's check is worse than a repeated one.
 */
export async function refusedByShop(
  ports: Uses<'after' | 'beforePayment' | 'book' | 'report'>,
  payment: CalledPayment,
): Promise<Settled | undefined> {
  if (!ports.beforePayment) return undefined;
  const refusal = await decisionOfShop(ports, payment).catch((error: unknown) => {
    ports.report('listener-failed', error, payment.id);
    return 'backend-unavailable' as const;
  });
  return refusal && failedAnswer(refusal, await ports.book.read(payment.id));
}

async function decisionOfShop(
  { after, beforePayment, book }: Uses<'after' | 'beforePayment' | 'book'>,
  { id, method, number, caller }: CalledPayment,
): Promise<PaymentRefusal | undefined> {
  const order = await book.read(id);
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
