import type { Gateway } from '../gateway/gateway.js';

/** HMAC fingerprint of a card number, scoped to the order. */
export function cardFingerprint(gateway: Gateway, orderId: string, number: string): Promise<string> {
  return gateway.fingerprint(`${orderId}.${number}`);
}
