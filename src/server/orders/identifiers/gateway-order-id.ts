/** Letters and digits without look-alikes. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_LENGTH = 10;
/** The gateway accepts 50 characters (docs/reference/gateway.md#xml-transport). */
const MAX_LENGTH = 50;

/** The longest order id for which a gateway order id fits. */
export const MAX_ORDER_ID_LENGTH = MAX_LENGTH - RANDOM_LENGTH - 1;

/** The longest order id of all versions of the package. */
export const MAX_STORED_ORDER_ID_LENGTH = 50;

/**
 * True for an id that an order of any version can have. Others are not looked for: PostgreSQL refuses a text with
 * U+0000.
 */
export function isPossibleOrderId(id: string): boolean {
  return id.length <= MAX_STORED_ORDER_ID_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(id);
}

/** Returns `length` random bytes. */
export type RandomBytes = (length: number) => Uint8Array;

/**
 * A new gateway order id of an order: `{order id}-{10 random letters and digits}`. With the random part
 * an id belongs to one attempt of one order of one shop, even when two shops share a merchant account.
 */
export function newGatewayOrderId(orderId: string, randomBytes: RandomBytes): string {
  const random = Array.from(randomBytes(RANDOM_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return `${orderId.slice(0, MAX_ORDER_ID_LENGTH)}-${random}`;
}

/**
 * True when a gateway order id of this order has a random part. Version 0.1.0 wrote ids without one,
 * which another shop on the same merchant account may use as well.
 */
export function hasRandomPart(gatewayOrderId: string, orderId: string): boolean {
  const prefix = `${orderId.slice(0, MAX_ORDER_ID_LENGTH)}-`;
  return gatewayOrderId.startsWith(prefix) && gatewayOrderId.length === prefix.length + RANDOM_LENGTH;
}

/** The orders that a gateway order id may belong to, in this version's form and in that of 0.1.0. */
export function ordersOfGatewayOrderId(gatewayOrderId: string): readonly string[] {
  const random = /^(.+)-[0-9a-z]{10}$/.exec(gatewayOrderId)?.[1];
  const numbered = /^(.+)-\d{1,4}$/.exec(gatewayOrderId)?.[1];
  return [random, gatewayOrderId, numbered].filter((id) => id !== undefined).filter(isPossibleOrderId);
}
