import { MessageError, parseMessage } from '../../protocol/field-issue.js';
import { statusFields, statusMessage, type StatusMessage } from '../../protocol/status-message.js';
import type { BackendContext } from '../backend-context.js';
import { ordersOfAttempt } from '../orders/gateway-order-id.js';
import type { OrderRecord } from '../orders/order-record.js';
import { withStatus, type StatusWay } from './payment-status.js';
import { Problem } from '../problem.js';

type Pairs = Iterable<readonly [string, string]>;

/**
 * POST status and status/{id}, from the gateway: verified, matched with its order, applied once
 * (spec: Events). Everything that was understood is answered with 200, whether or not it changed
 * anything; a fault of ours is not, so that it is sent again.
 */
export async function takeStatus(context: BackendContext, pairs: Pairs, id?: string): Promise<Response> {
  await apply(context, pairs, 'status', id);
  return new Response(null, { status: 200 });
}

/**
 * GET or POST return/{id}, from the gateway by the shopper's browser. Whatever it brings, and even if
 * it brings nothing, the shopper goes on to the shop's own page, which asks how the order stands.
 */
export async function takeReturn(context: BackendContext, pairs: Pairs, id: string): Promise<Response> {
  await apply(context, pairs, 'return', id).catch(() => undefined);
  return new Response(null, {
    status: 303,
    headers: { location: context.returnPage(id), 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  });
}

async function apply(context: BackendContext, pairs: Pairs, way: StatusWay, id: string | undefined): Promise<void> {
  const { book, gateway, now } = context;
  const message = parseMessage('status message', statusMessage, statusFields(pairs));
  const record = await orderOf(context, message, id);
  const known = record.redirects.find(({ gatewayOrderId }) => gatewayOrderId === message.orderid);
  if (!(await gateway.verifyStatusMessage(message, { pasref: known?.pasref, method: known?.method }))) {
    throw new MessageError('status message', [
      {
        field: message.sha256hash ? 'sha256hash' : 'sha1hash',
        message: 'is not the hash of this message',
        missing: !message.sha1hash && !message.sha256hash,
      },
    ]);
  }
  await book.update(record.id, (current) => withStatus(current, message, way, now()));
}

/** The order that a message is about by its own word; the address that it came to must agree. */
async function orderOf(
  { book }: BackendContext,
  { orderid }: StatusMessage,
  id: string | undefined,
): Promise<OrderRecord> {
  const candidates = ordersOfAttempt(orderid).filter((candidate) => id === undefined || candidate === id);
  const found: OrderRecord[] = [];
  for (const candidate of candidates) {
    const record = await book.read(candidate).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'order-not-found') return undefined;
      throw error;
    });
    if (record) found.push(record);
  }
  // Another order may be named like the attempt: the one that began it comes first.
  const record =
    found.find(({ redirects }) => redirects.some(({ gatewayOrderId }) => gatewayOrderId === orderid)) ?? found[0];
  if (!record) throw new Problem('order-not-found');
  return record;
}
