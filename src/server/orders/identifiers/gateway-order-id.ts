/** Letters and digits without look-alikes. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const RANDOM_LENGTH = 10;
/** The gateway accepts 50 characters (docs/reference/gateway.md#xml-transport). */
const MAX_LENGTH = 50;

/** The longest order id for which a gateway order id fits. */
export const MAX_ORDER_ID_LENGTH = MAX_LENGTH - RANDOM_LENGTH - 1;

/** True for an id that an order can have. Others are not looked for: PostgreSQL refuses a text with U+0000. */
export function isPossibleOrderId(id: string): boolean {
  return id.length <= MAX_ORDER_ID_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(id);
}

/** Returns `length` random bytes. */
export type RandomBytes = (length: number) => Uint8Array;

/**
 * A new gateway order id of an order: `{order id}-{10 random letters and digits}`. With the random part
 * an id belongs to one attempt of one order of one shop, even when two shops share a merchant account.
 */
export function newGatewayOrderId(orderId: string, randomBytes: RandomBytes): string {
  const random = Array.from(randomBytes(RANDOM_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
  return `${orderId}-${random}`;
}

/** Returns the order that a gateway order id belongs to; undefined for an id of another form. */
export function orderOfGatewayOrderId(gatewayOrderId: string): string | undefined {
  const id = /^(.+)-[0-9a-z]{10}$/.exec(gatewayOrderId)?.[1];
  return id !== undefined && isPossibleOrderId(id) ? id : undefined;
}
