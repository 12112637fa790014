import { transition } from '../../../protocol/flow.js';
import type { FlagKind, OrderFlag } from '../record/history.js';
import type { OrderChange } from '../record/order-change.js';
import { withEntry, type OrderRecord } from '../record/order-record.js';
import type { OrderEventType } from '../record/order-event.js';
import { ORDER_STATE_TABLE, orderStateRow } from '../record/order-state.table.js';
import { moneyOf } from './money.js';

/** An event of an order, and the attempt that caused it. */
interface OrderEvent {
  readonly type: OrderEventType;
  /** Its gateway order id. */
  readonly attempt?: string;
}

/**
 * Applies an event to an order: the only place that changes `state`. The change is recorded in the
 * same document, so that it is stored, or lost, together with the state.
 * @throws {TypeError} when the state does not handle the event.
 */
export function withOrderEvent(record: OrderRecord, { type, attempt }: OrderEvent, at: Date): OrderRecord {
  const to = transition(ORDER_STATE_TABLE, record.state, type);
  if (to === undefined) throw new TypeError(`An order that is ${record.state} does not handle ${type}.`);
  const about = attempt === undefined ? {} : { attempt };
  // A success that arrives after the end takes the end back.
  const { ended, suspended, ...rest } = record;
  const kept = {
    ...(to === 'cancelled' && ended !== undefined ? { ended } : {}),
    ...(suspended && !orderStateRow(to).final ? { suspended } : {}),
  };
  return withChange({ ...rest, ...kept, state: to }, at, {
    kind: 'state',
    event: type,
    from: record.state,
    to,
    ...about,
  });
}

/** True when the order's state handles the event. */
export function handles(record: OrderRecord, type: OrderEventType): boolean {
  return transition(ORDER_STATE_TABLE, record.state, type) !== undefined;
}

/** The record with a flag for a person, once for each kind and attempt. */
export function withFlag(
  record: OrderRecord,
  kind: FlagKind,
  attempt: string | undefined,
  at: Date,
  detail: Pick<OrderFlag, 'limit' | 'operation' | 'operationKind'> = {},
): OrderRecord {
  const isSame = (flag: OrderFlag) =>
    flag.kind === kind && flag.attempt === attempt && flag.operation === detail.operation;
  if (record.flags.some(isSame)) return record;
  const about = attempt === undefined ? {} : { attempt };
  const flagged = { ...record, flags: [...record.flags, { kind, at: at.toISOString(), ...about, ...detail }] };
  const entry = { flag: kind, ...(attempt === undefined ? {} : { orderId: attempt }), ...detail };
  return withChange(withEntry(flagged, at, 'flagged', entry), at, { kind: 'flag', flag: kind, ...about });
}

/** The record without a flag whose reason has gone. */
export function withoutFlag(record: OrderRecord, kind: FlagKind, attempt?: string, operation?: string): OrderRecord {
  const isGone = (flag: OrderFlag) => flag.kind === kind && flag.attempt === attempt && flag.operation === operation;
  const flags = record.flags.filter((flag) => !isGone(flag));
  return flags.length === record.flags.length ? record : { ...record, flags };
}

/**
 * The record without the flag `unconfirmed` of an attempt, whose success the report has confirmed. Shops ship on the
 * change. There is none for a second payment, nor after the whole amount was refunded, or may be.
 */
export function withConfirmation(record: OrderRecord, attempt: string, at: Date): OrderRecord {
  const confirmed = withoutFlag(record, 'unconfirmed', attempt);
  const isKept = record.payment?.gatewayOrderId === attempt && moneyOf(record).refundable > 0n;
  return confirmed !== record && isKept ? withChange(confirmed, at, { kind: 'confirmed', attempt }) : confirmed;
}

type NewChange = OrderChange extends infer One
  ? One extends OrderChange
    ? Omit<One, 'id' | 'sequence' | 'at'>
    : never
  : never;

/** The order book draws the id of the change when it writes the record, because these functions are pure. */
function withChange(record: OrderRecord, at: Date, change: NewChange): OrderRecord {
  const sequence = record.changeCount + 1;
  const numbered: OrderChange = { ...change, id: '', sequence, at: at.toISOString() };
  return { ...record, changeCount: sequence, changes: [...record.changes, numbered] };
}
