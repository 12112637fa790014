import { createHash } from 'node:crypto';
import { ID_ALPHABET, orderIdPrefix, uuidOfPrefix } from '../../../protocol/values/order-id-prefix.js';

const RANDOM_LENGTH = 10;
/** The gateway accepts 50 characters (docs/reference/gateway.md#xml-transport). */
const MAX_LENGTH = 50;

/** The longest order id. */
export const MAX_ORDER_ID_LENGTH = MAX_LENGTH - RANDOM_LENGTH - 1;

/** True for an id that an order can have. Others are not looked for: PostgreSQL refuses a text with U+0000. */
export function isPossibleOrderId(id: unknown): id is string {
  return typeof id === 'string' && id.length <= MAX_ORDER_ID_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(id);
}

/** Returns `length` random bytes. */
export type RandomBytes = (length: number) => Uint8Array;

/**
 * Returns a new gateway order id of at most 42 characters. It has the order id or its short form, a hyphen and 10
 * random letters and digits. The random part makes it belong to one attempt of one order, even when two shops share a
 * merchant account.
 */
export function newGatewayOrderId(orderId: string, randomBytes: RandomBytes): string {
  const random = Array.from(randomBytes(RANDOM_LENGTH), (byte) => ID_ALPHABET.charAt(byte % ID_ALPHABET.length));
  return `${prefixOf(orderId)}-${random.join('')}`;
}

/** True for an id that an attempt of the order can have. */
export function isGatewayOrderIdOf(orderId: string, gatewayOrderId: string): boolean {
  return prefixIn(gatewayOrderId) === prefixOf(orderId);
}

/**
 * The ids that the order of a gateway order id can have; none for an id of another form. The digest of a long id cannot
 * be read back: only the address of a message names that order.
 */
export function ordersOfGatewayOrderId(gatewayOrderId: string): readonly string[] {
  const prefix = prefixIn(gatewayOrderId);
  return prefix === undefined ? [] : [prefix, uuidOfPrefix(prefix)].filter((id) => id !== undefined);
}

function prefixIn(gatewayOrderId: string): string | undefined {
  const prefix = /^(.+)-[0-9a-z]{10}$/.exec(gatewayOrderId)?.[1];
  return prefix !== undefined && isPossibleOrderId(prefix) ? prefix : undefined;
}

function prefixOf(orderId: string): string {
  return orderIdPrefix(orderId, (text) => createHash('sha256').update(text).digest('hex'));
}
