import type { CardQueryAnswer } from '../../gateway/card-query.js';
import type { Uses } from '../../ports/ports.js';
import { problemOfError } from '../../domain/problems/problem.js';
import { isSameAmount } from '../../domain/record/same-amount.js';
import { isClosedWithin } from '../calls/closed-within.js';
import { runLookUp, type LookUpSteps } from '../calls/run-look-up.js';
import type { Attempt, OperationAttempt } from '../../domain/record/attempts.js';
import { withLookUpEnded } from '../../domain/record/look-up-lease.js';
import { isOpen } from '../../domain/record/operation.table.js';
import { cardAttempt, operationAttempt, withAttempt, type OrderRecord } from '../../domain/record/order-record.js';
import { callsWithLeg, knownReferences } from '../../domain/operations/legs.js';
import { withFlag } from '../../domain/states/order-transition.js';
import { isUnderWay, withOperationEnd } from '../../domain/operations/operation-results.js';
import { readLegIfAllowed } from './card-operations.js';
import { paymentOfOperation, type OperationRun } from './run-operation.js';

/** Times of the look-ups of a call without an answer, in milliseconds after it. Reconciliation does the later ones. */
const LOOK_UPS_AFTER = [5_000, 60_000];

/** Age at which an unreadable result is reported, in milliseconds: beside other possible calls, and alone. */
const REPORTED_AFTER = { besideOthers: 60_000, alone: 3_600_000 };

export type FollowUpPorts = Uses<'background' | 'book' | 'closing' | 'gateway' | 'pause' | 'report'>;

/** Looks up a call of a card payment that has no result yet, in the background, after 5 s and after 60 s. */
export function followUp(ports: FollowUpPorts, id: string, { record, operation, isNew }: OperationRun): void {
  const { kind, key } = operation;
  if (!isNew || !isOpen(operation) || paymentOfOperation(record, operation)?.kind !== 'card') return;
  ports.background(
    async () => {
      let passed = 0;
      for (const time of LOOK_UPS_AFTER) {
        if (await isClosedWithin(ports, time - passed)) return;
        passed = time;
        const latest = await lookUpOperation(ports, id, operation).catch((error: unknown) => {
          ports.report(problemOfError(error).code, error, id);
        });
        const current = latest && operationAttempt(latest, kind, key);
        if (current && !isOpen(current)) return;
      }
    },
    `${kind} ${id} ${key}`,
    id,
  );
}

/**
 * Asks the gateway for the result of a capture, a void or a refund of a card payment, and applies it.
 * @throws {GatewayError} when the gateway does not answer
 */
export async function lookUpOperation(
  ports: Uses<'book' | 'gateway' | 'report'>,
  id: string,
  { kind, key, gatewayOrderId }: OperationAttempt,
  options: Pick<LookUpSteps<OperationAttempt, unknown>, 'atOnce'> = {},
): Promise<OrderRecord> {
  const payment = cardAttempt(await ports.book.read(id), gatewayOrderId);
  const { record } = await runLookUp(ports.book, id, {
    ...options,
    find: (order): OperationAttempt | undefined => operationAttempt(order, kind, key),
    isOpen: (operation, at) => isOpen(operation) && !isUnderWay(operation, at),
    ask: async () => payment && (await readLegIfAllowed(ports, id, payment, kind)).found,
    apply: (order, found, at) => withLeg(order, operationAttempt(order, kind, key), found, at),
  });
  return record;
}

/**
 * The record after the leg of an unresolved call was read. A leg that is missing decides nothing. The gateway has one
 * leg for each kind, with the reference of the first call. It decides a call only if it can belong to no other. A leg
 * that could not be read before the call can.
 */
export function withLeg(
  record: OrderRecord,
  operation: OperationAttempt | undefined,
  found: CardQueryAnswer | undefined,
  at: Date,
): OrderRecord {
  if (!operation) return record;
  const isDecided = found !== undefined && belongsTo(record, operation, found);
  const lookedUp = withLookUpEnded(operation, at, { decided: isDecided });
  const noted = withAttempt(record, lookedUp);
  if (!isOpen(operation)) return noted;
  if (isDecided) {
    const { amount, message, pasref } = found;
    const reference = pasref === undefined ? {} : { pasref };
    // A leg of another party can be taken for that of the call only if it shows no amount. Every void has the same.
    const by = amount === undefined && operation.kind !== 'void' ? ({ by: 'leg' } as const) : {};
    return withOperationEnd(noted, lookedUp, { step: 'done', message, ...reference, ...by }, at);
  }
  const isAlone = othersOf(record, operation).length === 0 && !operation.legUnread;
  const limit = isAlone ? REPORTED_AFTER.alone : REPORTED_AFTER.besideOthers;
  if (at.getTime() - Date.parse(operation.sentAt) < limit) return noted;
  return withFlag(noted, 'unknown-result', operation.gatewayOrderId, at, { operation: operation.key });
}

function belongsTo(record: OrderRecord, operation: OperationAttempt, found: CardQueryAnswer): boolean {
  const { result, pasref, amount } = found;
  if (result !== '00' || !pasref || knownReferences(record).includes(pasref)) return false;
  const others = othersOf(record, operation);
  const isFirst = !others.some((one) => isBefore(record, one, operation));
  const isAmbiguous = operation.legUnread === true || others.some((one) => one.pasref === undefined);
  return isFirst && !isAmbiguous && (amount === undefined || isSameAmount(amount, operation.amount));
}

/** Other calls of the kind that the gateway may have carried out. */
function othersOf(record: OrderRecord, { kind, key, gatewayOrderId }: OperationAttempt): readonly OperationAttempt[] {
  return callsWithLeg(record, gatewayOrderId, kind).filter((one) => one.key !== key);
}

function isBefore({ attempts }: OrderRecord, one: Attempt, other: Attempt): boolean {
  return attempts.indexOf(one) < attempts.indexOf(other);
}
