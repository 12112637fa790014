import { endsAt } from '../record/expiry.js';
import {
  mayTakePayment,
  refuseUnderWay,
  withEntry,
  withoutAuthentications,
  type OrderRecord,
} from '../record/order-record.js';
import { withOrderEvent } from './order-transition.js';

/** The person or system that ends an order. */
export interface OrderEnd {
  readonly key: string;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
}

/**
 * The record of an order that ends before a payment; undefined when it has ended already, or when its payment has taken
 * or reserved money. The write of an authorization compares with this one: the later of the two sends nothing.
 * @throws {Problem} payment-under-way while the order is `in-doubt` or `pending`
 */
export function withOrderCancelled(
  record: OrderRecord,
  { key, by, reason }: OrderEnd,
  at: Date,
): OrderRecord | undefined {
  refuseUnderWay(record);
  if (!mayTakePayment(record)) return undefined;
  const ended = withoutAuthentications({ ...record, ended: 'cancelled' });
  const detail = { key, ...(by === undefined ? {} : { by }), ...(reason === undefined ? {} : { reason }) };
  return withEntry(withOrderEvent(ended, { type: 'CANCELLED' }, at), at, 'cancelled', detail);
}

/** The record of an expired order at its end; undefined before that. */
export function withOrderExpired(record: OrderRecord, at: Date): OrderRecord | undefined {
  const end = endsAt(record);
  if (end === undefined || at.getTime() < Date.parse(end)) return undefined;
  const ended = withoutAuthentications({ ...record, ended: 'expired' });
  const { expiresAt = end } = record;
  return withEntry(withOrderEvent(ended, { type: 'EXPIRED' }, at), at, 'expired', { expiresAt });
}
