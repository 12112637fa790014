import { MessageError, parseMessage } from '../../../protocol/values/field-issue.js';
import type { ProblemCode } from '../../../protocol/adapter/problem-document.js';
import { statusFields, statusMessageSchema, type StatusMessage } from '../../../protocol/redirect/status-message.js';
import { safeId } from '../../util/card-data.js';
import type { Uses } from '../../ports/ports.js';
import {
  isGatewayOrderIdOf,
  isPossibleOrderId,
  ordersOfGatewayOrderId,
} from '../../domain/identifiers/gateway-order-id.js';
import { redirectAttempt, withEntry, type OrderRecord } from '../../domain/record/order-record.js';
import { Problem, problemOfError } from '../../domain/problems/problem.js';
import { lookUpRefund } from '../operations/refund-look-up.js';
import { isOpen } from '../../domain/record/operation.table.js';

import { withReturnMessage, withStatusMessage } from '../../domain/redirect/message-results.js';
import { confirmRedirect, type ConfirmRedirectPorts } from './redirect-look-up.js';

type Pairs = Iterable<readonly [string, string]>;

export type ReceiveStatusPorts = ReadMessagePorts & Uses<'report'>;

/**
 * POST status and status/{id}, from the gateway. A message with a valid hash is stored, answered with
 * 200, and then confirmed by the payments report. A fault of this backend is not answered with 200, so
 * that the gateway sends the message again. A signed message of an unknown order is reported and answered with 200.
 * @throws {Problem} invalid-request for a message without a valid hash, order-not-found at the address of another order
 */
export async function receiveStatus(ports: ReceiveStatusPorts, pairs: Pairs, id?: string): Promise<Response> {
  const { message, record } = await readMessage(ports, pairs, id);
  if (!record) return ignored(ports, message);
  const { record: stored, changed } = await ports.book.update(record.id, (current, at) =>
    withStatusMessage(current, message, at),
  );
  confirmLater(ports, stored, message, changed);
  return new Response(null, { status: 200 });
}

export type ReceiveReturnPorts = ReceiveStatusPorts & Uses<'returnPage'>;

/**
 * GET or POST return/{id}, from the gateway through the shopper's browser. Never makes an order paid: it
 * starts a look-up. The shopper continues to the shop's own page, whatever the message is.
 */
export async function receiveReturn(ports: ReceiveReturnPorts, pairs: Pairs, id: string): Promise<Response> {
  await (async () => {
    const { message, record } = await readMessage(ports, pairs, id);
    if (!record) throw unknownOrder(message);
    const { record: stored, changed } = await ports.book.update(record.id, (current, at) =>
      withReturnMessage(current, message, at),
    );
    confirmLater(ports, stored, message, changed);
  })().catch((error: unknown) => {
    const { code, cause } = problemOfError(error);
    ports.report(isForged(code) ? 'return-rejected' : code, cause ?? error, id);
  });
  return returnToShop(ports, id);
}

/** True for a message that the gateway did not send. Any other problem is a fault of this backend. */
function isForged(code: ProblemCode): boolean {
  return code === 'invalid-request' || code === 'order-not-found';
}

/** Redirects the shopper to the shop's own page. */
export function returnToShop(ports: Uses<'returnPage'>, id: string): Response {
  return new Response(null, {
    status: 303,
    headers: {
      location: ports.returnPage(id),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  });
}

/** A signed message of an order that was pruned is reported and ignored, so that the gateway does not send it again. */
function ignored({ report }: Uses<'report'>, message: StatusMessage): Response {
  const problem = unknownOrder(message);
  report(problem.code, problem.cause, message.orderid);
  return new Response(null, { status: 200 });
}

export type ReadMessagePorts = ConfirmRedirectPorts & Uses<'background' | 'releaseRefundsAfter'>;

/**
 * A message with a valid hash, and the order that began its attempt; undefined for an order that does not exist, or no
 * longer. The answer to any other message does not depend on the order, so that a forged one learns nothing.
 * @throws {Problem} invalid-request for a message without a valid hash, order-not-found at the address of another order
 */
async function readMessage(ports: ReadMessagePorts, pairs: Pairs, id: string | undefined) {
  const message = parseMessage('status message', statusMessageSchema, statusFields(pairs));
  const candidate = await candidateOf(ports, message, id);
  const record = candidate && isOrderOf(candidate, message) ? candidate : undefined;
  await verify(ports, message, record);
  if (candidate && !record) throw unknownOrder(message);
  return { message, record };
}

/**
 * @throws {Problem} invalid-request when the hash is not right. A hash of the other algorithm still starts a look-up.
 */
async function verify(ports: ReadMessagePorts, message: StatusMessage, record?: OrderRecord): Promise<void> {
  const attempt = record && redirectAttempt(record, message.orderid);
  const validity = await ports.gateway.verifyStatusMessage(message, {
    pasref: attempt?.pasref,
    method: attempt?.method,
  });
  if (validity === 'valid') return;
  if (record && validity === 'other-algorithm') {
    await ports.book.update(record.id, (current, at) =>
      withEntry(current, at, 'status-rejected', { result: message.result, orderId: message.orderid }),
    );
    confirmLater(ports, record, message, false);
  }
  const field = message.sha256hash ? 'sha256hash' : 'sha1hash';
  const missing = !message.sha1hash && !message.sha256hash;
  const cause = new MessageError('status message', [{ field, message: 'is not the hash of this message', missing }]);
  throw new Problem('invalid-request', cause.issues, { cause, ...(record ? { order: record.id } : {}) });
}

/**
 * Starts the look-up that the message is about: of the payment, or of its unresolved refunds. A new message ends the
 * pause of a confirmation that is running, because the shopper waits for its result.
 */
function confirmLater(
  ports: ReadMessagePorts,
  { id, attempts }: OrderRecord,
  { orderid, pasref }: StatusMessage,
  isNew: boolean,
): void {
  const redirect = attempts.find(({ kind, gatewayOrderId }) => kind === 'redirect' && gatewayOrderId === orderid);
  if (redirect?.kind === 'redirect' && (!pasref || redirect.pasref === pasref)) {
    ports.background((news) => confirmRedirect(ports, id, orderid, news), `confirm ${orderid}`, id, isNew);
    return;
  }
  for (const attempt of attempts) {
    if (attempt.kind !== 'refund' || attempt.gatewayOrderId !== orderid || !isOpen(attempt)) continue;
    ports.background(
      () => lookUpRefund(ports, id, attempt.key).then(() => undefined),
      `refund ${id} ${attempt.key}`,
      id,
    );
  }
}

/** The order of the address, or the one that the message names; undefined for an order that does not exist. */
async function candidateOf(
  { book }: Uses<'book'>,
  { orderid }: StatusMessage,
  id: string | undefined,
): Promise<OrderRecord | undefined> {
  const candidates = id === undefined ? ordersOfGatewayOrderId(orderid) : [id];
  for (const candidate of candidates.filter(isPossibleOrderId)) {
    const record = await book.read(candidate).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'order-not-found') return undefined;
      throw error;
    });
    if (record) return record;
  }
  return undefined;
}

function isOrderOf({ id, attempts }: OrderRecord, { orderid }: StatusMessage): boolean {
  return isGatewayOrderIdOf(id, orderid) || attempts.some(({ gatewayOrderId }) => gatewayOrderId === orderid);
}

function unknownOrder({ orderid }: Pick<StatusMessage, 'orderid'>): Problem {
  const cause = new Error(`No order has the gateway order id "${safeId(orderid)}".`);
  return new Problem('order-not-found', [], { cause });
}
