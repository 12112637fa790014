import type { Uses } from '../../ports/ports.js';
import type { OrderStore } from '../../book/order-store.js';
import { withDeliveryResumed } from './deliver-changes.js';
import { isCallRunning } from '../calls/idempotency.js';
import { attemptDueAt } from '../../domain/record/order-due.js';
import { mayTakePayment, withEntry, type OrderRecord } from '../../domain/record/order-record.js';
import { orderStateRow } from '../../domain/record/order-state.table.js';
import { withOrderCancelled } from '../../domain/states/order-end.js';
import { orderFieldError } from '../../domain/record/new-order.js';

/** A person's decision to erase the personal data of an order. */
export interface EraseInput {
  /** The person who decides, for the audit. At most 500 characters, and not blank. */
  readonly by?: string | undefined;
  /** The reason, for the audit, without personal data. At most 500 characters, and not blank. */
  readonly reason?: string | undefined;
}

/**
 * Erases the person of an order, and keeps the facts about money. An order that was not paid ends, because a payment
 * would bring personal data back.
 * @throws {MessageError} naming `order` while anything of it is unresolved
 */
export async function erase(
  { book, gateway }: Uses<'book' | 'gateway'>,
  store: OrderStore,
  id: string,
  input: EraseInput,
): Promise<OrderRecord> {
  const { record } = await book.update(id, (found, at) => {
    const unresolved = unresolvedPart(found, { gateway }, at);
    if (unresolved !== undefined) throw orderFieldError('order', `${unresolved}; it can be erased when that has ended`);
    return withErased(found, input, at);
  });
  // No order is in one of no states: the call only removes the replaced data from the files of the store.
  await store.prune({ updatedBefore: record.updatedAt, states: [], limit: 1, counters: false });
  return record;
}

/** The reason why an order cannot be erased yet. */
function unresolvedPart(record: OrderRecord, ports: Uses<'gateway'>, at: Date): string | undefined {
  if (!orderStateRow(record.state).prunable) return `is ${record.state}`;
  const open = record.attempts.find((attempt) => attemptDueAt(attempt) !== undefined);
  if (open) return `has a ${open.kind} whose result is still looked up at the gateway`;
  return isCallRunning(ports, record, at) ? 'has a call of a page under way' : undefined;
}

/**
 * The record without answers, waiting changes and their flag. Each write removes the person and the texts
 * (domain/record/retention.ts).
 */
function withErased(record: OrderRecord, { by, reason }: EraseInput, at: Date): OrderRecord {
  const kept = withDeliveryResumed(record) ?? record;
  const erased: OrderRecord = { ...kept, answers: {}, changes: [], erased: at.toISOString() };
  const ended = mayTakePayment(erased) ? (withOrderCancelled(erased, { key: 'erase' }, at) ?? erased) : erased;
  const detail = { ...(by === undefined ? {} : { by }), ...(reason === undefined ? {} : { reason }) };
  return withEntry(ended, at, 'erased', detail);
}
