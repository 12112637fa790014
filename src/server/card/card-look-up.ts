import type { BackendContext } from '../backend-context.js';
import { outcomeOfResult } from './authorization-results.js';
import type { CardAuthorizationResult } from '../gateway/card-authorizations.js';
import { withEntry, type OrderRecord } from '../orders/order-record.js';

/** An authorization that the gateway does not know so long after it was sent has never arrived there, in milliseconds. */
const NEVER_ARRIVED = 300_000;
/** An order that many pages look at is looked up no oftener than this, in milliseconds. */
const BETWEEN_LOOKS = 5_000;

/**
 * Looks an order in doubt up at the gateway, and settles it by what the gateway says of the very
 * authorization that was not answered. Everything else leaves it in doubt.
 */
export async function lookUp(context: BackendContext, id: string): Promise<OrderRecord> {
  const { book, gateway, now } = context;
  const record = await book.read(id);
  const sent = lastSent(record);
  if (record.state !== 'in-doubt' || !sent) return record;
  const found = await gateway.cardAuthorizations.query(sent.orderId);
  const change = (current: OrderRecord): OrderRecord | undefined => {
    // Of what was sent later this answer says nothing.
    if (current.state !== 'in-doubt' || lastSent(current)?.orderId !== sent.orderId) return undefined;
    if (!found)
      return now().getTime() - sent.at > NEVER_ARRIVED
        ? withEntry({ ...current, state: 'open' }, now(), 'authorization-never-arrived', { order_id: sent.orderId })
        : undefined;
    return settledBy(current, found, sent, now());
  };
  return (await book.update(id, change)).record;
}

/** The same for whoever waits at a page: at most every few seconds, and a gateway that does not answer changes nothing. */
export function createLookUps(context: BackendContext): (record: OrderRecord) => Promise<OrderRecord> {
  const looks = new Map<string, number>();
  return async (record) => {
    const { id, state } = record;
    const now = context.now().getTime();
    const sent = lastSent(record);
    // While the authorization itself may still be answered, its answer is waited for.
    if (state !== 'in-doubt' || !sent || now - sent.at < context.patience || now - (looks.get(id) ?? 0) < BETWEEN_LOOKS)
      return record;
    if (looks.size > 1000) looks.clear();
    looks.set(id, now);
    return lookUp(context, id).catch(() => record);
  };
}

interface Sent {
  readonly orderId: string;
  readonly card: string;
  readonly at: number;
}

function lastSent({ history }: OrderRecord): Sent | undefined {
  const entry = history.findLast(({ event }) => event === 'authorization-sent');
  return (
    entry && {
      orderId: String(entry.detail?.['order_id'] ?? ''),
      card: String(entry.detail?.['card'] ?? ''),
      at: Date.parse(entry.at),
    }
  );
}

function settledBy(
  record: OrderRecord,
  { result, message, pasref, authcode }: CardAuthorizationResult,
  { orderId, card }: Sent,
  now: Date,
): OrderRecord | undefined {
  const code = outcomeOfResult(result);
  if (code === 'authorization-unanswered') return undefined;
  const detail = { result, message, order_id: orderId };
  if (code !== 'authorized') return withEntry({ ...record, state: 'open' }, now, 'authorization-looked-up', detail);
  const payment = { gatewayOrderId: orderId, card, ...(pasref ? { pasref } : {}), ...(authcode ? { authcode } : {}) };
  return withEntry({ ...record, state: 'paid', payment }, now, 'authorization-looked-up', detail);
}
