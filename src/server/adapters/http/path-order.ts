import type { Context } from 'hono';
import { isPossibleOrderId, MAX_ORDER_ID_LENGTH } from '../../domain/identifiers/gateway-order-id.js';
import { Problem } from '../../domain/problems/problem.js';

/**
 * The order in the path.
 * @throws {Problem} order-not-found for an id that no order can have
 */
export function orderIdInPath(c: Context): string {
  const id = shortIdInPath(c);
  if (!isPossibleOrderId(id)) throw new Problem('order-not-found');
  return id;
}

/** @throws {Problem} order-not-found for an id that is longer than that of any order */
export function shortIdInPath(c: Context): string {
  const id = c.req.param('id') ?? '';
  if (id.length > MAX_ORDER_ID_LENGTH) throw new Problem('order-not-found');
  return id;
}
