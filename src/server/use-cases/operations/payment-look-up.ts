import type { CardQueryAnswer } from '../../gateway/card-query.js';
import type { Uses } from '../../ports/ports.js';
import { runLookUp } from '../calls/run-look-up.js';
import type { CardAttempt, OperationAttempt } from '../../domain/record/attempts.js';
import { withLookUpEnded } from '../../domain/record/look-up-lease.js';
import { isOpen } from '../../domain/record/operation.table.js';
import { cardPayment, isUncapturedFor, checkAt } from '../../domain/record/order-due.js';
import {
  cardAttempt,
  operationAttempts,
  withAttempt,
  withEntry,
  type OrderRecord,
} from '../../domain/record/order-record.js';
import { isLastCapture, mayBeVoided, moneyOf } from '../../domain/states/money.js';
import { withFlag } from '../../domain/states/order-transition.js';
import { knownReferences, legOrderId } from './operation-look-up.js';
import { withMoneyState } from '../../domain/operations/operation-results.js';

interface Leg {
  readonly kind: OperationAttempt['kind'];
  readonly found: CardQueryAnswer | undefined;
}

/**
 * Reads what was done with the card payment of an order in the gateway's own back office, where the gateway shows it.
 * Reports a reserved amount that was not captured for days.
 * @throws {GatewayError} when the gateway does not answer
 */
export async function lookUpPayment(
  ports: Uses<'book' | 'gateway' | 'reportUncapturedAfter'>,
  id: string,
): Promise<OrderRecord> {
  const { book, gateway, reportUncapturedAfter } = ports;
  await book.update(id, (record, at) =>
    isUncapturedFor(record, reportUncapturedAfter, at)
      ? withFlag(record, 'not-captured', record.payment?.gatewayOrderId, at)
      : undefined,
  );
  const { record } = await runLookUp(book, id, {
    find: cardPayment,
    isOpen: () => true,
    ask: async (payment) => {
      const current = await book.read(id);
      const legs: Leg[] = [];
      for (const kind of kindsToRead(current, payment)) {
        legs.push({ kind, found: await gateway.cardAuthorizations.query(legOrderId(kind, payment.gatewayOrderId)) });
      }
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

/**
 * The record with a capture, void or refund that another party has made. A reference that belongs to a known attempt is
 * that attempt's. Beside a call without a reference the leg may be that call's, and without an amount a person decides.
 */
function withLegElsewhere(
  record: OrderRecord,
  { gatewayOrderId, currency, amount: whole }: CardAttempt,
  { kind, found }: Leg,
  at: Date,
): OrderRecord {
  if (found?.result !== '00' || !found.pasref || knownReferences(record).includes(found.pasref)) return record;
  const others = operationAttempts(record, gatewayOrderId).filter(
    (one) => one.kind === kind && one.pasref === undefined && one.progress.step !== 'refused',
  );
  if (others.length > 0) return record;
  const amount = kind === 'void' ? whole : found.amount;
  if (amount === undefined || !/^\d{1,12}$/.test(amount))
    return withFlag(record, 'changed-elsewhere', gatewayOrderId, at, { operation: found.pasref });
  const common = {
    key: `elsewhere-${found.pasref}`,
    gatewayOrderId,
    amount: String(BigInt(amount)),
    currency,
    pasref: found.pasref,
    sentAt: at.toISOString(),
    deadline: at.toISOString(),
    elsewhere: 'gateway',
  } as const;
  return withOperationElsewhere(record, common, kind, at);
}

/** The record with a call that this backend has not sent, and with the state that follows. */
export function withOperationElsewhere(
  record: OrderRecord,
  common: Omit<Extract<OperationAttempt, { kind: 'void' }>, 'kind' | 'progress'>,
  kind: OperationAttempt['kind'],
  at: Date,
): OrderRecord {
  const progress = { step: 'done', at: at.toISOString() } as const;
  const { amount, gatewayOrderId } = common;
  const payment = cardAttempt(record, gatewayOrderId);
  // A capture of nothing releases the rest.
  const isLast = amount === '0' || (payment !== undefined && isLastCapture(record, payment, BigInt(amount)));
  const operation: OperationAttempt =
    kind === 'capture' ? { ...common, kind, final: isLast, progress } : { ...common, kind, progress };
  const next = withEntry({ ...record, attempts: [...record.attempts, operation] }, at, `${kind}-done`, {
    amount,
  });
  return withMoneyState(next, operation, at);
}
