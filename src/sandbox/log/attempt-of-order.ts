import { createHash } from 'node:crypto';
import { orderIdPrefix } from '../../protocol/values/order-id-prefix.js';

/**
 * The end of a gateway order id: ten random letters and digits (docs/reference/gateway.md#order-ids), or a number, as
 * other backends may write it.
 */
const ATTEMPT = /^-([0-9a-hjkmnp-tv-z]{10}|\d+)$/;

/**
 * Returns whether a gateway order id is the order's own id, or belongs to one of its attempts.
 * @param gatewayOrderId the id of a message, such as `orderId` of a call that `faults` disturbs
 * @param order the shop's order id
 * @returns true for the order's own id and for the id of one of its attempts
 * @example
 * const sandbox = createSandbox({
 *   faults: ({ orderId }) => (orderId && isAttemptOfOrder(orderId, 'A-1') ? { type: 'no-answer' } : undefined),
 * });
 */
export function isAttemptOfOrder(gatewayOrderId: string, order: string): boolean {
  const short = orderIdPrefix(order, (text) => createHash('sha256').update(text).digest('hex'));
  return (
    gatewayOrderId === order ||
    [order, short].some(
      (prefix) => gatewayOrderId.startsWith(prefix) && ATTEMPT.test(gatewayOrderId.slice(prefix.length)),
    )
  );
}
