import type { Uses } from '../../ports/ports.js';
import { runLookUp, type LookUpSteps } from '../calls/run-look-up.js';
import type { CardAttempt, OperationAttempt } from '../../domain/record/attempts.js';
import { withLookUpEnded } from '../../domain/record/look-up-lease.js';
import { isOpen } from '../../domain/record/operation.table.js';
import { cardPayment, isUncapturedFor, checkAt } from '../../domain/record/order-due.js';
import { operationAttempts, withAttempt, type OrderRecord } from '../../domain/record/order-record.js';
import { mayBeVoided, moneyOf } from '../../domain/states/money.js';
import { withFlag } from '../../domain/states/order-transition.js';
import { readLegIfAllowed } from './card-operations.js';
import { withLegElsewhere, type Leg } from '../../domain/operations/legs.js';

/**
 * Reads what was done with the card payment of an order in the gateway's own back office, where the gateway shows it.
 * Reports a reserved amount that was not captured for days.
 * @throws {GatewayError} when the gateway does not answer
 */
export async function lookUpPayment(
  ports: Uses<'book' | 'gateway' | 'report' | 'reportUncapturedAfter'>,
  id: string,
  options: Pick<LookUpSteps<CardAttempt, unknown>, 'atOnce'> = {},
): Promise<OrderRecord> {
  const { book, reportUncapturedAfter } = ports;
  await book.update(id, (record, at) =>
    isUncapturedFor(record, reportUncapturedAfter, at)
      ? withFlag(record, 'not-captured', record.payment?.gatewayOrderId, at)
      : undefined,
  );
  const { record } = await runLookUp(book, id, {
    ...options,
    find: cardPayment,
    isOpen: () => true,
    ask: async (payment) => {
      const current = await book.read(id);
      const legs: Leg[] = [];
      for (const kind of kindsToRead(current, payment)) legs.push(await readLegIfAllowed(ports, id, payment, kind));
      return legs;
    },
    apply: (order, legs, at) => {
      const payment = cardPayment(order);
      if (!payment) return order;
      const noted = withAttempt(order, withLookUpEnded(payment, at, { decided: false }));
      return legs.reduce((current, leg) => withLegElsewhere(current, payment, leg, at), noted);
    },
  });
  return record;
}

/** True when a reconciliation reads the payment of the order. */
export function isPaymentDue(record: OrderRecord, at: Date, olderThan = 0): boolean {
  const payment = cardPayment(record);
  const due = checkAt(record);
  if (!payment || due === undefined) return false;
  return Date.parse(due) <= at.getTime() && at.getTime() - Date.parse(payment.sentAt) >= olderThan;
}

/** The legs that can show something new. One with an unresolved call is read for that call. */
function kindsToRead(
  record: OrderRecord,
  { gatewayOrderId, capture }: CardAttempt,
): readonly OperationAttempt['kind'][] {
  const operations = operationAttempts(record, gatewayOrderId);
  const { captured, isReserved } = moneyOf(record, gatewayOrderId);
  const isRead = (kind: OperationAttempt['kind']) => !operations.some((one) => one.kind === kind && isOpen(one));
  const kinds: OperationAttempt['kind'][] = [
    ...(capture && isReserved ? (['capture'] as const) : []),
    ...(mayBeVoided(operations) ? (['void'] as const) : []),
    ...(captured > 0n ? (['refund'] as const) : []),
  ];
  return kinds.filter(isRead);
}
