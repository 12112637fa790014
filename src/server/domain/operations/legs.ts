import type { CardQueryAnswer } from '../../gateway/card-query.js';
import type { CardAttempt, OperationAttempt } from '../record/attempts.js';
import { isCorrectable, SENT } from '../record/operation.table.js';
import { cardAttempt, operationAttempts, type OrderRecord } from '../record/order-record.js';
import { isAmount } from '../record/same-amount.js';
import { isLastCapture, isVoid } from '../states/money.js';
import { withFlag } from '../states/order-transition.js';
import { withOperationEnd } from './operation-results.js';

const LEGS = { capture: '_settle_', void: '_void_', refund: '_rebate_' } as const;

/** The order id by which the gateway answers for a capture, a void or a refund of a card payment. */
export function legOrderId(kind: OperationAttempt['kind'], gatewayOrderId: string): string {
  return `${LEGS[kind]}${gatewayOrderId}`;
}

/** The answer to a query for a leg. */
export interface Leg {
  readonly kind: OperationAttempt['kind'];
  readonly found: CardQueryAnswer | undefined;
  /** Present when the gateway has refused the query. */
  readonly unread?: true;
}

/** The calls of one kind that a leg can show: of the voids, only those of the whole payment. */
export function callsOfLeg(
  record: OrderRecord,
  gatewayOrderId: string,
  kind: OperationAttempt['kind'],
): readonly OperationAttempt[] {
  return operationAttempts(record, gatewayOrderId).filter(
    (one) => one.kind === kind && (kind !== 'void' || isVoid(one)),
  );
}

/**
 * The calls of one kind that the gateway may have carried out. An answered refusal has no leg, nor has a record that a
 * person has taken back.
 */
export function callsWithLeg(
  record: OrderRecord,
  gatewayOrderId: string,
  kind: OperationAttempt['kind'],
): readonly OperationAttempt[] {
  return callsOfLeg(record, gatewayOrderId, kind).filter(
    (one) => one.progress.step !== 'refused' || (isCorrectable(one) && one.elsewhere === undefined),
  );
}

/** The references of all attempts of an order, and of calls of others that a person has to record. */
export function knownReferences(record: OrderRecord): readonly string[] {
  const flagged = record.flags.flatMap(({ kind, operation }) =>
    kind === 'changed-elsewhere' ? (operation ?? []) : [],
  );
  return [...ownReferences(record), ...flagged];
}

/** The references of all attempts of an order. */
export function ownReferences({ attempts }: OrderRecord): readonly string[] {
  return attempts.flatMap((attempt) => {
    if (attempt.kind !== 'card') return attempt.pasref ?? [];
    return 'pasref' in attempt.progress ? (attempt.progress.pasref ?? []) : [];
  });
}

/** The reference of a call of another party that the gateway shows, and that no person has recorded yet. */
export function unrecordedReference(
  record: OrderRecord,
  gatewayOrderId: string,
  kind: OperationAttempt['kind'],
): string | undefined {
  return record.flags.find(
    (flag) => flag.kind === 'changed-elsewhere' && flag.attempt === gatewayOrderId && flag.operationKind === kind,
  )?.operation;
}

/**
 * The record with a capture, void or refund that another party has made. A reference that belongs to a known attempt is
 * that attempt's. Beside a call without a reference the leg may be that call's, and without an amount a person decides.
 */
export function withLegElsewhere(
  record: OrderRecord,
  { gatewayOrderId, currency, amount: whole }: CardAttempt,
  { kind, found }: Leg,
  at: Date,
): OrderRecord {
  if (found?.result !== '00' || !found.pasref || knownReferences(record).includes(found.pasref)) return record;
  const others = callsOfLeg(record, gatewayOrderId, kind).filter(
    (one) => one.pasref === undefined && one.progress.step !== 'refused',
  );
  if (others.length > 0) return record;
  const amount = kind === 'void' ? whole : found.amount;
  if (!isAmount(amount))
    return withFlag(record, 'changed-elsewhere', gatewayOrderId, at, {
      operation: found.pasref,
      operationKind: kind,
    });
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
  const { amount, gatewayOrderId, elsewhere } = common;
  const payment = cardAttempt(record, gatewayOrderId);
  const final = payment !== undefined && isLastCapture(record, payment, BigInt(amount));
  const operation: OperationAttempt =
    kind === 'capture' ? { ...common, kind, final, progress: SENT } : { ...common, kind, progress: SENT };
  const by = elsewhere === 'person' ? { by: elsewhere } : {};
  return withOperationEnd(
    { ...record, attempts: [...record.attempts, operation] },
    operation,
    { step: 'done', ...by },
    at,
  );
}
